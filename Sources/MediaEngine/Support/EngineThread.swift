import Foundation

/// The engine's threads: named, with a stack size that is sufficient for FFmpeg.
enum EngineThread {
    /// Sufficient for the deepest of FFmpeg's decoders.
    static let stackBytes = 2 << 20

    static func start(_ name: String, _ body: @escaping @Sendable () -> Void) {
        let thread = Thread { body() }
        thread.name = "media " + name
        thread.stackSize = stackBytes
        thread.start()
    }
}
