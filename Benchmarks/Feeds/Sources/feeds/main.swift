import Foundation
import UniversalMediaCatalog

// Creates large feeds of real films, and mutates feeds: see script/bench and script/soak.

let usage = """
    usage: feeds make FILMS.json DIRECTORY BYTES    a catalog of about so many bytes, and an availability feed of as many items
           feeds break SECONDS [SEED]               breaks feeds and checks what is left; a trap or a second's wait is a failure

    """
let arguments = Array(CommandLine.arguments.dropFirst())
if arguments.first == "make", arguments.count == 4, let bytes = Int(arguments[3]) {
    try FeedMaker(films: try Film.all(arguments[1]), directory: arguments[2]).make(bytes: bytes)
} else if arguments.first == "break", arguments.count > 1, let seconds = Double(arguments[1]) {
    var breaker = FeedBreaker(seed: arguments.count > 2 ? UInt64(arguments[2]) : nil)
    exit(breaker.run(seconds: seconds) ? 0 : 1)
} else {
    FileHandle.standardError.write(Data(usage.utf8))
    exit(2)
}
