import CFFmpeg
import Foundation
import VideoFrames

/// Decodes the packets of a video track to frames in presentation order. Used by one thread.
final class VideoDecoder {
    /// The frames to decode: before a seek's target, only those that other frames reference.
    enum Effort { case everything, referencesOnly }

    enum Step {
        case frame(Frame)
        case needsPacket
        case ended
    }

    private var context: UnsafeMutablePointer<AVCodecContext>
    private let track: TrackInfo
    private(set) var format: StreamFormat
    private let orientation: FrameOrientation
    private let frameDuration: Nanoseconds
    private var lastTime: Nanoseconds?
    private var hardware: HardwareDecoding?
    /// The number of consecutive corrupt packets after which decoding fails.
    static let maximumErrorsInARow = 300
    private(set) var errorsInARow = 0
    /// The error of the last corrupt packet, until the decoder returns a frame.
    private var lastError: Int32?
    /// The number of packets dropped while waiting for a key frame.
    private var droppedWhileWaiting = 0
    private var waitsForKey: Bool
    private var ledger: FrameLedger
    private let deinterlacer = Deinterlacer()
    /// A frame of another size, which waits until the deinterlacer has returned the frames before it.
    private var held: Decoded?
    /// Whether the track has interlaced frames, as far as it was decoded.
    private var isInterlaced = false
    private var isLackReported = false
    /// Whether the codec returned its last frame.
    private var hasEnded = false
    /// The number of dropped packets after which the stream is assumed to have no key frames.
    private static let maximumDroppedWhileWaiting = 500
    let name: String

    convenience init(
        demuxer: any MediaReader, track: TrackInfo, threads: Int, usesHardware: Bool = true,
        device: String = HardwareDecoding.renderNode
    ) throws(MediaError) {
        guard let format = demuxer.format(of: track.index) else {
            throw MediaError(.malformed, "The track is no longer in the media.", url: demuxer.url)
        }
        try self.init(
            format: format, track: track, threads: threads, url: demuxer.url, usesHardware: usesHardware,
            device: device)
    }

    /// - Parameters:
    ///   - threads: the number of threads, which the caller has taken from the process's budget.
    ///   - url: the URL in errors.
    init(
        format: StreamFormat, track: TrackInfo, threads: Int, url: URL, usesHardware: Bool = true,
        device: String = HardwareDecoding.renderNode
    ) throws(MediaError) {
        self.track = track
        self.format = format
        let parameters = format.parameters
        guard let codec = Decoders.find(parameters.pointee.codec_id) else {
            throw MediaError(
                .decoderNotFound, "No decoder for \(track.codec) video is installed.",
                detail: "codec \(track.codec)", url: url)
        }
        guard let context = avcodec_alloc_context3(codec) else {
            throw MediaError(.outOfMemory, "There is not enough memory to decode the video.", url: url)
        }
        avcodec_parameters_to_context(context, parameters)
        context.pointee.pkt_timebase = format.timeBase
        context.pointee.thread_count = Int32(threads)
        context.pointee.thread_type = FF_THREAD_FRAME | FF_THREAD_SLICE
        context.pointee.max_pixels = Self.maximumPixels
        let hardware = usesHardware ? HardwareDecoding.attach(to: context, codec: codec, path: device) : nil
        let code = avcodec_open2(context, codec, nil)
        guard code >= 0 else {
            var failed: UnsafeMutablePointer<AVCodecContext>? = context
            avcodec_free_context(&failed)
            throw .ffmpeg(code, call: "avcodec_open2", reading: url, otherwise: .decodingFailed)
        }
        self.context = context
        self.hardware = hardware
        waitsForKey = Self.beginsWithKey(parameters.pointee.codec_id)
        ledger = FrameLedger(depth: Self.deepestOrder + 2 * threads)
        name = String(cString: codec.pointee.name) + (hardware == nil ? "" : " (VA-API)")
        if let video = track.video {
            orientation = FrameOrientation(rotation: video.rotation, isMirrored: video.isMirrored)
            frameDuration = video.frameRate > 0 ? Nanoseconds(seconds: 1 / video.frameRate) : 40 * .millisecond
        } else {
            orientation = .upright
            frameDuration = 40 * .millisecond
        }
    }

    deinit {
        if let held { free(held.raw) }
        var closing: UnsafeMutablePointer<AVCodecContext>? = context
        avcodec_free_context(&closing)
    }

    /// Twice the number of frames that H.264 and HEVC may delay for reordering.
    private static let deepestOrder = 32

    /// Frames larger than 16K by 16K are rejected.
    static let maximumPixels: Int64 = 16384 * 16384

    /// Interlaced video is always decoded completely: the lines of a frame are interpolated from the frames before and after it.
    func setEffort(_ effort: Effort) {
        context.pointee.skip_frame = effort == .everything || isInterlaced ? AVDISCARD_DEFAULT : AVDISCARD_NONREF
    }

    /// Returns once whether frames stay interlaced because libavfilter is not installed.
    func takeLackOfDeinterlacer() -> Bool {
        guard deinterlacer.isUnavailable, !isLackReported else { return false }
        isLackReported = true
        return true
    }

    /// Whether the decoder returns corrupt frames if decoding starts at a frame other than a key frame.
    private static func beginsWithKey(_ codec: AVCodecID) -> Bool { codec == AV_CODEC_ID_HEVC }

    /// Drops pending frames, before a packet from another position.
    func flush() {
        avcodec_flush_buffers(context)
        lastTime = nil
        errorsInARow = 0
        droppedWhileWaiting = 0
        ledger.flush()
        deinterlacer.flush()
        if let held { free(held.raw) }
        held = nil
        waitsForKey = Self.beginsWithKey(context.pointee.codec_id)
    }

    /// Returns the times of the frames that were lost or corrupted since the last call.
    func takeCorruptFrames() -> [(time: Nanoseconds, isLost: Bool)] {
        ledger.takeCorruptFrames().compactMap { frame in
            format.sessionTime(ticks: frame.stamp).map { ($0, frame.isLost) }
        }
    }

    /// Codecs in which each packet has a displayed frame.
    private static let shownCodecs = [AV_CODEC_ID_H264, AV_CODEC_ID_HEVC, AV_CODEC_ID_AV1]

    private func note(_ packet: Packet) {
        guard Self.shownCodecs.contains(packet.format.codec), packet.isTimeKnown else { return }
        ledger.sent(
            packet.raw.pointee.pts, isKey: packet.isKey,
            isWanted: !packet.isLeadIn && context.pointee.skip_frame == AVDISCARD_DEFAULT
                && packet.raw.pointee.flags & AV_PKT_FLAG_DISCARD == 0)
    }

    /// Sends the next packet in decode order; nil: the end, after which delayed frames are returned.
    /// - Returns: false if frames must be received first.
    func send(_ packet: Packet?) throws(MediaError) -> Bool {
        if waitsForKey, let packet {
            guard packet.isKey || packet.isLeadIn || droppedWhileWaiting >= Self.maximumDroppedWhileWaiting else {
                droppedWhileWaiting += 1
                return true
            }
            waitsForKey = false
        }
        let isOtherFormat = packet.map { !$0.format.decodes(like: format) } ?? false
        let code = try hand(packet)
        if code == ff_error_again { return false }
        if isOtherFormat { ledger.formatChanged() }
        if let packet { note(packet) }
        if code >= 0 || code == ff_error_eof {
            return true
        }
        errorsInARow += 1
        lastError = code
        if code == ff_error_out_of_memory || errorsInARow >= Self.maximumErrorsInARow {
            throw .ffmpeg(code, call: "avcodec_send_packet", reading: nil, otherwise: .decodingFailed)
        }
        return true
    }

    /// The error of the last packet; nil if a frame was returned since.
    var lastDecodingError: MediaError? {
        lastError.map { .ffmpeg($0, call: "avcodec_send_packet", reading: nil, otherwise: .decodingFailed) }
    }

    /// Whether the decoder can continue with packets of this format.
    func accepts(_ other: StreamFormat) -> Bool {
        other.codec == format.codec && other.timeBase.num == format.timeBase.num
            && other.timeBase.den == format.timeBase.den && other.startTime == format.startTime
            && other.segment == format.segment
    }

    /// Sends a packet; the first packet of another encoding also carries its headers.
    private func hand(_ packet: Packet?) throws(MediaError) -> Int32 {
        guard let packet, packet.format !== format else { return avcodec_send_packet(context, packet?.raw) }
        let parameters = packet.format.parameters.pointee
        guard !packet.format.decodes(like: format), let headers = parameters.extradata, parameters.extradata_size > 0
        else {
            format = packet.format
            return avcodec_send_packet(context, packet.raw)
        }
        guard let copy = av_packet_clone(packet.raw) as UnsafeMutablePointer<AVPacket>?,
            let room = av_packet_new_side_data(copy, AV_PKT_DATA_NEW_EXTRADATA, Int(parameters.extradata_size))
        else { throw MediaError(.outOfMemory, "There is not enough memory to continue decoding.") }
        defer {
            var freed: UnsafeMutablePointer<AVPacket>? = copy
            av_packet_free(&freed)
        }
        room.update(from: headers, count: Int(parameters.extradata_size))
        let code = avcodec_send_packet(context, copy)
        if code != ff_error_again { format = packet.format }
        return code
    }

    /// A frame as the codec returns it. Its pixels are in `surface`, or in `raw` if that is nil.
    private struct Decoded {
        let raw: UnsafeMutablePointer<AVFrame>
        let surface: DecodedSurface?
        let time: Nanoseconds
        let duration: Nanoseconds
    }

    /// Returns the next frame for display, without interlacing.
    func receive(epoch: Int) throws(MediaError) -> Step {
        while true {
            if case .frame(let raw, let time, let duration) = try deinterlacer.receive() {
                return .frame(
                    frame(Decoded(raw: raw, surface: nil, time: time, duration: duration), epoch: epoch))
            }
            var next = takeHeld()
            if next == nil { next = try decode() }
            guard let decoded = next else {
                // Nothing more comes out of the codec for now; at the end, the deinterlacer still has a frame.
                guard hasEnded else { return .needsPacket }
                guard deinterlacer.isActive else { return .ended }
                deinterlacer.drain()
                continue
            }
            if deinterlacer.mustDrain(before: decoded.raw) {
                held = decoded
                deinterlacer.drain()
            } else if !deinterlacer.wants(decoded.raw)
                || !deinterlacer.send(decoded.raw, time: decoded.time, duration: decoded.duration)
            {
                return .frame(frame(decoded, epoch: epoch))
            }
        }
    }

    private func takeHeld() -> Decoded? {
        defer { held = nil }
        return held
    }

    /// Returns the next frame of the codec; nil: it needs another packet, or `hasEnded`.
    private func decode() throws(MediaError) -> Decoded? {
        hasEnded = false
        while true {
            guard let frame = av_frame_alloc() else {
                throw MediaError(.outOfMemory, "There is not enough memory to continue decoding.")
            }
            let code = avcodec_receive_frame(context, frame)
            guard code >= 0 else {
                free(frame)
                if code == ff_error_again { return nil }
                if code == ff_error_eof {
                    ledger.ended()
                    hasEnded = true
                    return nil
                }
                errorsInARow += 1
                lastError = code
                if errorsInARow >= Self.maximumErrorsInARow {
                    throw .ffmpeg(code, call: "avcodec_receive_frame", reading: nil, otherwise: .decodingFailed)
                }
                continue
            }
            errorsInARow = 0
            lastError = nil
            let hasFields = ff_frame_is_interlaced(frame) != 0
            if hasFields { isInterlaced = true }
            ledger.received(
                frame.pointee.pts,
                isBroken: frame.pointee.decode_error_flags != 0 || frame.pointee.flags & AV_FRAME_FLAG_CORRUPT != 0,
                isInterlaced: hasFields)
            // The deinterlacer reads the main memory.
            let surface = deinterlacer.wants(frame) ? nil : hardware?.surface(of: frame)
            let raw = (surface == nil ? HardwareDecoding.download(frame) : nil) ?? frame
            if raw != frame { free(frame) }
            let stamp = raw.pointee.best_effort_timestamp
            let own = Nanoseconds(ticks: ff_frame_duration(raw), base: context.pointee.pkt_timebase)
            let duration = own.flatMap { $0 > 0 ? $0 : nil } ?? frameDuration
            let time = format.sessionTime(ticks: stamp) ?? lastTime.map { $0 &+ duration } ?? 0
            lastTime = time
            guard let segment = format.segment else {
                return Decoded(raw: raw, surface: surface, time: time, duration: duration)
            }
            // Frames outside the segment were decoded for others.
            guard let part = segment.visible(time, duration: segment.length(of: duration)) else {
                free(raw)
                continue
            }
            return Decoded(raw: raw, surface: surface, time: part.time, duration: part.duration)
        }
    }

    private func frame(_ decoded: Decoded, epoch: Int) -> Frame {
        Frame(
            taking: decoded.raw, time: decoded.time, duration: decoded.duration, epoch: epoch,
            crop: crop(of: decoded.raw), orientation: orientation,
            sampleAspectRatio: track.video?.sampleAspectRatio ?? 1, surface: decoded.surface)
    }

    /// The crop that the container declares for a decoded frame.
    private func crop(of frame: UnsafeMutablePointer<AVFrame>) -> CropInsets {
        // The container's crop does not apply to a frame of another size, which may be cropped already.
        guard let video = track.video, let crop = video.crop, Int(frame.pointee.width) == video.width,
            Int(frame.pointee.height) == video.height
        else { return .none }
        return crop
    }

    private func free(_ frame: UnsafeMutablePointer<AVFrame>) {
        var freed: UnsafeMutablePointer<AVFrame>? = frame
        av_frame_free(&freed)
    }
}
