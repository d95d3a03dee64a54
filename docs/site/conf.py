"""Sphinx's settings for the site, which docs/site/build.sh makes."""
project = "Hail"
author = "the authors of Hail"
extensions = ["myst_parser"]
html_theme = "furo"
html_title = "Hail"
html_show_sphinx = False
html_copy_source = False
myst_heading_anchors = 4
highlight_language = "c"
exclude_patterns = ["_build"]
suppress_warnings = ["misc.highlighting_failure"]  # blocks of shell output have no language
