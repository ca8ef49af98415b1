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
            if others.allSatisfy({ Self.isExchanged(track, $0) }) {
                log.add(
                    .colors,
                    "Cb and Cr are exchanged: the key frames have blue where those of \(others[0].playlist.name) have red.",
                    at: track.playlist.place)
            } else if saturation < Self.gray, pairs.allSatisfy({ $0.other >= Self.colored }) {
                log.add(
                    .colors, "The key frames are gray; those of \(others[0].playlist.name) have colors.",
                    at: track.playlist.place)
            } else if let ratio = Self.strength(pairs) {
                log.add(
                    .colors,
                    "The colors are \(Int((ratio * 100).rounded())) % as strong as those of \(others[0].playlist.name).",
                    at: track.playlist.place)
            } else if nearest.distance > Self.difference {
                log.add(
                    .colors,
                    "The key frames have other colors than those of \(others[0].playlist.name): the means differ by "
                        + "\(Int(nearest.distance.rounded())) of 255\(Self.cast(track, others[0])).",
                    at: track.playlist.place)
            }
        }
    }

    // MARK: - Saturation

    /// The ratios of the mean distances from gray from which colors are too strong or too weak. A change of grading is smaller.
    private static let strongest = 1.4
    private static let weakest = 0.65
    /// Colors that differ by more than this have another hue, in steps of 8 bits.
    private static let sameHue = 20.0

    /// Returns how strong the colors are in relation to those of all others; nil where they are about as strong.
    private static func strength(_ pairs: [(distance: Double, own: Double, other: Double)]) -> Double? {
        let ratios = pairs.filter { $0.other >= colored && $0.own >= gray }.map { $0.own / $0.other }
        guard ratios.count == pairs.count, let least = ratios.min(), let most = ratios.max(),
            pairs.allSatisfy({ $0.distance <= sameHue })
        else { return nil }
        if least >= strongest { return least }
        return most <= weakest ? most : nil
    }

    // MARK: - Parts

    /// The values of the parts of a picture: Cb and Cr in turn.
    private static let parts = 3..<15
    /// The mean difference of a part, in steps of 8 bits, from which two pictures have other colors, and the largest one of the same
    /// picture at another size, whose samples are at other places.
    private static let otherParts = 5.0
    private static let equalParts = 8.0
    private static let exchangeFactor = 3.0

    private static func matches(_ left: Track, _ right: Track) -> [(own: [UInt8], other: [UInt8])] {
        left.colors.compactMap { time, values in
            guard let match = right.colors.first(where: { abs($0.time - time) < timeTolerance })?.values,
                values.count >= parts.upperBound, match.count >= parts.upperBound
            else { return nil }
            return (values, match)
        }
    }

    /// Returns whether Cb is the other's Cr in all parts, and Cr the other's Cb, and both differ.
    private static func isExchanged(_ track: Track, _ other: Track) -> Bool {
        let pairs = matches(track, other)
        guard pairs.count >= fewestPictures else { return false }
        var (direct, crossed) = (0.0, 0.0)
        for (own, match) in pairs {
            for place in parts {
                // An odd place is that of Cb, and Cr follows it.
                let partner = place % 2 == 1 ? place + 1 : place - 1
                direct += abs(Double(own[place]) - Double(match[place]))
                crossed += abs(Double(own[place]) - Double(match[partner]))
            }
        }
        let count = Double(pairs.count * parts.count)
        return direct / count >= otherParts && crossed / count < equalParts && crossed * exchangeFactor < direct
    }

    /// Returns the color that all parts of the pictures have more of than another variant; empty where they differ otherwise.
    private static func cast(_ track: Track, _ other: Track) -> String {
        let pairs = matches(track, other)
        guard pairs.count >= fewestPictures else { return "" }
        var shifts: [(blue: Double, red: Double)] = []
        for place in stride(from: parts.lowerBound, to: parts.upperBound, by: 2) {
            func mean(_ place: Int) -> Double {
                pairs.reduce(0) { $0 + Double($1.own[place]) - Double($1.other[place]) } / Double(pairs.count)
            }
            shifts.append((mean(place), mean(place + 1)))
        }
        let count = Double(shifts.count)
        let (blue, red) = (shifts.reduce(0) { $0 + $1.blue } / count, shifts.reduce(0) { $0 + $1.red } / count)
        let isCast = shifts.allSatisfy { $0.blue * blue + $0.red * red > 0 }
        guard isCast else { return "" }
        let isMixed = min(abs(blue), abs(red)) * 2 > max(abs(blue), abs(red))
        let name =
            isMixed && blue * red > 0
            ? (blue < 0 ? "green" : "magenta")
            : abs(blue) >= abs(red) ? (blue > 0 ? "blue" : "yellow") : (red > 0 ? "red" : "cyan")
        return ", with a cast of \(name) in all parts"
    }

    /// Returns the mean distance of the colors at the same times, and the mean distances from gray.
    private static func distance(_ left: Track, _ right: Track) -> (distance: Double, own: Double, other: Double)? {
        var (sum, own, other, count) = (0.0, 0.0, 0.0, 0.0)
        for (time, values) in left.colors {
            guard let match = right.colors.first(where: { abs($0.time - time) < timeTolerance })?.values,
                values.count >= 3, match.count >= 3
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
