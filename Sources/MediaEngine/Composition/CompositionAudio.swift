import CFFmpeg
import Foundation

/// The audio of a composition as packets of uncompressed samples, in which each audio track has a stereo pair of channels. The session mixes
/// the pairs, so that a change of the volumes needs no reading. Used by the reader thread.
final class CompositionAudio {
    let info: TrackInfo
    let format: StreamFormat
    private let lanes: [AudioLane]
    private let sampleRate: Int
    private let end: Int
    /// The number of the frame to read next.
    private var position = 0

    private static let packetFrames = 1_024
    private static let usualSampleRate = 48_000

    init(
        _ tracks: [CompositionPlan.Track], index: Int,
        created: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void
    ) throws(MediaError) {
        var rate = Self.usualSampleRate
        let probe = CompositionSources()
        created { probe.cancel() }
        if let source = tracks.lazy.compactMap({ $0.sources.first }).first,
            let found = try probe.demuxer(of: source).info.tracks.first(where: { $0.index == source.trackIndex }),
            let own = found.audio?.sampleRate
        {
            rate = min(max(own, 8_000), 192_000)
        }
        let (sampleRate, channels) = (rate, 2 * tracks.count)
        self.sampleRate = sampleRate
        lanes = tracks.map { AudioLane($0, sampleRate: sampleRate) }
        let duration = tracks.map(\.end).max() ?? 0
        end = Int((Double(duration) / 1e9 * Double(sampleRate)).rounded())
        var track = TrackInfo(
            index: index, trackID: tracks.first?.trackID ?? 1, kind: .audio, codec: "pcm_f32le",
            duration: duration.time, timescale: Int32(sampleRate))
        track.isDefault = true
        track.audio = AudioTrackInfo(sampleRate: sampleRate, channels: 2, channelLayout: "stereo", bitsPerSample: 32)
        track.mixed = MixedTracks(trackIDs: tracks.map(\.trackID))
        info = track
        var parameters = avcodec_parameters_alloc()
        defer { avcodec_parameters_free(&parameters) }
        guard let raw = parameters else { throw Self.noMemory }
        raw.pointee.codec_type = AVMEDIA_TYPE_AUDIO
        raw.pointee.codec_id = AV_CODEC_ID_PCM_F32LE
        raw.pointee.format = AV_SAMPLE_FMT_FLT.rawValue
        raw.pointee.sample_rate = Int32(sampleRate)
        raw.pointee.bits_per_coded_sample = 32
        raw.pointee.block_align = Int32(4 * channels)
        raw.pointee.ch_layout.order = AV_CHANNEL_ORDER_UNSPEC
        raw.pointee.ch_layout.nb_channels = Int32(channels)
        guard
            let format = StreamFormat(
                copying: raw, timeBase: AVRational(num: 1, den: Int32(sampleRate)), startTime: 0)
        else { throw Self.noMemory }
        self.format = format
    }

    private static var noMemory: MediaError {
        MediaError(.outOfMemory, "There is not enough memory to read the audio of the composition.")
    }

    var bytesRead: Int64 { lanes.reduce(0) { $0 + $1.sources.bytesRead } }

    /// The time of the next packet; nil at the end.
    var nextTime: Nanoseconds? { position < end ? time(of: position) : nil }

    private func time(of frame: Int) -> Nanoseconds {
        Nanoseconds((Double(frame) / Double(sampleRate) * 1e9).rounded())
    }

    func seek(to time: Nanoseconds) {
        let frame = Int(Double(max(0, time)) / 1e9 * Double(sampleRate))
        position = frame / Self.packetFrames * Self.packetFrames
        for lane in lanes { lane.seek(toFrame: position) }
    }

    func read() throws(MediaError) -> Packet? {
        let frames = min(Self.packetFrames, end - position)
        guard frames > 0 else { return nil }
        let channels = 2 * lanes.count
        guard let raw = av_packet_alloc() else { throw Self.noMemory }
        var owned: UnsafeMutablePointer<AVPacket>? = raw
        defer { av_packet_free(&owned) }
        let bytes = frames * channels * MemoryLayout<Float>.size
        guard av_new_packet(raw, Int32(bytes)) >= 0, let data = raw.pointee.data else { throw Self.noMemory }
        data.update(repeating: 0, count: bytes)
        let samples = UnsafeMutableRawPointer(data).assumingMemoryBound(to: Float.self)
        for (number, lane) in lanes.enumerated() {
            try lane.read(into: samples + 2 * number, frames: frames, stride: channels)
        }
        raw.pointee.pts = Int64(position)
        raw.pointee.dts = Int64(position)
        raw.pointee.duration = Int64(frames)
        raw.pointee.flags = AV_PKT_FLAG_KEY
        let time = time(of: position)
        position += frames
        owned = nil
        return Packet(
            taking: raw, trackIndex: info.index, format: format, time: time, decodeTime: time, isDecodeTimeKnown: true,
            duration: self.time(of: position) &- time)
    }

    func cancel() { for lane in lanes { lane.sources.cancel() } }
    func resume() { for lane in lanes { lane.sources.resume() } }
}
