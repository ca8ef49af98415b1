/// The packets of one track that are held, behind the play head and ahead of it, in decoding order.
struct PacketTrack {
    private(set) var packets: [Packet] = []
    /// Packets dropped from the front so far: `packets[0]` is number `base`.
    private(set) var base = 0
    /// The number of the packet to hand out next.
    private(set) var cursor = 0
    /// What holding them takes.
    private(set) var byteCount = 0
    /// The same, from the cursor on.
    private(set) var aheadBytes = 0

    var end: Int { base + packets.count }
    var next: Packet? { packet(cursor) }
    var isDry: Bool { cursor >= end }

    func packet(_ number: Int) -> Packet? {
        number >= base && number < end ? packets[number - base] : nil
    }

    mutating func append(_ packet: Packet) {
        packets.append(packet)
        byteCount += packet.footprint
        aheadBytes += packet.footprint
    }

    /// Moves the cursor over the packet it stands at.
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

    /// Time up to which packets are held.
    var endTime: Nanoseconds? {
        // Decoding order is not showing order: the latest end is among the last few.
        packets.suffix(32).map { $0.time &+ $0.duration }.max()
    }

    var startTime: Nanoseconds? { packets.first.map { min($0.time, $0.decodeTime) } }

    /// The number of the last key packet shown at or before `time`.
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

    /// The number of the first key packet shown after `time`.
    func keyPacket(after time: Nanoseconds) -> Int? {
        packets.firstIndex { $0.isKey && $0.time > time }.map { $0 + base }
    }

    /// The number of the first packet of a track without dependencies (sound, captions) that ends after `time`.
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

/// One contiguous stretch of the media: what the demuxer has delivered since its last seek, less what was dropped from the front.
struct PacketCache {
    /// Bytes held behind it, for seeks that need no reading.
    var backwardByteLimit = 24 << 20
    private(set) var tracks: [Int: PacketTrack] = [:]
    /// Whether the demuxer has said that there is no more.
    var isAtEnd = false
    /// The media time from which this stretch is whole.
    private(set) var stretchStart: Nanoseconds = 0

    subscript(_ index: Int) -> PacketTrack {
        get { tracks[index] ?? PacketTrack() }
        set { tracks[index] = newValue }
    }

    var byteCount: Int { tracks.values.reduce(0) { $0 + $1.byteCount } }

    mutating func append(_ packet: Packet) { tracks[packet.trackIndex, default: PacketTrack()].append(packet) }

    /// Forgets everything, for a stretch that begins elsewhere.
    mutating func restart(at time: Nanoseconds) {
        for index in tracks.keys { tracks[index]?.removeAll() }
        isAtEnd = false
        stretchStart = time
    }

    /// Bytes ahead of these tracks' cursors.
    func aheadBytes(_ selected: [Int]) -> Int { selected.reduce(0) { $0 + (tracks[$1]?.aheadBytes ?? 0) } }

    /// Drops what lies behind `time` beyond the byte limit, or in front of what may be sought, in whole groups of pictures of `video`.
    /// - Parameters:
    ///   - seekable: where what may be sought begins; nil: at the beginning.
    ///   - active: the tracks that play, of which nothing is dropped that has not been taken.
    mutating func trim(behind time: Nanoseconds, seekable: Nanoseconds? = nil, video: Int?, active: Set<Int>) {
        var behind = 0
        for track in tracks.values {
            for packet in track.packets {
                if packet.time >= time { break }
                behind += packet.footprint
            }
        }
        let useless = min(seekable ?? .min, time)
        while true {
            let cut: Nanoseconds
            if let video, let track = tracks[video] {
                guard let key = track.packets.dropFirst().firstIndex(where: { $0.isKey }),
                    track.base + key <= track.cursor, track.packets[key].time < time
                else { return }
                cut = track.packets[key].time
                guard behind > backwardByteLimit || cut <= useless else { return }
                behind -= track.packets[..<key].reduce(0) { $0 + $1.footprint }
                tracks[video]?.dropFirst(key)
            } else {
                guard let earliest = tracks.values.compactMap({ $0.packets.first?.time }).min() else { return }
                cut = earliest &+ .second
                guard cut < time, behind > backwardByteLimit || cut <= useless else { return }
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

    /// The stretch that is held, over the tracks that matter.
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
