import Foundation

/// Messages to the developer about wrong use of the API, on standard error.
enum AVKitLog {
    static func write(_ message: String) {
        FileHandle.standardError.write(Data("AVKit: \(message)\n".utf8))
    }
}
