package import VideoFrames

/// The frames of a display list's video sources at one time: all parts of one drawing show the same frame of a source.
///
/// Retains the frames; release it after drawing, because decoders reuse the memory of released frames.
package struct LatchedFrames: Sendable {
    static let none = LatchedFrames([])

    private var frames: [ObjectIdentifier: NumberedFrame] = [:]

    init(_ sources: [any VideoFrameSource]) {
        for source in sources where frames[ObjectIdentifier(source)] == nil {
            frames[ObjectIdentifier(source)] = source.currentFrame
        }
    }

    /// The frame of a source; nil without one.
    package subscript(source: any VideoFrameSource) -> NumberedFrame? { frames[ObjectIdentifier(source)] }
}
