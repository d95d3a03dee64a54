# Sourced by tests/run.sh and bench/run.sh: the only list of Debian packages, and the function that installs them.
# shellcheck shell=sh disable=SC2034

# Line by line: compilers, build tools and SIMDe; the benchmark and the libraries that it compares; BulletML patterns
# and pictures; tile maps and images; JSON; windows; oneTBB.
HAIL_PACKAGES='meson ninja-build pkg-config gcc g++ libsimde-dev python3
    libbenchmark-dev chipmunk-dev libbox2d-dev libnanoflann-dev
    libbulletml-dev libexpat1-dev noiz2sa-data libcairo2-dev
    libxml2-dev zlib1g-dev libpng-dev
    libjansson-dev
    libsdl2-dev libtbb-dev'
# For the tests alone: the second build, the runner, the second compiler and the formatter; Tiled for its example maps,
# a game for its sprites, pygame for its masks, scipy for its k-d tree; a display without a screen.
HAIL_TEST_PACKAGES='cmake libcriterion-dev libgeos-dev clang clang-format tiled chromium-bsu-data python3-pygame
    python3-scipy xvfb xauth'
# For the linter, in the long set.
HAIL_LINT_PACKAGES='clang-tidy'
# For the benchmark's report: its pictures, and one HTML file.
HAIL_REPORT_PACKAGES='python3-matplotlib python3-markdown'
# For the documentation's site.
HAIL_SITE_PACKAGES='python3-sphinx python3-myst-parser furo'
# To make its pictures again: docs/pictures/make.py.
HAIL_PICTURE_PACKAGES='python3-pil freedoom'
# Large ones, for the tests with every pattern, level and sprite there is.
HAIL_DATA_PACKAGES='tumiki-fighters-data rrootage-data parsec47-data torus-trooper-data mu-cade-data val-and-rick-data
    supertux-data teeworlds-data freedoom'

# For other machines: MinGW-w64 and Wine; AArch64's compiler and QEMU.
HAIL_WINDOWS_PACKAGES='gcc-mingw-w64-x86-64-win32 wine wine64'
# Other processors for the golden scenes: those of the long set, then those of --processors alone. Node runs WebAssembly,
# also that of the npm package (the test js), which binaryen makes smaller.
HAIL_PROCESSOR_PACKAGES='gcc-aarch64-linux-gnu libc6-dev-arm64-cross gcc-s390x-linux-gnu libc6-dev-s390x-cross
    gcc-i686-linux-gnu libc6-dev-i386-cross qemu-user-static lld wasi-libc libclang-rt-dev-wasm32 binaryen'
command -v node >/dev/null 2>&1 || HAIL_PROCESSOR_PACKAGES="$HAIL_PROCESSOR_PACKAGES nodejs"
# For the page that plays in the browser (the test page); npm brings twgl.js and playwright-core from its registry.
HAIL_PAGE_PACKAGES='chromium'
command -v npm >/dev/null 2>&1 || HAIL_PAGE_PACKAGES="$HAIL_PAGE_PACKAGES npm"
HAIL_MORE_PROCESSOR_PACKAGES='gcc-arm-linux-gnueabihf libc6-dev-armhf-cross gcc-riscv64-linux-gnu libc6-dev-riscv64-cross
    gcc-powerpc64le-linux-gnu libc6-dev-ppc64el-cross'
HAIL_AARCH64_PACKAGES='gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user-static'

hail_debian() {
    command -v dpkg-query >/dev/null 2>&1 && command -v apt-get >/dev/null 2>&1
}

# hail_install PACKAGE...: installs the missing ones, as root; without root prints how, and exits 1.
hail_install() {
    if ! hail_debian; then
        echo 'Not a Debian system: nothing is installed; the build uses what meson finds.'
        return 0
    fi
    # dpkg-query returns 1 if it does not know a package; its list is right even then.
    installed=$(dpkg-query -W -f='${db:Status-Status} ${Package}\n' "$@" 2>/dev/null | sed -n 's/^installed //p') || true
    missing=''
    for package in "$@"; do
        printf '%s\n' "$installed" | grep -Fqx -e "$package" || missing="$missing $package"
    done
    [ -n "$missing" ] || return 0
    if [ "$(id -u)" -ne 0 ]; then
        echo 'Packages are missing, and installing them needs root. Run this, then start again:' >&2
        echo "    sudo apt-get update && sudo apt-get install --no-install-recommends$missing" >&2
        exit 1
    fi
    echo "Installing$missing"
    # shellcheck disable=SC2086 # one word a package
    if ! (export DEBIAN_FRONTEND=noninteractive && apt-get update -q &&
        apt-get install -qy --no-install-recommends $missing); then
        echo "apt-get could not install$missing" >&2
        exit 1
    fi
}

# hail_setup OPTION...: configures build/ (anew if it exists: packages may have been installed).
hail_setup() {
    for tool in meson ninja; do
        command -v $tool >/dev/null 2>&1 || {
            echo "$tool is needed and was not found." >&2
            exit 1
        }
    done
    if [ -f build/meson-private/coredata.dat ]; then
        meson setup --reconfigure build "$@" || exit 1
    else
        meson setup build "$@" || exit 1
    fi
}
