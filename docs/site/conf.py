"""Sphinx's settings for the site, which docs/site/build.sh makes."""
import json
import pathlib

about = json.loads(pathlib.Path(__file__).with_name("about.json").read_text(encoding="utf-8"))  # stage.py writes it
project = "Hail"
author = "The Hail authors"
copyright = "2026, the Hail authors; MIT licence"  # pylint: disable=redefined-builtin
version = release = about["version"]
extensions = ["myst_parser"]
html_theme = "furo"
html_title = f"Hail {release}"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_show_sphinx = False
html_copy_source = False
myst_heading_anchors = 4
highlight_language = "c"
exclude_patterns = ["_build"]
suppress_warnings = ["misc.highlighting_failure"]  # blocks of shell output have no language
