import CoreMedia
import CoreVideo
import Foundation
import VideoFrames

extension VideoFrame {
    /// Creates a frame that displays the image of a sample, which it retains.
    /// - Returns: nil for an invalid sample, and for a pixel format without a counterpart.
    init?(_ sample: CMSampleBuffer) {
        guard sample.isValid, let image = sample.imageBuffer else { return nil }
        self.init(image)
        presentationTime = sample.presentationTimeStamp
        if let shape = sample.formatDescription, shape.dimensions.width > 0 {
            sampleAspectRatio =
                Double(shape.presentationDimensions(usePixelAspectRatio: true, useCleanAperture: false).width)
                / Double(shape.dimensions.width)
        }
    }
}
