/// The buffered packets of one track, before and after the play head, in decode order.
struct PacketTrack<Sample: TimedSample>: Sendable {
    private(set) var packets: [Sample] = []
    /// The number of packets dropped from the front: `packets[0]` has the number `base`.
    private(set) var base = 0
    /// The number of the packet to return next.
    private(set) var cursor = 0
    /// The memory that the packets take, in bytes.
    private(set) var byteCount = 0
    /// The memory of the packets from the cursor on, in bytes.
    private(set) var aheadBytes = 0

    var end: Int { base + packets.count }
    var next: Sample? { packet(cursor) }
    var isExhausted: Bool { cursor >= end }

    func packet(_ number: Int) -> Sample? {
        number >= base && number < end ? packets[number - base] : nil
    }

    mutating func append(_ packet: Sample) {
        packets.append(packet)
        byteCount += packet.footprint
        aheadBytes += packet.footprint
    }

    /// Advances the cursor by one packet.
    mutating func take() {
        guard let next else { return }
        cursor += 1
        aheadBytes -= next.footprint
    }

    mutating func move(to number: Int) {
        cursor = min(max(number, base), end)
        aheadBytes = packets[(cursor - base)...].reduce(0) { $0 + $1.footprint }
    }

    mutating func removeAll() {
        base = end
        cursor = base
        packets.removeAll(keepingCapacity: true)
        byteCount = 0
        aheadBytes = 0
    }

    /// Drops the oldest `count` packets.
    mutating func dropFirst(_ count: Int) {
        let count = min(count, packets.count)
        for packet in packets.prefix(count) { byteCount -= packet.footprint }
        packets.removeFirst(count)
        base += count
        if cursor < base { move(to: base) }
    }

    /// The time up to which packets are buffered.
    var endTime: Nanoseconds? {
        // Decode order differs from presentation order: the latest end is among the last packets.
        packets.suffix(32).map { $0.time &+ $0.duration }.max()
    }

    var startTime: Nanoseconds? { packets.first.map { min($0.time, $0.decodeTime) } }

    /// The number of the last key packet with a presentation time at or before `time`.
    func keyPacket(atOrBefore time: Nanoseconds) -> Int? {
        var best: Int?
        for number in stride(from: end - 1, through: base, by: -1) {
            let packet = packets[number - base]
            if packet.isKey, packet.time <= time {
                best = number
                break
            }
        }
        return best
    }

    /// The number of the first key packet with a presentation time after `time`.
    func keyPacket(after time: Nanoseconds) -> Int? {
        packets.firstIndex { $0.isKey && $0.time > time }.map { $0 + base }
    }

    /// The number of the first packet that ends after `time`, in a track without dependencies (audio, captions).
    func firstPacket(endingAfter time: Nanoseconds) -> Int? {
        var low = 0
        var high = packets.count
        while low < high {
            let middle = (low + high) / 2
            if packets[middle].time &+ packets[middle].duration > time { high = middle } else { low = middle + 1 }
        }
        return low < packets.count ? low + base : nil
    }
}

/// A contiguous range of the media: the packets read since the reader's last seek, except those dropped from the front.
struct PacketCache<Sample: TimedSample>: Sendable {
    /// The bytes retained before the play head, for seeks without reading.
    var backwardByteLimit = 24 << 20
    private(set) var tracks: [Int: PacketTrack<Sample>] = [:]
    /// Whether the reader has reached the end.
    var isAtEnd = false
    /// The media time from which this range is complete.
    private(set) var stretchStart: Nanoseconds = 0

    subscript(_ index: Int) -> PacketTrack<Sample> {
        get { tracks[index] ?? PacketTrack() }
        set { tracks[index] = newValue }
    }

    var byteCount: Int { tracks.values.reduce(0) { $0 + $1.byteCount } }

    mutating func append(_ packet: Sample) { tracks[packet.trackIndex, default: PacketTrack()].append(packet) }

    /// Discards all packets, for a range that starts elsewhere.
    mutating func restart(at time: Nanoseconds) {
        for index in tracks.keys { tracks[index]?.removeAll() }
        isAtEnd = false
        stretchStart = time
    }

    /// Returns the bytes ahead of these tracks' cursors.
    func aheadBytes(_ selected: [Int]) -> Int { selected.reduce(0) { $0 + (tracks[$1]?.aheadBytes ?? 0) } }

    /// Drops packets before `time` above the byte limit, and those before the seekable range, in whole GOPs of `video`.
    /// - Parameters:
    ///   - seekable: the start of the seekable range; nil: the start of the media.
    ///   - active: the selected tracks, whose packets are dropped only after they were taken.
    mutating func trim(behind time: Nanoseconds, seekable: Nanoseconds? = nil, video: Int?, active: Set<Int>) {
        var behind = 0
        for track in tracks.values {
            for packet in track.packets {
                if packet.time >= time { break }
                behind += packet.footprint
            }
        }
        let unneededBefore = min(seekable ?? .min, time)
        while true {
            let cut: Nanoseconds
            if let video, let track = tracks[video] {
                guard let key = track.packets.dropFirst().firstIndex(where: { $0.isKey }),
                    track.base + key <= track.cursor, track.packets[key].time < time
                else { return }
                cut = track.packets[key].time
                guard behind > backwardByteLimit || cut <= unneededBefore else { return }
                behind -= track.packets[..<key].reduce(0) { $0 + $1.footprint }
                tracks[video]?.dropFirst(key)
            } else {
                guard let earliest = tracks.values.compactMap({ $0.packets.first?.time }).min() else { return }
                cut = earliest &+ .second
                guard cut < time, behind > backwardByteLimit || cut <= unneededBefore else { return }
            }
            var dropped = 0
            for (index, track) in tracks where index != video {
                let drop = track.packets.prefix { $0.time &+ $0.duration <= cut }.count
                let allowed = active.contains(index) ? min(drop, max(0, track.cursor - track.base)) : drop
                behind -= track.packets.prefix(allowed).reduce(0) { $0 + $1.footprint }
                tracks[index]?.dropFirst(allowed)
                dropped += allowed
            }
            if video == nil, dropped == 0 { return }
            stretchStart = max(stretchStart, cut)
        }
    }

    /// Returns the buffered range of these tracks.
    func range(of selected: [Int], duration: Nanoseconds?) -> (start: Nanoseconds, end: Nanoseconds)? {
        var start = Nanoseconds.min
        var end = Nanoseconds.max
        var found = false
        for index in selected {
            guard let track = tracks[index], let first = track.startTime, let last = track.endTime else { continue }
            found = true
            start = max(start, first)
            end = min(end, last)
        }
        guard found else { return nil }
        if isAtEnd {
            end = max(end, selected.compactMap { tracks[$0]?.endTime }.max() ?? end)
            if let duration { end = max(end, duration) }
        }
        start = max(0, start)
        return start < end ? (start, end) : nil
    }
}
