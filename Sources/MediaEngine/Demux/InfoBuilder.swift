import CFFmpeg
import CoreMedia
import Foundation
import VideoFrames

/// Builds a `MediaInfo` from libavformat's context.
struct InfoBuilder {
    let context: UnsafeMutablePointer<AVFormatContext>
    let source: any ByteSource
    /// The parsed container structure, for information that libavformat does not report.
    let boxes: BoxWalk
    let elements: ElementWalk
    /// The metadata and chapters of the container; nil if they are libavformat's.
    var description: ContainerDescription?

    /// The maximum number of chapters and metadata entries; the rest is ignored.
    static let maximumChapters = 10_000
    static let maximumMetadataEntries = 1_000
    /// The maximum size of a cover image; larger ones are ignored.
    static let maximumCoverBytes = 32_000_000

    struct Built {
        var info: MediaInfo
        /// The container's time that is 0 in the session.
        var start: Nanoseconds
        /// The ranges of an ordered edition; empty: the file is played in its own order.
        var edition: [SegmentTiming] = []
    }

    /// - Parameter lateStart: the start time of the media, if the container does not state it.
    func build(start lateStart: Nanoseconds? = nil) -> Built {
        let format = context.pointee
        let container = format.iformat?.pointee.name.map { String(cString: $0) } ?? ""
        let microseconds = AVRational(num: 1, den: 1_000_000)
        let start = lateStart ?? Nanoseconds(ticks: format.start_time, base: microseconds) ?? 0
        var duration = Nanoseconds(ticks: format.duration, base: microseconds).flatMap { $0 > 0 ? $0 : nil }
        if let lateStart, let end = duration, end > lateStart, countsFromZero { duration = end &- lateStart }
        var tracks: [TrackInfo] = []
        var covers: [MediaInfo.Cover] = []
        for index in 0..<Int(format.nb_streams) {
            guard let stream = format.streams[index], let parameters = stream.pointee.codecpar else { continue }
            if stream.pointee.disposition & AV_DISPOSITION_ATTACHED_PIC != 0 {
                if let cover = cover(of: stream) { covers.append(cover) }
                continue
            }
            // Texts and pictures of chapters are exposed as chapters, not as captions and video.
            if description?.chapterTracks.contains(UInt32(bitPattern: stream.pointee.id)) == true { continue }
            tracks.append(track(index, stream, parameters, start: start))
        }
        // Some containers number their streams from 0, and others not at all.
        if Set(tracks.map(\.trackID)).count < tracks.count {
            for index in tracks.indices { tracks[index].trackID = Int32(tracks[index].index + 1) }
        }
        if duration == nil {
            duration = tracks.compactMap { Nanoseconds($0.duration) }.max()
        }
        let size = source.size
        let isLive = duration == nil && !source.isSeekable
        let edition = description?.ordered?.timeline(segment: description?.segment, start: start, duration: duration)
        let description = description.map { $0.playing(edition) }
        let contents = ContainerContents(
            description, start: start, duration: edition.flatMap { $0.parts.isEmpty ? nil : $0.duration } ?? duration)
        var info = MediaInfo(
            container: container,
            duration: duration?.time ?? .indefinite,
            startTime: start.time,
            bitsPerSecond: format.bit_rate > 0 ? format.bit_rate : nil,
            byteCount: size,
            isSeekable: source.isSeekable && duration != nil,
            isLive: isLive,
            tracks: tracks,
            chapters: contents?.chapters ?? chapters(start: start),
            metadata: entries(format.metadata),
            covers: covers)
        info.tags = contents?.tags
        info.chapterPictures = contents?.pictures ?? []
        info.findings = contents?.findings ?? []
        info.editions = (description?.editions ?? []).map { $0.linking(otherThan: description?.segment) }
        info.lateChapters = contents?.lateChapters ?? []
        return Built(info: info, start: start, edition: edition?.parts ?? [])
    }

    /// Whether a Matroska file's duration is the end time (files written by libavformat) instead of the length from the start.
    private var countsFromZero: Bool {
        entries(context.pointee.metadata).contains { $0.key.lowercased() == "encoder" && $0.value.hasPrefix("Lavf") }
    }

    private func track(
        _ index: Int, _ stream: UnsafeMutablePointer<AVStream>, _ parameters: UnsafeMutablePointer<AVCodecParameters>,
        start: Nanoseconds
    ) -> TrackInfo {
        // Some versions of libavformat have no codec for TTML in MP4.
        let isTimedText = parameters.pointee.codec_tag == Self.timedTextTag
        let kind: TrackInfo.Kind =
            switch parameters.pointee.codec_type {
            case AVMEDIA_TYPE_VIDEO: .video
            case AVMEDIA_TYPE_AUDIO: .audio
            case AVMEDIA_TYPE_SUBTITLE: .subtitle
            default: isTimedText ? .subtitle : .data
            }
        let codec =
            isTimedText
            ? "ttml" : avcodec_get_name(parameters.pointee.codec_id).map { String(cString: $0) } ?? "none"
        let profile = avcodec_profile_name(parameters.pointee.codec_id, parameters.pointee.profile).map {
            String(cString: $0)
        }
        let metadata = entries(stream.pointee.metadata)
        func value(_ key: String) -> String? { metadata.first { $0.key.lowercased() == key }?.value }
        // In Ogg, the comments of a stream describe the whole file.
        let isOgg = context.pointee.iformat?.pointee.name.map { String(cString: $0) } == "ogg"
        let base = stream.pointee.time_base
        var info = TrackInfo(
            index: index,
            trackID: stream.pointee.id > 0 ? Int32(truncatingIfNeeded: stream.pointee.id) : Int32(index + 1),
            kind: kind,
            codec: codec,
            profile: profile,
            fourCharCode: parameters.pointee.codec_tag,
            language: value("language").flatMap(LanguageTag.bcp47),
            title: isOgg ? nil : value("title") ?? value("handler_name").flatMap(Self.meaningfulHandler),
            duration: Nanoseconds(ticks: stream.pointee.duration, base: base).map(\.time) ?? .indefinite,
            startTime: Nanoseconds(ticks: stream.pointee.start_time, base: base).map { ($0 &- start).time } ?? .zero,
            timescale: base.den > 0 && base.num == 1 ? base.den : 90_000,
            bitsPerSecond: parameters.pointee.bit_rate > 0 ? parameters.pointee.bit_rate : nil,
            isDecodable: isTimedText || Decoders.find(parameters.pointee.codec_id) != nil)
        info.codecParameter = CodecParameter.name(parameters)
        if parameters.pointee.level > 0 { info.level = Int(parameters.pointee.level) }
        let disposition = stream.pointee.disposition
        info.isDefault = disposition & AV_DISPOSITION_DEFAULT != 0
        info.isForced = disposition & AV_DISPOSITION_FORCED != 0
        info.isHearingImpaired = disposition & AV_DISPOSITION_HEARING_IMPAIRED != 0
        info.isVisualImpaired = disposition & AV_DISPOSITION_VISUAL_IMPAIRED != 0
        info.isOriginal = disposition & AV_DISPOSITION_ORIGINAL != 0
        info.isDub = disposition & AV_DISPOSITION_DUB != 0
        info.isCommentary = disposition & AV_DISPOSITION_COMMENT != 0
        info.metadata = metadata
        info.references = description?.references[UInt32(bitPattern: stream.pointee.id)] ?? []
        // A track that contains only captions has one channel.
        if parameters.pointee.codec_id == AV_CODEC_ID_EIA_608 { info.closedCaptions = .line21(1) }
        if kind == .video { info.video = video(stream, parameters) }
        if kind == .audio { info.audio = audio(parameters) }
        return info
    }

    /// The sample entry `stpp`.
    private static let timedTextTag: UInt32 = 0x7070_7473

    private func video(
        _ stream: UnsafeMutablePointer<AVStream>, _ parameters: UnsafeMutablePointer<AVCodecParameters>
    ) -> VideoTrackInfo {
        let coded = parameters.pointee
        var info = VideoTrackInfo(width: Int(coded.width), height: Int(coded.height))
        let sample = av_guess_sample_aspect_ratio(context, stream, nil)
        if sample.num > 0, sample.den > 0 { info.sampleAspectRatio = Double(sample.num) / Double(sample.den) }
        if let matrix = ff_stream_display_matrix(stream) {
            let orientation = FrameOrientation(displayMatrix: matrix)
            info.rotation = orientation.rotation
            info.isMirrored = orientation.isMirrored
        }
        if let geometry = geometry(stream, width: info.width, height: info.height) {
            info.crop = geometry.crop
            info.sampleAspectRatio = geometry.sampleAspectRatio ?? info.sampleAspectRatio
        }
        let size = DisplaySize(
            width: info.width - (info.crop.map { $0.left + $0.right } ?? 0),
            height: info.height - (info.crop.map { $0.top + $0.bottom } ?? 0),
            sampleAspectRatio: info.sampleAspectRatio, rotation: info.rotation)
        info.displayWidth = size.width
        info.displayHeight = size.height
        let rate = av_guess_frame_rate(context, stream, nil)
        if rate.num > 0, rate.den > 0 { info.frameRate = Double(rate.num) / Double(rate.den) }
        info.fieldOrder =
            switch coded.field_order {
            case AV_FIELD_PROGRESSIVE: .progressive
            case AV_FIELD_TT, AV_FIELD_TB: .topFirst
            case AV_FIELD_BB, AV_FIELD_BT: .bottomFirst
            default: .unknown
            }
        if let description = av_pix_fmt_desc_get(AVPixelFormat(rawValue: coded.format)) {
            info.bitsPerComponent = Int(description.pointee.comp.0.depth)
            info.hasAlpha = description.pointee.flags & UInt64(AV_PIX_FMT_FLAG_ALPHA) != 0
        } else if coded.bits_per_raw_sample > 0 {
            info.bitsPerComponent = Int(coded.bits_per_raw_sample)
        }
        // Only the frames of ProRes say whether they have alpha. In the container, a depth of 32 bits does.
        if coded.codec_id == AV_CODEC_ID_PRORES, coded.bits_per_coded_sample == 32 { info.hasAlpha = true }
        func name(_ text: UnsafePointer<CChar>?) -> String? {
            text.map { String(cString: $0) }.flatMap { ["unknown", "reserved"].contains($0) ? nil : $0 }
        }
        info.matrix = name(av_color_space_name(coded.color_space))
        info.primaries = name(av_color_primaries_name(coded.color_primaries))
        info.transfer = name(av_color_transfer_name(coded.color_trc))
        info.transferKind =
            switch coded.color_trc {
            case AVCOL_TRC_SMPTE2084: .pq
            case AVCOL_TRC_ARIB_STD_B67: .hlg
            default: .sdr
            }
        info.isFullRange = coded.color_range == AVCOL_RANGE_JPEG
        info.hasReordering = coded.video_delay > 0
        info.reorderedFrames = Int(max(0, coded.video_delay))
        info.pixelFormat = name(av_get_pix_fmt_name(AVPixelFormat(rawValue: coded.format)))
        info.hdrMetadata = HDRMetadata(stream)
        return info
    }

    private func geometry(_ stream: UnsafeMutablePointer<AVStream>, width: Int, height: Int) -> ContainerGeometry? {
        let container = context.pointee.iformat?.pointee.name.map { String(cString: $0) } ?? ""
        if container.hasPrefix("mov") {
            return boxes.geometry(trackID: stream.pointee.id, width: width, height: height)
        }
        guard container.hasPrefix("matroska") else { return nil }
        let number = stream.pointee.id > 0 ? stream.pointee.id : stream.pointee.index + 1
        return elements.geometry(trackNumber: number, width: width, height: height)
    }

    private func audio(_ parameters: UnsafeMutablePointer<AVCodecParameters>) -> AudioTrackInfo {
        var name = [CChar](repeating: 0, count: 128)
        var layout = parameters.pointee.ch_layout
        if layout.order == AV_CHANNEL_ORDER_UNSPEC {
            av_channel_layout_default(&layout, layout.nb_channels)
        }
        av_channel_layout_describe(&layout, &name, name.count)
        var info = AudioTrackInfo(
            sampleRate: Int(parameters.pointee.sample_rate),
            channels: Int(parameters.pointee.ch_layout.nb_channels),
            channelLayout: name.withUnsafeBufferPointer { buffer in
                buffer.baseAddress.map { String(cString: $0) } ?? ""
            },
            bitsPerSample: Int(parameters.pointee.bits_per_raw_sample))
        info.encoderDelay = Int(max(0, parameters.pointee.initial_padding))
        return info
    }

    private func cover(of stream: UnsafeMutablePointer<AVStream>) -> MediaInfo.Cover? {
        let packet = stream.pointee.attached_pic
        guard let bytes = packet.data, packet.size > 0, Int(packet.size) <= Self.maximumCoverBytes else { return nil }
        let type =
            switch stream.pointee.codecpar.pointee.codec_id {
            case AV_CODEC_ID_MJPEG: "image/jpeg"
            case AV_CODEC_ID_PNG: "image/png"
            case AV_CODEC_ID_GIF: "image/gif"
            case AV_CODEC_ID_BMP: "image/bmp"
            case AV_CODEC_ID_WEBP: "image/webp"
            default: "application/octet-stream"
            }
        return MediaInfo.Cover(mimeType: type, data: Data(bytes: bytes, count: Int(packet.size)))
    }

    private func chapters(start: Nanoseconds) -> [ChapterInfo] {
        var chapters: [ChapterInfo] = []
        for index in 0..<min(Int(context.pointee.nb_chapters), Self.maximumChapters) {
            guard let chapter = context.pointee.chapters[index],
                let begin = Nanoseconds(ticks: chapter.pointee.start, base: chapter.pointee.time_base),
                let end = Nanoseconds(ticks: chapter.pointee.end, base: chapter.pointee.time_base)
            else { continue }
            let metadata = entries(chapter.pointee.metadata)
            chapters.append(
                ChapterInfo(
                    range: CMTimeRange(start: max(0, begin &- start).time, duration: max(0, end &- begin).time),
                    title: metadata.first { $0.key.lowercased() == "title" }?.value,
                    language: metadata.first { $0.key.lowercased() == "language" }.flatMap {
                        LanguageTag.bcp47($0.value)
                    }))
        }
        return chapters.sorted {
            ($0.range.start.value, $0.range.duration.value) < ($1.range.start.value, $1.range.duration.value)
        }
    }

    private func entries(_ dictionary: OpaquePointer?) -> [MetadataEntry] {
        var entries: [MetadataEntry] = []
        var entry: UnsafeMutablePointer<AVDictionaryEntry>?
        while let next = av_dict_get(dictionary, "", entry, AV_DICT_IGNORE_SUFFIX),
            entries.count < Self.maximumMetadataEntries
        {
            entry = next
            let (key, language) = LanguageTag.splitKey(String(cString: next.pointee.key))
            entries.append(MetadataEntry(key: key, value: Self.text(next.pointee.value), language: language))
        }
        return entries
    }

    /// Decodes a value, which libavformat passes on as it is in the file: tags of ID3v1 are Latin-1.
    private static func text(_ value: UnsafePointer<CChar>) -> String {
        let bytes = UnsafeBufferPointer(start: value, count: strlen(value)).map { UInt8(bitPattern: $0) }
        return StoredText.decode(bytes[...])
    }

    /// Returns the handler name, unless it is a default written by a muxer.
    private static func meaningfulHandler(_ name: String) -> String? {
        let lower = name.lowercased()
        let noise = ["handler", "isomedia", "gpac", "mainconcept", "bento4", "core media", "apple ", "mp4 "]
        if lower.isEmpty || noise.contains(where: lower.contains) { return nil }
        return name
    }
}
