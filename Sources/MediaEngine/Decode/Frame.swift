import CFFmpeg

/// A decoded video frame. Immutable once made, shared by reference.
final class Frame: TimedFrame, @unchecked Sendable {
    // The AVFrame is written before the object is shared and only read (and referenced) afterwards.
    let raw: UnsafeMutablePointer<AVFrame>
    let time: Nanoseconds
    let duration: Nanoseconds
    /// The epoch of the `DecoderPipeline` that decoded the frame; frames of earlier epochs are discarded.
    let epoch: Int
    let turn: DisplayMatrix
    let shape: PictureShape
    /// The width of a pixel divided by its height.
    let sampleAspectRatio: Double

    /// Takes ownership of `raw`.
    init(
        taking raw: UnsafeMutablePointer<AVFrame>, time: Nanoseconds, duration: Nanoseconds, epoch: Int,
        turn: DisplayMatrix, sampleAspectRatio: Double
    ) {
        self.raw = raw
        self.time = time
        self.duration = duration
        self.epoch = epoch
        self.turn = turn
        let own = raw.pointee.sample_aspect_ratio
        let ratio = own.num > 0 && own.den > 0 ? Double(own.num) / Double(own.den) : sampleAspectRatio
        self.sampleAspectRatio = ratio
        shape = PictureShape(
            width: Int(raw.pointee.width), height: Int(raw.pointee.height), sampleAspectRatio: ratio,
            rotation: turn.rotation)
    }

    deinit {
        var frame: UnsafeMutablePointer<AVFrame>? = raw
        av_frame_free(&frame)
    }

    var displaySize: FrameSize { FrameSize(width: shape.displayWidth, height: shape.displayHeight) }
    var width: Int { Int(raw.pointee.width) }
    var height: Int { Int(raw.pointee.height) }
    var format: AVPixelFormat { AVPixelFormat(rawValue: raw.pointee.format) }
}
