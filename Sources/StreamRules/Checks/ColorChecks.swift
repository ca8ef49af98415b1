import HLS

/// Compares the color properties and the colors of the key frames of variants with the same video range.
struct ColorChecks {
    let facts: StreamFacts

    private struct Track {
        var playlist: PlaylistFacts
        var track: TrackFacts
        /// By presentation time.
        var colors: [(time: Int64, values: [UInt8])]
    }

    private static let timeTolerance: Int64 = 20_000_000
    private static let fewestPictures = 2
    private static let standardHeight = 576
    /// The distance of mean colors, in steps of 8 bits, from which variants show different colors.
    private static let difference = 14.0
    /// Mean distances from gray below the first are gray, where others have the second or more.
    private static let gray = 1.5
    private static let colored = 6.0

    func check(_ log: inout FindingLog) {
        guard let list = facts.multivariant else { return }
        var groups: [String: [Track]] = [:]
        var order: [String] = []
        for (index, variant) in list.variants.enumerated() {
            guard let playlist = facts.playlists.first(where: { $0.role == .variant(index) }),
                let track = playlist.firstReadable?.track(.video)
            else { continue }
            let range = variant.videoRange?.name ?? "SDR"
            if groups[range] == nil { order.append(range) }
            let colors = playlist.examined.compactMap { entry in
                entry.facts.colors.map { (entry.facts.pictureTime, $0) }
            }
            groups[range, default: []].append(Track(playlist: playlist, track: track, colors: colors))
        }
        for range in order {
            let tracks = groups[range] ?? []
            checkProperties(tracks, &log)
            checkColors(tracks, &log)
        }
    }

    private func checkProperties(_ tracks: [Track], _ log: inout FindingLog) {
        let hasLarge = tracks.contains { $0.track.height > Self.standardHeight }
        func compare(_ what: String, _ value: (TrackFacts) -> String?) {
            let known = tracks.compactMap { track in value(track.track).map { (track, $0) } }
                .filter { !(hasLarge && Self.isStandardDefinition($0.0.track, $0.1)) }
            var counts: [String: Int] = [:]
            for (_, value) in known { counts[value, default: 0] += 1 }
            guard counts.count > 1, let first = known.first else { return }
            // The value of the first variant stands, unless most have another one.
            let usual = counts.first { $0.value * 2 > known.count }?.key ?? first.1
            for (track, value) in known where value != usual {
                log.add(
                    .colorRange, "The \(what) of the video is \(value); other variants have \(usual).",
                    at: track.playlist.place, kind: what)
            }
        }
        compare("color range") { $0.isFullRange || $0.pixelFormat?.hasPrefix("yuvj") == true ? "full" : "limited" }
        compare("color matrix", \.matrix)
        compare("transfer function", \.transfer)
        compare("set of color primaries", \.primaries)
    }

    /// Whether a value is that of BT.601 in a variant of its size, whose larger variants have BT.709.
    private static func isStandardDefinition(_ track: TrackFacts, _ value: String) -> Bool {
        track.height <= standardHeight && ["smpte170m", "bt470bg"].contains(value)
    }

    private func checkColors(_ tracks: [Track], _ log: inout FindingLog) {
        let tracks = tracks.filter { $0.colors.count >= Self.fewestPictures }
        guard tracks.count > 1 else { return }
        for (index, track) in tracks.enumerated() where index > 0 || tracks.count > 2 {
            let others = tracks.enumerated().filter { $0.offset != index }.map(\.element)
            let pairs = others.compactMap { Self.distance(track, $0) }
            guard pairs.count == others.count, let nearest = pairs.min(by: { $0.distance < $1.distance }) else {
                continue
            }
            let saturation = pairs[0].own
            // Of three and more variants, the others must agree.
            if others.count > 1,
                let between = Self.distance(others[0], others[1]), between.distance > Self.difference / 2
            {
                continue
            }
            if saturation < Self.gray, pairs.allSatisfy({ $0.other >= Self.colored }) {
                log.add(
                    .colors, "The key frames are gray; those of \(others[0].playlist.name) have colors.",
                    at: track.playlist.place)
            } else if nearest.distance > Self.difference {
                log.add(
                    .colors,
                    "The key frames have other colors than those of \(others[0].playlist.name): the means differ by "
                        + "\(Int(nearest.distance.rounded())) of 255.", at: track.playlist.place)
            }
        }
    }

    /// Returns the mean distance of the colors at the same times, and the mean distances from gray.
    private static func distance(_ left: Track, _ right: Track) -> (distance: Double, own: Double, other: Double)? {
        var (sum, own, other, count) = (0.0, 0.0, 0.0, 0.0)
        for (time, values) in left.colors {
            guard let match = right.colors.first(where: { abs($0.time - time) < timeTolerance })?.values,
                values.count == 3, match.count == 3
            else { continue }
            sum += abs(Double(values[0]) - Double(match[0])) + abs(Double(values[1]) - Double(match[1]))
            own += Double(values[2])
            other += Double(match[2])
            count += 1
        }
        guard count >= Double(fewestPictures) else { return nil }
        return (sum / count, own / count, other / count)
    }
}
