# Sourced: builds one of the programs of Benchmarks/ for release, which share one build of the libraries.
# usage: benchmark_program NAME TOP   Prints the program's path.
benchmark_program() {
    local package=(-c release --package-path "$2/Benchmarks" --scratch-path "$2/.build/benchmarks")
    swift build "${package[@]}" --product "$1" >&2 || return
    echo "$(swift build "${package[@]}" --show-bin-path 2>/dev/null)/$1"
}
