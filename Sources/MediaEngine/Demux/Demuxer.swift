import CFFmpeg
import Foundation

/// Demuxes one container into packets. Bytes are read from a `ByteSource`.
final class Demuxer: MediaReader, @unchecked Sendable {
    // Sendable because ownership moves from the opening thread to the reader thread and is never shared; `cancel` only touches the source.
    let locator: MediaLocator
    var url: URL { locator.url }
    var policy: ReadingPolicy { url.isFileURL ? .localFile : .file }
    var stream: (any StreamCapabilities)? { nil }
    let info: MediaInfo
    /// The ranges of an ordered edition, which `EditionReader` plays; empty: the file is played in its own order.
    let edition: [SegmentTiming]
    let fonts: [FontFile]
    let source: any ByteSource
    let bridge: ByteSourceBridge
    private var context: UnsafeMutablePointer<AVFormatContext>?
    private let startTime: Nanoseconds
    private var lastDecodeTime: [Int: Nanoseconds] = [:]
    private var formats: [Int: StreamFormat] = [:]
    /// Whether packets have decode times, or only presentation times.
    private let givesDecodeTimes: Bool
    /// Packets read while opening, to determine the start time and to find captions in the frames; `read` returns them first.
    private var firstPackets = ProbedPackets()

    /// The supported containers. Playlists, image sequences and devices are excluded because they would open further files.
    static let containers = [
        "mov", "mp4", "m4a", "3gp", "3g2", "mj2", "matroska", "webm", "avi", "flv", "mpegts", "mpeg", "mpegvideo",
        "mp3",
        "aac", "ac3", "eac3", "dts", "truehd", "flac", "ogg", "wav", "w64", "aiff", "au", "caf", "amr", "asf", "h264",
        "hevc", "av1", "obu", "ivf", "m4v", "mxf", "nut", "rm", "wv", "ape", "tta", "dv", "gif", "mjpeg", "vc1", "swf",
    ]
    /// The maximum number of bytes read to probe a container whose headers are insufficient.
    static let probeBytes: Int64 = 2_000_000
    /// The maximum duration of media, in microseconds, read for the same purpose.
    static let probeDuration: Int64 = 2_000_000
    /// A file with more streams is damaged or malicious.
    static let maximumStreams = 256

    var bytesRead: Int64 { bridge.bytesRead }
    var bufferedAhead: Int? { source.bufferedAhead }

    /// - Parameters:
    ///   - keepsTimeStamps: whether times are the container's own, instead of starting at 0.
    ///   - sampleKey: the 16-byte key that decrypts the samples of MP4.
    init(
        _ locator: MediaLocator, source: any ByteSource, keepsTimeStamps: Bool = false, sampleKey: [UInt8]? = nil
    ) throws(MediaError) {
        _ = FFmpegLog.isSetUp
        self.locator = locator
        self.source = source
        guard let bridge = ByteSourceBridge(source: source), let raw = avformat_alloc_context() else {
            throw MediaError(.outOfMemory, "There is not enough memory to open the media.", url: locator.url)
        }
        self.bridge = bridge
        // The segments of streams have no metadata of their own.
        if !keepsTimeStamps { bridge.startRecording() }
        raw.pointee.pb = bridge.context
        raw.pointee.flags |= AVFMT_FLAG_CUSTOM_IO
        // A container must not cause other files to be opened.
        raw.pointee.io_open = { _, _, _, _, _ in ff_error_of_errno(EPERM) }

        var options: OpaquePointer?
        av_dict_set(&options, "format_whitelist", Self.containers.joined(separator: ","), 0)
        av_dict_set(&options, "probesize", String(Self.probeBytes), 0)
        av_dict_set(&options, "analyzeduration", String(Self.probeDuration), 0)
        av_dict_set(&options, "max_streams", String(Self.maximumStreams), 0)
        // Chapters are read from the container itself; libavformat would read one language, with one seek a chapter.
        av_dict_set(&options, "ignore_chapters", "1", 0)
        if let sampleKey {
            av_dict_set(
                &options, "decryption_key",
                sampleKey.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined(), 0)
        }
        defer { av_dict_free(&options) }
        var opened: UnsafeMutablePointer<AVFormatContext>? = raw
        let code = avformat_open_input(&opened, locator.url.lastPathComponent, nil, &options)
        guard code >= 0, let opened else {
            throw bridge.lastError ?? Self.openError(code, source: source, bridge.boxes, locator)
        }
        var description = bridge.withRecording { bytes in
            ContainerDescription.read(bytes, container: Self.name(opened), size: source.size)
        }
        Self.discardChapterTracks(opened, description)
        let sidecar = keepsTimeStamps ? nil : SidecarChapters(beside: locator.url)?.description
        if let sidecar {
            if !sidecar.chapters.isEmpty {
                description?.chapters = sidecar.chapters
                description?.countsFromPlaybackStart = true
            }
            description?.findings += sidecar.findings
        }
        var failed: MediaError?
        if !Self.isComplete(opened) {
            let code = avformat_find_stream_info(opened, nil)
            if code < 0 {
                failed =
                    bridge.lastError
                    ?? .ffmpeg(code, call: "avformat_find_stream_info", reading: locator.url, otherwise: .malformed)
            }
        }
        var start: Nanoseconds?
        if failed == nil, opened.pointee.start_time == ff_no_pts, Self.name(opened).hasPrefix("matroska") {
            firstPackets.read(opened, bridge)
            start = Self.lateStart(opened, firstPackets.first)
        }
        var built = InfoBuilder(
            context: opened, source: source, boxes: bridge.boxes, elements: bridge.elements, description: description
        ).build(start: start)
        if failed == nil, !built.info.tracks.contains(where: { $0.kind == .video || $0.kind == .audio }) {
            failed = MediaError(
                .noPlayableTracks, "This file contains neither video nor audio.",
                detail: "container \(built.info.container), \(built.info.tracks.count) streams", url: locator.url)
        }
        // For streams, the segments are scanned instead.
        if failed == nil, !keepsTimeStamps {
            built.info.tracks += firstPackets.closedCaptions(opened, built.info, bridge)
        }
        if let sidecar, description == nil {
            built.info.chapters =
                ContainerContents(sidecar, start: 0, duration: Nanoseconds(built.info.duration))?.chapters ?? []
            built.info.findings += sidecar.findings
        }
        givesDecodeTimes = !Self.containersWithoutDecodeTimes.contains { Self.name(opened).hasPrefix($0) }
        if let failed {
            let cut = bridge.boxes.isMovie ? Self.indexCutOff(bridge.boxes, size: source.size, url: locator.url) : nil
            firstPackets.removeAll()
            var closing: UnsafeMutablePointer<AVFormatContext>? = opened
            avformat_close_input(&closing)
            throw bridge.lastError == nil ? cut ?? failed : failed
        }
        self.context = opened
        self.info = built.info
        edition = keepsTimeStamps ? [] : built.edition
        self.fonts = keepsTimeStamps ? [] : AttachedFonts.take(from: opened)
        self.startTime = keepsTimeStamps ? 0 : built.start
    }

    deinit {
        source.cancel()
        firstPackets.removeAll()
        avformat_close_input(&context)
    }

    /// Opens the media of a locator. `created` receives the source as soon as it exists, so that it can be cancelled.
    static func open(_ locator: MediaLocator, created: @escaping @Sendable (any ByteSource) -> Void = { _ in })
        throws(MediaError)
        -> Demuxer
    {
        try Demuxer(locator, source: SourceFactory.open(locator, onCreated: created))
    }

    /// libavformat's error codes for bytes of an unknown format, and of a format that is not in `containers`.
    private static let notOurs = [Int32(ff_error_invalid_data), ff_error_of_errno(EINVAL)]

    private static func openError(
        _ code: Int32, source: any ByteSource, _ boxes: BoxWalk, _ locator: MediaLocator
    ) -> MediaError {
        if source.size == 0 {
            return MediaError(
                .empty, "The file is empty.", detail: "0 bytes at \(locator.url.absoluteString)", url: locator.url)
        }
        if boxes.isMovie, code != ff_error_out_of_memory,
            let cut = indexCutOff(boxes, size: source.size, url: locator.url)
        {
            return cut
        }
        return .ffmpeg(
            code, call: "avformat_open_input", reading: locator.url,
            otherwise: notOurs.contains(code) ? .formatNotRecognized : .malformed)
    }

    static func name(_ context: UnsafeMutablePointer<AVFormatContext>) -> String {
        context.pointee.iformat?.pointee.name.map { String(cString: $0) } ?? ""
    }

    /// Matched by the prefix of libavformat's format name.
    private static let containersWithoutDecodeTimes = ["matroska", "asf", "rm", "ogg", "avi"]

    /// Start times up to this limit are kept as part of the item, because they are usually the offset between tracks. A later start is
    /// subtracted: Matroska has no field for its start time, and recordings cut out of longer ones start late.
    private static let latestOrdinaryStart: Nanoseconds = .second

    private static func lateStart(
        _ context: UnsafeMutablePointer<AVFormatContext>, _ packet: UnsafeMutablePointer<AVPacket>?
    ) -> Nanoseconds? {
        guard let packet = packet?.pointee, packet.stream_index >= 0,
            packet.stream_index < Int32(clamping: context.pointee.nb_streams),
            let stream = context.pointee.streams[Int(packet.stream_index)],
            let time = Nanoseconds(ticks: packet.pts, base: stream.pointee.time_base), time > latestOrdinaryStart
        else { return nil }
        return time
    }

    /// Excludes the tracks that only store chapters from reading.
    private static func discardChapterTracks(
        _ context: UnsafeMutablePointer<AVFormatContext>, _ description: ContainerDescription?
    ) {
        guard let tracks = description?.chapterTracks, !tracks.isEmpty else { return }
        for index in 0..<Int(context.pointee.nb_streams) {
            guard let stream = context.pointee.streams[index],
                tracks.contains(UInt32(bitPattern: stream.pointee.id))
            else { continue }
            stream.pointee.discard = AVDISCARD_ALL
        }
    }

    /// Whether the header describes every stream sufficiently for decoding, so that no samples must be probed.
    private static func isComplete(_ context: UnsafeMutablePointer<AVFormatContext>) -> Bool {
        let name = name(context)
        let isMatroska = name.hasPrefix("matroska")
        guard name.hasPrefix("mov") || isMatroska, context.pointee.nb_streams > 0 else { return false }
        if isMatroska, context.pointee.duration == ff_no_pts { return false }
        for index in 0..<Int(context.pointee.nb_streams) {
            guard let stream = context.pointee.streams[index], let parameters = stream.pointee.codecpar else {
                return false
            }
            if stream.pointee.discard == AVDISCARD_ALL { continue }
            switch parameters.pointee.codec_type {
            case AVMEDIA_TYPE_VIDEO:
                if stream.pointee.disposition & AV_DISPOSITION_ATTACHED_PIC != 0 { continue }
                guard parameters.pointee.codec_id != AV_CODEC_ID_NONE, parameters.pointee.width > 0,
                    parameters.pointee.height > 0
                else { return false }
                let needsHeaders = [AV_CODEC_ID_H264, AV_CODEC_ID_HEVC, AV_CODEC_ID_MPEG4]
                if needsHeaders.contains(parameters.pointee.codec_id), parameters.pointee.extradata_size == 0 {
                    return false
                }
                if stream.pointee.avg_frame_rate.num == 0 { return false }
                if !isMatroska, mayBeInterlaced(parameters) { return false }
            case AVMEDIA_TYPE_AUDIO:
                guard parameters.pointee.codec_id != AV_CODEC_ID_NONE, parameters.pointee.sample_rate > 0,
                    parameters.pointee.ch_layout.nb_channels > 0
                else { return false }
            default:
                break
            }
        }
        return true
    }

    /// Whether only the frames contain the field order.
    private static func mayBeInterlaced(_ parameters: UnsafeMutablePointer<AVCodecParameters>) -> Bool {
        guard parameters.pointee.field_order == AV_FIELD_UNKNOWN else { return false }
        switch parameters.pointee.codec_id {
        case AV_CODEC_ID_MPEG2VIDEO: return true
        case AV_CODEC_ID_H264:
            let headers = UnsafeRawBufferPointer(
                start: parameters.pointee.extradata, count: Int(max(0, parameters.pointee.extradata_size)))
            return H264Headers.mayBeInterlaced(headers) ?? false
        default: return false
        }
    }

    /// Reads the next packet.
    /// - Returns: nil at the end.
    func read() throws(MediaError) -> Packet? {
        guard let context else { return nil }
        bridge.clearError()
        while true {
            let probed = firstPackets.popFirst()
            guard let packet = probed ?? av_packet_alloc() else {
                throw MediaError(.outOfMemory, "There is not enough memory to continue reading.", url: locator.url)
            }
            let code = probed == nil ? av_read_frame(context, packet) : 0
            // If a read fails in the middle of a packet, libavformat returns the first part of the packet.
            guard code >= 0, !bridge.isReadBroken else {
                var empty: UnsafeMutablePointer<AVPacket>? = packet
                av_packet_free(&empty)
                if let error = bridge.lastError { throw error }
                if code == ff_error_eof {
                    if let cut = cutOff(context) { throw cut }
                    return nil
                }
                if code == ff_error_again { continue }
                throw .ffmpeg(code, call: "av_read_frame", reading: locator.url, otherwise: .malformed)
            }
            let index = Int(packet.pointee.stream_index)
            guard index < Int(context.pointee.nb_streams), let stream = context.pointee.streams[index] else {
                var unknown: UnsafeMutablePointer<AVPacket>? = packet
                av_packet_free(&unknown)
                continue
            }
            guard let format = format(of: index) else {
                throw MediaError(.outOfMemory, "There is not enough memory to continue reading.", url: locator.url)
            }
            let base = stream.pointee.time_base
            let decode = Nanoseconds(ticks: packet.pointee.dts, base: base).map { $0 &- startTime }
            let shown = Nanoseconds(ticks: packet.pointee.pts, base: base).map { $0 &- startTime }
            let duration = max(0, Nanoseconds(ticks: packet.pointee.duration, base: base) ?? 0)
            let decodeTime = decode ?? shown ?? ((lastDecodeTime[index] ?? 0) &+ duration)
            lastDecodeTime[index] = decodeTime
            return Packet(
                taking: packet, trackIndex: index, format: format, time: shown ?? decodeTime, decodeTime: decodeTime,
                isDecodeTimeKnown: givesDecodeTimes && decode != nil, duration: duration)
        }
    }

    /// Seeks to the last key frame of `track` at or before `time`, or to the first one if there is none.
    func seek(to time: Nanoseconds, track: Int?) throws(MediaError) {
        guard let context else { return }
        firstPackets.removeAll()
        try jump(context, to: time, track: track)
        guard let track, let captions = earlierCaptions(context, before: time, track: track) else { return }
        do { try jump(context, to: time, track: track) } catch {
            captions.forEach(Self.free)
            throw error
        }
        captions.forEach { firstPackets.append($0) }
    }

    private func jump(
        _ context: UnsafeMutablePointer<AVFormatContext>, to time: Nanoseconds, track: Int?
    ) throws(MediaError) {
        bridge.clearError()
        lastDecodeTime.removeAll()
        // The first key frame has a decode time before 0, and the containers' indexes use decode times.
        let target = (time > 0 ? time : -Self.longestLead) &+ startTime
        var code: Int32 = -1
        if let track, track < Int(context.pointee.nb_streams), let stream = context.pointee.streams[track] {
            code = av_seek_frame(
                context, Int32(track), target.ticks(base: stream.pointee.time_base), AVSEEK_FLAG_BACKWARD)
        }
        if code < 0 {
            let microseconds = target / 1000
            code = avformat_seek_file(context, -1, Int64.min, microseconds, microseconds, 0)
        }
        if code < 0 {
            code = avformat_seek_file(context, -1, Int64.min, target / 1000, Int64.max, 0)
        }
        guard code >= 0 else {
            throw bridge.lastError
                ?? .ffmpeg(code, call: "av_seek_frame", reading: locator.url, otherwise: .readFailed)
        }
    }

    /// Longer than any difference between decode and presentation time.
    private static let longestLead: Nanoseconds = 10 * .second

    /// The key frames in the container's index, by decode time.
    struct KeyFrames {
        /// The last key frame at or before a time; nil if the index lists none.
        var last: Nanoseconds?
        /// The place of that key frame in bytes; in Matroska where its cluster begins.
        var position: Int64?
        /// Whether the index extends beyond that time, so that it cannot lack a later key frame.
        var isComplete: Bool
    }

    func keyFrames(around time: Nanoseconds, track: Int) -> KeyFrames {
        guard let stream = stream(track) else { return KeyFrames(last: nil, isComplete: false) }
        let ticks = (time &+ startTime).ticks(base: stream.pointee.time_base)
        let key = avformat_index_get_entry_from_timestamp(stream, ticks, AVSEEK_FLAG_BACKWARD)
        return KeyFrames(
            last: key.flatMap { format(of: track)?.sessionTime(ticks: $0.pointee.timestamp) },
            position: key?.pointee.pos,
            isComplete: avformat_index_get_entry_from_timestamp(stream, ticks, AVSEEK_FLAG_ANY) != nil)
    }

    /// Stops reading all other tracks.
    func discardAll(except tracks: Set<Int>) {
        guard let context else { return }
        for index in 0..<Int(context.pointee.nb_streams) {
            context.pointee.streams[index]?.pointee.discard = tracks.contains(index) ? AVDISCARD_DEFAULT : AVDISCARD_ALL
        }
    }

    func format(of track: Int) -> StreamFormat? {
        if let known = formats[track] { return known }
        guard let stream = stream(track), let parameters = stream.pointee.codecpar else { return nil }
        let made = StreamFormat(
            copying: parameters, timeBase: stream.pointee.time_base, startTime: startTime,
            endTime: endOfAudio(stream, parameters))
        formats[track] = made
        return made
    }

    private func endOfAudio(
        _ stream: UnsafeMutablePointer<AVStream>, _ parameters: UnsafeMutablePointer<AVCodecParameters>
    ) -> Nanoseconds? {
        let base = stream.pointee.time_base
        guard parameters.pointee.codec_type == AVMEDIA_TYPE_AUDIO, bridge.boxes.isMovie, base.num == 1,
            let end = bridge.boxes.audioEnd(trackID: stream.pointee.id, timescale: base.den)
        else { return nil }
        return Nanoseconds(ticks: end, base: base).map { $0 &- startTime }
    }

    private func stream(_ track: Int) -> UnsafeMutablePointer<AVStream>? {
        guard let context, track >= 0, track < Int(context.pointee.nb_streams) else { return nil }
        return context.pointee.streams[track]
    }

    /// Ends a pending read. Thread-safe.
    func cancel() { source.cancel() }

    /// Allows reading after `cancel`.
    func resume() { source.resume() }
}
