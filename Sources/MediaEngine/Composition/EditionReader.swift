import CFFmpeg
import CoreMedia

/// Plays the ranges of an ordered edition of a file one after another, with all tracks. Used by the reader thread; `cancel` and `resume` by any
/// thread.
final class EditionReader: MediaReader, @unchecked Sendable {
    // Sendable because ownership moves from the opening thread to the reader thread and is never shared; `cancel` only touches the demuxer's
    // source.
    let info: MediaInfo
    private let demuxer: Demuxer
    private let parts: [SegmentTiming]
    private let kinds: [Int: TrackInfo.Kind]
    /// The track by whose key frames a range is entered.
    private let anchor: Int?
    private var wanted: Set<Int>

    // The place in the edition.
    private var part = 0
    private var isEntered = false
    /// The packets that were read to find the first key frame of the range.
    private var first: [Packet] = []
    /// The formats of the tracks in the current range.
    private var formats: [Int: StreamFormat] = [:]
    /// The wanted tracks of which nothing more of the range follows.
    private var finished: Set<Int> = []
    /// The number of video packets after the end of the range in decode order.
    private var beyond = 0
    /// Whether the next video packet is the first one after a seek.
    private var isFirst = true

    /// The number of frames that may precede others in decode order and follow them in presentation order.
    private static let deepestReordering = 16
    /// The distance after the end of a range at which no packet of it follows, whatever the interleaving.
    private static let longestInterleaving: Nanoseconds = 2 * .second

    var url: URL { demuxer.url }
    var policy: ReadingPolicy { demuxer.policy }
    var stream: (any StreamCapabilities)? { nil }
    var fonts: [FontFile] { demuxer.fonts }
    var bytesRead: Int64 { demuxer.bytesRead }

    /// - Parameter parts: not empty, and contiguous from 0 on.
    init(_ demuxer: Demuxer, parts: [SegmentTiming]) {
        self.demuxer = demuxer
        self.parts = parts
        var info = demuxer.info
        let duration = (parts.last?.target.upperBound ?? 0).time
        info.duration = duration
        for index in info.tracks.indices {
            info.tracks[index].duration = duration
            info.tracks[index].startTime = .zero
        }
        self.info = info
        kinds = Dictionary(uniqueKeysWithValues: info.tracks.map { ($0.index, $0.kind) })
        anchor = (info.tracks.first { $0.kind == .video } ?? info.tracks.first { $0.kind == .audio })?.index
        wanted = Set(info.tracks.map(\.index))
    }

    func format(of track: Int) -> StreamFormat? { demuxer.format(of: track) }

    func discardAll(except tracks: Set<Int>) {
        wanted = tracks
        demuxer.discardAll(except: tracks)
    }

    func cancel() { demuxer.cancel() }
    func resume() { demuxer.resume() }

    func seek(to time: Nanoseconds, track: Int?) throws(MediaError) {
        let number = parts.firstIndex { $0.target.upperBound > max(0, time) } ?? parts.count - 1
        try enter(number, at: max(0, time), track: track)
        isFirst = true
    }

    /// Positions the reader inside a range, at the key frame before a time.
    private func enter(_ number: Int, at time: Nanoseconds, track: Int?) throws(MediaError) {
        part = number
        isEntered = true
        beyond = 0
        finished = []
        formats = [:]
        let timing = parts[number]
        let media = min(timing.media(at: time), timing.source.upperBound)
        first = try KeyFrameSeek.seek(demuxer, before: media, track: track ?? anchor).reversed()
    }

    func read() throws(MediaError) -> Packet? {
        if !isEntered { try enter(0, at: 0, track: anchor) }
        while true {
            let next: Packet?
            if let known = first.popLast() { next = known } else { next = try demuxer.read() }
            guard let packet = next, !isOver(packet) else {
                guard part + 1 < parts.count else { return nil }
                try enter(part + 1, at: parts[part + 1].target.lowerBound, track: anchor)
                continue
            }
            if let placed = try placed(packet, parts[part]) { return placed }
        }
    }

    /// Whether no packet of the range follows.
    private func isOver(_ packet: Packet) -> Bool {
        let end = parts[part].source.upperBound
        guard packet.decodeTime >= end || packet.time >= end else { return false }
        let kind = kinds[packet.trackIndex]
        if kind == .video {
            if packet.isDecodeTimeKnown {
                if packet.decodeTime >= end { finished.insert(packet.trackIndex) }
            } else if packet.time >= end {
                beyond += 1
                if packet.isKey || beyond > Self.deepestReordering { finished.insert(packet.trackIndex) }
            }
        } else if packet.time >= end {
            finished.insert(packet.trackIndex)
        }
        if packet.time >= end &+ Self.longestInterleaving { return true }
        return wanted.allSatisfy { finished.contains($0) || kinds[$0] != .video && kinds[$0] != .audio }
    }

    /// Returns the packet with its times in the edition; nil if it is outside the range.
    private func placed(_ packet: Packet, _ timing: SegmentTiming) throws(MediaError) -> Packet? {
        guard let kind = kinds[packet.trackIndex], !finished.contains(packet.trackIndex) else { return nil }
        var (time, duration) = (packet.time, packet.duration)
        var isLeadIn = false
        switch kind {
        case .video:
            isLeadIn = time &+ duration <= timing.source.lowerBound && !isFirst
            isFirst = false
        case .audio:
            guard time < timing.source.upperBound, time &+ duration > timing.source.lowerBound else { return nil }
        case .subtitle:
            guard time < timing.source.upperBound else { return nil }
            // The end of a picture is usually that of the next one, which may be outside the range.
            if duration <= 0 { duration = timing.source.upperBound &- time }
            let end = min(time &+ duration, timing.source.upperBound)
            time = max(time, timing.source.lowerBound)
            duration = end &- time
            guard duration > 0 else { return nil }
        case .data:
            guard timing.source.contains(time) else { return nil }
        }
        guard let copy = av_packet_clone(packet.raw) as UnsafeMutablePointer<AVPacket>?,
            let format = format(of: packet, timing)
        else {
            throw MediaError(.outOfMemory, "There is not enough memory to continue reading.", url: url)
        }
        return Packet(
            taking: copy, trackIndex: packet.trackIndex, format: format, time: timing.time(of: time),
            decodeTime: timing.time(of: packet.decodeTime), isDecodeTimeKnown: packet.isDecodeTimeKnown,
            duration: duration,
            isLeadIn: isLeadIn)
    }

    /// Returns the format of a packet's track in the current range.
    private func format(of packet: Packet, _ timing: SegmentTiming) -> StreamFormat? {
        if let known = formats[packet.trackIndex] { return known }
        let own = packet.format
        let format = StreamFormat(
            copying: own.parameters, timeBase: own.timeBase, startTime: own.startTime, segment: timing)
        formats[packet.trackIndex] = format
        return format
    }
}
