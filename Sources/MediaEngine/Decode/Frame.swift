import CFFmpeg
import VideoFrames

/// A decoded video frame of a decoder pipeline. Immutable once made, shared by reference.
final class Frame: TimedFrame, @unchecked Sendable {
    // The AVFrame is written before the object is shared and only read (and referenced) afterwards.
    let raw: UnsafeMutablePointer<AVFrame>
    let time: Nanoseconds
    let duration: Nanoseconds
    /// The epoch of the `DecoderPipeline` that decoded the frame; frames of earlier epochs are discarded.
    let epoch: Int
    let crop: CropInsets
    let orientation: FrameOrientation
    /// The width of a pixel divided by its height.
    let sampleAspectRatio: Double
    let displaySize: DisplaySize
    /// The pixels if they are in the memory of a video device.
    let surface: DecodedSurface?

    /// Takes ownership of `raw`.
    init(
        taking raw: UnsafeMutablePointer<AVFrame>, time: Nanoseconds, duration: Nanoseconds, epoch: Int,
        crop: CropInsets = .none, orientation: FrameOrientation, sampleAspectRatio: Double,
        surface: DecodedSurface? = nil
    ) {
        self.raw = raw
        self.time = time
        self.duration = duration
        self.epoch = epoch
        self.crop = crop
        self.orientation = orientation
        self.surface = surface
        let own = raw.pointee.sample_aspect_ratio
        let ratio = own.num > 0 && own.den > 0 ? Double(own.num) / Double(own.den) : sampleAspectRatio
        self.sampleAspectRatio = ratio
        displaySize = DisplaySize(
            width: Int(raw.pointee.width) - crop.left - crop.right,
            height: Int(raw.pointee.height) - crop.top - crop.bottom, sampleAspectRatio: ratio,
            rotation: orientation.rotation)
    }

    deinit {
        var frame: UnsafeMutablePointer<AVFrame>? = raw
        av_frame_free(&frame)
    }

    /// Returns the frame with another time, without copying its pixels; nil if there is not enough memory.
    func moved(to time: Nanoseconds) -> Frame? {
        guard let copy = av_frame_clone(raw) as UnsafeMutablePointer<AVFrame>? else { return nil }
        return Frame(
            taking: copy, time: time, duration: duration, epoch: epoch, crop: crop, orientation: orientation,
            sampleAspectRatio: sampleAspectRatio, surface: surface)
    }

    var width: Int { Int(raw.pointee.width) - crop.left - crop.right }
    var height: Int { Int(raw.pointee.height) - crop.top - crop.bottom }

    /// The frame as consumers see it; it retains this object.
    var videoFrame: VideoFrame {
        var frame =
            surface.map { VideoFrame(raw, storage: .surface($0), owner: self) }
            ?? VideoFrame(raw, storage: .planes(FramePlane.planes(of: raw)), owner: self)
        frame.crop = crop
        frame.orientation = orientation
        frame.sampleAspectRatio = sampleAspectRatio
        frame.presentationTime = time.time
        return frame
    }
}
