import HLS

/// Compares the sound of variants with muxed audio at the same times. Encodes of one programme differ in level and details only.
struct SoundChecks {
    let facts: StreamFacts
    let list: MultivariantPlaylist

    /// The sound of one variant, by windows.
    private struct Track {
        var windows: [Int64: (level: Int, crossings: Int)]
        var playlist: PlaylistFacts
        var channels: Int
    }

    private static let fewestWindows = 40
    /// Windows of other encodes may be displaced by this many.
    private static let mostLag: Int64 = 8
    /// Decibels by which windows differ that sound different, and the factor of their pitch.
    private static let levelTolerance = 9
    private static let pitchFactor = 2.2
    /// Windows below this level, in decibels above -100 dB, are silent.
    private static let silence = 40
    /// Variants agree when fewer windows than this differ, and have another sound from the second share on.
    private static let agreeingShare = 0.1
    private static let otherShare = 0.6

    func check(_ log: inout FindingLog) {
        let tracks = list.variants.indices.compactMap { index -> Track? in
            guard let playlist = facts.playlists.first(where: { $0.role == .variant(index) }) else { return nil }
            var windows: [Int64: (level: Int, crossings: Int)] = [:]
            for sound in playlist.examined.compactMap(\.facts.sound) {
                for (offset, level) in sound.levels.enumerated() where sound.crossings.indices.contains(offset) {
                    windows[sound.firstWindow + Int64(offset)] = (Int(level), Int(sound.crossings[offset]))
                }
            }
            guard windows.count >= Self.fewestWindows else { return nil }
            let channels = playlist.firstReadable?.track(.audio)?.channels ?? 0
            return Track(windows: windows, playlist: playlist, channels: channels)
        }
        // The first channel of surround sound has less than that of stereo: dialog is in the center.
        for group in Dictionary(grouping: tracks, by: \.channels).values { compare(group, &log) }
    }

    private func compare(_ tracks: [Track], _ log: inout FindingLog) {
        guard tracks.count > 1 else { return }
        for own in tracks.indices.dropFirst(tracks.count == 2 ? 1 : 0) {
            let others = tracks.indices.filter { $0 != own }
            // Of three and more variants two others must agree; of two, the second is reported.
            let agreeing = others.filter { first in
                tracks.count == 2
                    || others.contains { second in
                        second != first && (Self.share(tracks[first], tracks[second]) ?? 1) < Self.agreeingShare
                    }
            }
            checkSameSound(tracks[own], others.map { tracks[$0] }, &log)
            let shares = agreeing.compactMap { Self.share(tracks[own], tracks[$0]) }
            guard let least = shares.min(), shares.count == agreeing.count, least >= Self.otherShare else { continue }
            log.add(
                .sounds,
                "The audio differs from that of \(tracks[agreeing[0]].playlist.name) in "
                    + "\(Int((least * 100).rounded())) % of the time.", at: tracks[own].playlist.place)
        }
    }

    /// The displacement of the same sound that is searched, and that is reported, in windows.
    private static let farthestLag: Int64 = 20
    private static let shortestLag: Int64 = 2
    /// In decibels.
    private static let levelDifference = 6
    /// The share of windows that differ where the sound is the same, and by how much more differ where it is displaced.
    private static let sameShare = 0.08
    private static let displacedShare = 0.12

    /// Looks for the same sound at another level, or at another time, where the other variants agree.
    private func checkSameSound(_ own: Track, _ others: [Track], _ log: inout FindingLog) {
        guard let first = others.first, let relation = Self.relation(own, first) else { return }
        if others.count > 1 {
            guard let same = Self.relation(others[0], others[1]), abs(same.lag) < Self.shortestLag,
                abs(same.gain) < Self.levelDifference
            else { return }
        }
        if abs(relation.lag) >= Self.shortestLag {
            let seconds = Words.seconds(nanoseconds: abs(relation.lag) * SoundFacts.windowLength)
            log.add(
                .soundLag,
                "The audio is that of \(first.playlist.name) about \(seconds) s \(relation.lag > 0 ? "earlier" : "later").",
                at: own.playlist.place)
        }
        guard abs(relation.gain) >= Self.levelDifference else { return }
        log.add(
            .soundLevel,
            "The audio is about \(abs(relation.gain)) dB \(relation.gain < 0 ? "quieter" : "louder") than that of "
                + "\(first.playlist.name).", at: own.playlist.place)
    }

    /// Returns by how many windows and decibels a sound differs from the same sound; nil where they are different sounds.
    private static func relation(_ own: Track, _ other: Track) -> (lag: Int64, gain: Int)? {
        guard let present = share(own, other, lag: 0) else { return nil }
        var best = (lag: Int64(0), share: present)
        for lag in -farthestLag...farthestLag {
            guard let found = share(own, other, lag: lag),
                found < best.share - displacedShare
                    || found < best.share && best.lag != 0
            else { continue }
            best = (lag, found)
        }
        guard best.share < sameShare else { return nil }
        let pairs = own.windows.compactMap { time, window in
            other.windows[time + best.lag].map { (window.level, $0.level) }
        }.filter { $0.0 > silence && $0.1 > silence }
        guard pairs.count >= fewestWindows else { return nil }
        return (best.lag, pairs.map { $0.0 - $0.1 }.sorted()[pairs.count / 2])
    }

    /// Returns the share of windows that sound different, at the displacement with the fewest; nil with too few windows.
    private static func share(_ left: Track, _ right: Track) -> Double? {
        (-mostLag...mostLag).compactMap { share(left, right, lag: $0) }.min()
    }

    private static func share(_ left: Track, _ right: Track, lag: Int64) -> Double? {
        var pairs: [(Int, Int, Int, Int)] = []
        for (time, own) in left.windows {
            guard let other = right.windows[time + lag], own.level > silence || other.level > silence else { continue }
            pairs.append((own.level, other.level, own.crossings, other.crossings))
        }
        guard pairs.count >= fewestWindows else { return nil }
        let differences = pairs.map { $0.0 - $0.1 }.sorted()
        let gain = min(20, max(-20, differences[differences.count / 2]))
        let different = pairs.count { pair in
            let (low, high) = (Double(min(pair.2, pair.3)), Double(max(pair.2, pair.3)))
            return abs(pair.0 - pair.1 - gain) > levelTolerance || high > 4 && high > pitchFactor * max(1, low)
        }
        return Double(different) / Double(pairs.count)
    }
}
