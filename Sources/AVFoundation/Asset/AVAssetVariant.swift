public import CoreGraphics
public import Foundation
import MediaEngine

/// One encoding of a stream that offers several: what its list declares of it.
public final class AVAssetVariant: NSObject, Sendable {
    /// Bits a second; nil where nothing is declared.
    public let peakBitRate: Double?
    public let averageBitRate: Double?
    /// nil for sound alone.
    public let videoAttributes: VideoAttributes?
    /// Of its playlist. OpenAVKit's own.
    public let url: URL

    init(_ variant: StreamVariant) {
        peakBitRate = variant.bandwidth > 0 ? variant.bandwidth : nil
        averageBitRate = variant.averageBandwidth
        url = variant.url
        videoAttributes = variant.width.flatMap { width in
            variant.height.map { height in
                VideoAttributes(
                    presentationSize: CGSize(width: width, height: height), nominalFrameRate: variant.frameRate)
            }
        }
    }

    /// Of the picture.
    public final class VideoAttributes: NSObject, Sendable {
        /// In pixels, as declared.
        public let presentationSize: CGSize
        public let nominalFrameRate: Double?

        init(presentationSize: CGSize, nominalFrameRate: Double?) {
            self.presentationSize = presentationSize
            self.nominalFrameRate = nominalFrameRate
        }
    }
}
