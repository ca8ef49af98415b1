import CoreGraphics
import CoreMedia
import Foundation
import MediaEngine
import VideoFrames

extension TrackInfo {
    var mediaType: AVMediaType {
        switch kind {
        case .video: .video
        case .audio: .audio
        case .subtitle:
            ["eia_608", "cea_708"].contains(codec) ? .closedCaption : codec == "mov_text" ? .subtitle : .text
        case .data: .metadata
        }
    }

    /// The characteristics of the track, by its kind and by the flags of its container.
    var mediaCharacteristics: [AVMediaCharacteristic] {
        var found: [AVMediaCharacteristic] = []
        switch kind {
        case .video:
            found += [.visual, .frameBased]
            if let video {
                if video.transferKind != .sdr { found.append(.containsHDRVideo) }
                if video.hasAlpha { found.append(.containsAlphaChannel) }
                if ["bt2020", "smpte431", "smpte432"].contains(video.primaries) {
                    found.append(.usesWideGamutColorSpace)
                }
            }
        case .audio: found.append(.audible)
        case .subtitle: found.append(.legible)
        case .data: return []
        }
        if kind == .subtitle {
            if isForced { found.append(.containsOnlyForcedSubtitles) }
            if isHearingImpaired {
                found += [.transcribesSpokenDialogForAccessibility, .describesMusicAndSoundForAccessibility]
            }
        }
        if kind == .audio, isVisualImpaired { found.append(.describesVideoForAccessibility) }
        if isOriginal { found.append(.isOriginalContent) }
        if isDub { found += [.languageTranslation, .dubbedTranslation] }
        let own = characteristics.map(AVMediaCharacteristic.init(rawValue:))
        // The characteristics that a stream declares take precedence over those derived from its other flags.
        if !own.contains(.isAuxiliaryContent), !own.contains(.isMainProgramContent) {
            found.append(isCommentary || isVisualImpaired ? .isAuxiliaryContent : .isMainProgramContent)
        }
        for own in own where !found.contains(own) { found.append(own) }
        return found
    }

    var formatDescription: CMFormatDescription {
        let subType = CMFormatDescription.MediaSubType(rawValue: subTypeCode)
        let type = CMFormatDescription.MediaType(rawValue: CoreMedia.fourCharCode(mediaType.rawValue))
        if let video {
            return CMFormatDescription(
                mediaType: type, mediaSubType: subType,
                dimensions: CMVideoDimensions(
                    width: Int32(clamping: video.width), height: Int32(clamping: video.height)),
                sampleAspectRatio: video.sampleAspectRatio,
                aperture: video.crop.map { crop in
                    CGRect(
                        x: crop.left, y: crop.top, width: video.width - crop.left - crop.right,
                        height: video.height - crop.top - crop.bottom)
                } ?? .zero)
        }
        guard let audio else {
            return CMFormatDescription(mediaType: type, mediaSubType: subType, dimensions: CMVideoDimensions())
        }
        var description = AudioStreamBasicDescription(
            mSampleRate: Float64(audio.sampleRate), mFormatID: subType.rawValue,
            mChannelsPerFrame: UInt32(clamping: audio.channels), mBitsPerChannel: UInt32(clamping: audio.bitsPerSample))
        if let layout = PCMLayout(codec: codec) {
            description.mFormatFlags = layout.flags
            description.mBitsPerChannel = layout.bits
            description.mBytesPerFrame = layout.bytesPerFrame(channels: description.mChannelsPerFrame)
            description.mBytesPerPacket = description.mBytesPerFrame
            description.mFramesPerPacket = 1
        }
        let tag =
            codec == "aac" ? ChannelTag.coded(inAAC: audio.channelLayout) : ChannelTag.decoded(audio.channelLayout)
        return CMFormatDescription(
            mediaType: type, mediaSubType: subType, dimensions: CMVideoDimensions(),
            audioStreamBasicDescription: description, channelLayout: tag.map(StoredChannelLayout.init(tag:)))
    }

    /// The code of the file where it is readable. AAC, MP3 and uncompressed audio have one code in all files, as MP4 files call several codecs
    /// `mp4a`.
    private var subTypeCode: UInt32 {
        if PCMLayout(codec: codec) != nil { return kAudioFormatLinearPCM }
        if codec == "aac" { return aacCode }
        if codec == "mp3" { return kAudioFormatMPEGLayer3 }
        let isUsable = fourCharCode != 0 && Self.isReadable(fourCharCode)
        return isUsable ? Self.swapped(fourCharCode) : Self.code(ofCodec: codec)
    }

    private var aacCode: UInt32 {
        switch profile {
        case "HE-AAC": kAudioFormatMPEG4AAC_HE
        case "HE-AACv2": kAudioFormatMPEG4AAC_HE_V2
        case "LD": kAudioFormatMPEG4AAC_LD
        case "ELD": kAudioFormatMPEG4AAC_ELD
        case "xHE-AAC": kAudioFormatMPEGD_USAC
        default: kAudioFormatMPEG4AAC
        }
    }

    /// Converts FFmpeg's tag, whose first character is in the lowest byte, to a four-character code.
    private static func swapped(_ tag: UInt32) -> UInt32 { tag.byteSwapped }

    private static func isReadable(_ tag: UInt32) -> Bool {
        [0, 8, 16, 24].allSatisfy { (0x20...0x7e).contains(tag >> $0 & 0xff) }
    }

    private static func code(ofCodec codec: String) -> UInt32 {
        let codes = [
            "h264": "avc1", "hevc": "hvc1", "av1": "av01", "vp9": "vp09", "vp8": "vp08", "mpeg4": "mp4v",
            "mpeg2video": "mp2v", "mpeg1video": "mp1v", "mjpeg": "jpeg", "prores": "apcn", "aac": "aac ", "mp3": ".mp3",
            "mp2": ".mp2", "ac3": "ac-3", "eac3": "ec-3", "flac": "flac", "opus": "opus", "alac": "alac",
            "pcm_alaw": "alaw", "pcm_mulaw": "ulaw",
            "mov_text": "tx3g", "webvtt": "wvtt", "ttml": "stpp", "eia_608": "c608",
            "cea_708": "c708",
        ]
        return CoreMedia.fourCharCode(codes[codec] ?? "")
    }
}

extension VideoTrackInfo {
    private var isTurned: Bool { rotation == 90 || rotation == 270 }

    /// The display size before rotation.
    var naturalSize: CGSize {
        isTurned
            ? CGSize(width: displayHeight, height: displayWidth) : CGSize(width: displayWidth, height: displayHeight)
    }

    /// The transform that mirrors and rotates the video and moves its top left corner back to the origin.
    var transform: CGAffineTransform {
        let size = naturalSize
        let mirrored =
            isMirrored ? CGAffineTransform(a: -1, b: 0, c: 0, d: 1, tx: size.width, ty: 0) : CGAffineTransform.identity
        let turned =
            switch rotation {
            case 90: CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: size.height, ty: 0)
            case 180: CGAffineTransform(a: -1, b: 0, c: 0, d: -1, tx: size.width, ty: size.height)
            case 270: CGAffineTransform(a: 0, b: -1, c: 1, d: 0, tx: 0, ty: size.width)
            default: CGAffineTransform.identity
            }
        return mirrored.concatenating(turned)
    }

    /// The duration of one frame, as an exact fraction such as 1001/30000 for the NTSC frame rates.
    var frameDuration: CMTime {
        guard frameRate.isFinite, frameRate > 0 else { return .invalid }
        let whole = (frameRate * 1001 / 1000).rounded()
        if frameRate.rounded() != frameRate, abs(whole * 1000 / 1001 - frameRate) < 0.001, whole < 1_000_000 {
            return CMTime(value: 1001, timescale: CMTimeScale(whole * 1000))
        }
        if frameRate.rounded() == frameRate, frameRate < 1_000_000 {
            return CMTime(value: 1, timescale: CMTimeScale(frameRate))
        }
        return CMTime(seconds: 1 / frameRate, preferredTimescale: 90_000)
    }
}

/// The samples of uncompressed audio, as FFmpeg's name of the codec describes them: `pcm_s16le`, `pcm_f32be`, `pcm_u8`.
private struct PCMLayout {
    let bits: UInt32
    let flags: AudioFormatFlags

    /// - Returns: nil for other codecs, also for logarithmic samples.
    init?(codec: String) {
        let parts = codec.split(separator: "_")
        guard parts.count >= 2, parts[0] == "pcm", let kind = parts[1].first,
            let bits = UInt32(parts[1].dropFirst().prefix { $0.isNumber }), [8, 16, 24, 32, 64].contains(bits)
        else { return nil }
        var flags = kAudioFormatFlagIsPacked
        switch kind {
        case "u": break
        case "s": flags |= kAudioFormatFlagIsSignedInteger
        case "f": flags |= kAudioFormatFlagIsFloat
        default: return nil
        }
        if parts[1].hasSuffix("be") { flags |= kAudioFormatFlagIsBigEndian }
        if parts.last == "planar" { flags |= kAudioFormatFlagIsNonInterleaved }
        self.bits = bits
        self.flags = flags
    }

    /// The bytes of a frame: of one channel where each channel is for itself.
    func bytesPerFrame(channels: UInt32) -> UInt32 {
        bits / 8 * (flags & kAudioFormatFlagIsNonInterleaved == 0 ? channels : 1)
    }
}
