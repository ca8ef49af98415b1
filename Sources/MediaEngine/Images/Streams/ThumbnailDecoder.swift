import CFFmpeg
import Foundation
import VideoFrames

/// Decodes single frames, each with its own decoder on one thread.
enum ThumbnailDecoder {
    /// The time base of packets from segments: nanoseconds.
    private static let base = AVRational(num: 1, den: 1_000_000_000)

    /// Returns the last frame that starts at or before `target`, or the first frame if all start later.
    static func decode(
        _ packets: [Packet], track: TrackInfo, upTo target: Nanoseconds, url: URL
    ) throws(MediaError) -> Frame? {
        guard let format = packets.first?.format else { return nil }
        let decoder = try VideoDecoder(format: format, track: track, threads: 1, url: url, usesHardware: false)
        var best: Frame?
        for packet in packets.map({ Optional($0) }) + [nil] {
            while try !decoder.send(packet) {
                if try take(decoder, target, &best) { return best }
            }
            if try take(decoder, target, &best) { return best }
        }
        return best
    }

    /// - Returns: whether `best` is final.
    private static func take(
        _ decoder: VideoDecoder, _ target: Nanoseconds, _ best: inout Frame?
    ) throws(MediaError) -> Bool {
        while case .frame(let frame) = try decoder.receive(epoch: 0) {
            if frame.time > target, best != nil { return true }
            best = frame
            if frame.time > target { return true }
        }
        return false
    }

    /// Decodes an image file: JPEG, PNG or WebP.
    static func image(_ bytes: [UInt8], at time: Nanoseconds, url: URL) throws(MediaError) -> Frame? {
        let codec: AVCodecID
        switch bytes.prefix(4) {
        case [0x89, 0x50, 0x4e, 0x47]: codec = AV_CODEC_ID_PNG
        case [0x52, 0x49, 0x46, 0x46]: codec = AV_CODEC_ID_WEBP
        case _ where bytes.starts(with: [0xff, 0xd8]): codec = AV_CODEC_ID_MJPEG
        default:
            throw MediaError(.formatNotRecognized, "An image sheet is not a JPEG, PNG or WebP file.", url: url)
        }
        guard let parameters = avcodec_parameters_alloc(), let raw = av_packet_alloc() else {
            throw MediaError(.outOfMemory, "There is not enough memory for an image.", url: url)
        }
        parameters.pointee.codec_type = AVMEDIA_TYPE_VIDEO
        parameters.pointee.codec_id = codec
        var (freed, packet): (UnsafeMutablePointer<AVCodecParameters>?, UnsafeMutablePointer<AVPacket>?) =
            (parameters, raw)
        defer { avcodec_parameters_free(&freed) }
        guard let count = Int32(exactly: bytes.count), av_new_packet(raw, count) >= 0,
            let format = StreamFormat(copying: parameters, timeBase: base, startTime: 0)
        else {
            av_packet_free(&packet)
            throw MediaError(.outOfMemory, "There is not enough memory for an image.", url: url)
        }
        bytes.withUnsafeBytes {
            UnsafeMutableRawPointer(raw.pointee.data).copyMemory(
                from: $0.baseAddress ?? UnsafeRawPointer(raw), byteCount: $0.count)
        }
        raw.pointee.pts = time
        raw.pointee.flags |= AV_PKT_FLAG_KEY
        let whole = Packet(
            taking: raw, trackIndex: 0, format: format, time: time, decodeTime: time, isDecodeTimeKnown: true,
            duration: 0)
        let track = TrackInfo(index: 0, trackID: 0, kind: .video, codec: String(cString: avcodec_get_name(codec)))
        return try decode([whole], track: track, upTo: .max, url: url)
    }
}

extension Frame {
    /// Returns a part of the frame that shares its memory.
    /// - Returns: nil if the part exceeds the frame.
    func cut(x: Int, y: Int, width: Int, height: Int, time: Nanoseconds, duration: Nanoseconds) -> Frame? {
        guard x >= 0, y >= 0, width > 0, height > 0, x + width <= self.width, y + height <= self.height,
            let clone = av_frame_clone(raw)
        else { return nil }
        let (left, top) = (crop.left + x, crop.top + y)
        let (across, down) = (Int(raw.pointee.width), Int(raw.pointee.height))
        let part = CropInsets(
            left: left, top: top, right: across - left - width, bottom: down - top - height, width: across,
            height: down)
        return Frame(
            taking: clone, time: time, duration: duration, epoch: epoch, crop: part ?? .none, orientation: orientation,
            sampleAspectRatio: 1)
    }
}
