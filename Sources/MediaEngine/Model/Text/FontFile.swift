import CFFmpeg

/// A font that a container brings as an attachment. Its bytes are freed with the object.
package final class FontFile: @unchecked Sendable {
    // Sendable because the memory is not written after `init`.
    package let name: String
    private let memory: UnsafeMutablePointer<UInt8>
    private let count: Int

    /// Takes ownership of memory that libavutil allocated.
    init(name: String, taking memory: UnsafeMutablePointer<UInt8>, count: Int) {
        self.name = name
        self.memory = memory
        self.count = count
    }

    deinit { av_free(memory) }

    /// Calls `body` with the bytes, valid during the call.
    package func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        body(UnsafeRawBufferPointer(start: memory, count: count))
    }
}
