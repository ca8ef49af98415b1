# Sourced: builds the programs of the package for release, all in the same way, so that one build serves all scripts.
#
# The Swift runtime and Foundation are part of each program: a program runs without a Swift toolchain, resolves few symbols when it starts,
# and takes about 10 MB less memory than with the shared libraries. LLD, which every toolchain has, packs the program's relocations.
# Each function is in a section of its own, and those that avplayer calls come first (script/function-order), which saves 7 MB. Functions without
# a symbol, which no list can name, are together (private-functions.ld).

# Options of `swift build` and `swift package`.
release_options=(
    --configuration release -Xswiftc -static-stdlib -Xswiftc -use-ld=lld -Xswiftc -Xfrontend -Xswiftc -function-sections
    -Xlinker -z -Xlinker pack-relative-relocs -Xlinker --no-export-dynamic
    -Xlinker "--symbol-ordering-file=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)/data/function-order.txt"
    -Xlinker --no-warn-symbol-ordering
    -Xlinker -T -Xlinker "$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)/private-functions.ld"
)

# usage: release_program NAME TOP   Builds a program and prints its path.
release_program() {
    local program
    program=$(swift build "${release_options[@]}" --package-path "$2" --show-bin-path 2>/dev/null)/$1
    # SwiftPM does not know that the program depends on the order.
    [[ $program -nt $2/data/function-order.txt ]] || rm -f "$program"
    swift build "${release_options[@]}" --package-path "$2" --product "$1" >&2 || return
    echo "$program"
}

# usage: example_program NAME TOP   Builds a program of Examples/ with the same build of the libraries, and prints its path.
example_program() {
    local package=("${release_options[@]}" --package-path "$2/Examples" --scratch-path "$2/.build")
    swift build "${package[@]}" --product "$1" >&2 || return
    echo "$(swift build "${package[@]}" --show-bin-path 2>/dev/null)/$1"
}
