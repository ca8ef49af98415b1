import CoreMedia
import FrameConversion
import VideoFrames

@testable import MediaEngine

/// The current frame of a session, as tests read it.
extension VideoOutput {
    /// A copy of the frame as displayed; nil without a frame.
    func copyPixels() -> FrameBitmap? {
        currentFrame.flatMap { FrameBitmap($0.frame, converter: FrameConverter()) }
    }

    var displaySize: DisplaySize { currentFrame?.frame.displaySize ?? .zero }
    var presentationTime: CMTime { currentFrame?.frame.presentationTime ?? .invalid }
    /// The frame as decoded.
    var frame: Frame? { currentFrame?.frame.owner as? Frame }
}
