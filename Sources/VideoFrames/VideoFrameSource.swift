/// A source of frames that a layer displays: video that changes without a change of the layer.
///
/// A layer whose `contents` is a source displays the source's current frame, scaled to the rectangle that `contentsGravity` and the frame's
/// display size give. All members may be called on any thread.
public protocol VideoFrameSource: AnyObject, Sendable {
    /// The frame to display now; nil if there is none.
    var currentFrame: NumberedFrame? { get }

    /// The generation of the current frame, for a check without the frame; 0 if there is none.
    var generation: UInt64 { get }

    /// Reports that the frame of a generation has been drawn.
    func didDraw(generation: UInt64)

    /// Sets the handler that is called, on any thread, each time that `generation` has increased. Each observer, such as a
    /// window, has one handler; nil removes it.
    func setChangeHandler(for observer: ObjectIdentifier, _ handler: (@Sendable () -> Void)?)
}

/// A frame of a source with its generation, which the source increments with each frame. Greater than 0.
public struct NumberedFrame: Sendable {
    public let frame: VideoFrame
    public let generation: UInt64

    public init(_ frame: VideoFrame, generation: UInt64) {
        self.frame = frame
        self.generation = generation
    }
}
