public import CoreGraphics
public import CoreMedia
public import Foundation
import HLS
import MediaEngine

/// A variant of a stream, as the multivariant playlist declares it.
open class AVAssetVariant: NSObject, @unchecked Sendable {
    /// Bits per second; nil where the playlist declares none.
    open private(set) var peakBitRate: Double?
    open private(set) var averageBitRate: Double?
    /// nil for audio-only variants.
    open private(set) var videoAttributes: VideoAttributes?
    /// nil where no audio is declared, and for the variant that is playing.
    open private(set) var audioAttributes: AudioAttributes?
    /// The URL of the variant's media playlist. OpenAVKit's own.
    open private(set) var url: URL

    /// Creates the description of the variant that is playing.
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
        audioAttributes = nil
    }

    /// Creates the description of a variant that a multivariant playlist declares.
    init(_ stream: VariantStream, of list: URL) {
        peakBitRate = Double(stream.bandwidth)
        averageBitRate = stream.averageBandwidth.map(Double.init)
        url = URL(string: stream.uri, relativeTo: list)?.absoluteURL ?? list
        videoAttributes =
            stream.isAudioOnly
            ? nil
            : VideoAttributes(
                presentationSize: stream.resolution.map { CGSize(width: $0.width, height: $0.height) } ?? .zero,
                nominalFrameRate: stream.frameRate,
                videoRange: AVVideoRange(rawValue: stream.videoRange?.name ?? AVVideoRange.sdr.rawValue),
                codecTypes: Self.codes(stream.codecs, .video))
        let sound = Self.codes(stream.codecs, .audio)
        audioAttributes = sound.isEmpty && stream.audioGroup == nil ? nil : AudioAttributes(formatIDs: sound)
    }

    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? AVAssetVariant else { return false }
        return url == other.url && peakBitRate == other.peakBitRate
    }

    open override var hash: Int { url.hashValue }

    /// Returns the first four characters of the codecs of a kind, as codes.
    private static func codes(_ codecs: [String], _ kind: Codec.Kind) -> [FourCharCode] {
        codecs.filter { Codec($0)?.kind == kind }.map { name in
            name.utf8.prefix(4).reduce(0) { $0 << 8 | FourCharCode($1) }
        }
    }

    /// The video attributes of a variant.
    open class VideoAttributes: NSObject, @unchecked Sendable {
        /// The size in pixels, as declared.
        open private(set) var presentationSize: CGSize
        open private(set) var nominalFrameRate: Double?
        open private(set) var videoRange: AVVideoRange
        /// As declared; empty for the variant that is playing.
        open private(set) var codecTypes: [CMVideoCodecType]

        init(
            presentationSize: CGSize, nominalFrameRate: Double?, videoRange: AVVideoRange = .sdr,
            codecTypes: [CMVideoCodecType] = []
        ) {
            self.presentationSize = presentationSize
            self.nominalFrameRate = nominalFrameRate
            self.videoRange = videoRange
            self.codecTypes = codecTypes
        }
    }

    /// The audio attributes of a variant.
    open class AudioAttributes: NSObject, @unchecked Sendable {
        /// As declared.
        open private(set) var formatIDs: [FourCharCode]

        init(formatIDs: [FourCharCode]) { self.formatIDs = formatIDs }
    }
}

/// The dynamic range of video.
public struct AVVideoRange: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static let sdr = AVVideoRange(rawValue: "SDR")
    public static let hlg = AVVideoRange(rawValue: "HLG")
    public static let pq = AVVideoRange(rawValue: "PQ")
}
