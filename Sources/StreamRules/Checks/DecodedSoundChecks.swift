import HLS

/// Compares the decoded audio of variants and renditions in windows: drop-outs, noise, and audio that runs at another speed.
struct DecodedSoundChecks {
    let facts: StreamFacts

    private struct Track {
        var playlist: PlaylistFacts
        var levels: [Int]
        var crossings: [Int]
        var balances: [Int]
        var holes: [Int]
        /// The number of the first window on the clock of the stream.
        var first: Int
        /// What the audio must have in common with others to be the same programme in the same language.
        var content: String
    }

    /// Levels are decibels above -100 dB of full scale.
    private static let silent = 22
    private static let audible = 50
    private static let fewestWindows = 60
    /// In windows.
    private static let shortestDropout = 30
    private static let shortestNoise = 36

    func check(_ log: inout FindingLog) {
        var seen: Set<String> = []
        let tracks = facts.playlists.compactMap { playlist -> Track? in
            guard let decoded = playlist.decoded, decoded.levels.count >= Self.fewestWindows,
                decoded.levels.count == decoded.crossings.count, seen.insert(playlist.document.url).inserted,
                let start = Timeline(playlist, .audio)?.entries.first?.start
            else { return nil }
            return Track(
                playlist: playlist, levels: decoded.levels.map(Int.init), crossings: decoded.crossings.map(Int.init),
                balances: decoded.balances.map(Int.init), holes: decoded.holes.map(Int.init),
                first: Int((Double(start) / 1e9 / DecodedFacts.windowSeconds).rounded()), content: content(of: playlist)
            )
        }
        for own in tracks.indices {
            let others = tracks.indices.filter { $0 != own }.map { tracks[$0] }
            checkDropout(tracks[own], others, &log)
            checkGaps(tracks[own], others, &log)
            checkHoles(tracks[own], others, &log)
            checkNoise(tracks[own], others, &log)
            checkBalance(tracks[own], &log)
            if let other = others.first { checkLevelStep(tracks[own], other, &log) }
            checkTone(tracks[own], others, &log)
        }
        checkSpeeds(tracks, &log)
        checkSides(tracks, &log)
        checkContents(tracks, &log)
        checkDullness(tracks, &log)
    }

    // MARK: - Frequencies

    /// Windows in which sound crosses zero in this share of its samples, of 255, have high frequencies.
    private static let highCrossings = 18
    private static let fewestHigh = 12

    /// Looks for a variant without the high frequencies of the others.
    private func checkDullness(_ tracks: [Track], _ log: inout FindingLog) {
        func share(_ own: Track, _ other: Track) -> (dull: Int, count: Int) {
            var (dull, count) = (0, 0)
            for index in own.levels.indices where own.levels[index] > Self.audible - 10 {
                let place = index + own.first - other.first
                guard other.levels.indices.contains(place), other.levels[place] > Self.audible,
                    other.crossings[place] >= Self.highCrossings
                else { continue }
                count += 1
                if own.crossings[index] * 2 <= other.crossings[place] { dull += 1 }
            }
            return (dull, count)
        }
        for group in Dictionary(grouping: tracks, by: \.content).values where group.count > 1 {
            for own in group.indices {
                let shares = group.indices.filter { $0 != own }.map { ($0, share(group[own], group[$0])) }
                guard let first = shares.first,
                    shares.allSatisfy({ $0.1.count >= Self.fewestHigh && $0.1.dull * 5 >= $0.1.count * 4 })
                else { continue }
                log.add(
                    .sounds,
                    "The audio lacks the high frequencies of \(group[first.0].playlist.name), as after a low-pass filter: in "
                        + "\(first.1.dull) of \(first.1.count) moments with high frequencies it has none.",
                    at: group[own].playlist.place, kind: "dull")
            }
        }
    }

    private func content(of playlist: PlaylistFacts) -> String {
        guard case .rendition(let index) = playlist.role, let list = facts.multivariant,
            list.renditions.indices.contains(index)
        else { return "" }
        let rendition = list.renditions[index]
        return (rendition.language ?? rendition.name) + rendition.characteristics.sorted().joined(separator: ",")
    }

    /// Returns the ranges of consecutive windows that match, of at least a length.
    private static func stretches(_ count: Int, _ shortest: Int, where matches: (Int) -> Bool) -> [Range<Int>] {
        var result: [Range<Int>] = []
        var start: Int?
        for index in 0...count {
            if index < count, matches(index) {
                start = start ?? index
            } else if let begun = start {
                if index - begun >= shortest { result.append(begun..<index) }
                start = nil
            }
        }
        return result
    }

    private static func words(_ range: Range<Int>, _ track: Track) -> (text: String, place: StreamFinding.Place) {
        let start = Double(range.lowerBound) * DecodedFacts.windowSeconds
        var place = track.playlist.place
        place.time = start
        return (
            "\(Words.seconds(Double(range.count) * DecodedFacts.windowSeconds)) s from \(Words.seconds(start)) s on",
            place
        )
    }

    private func checkDropout(_ own: Track, _ others: [Track], _ log: inout FindingLog) {
        let found = Self.stretches(own.levels.count, Self.shortestDropout) { own.levels[$0] < Self.silent }
        for range in found {
            let sounding = others.first { other in
                let windows = range.compactMap { index -> Int? in
                    let place = index + own.first - other.first
                    return other.levels.indices.contains(place) ? other.levels[place] : nil
                }
                return windows.count == range.count && windows.count { $0 > Self.audible } * 10 >= windows.count * 9
            }
            guard let sounding else { continue }
            let words = Self.words(range, own)
            log.add(
                .dropout, "The audio is silent for \(words.text), where \(sounding.playlist.name) has sound.",
                at: words.place)
        }
    }

    /// In windows.
    private static let shortestGap = 2
    private static let fewestGaps = 6

    /// Looks for many short drop-outs within sound, where another audio of the same times has none.
    private func checkGaps(_ own: Track, _ others: [Track], _ log: inout FindingLog) {
        let gaps = Self.gaps(own)
        guard gaps.count >= Self.fewestGaps, let first = gaps.first,
            let other = others.first(where: { other in
                guard Self.gaps(other).count * Self.fewestGaps <= gaps.count else { return false }
                let windows = gaps.joined().compactMap { index -> Int? in
                    let place = index + own.first - other.first
                    return other.levels.indices.contains(place) ? other.levels[place] : nil
                }
                return windows.count { $0 > Self.audible } * 10 >= windows.count * 9 && !windows.isEmpty
            })
        else { return }
        log.add(
            .dropout,
            "The audio has \(gaps.count) gaps without any sound, the first of "
                + "\(Self.words(first, own).text), where \(other.playlist.name) has sound.",
            at: Self.words(first, own).place)
    }

    /// Looks for many holes that are shorter than a window, where another audio of the same times has none.
    private func checkHoles(_ own: Track, _ others: [Track], _ log: inout FindingLog) {
        guard own.holes.count >= Self.fewestGaps, Self.gaps(own).count < Self.fewestGaps, let first = own.holes.first,
            let other = others.first(where: { other in
                guard other.holes.count * Self.fewestGaps <= own.holes.count else { return false }
                let windows = own.holes.map { $0 + own.first - other.first }
                let sounding = windows.count { other.levels.indices.contains($0) && other.levels[$0] > Self.audible }
                return sounding * 10 >= windows.count * 9
            })
        else { return }
        let words = Self.words(first..<(first + 1), own)
        log.add(
            .dropout,
            "The audio drops out for a moment \(own.holes.count) times, first at "
                + "\(Words.seconds(words.place.time ?? 0)) s, where \(other.playlist.name) has sound.", at: words.place,
            kind: "holes")
    }

    /// Returns the short stretches of silence that begin and end abruptly.
    private static func gaps(_ track: Track) -> [Range<Int>] {
        stretches(track.levels.count, shortestGap) { track.levels[$0] < silent }.filter { range in
            let (before, after) = (range.lowerBound - 2, range.upperBound + 1)
            return range.count < shortestDropout && track.levels.indices.contains(before)
                && track.levels.indices.contains(after) && track.levels[before] > audible
                && track.levels[after] > audible
        }
    }

    /// Noise crosses zero in this share of its samples at least, of 255, and has a steady level.
    private static let noisyCrossings = 45
    private static let steadyLevel = 2
    /// Noise of this level is reported where no other audio can be compared.
    private static let loudNoise = 82

    private func checkNoise(_ own: Track, _ others: [Track], _ log: inout FindingLog) {
        func isNoisy(_ track: Track, _ index: Int, _ level: Int) -> Bool {
            track.crossings[index] >= Self.noisyCrossings && abs(track.levels[index] - level) <= Self.steadyLevel
                && track.levels[index] > Self.audible
        }
        var candidates: [Range<Int>] = []
        var index = 0
        while index < own.levels.count {
            let level = own.levels[index]
            var end = index
            while end < own.levels.count, isNoisy(own, end, level) { end += 1 }
            if end - index >= Self.shortestNoise { candidates.append(index..<end) }
            index = max(end, index + 1)
        }
        // Audio that is noise as a whole is a test signal.
        guard !candidates.isEmpty, candidates.reduce(0, { $0 + $1.count }) * 10 < own.levels.count * 6 else { return }
        for range in candidates {
            let level = own.levels[range.lowerBound]
            let compared = others.filter { other in
                let places = range.map { $0 + own.first - other.first }
                return places.allSatisfy { other.levels.indices.contains($0) }
            }
            let isAlone = compared.allSatisfy { other in
                range.count { isNoisy(other, $0 + own.first - other.first, level) } * 2 < range.count
            }
            guard compared.isEmpty ? level >= Self.loudNoise : isAlone else { continue }
            let words = Self.words(range, own)
            log.add(.noise, "The audio is noise of a steady level for \(words.text).", at: words.place)
        }
    }

    // MARK: - Level

    /// In windows.
    private static let shortestPart = 80
    /// In decibels.
    private static let quietest = 30
    private static let smallestStep = 12

    /// Looks for a time from which on a sound is louder or quieter, while another sound of the same times keeps its level.
    private func checkLevelStep(_ own: Track, _ other: Track, _ log: inout FindingLog) {
        let pairs = own.levels.indices.compactMap { index -> (index: Int, own: Int, other: Int)? in
            let place = index + own.first - other.first
            guard other.levels.indices.contains(place), own.levels[index] > Self.quietest,
                other.levels[place] > Self.quietest
            else { return nil }
            return (index, own.levels[index], other.levels[place])
        }
        guard let split = Self.split(pairs.map { $0.own - $0.other }) else { return }
        let (before, after) = (pairs[..<split], pairs[split...])
        let step = Self.median(after.map { $0.own - $0.other }) - Self.median(before.map { $0.own - $0.other })
        let spread =
            [before, after].map { part in
                let middle = Self.median(part.map { $0.own - $0.other })
                return Self.median(part.map { abs($0.own - $0.other - middle) })
            }.max() ?? 0
        let change = Self.median(after.map(\.own)) - Self.median(before.map(\.own))
        let otherChange = Self.median(after.map(\.other)) - Self.median(before.map(\.other))
        guard abs(step) >= max(Self.smallestStep, 4 * spread), abs(change) * 4 >= abs(step) * 3,
            abs(otherChange) * 4 <= abs(step)
        else { return }
        var place = own.playlist.place
        place.time = Double(pairs[split].index) * DecodedFacts.windowSeconds
        log.add(
            .levelStep,
            "From \(Words.seconds(place.time ?? 0)) s on, the audio is about \(abs(step)) dB \(step < 0 ? "quieter" : "louder") "
                + "than before, unlike that of \(other.playlist.name).", at: place)
    }

    /// Returns the position with the largest difference between the means of both sides; nil with too few values.
    private static func split(_ values: [Int]) -> Int? {
        guard values.count >= 2 * shortestPart else { return nil }
        let total = values.reduce(0, +)
        var sum = values[..<shortestPart].reduce(0, +)
        var best: (position: Int, difference: Double)?
        for position in shortestPart...(values.count - shortestPart) {
            let (left, right) = (Double(sum) / Double(position), Double(total - sum) / Double(values.count - position))
            let difference = abs(left - right)
            if difference > best?.difference ?? 0 { best = (position, difference) }
            sum += values[position]
        }
        return best?.position
    }

    private static func median(_ values: [Int]) -> Int { values.sorted()[values.count / 2] }

    // MARK: - Tone

    /// In windows.
    private static let shortestTone = 160
    private static let steadyTone = 1

    /// Looks for audio that is one steady tone for a long time, where another audio of the same times is none.
    private func checkTone(_ own: Track, _ others: [Track], _ log: inout FindingLog) {
        func steady(_ track: Track, from start: Int) -> Int {
            var end = start
            while end < track.levels.count, track.levels[end] > Self.audible,
                abs(track.levels[end] - track.levels[start]) <= Self.steadyTone,
                abs(track.crossings[end] - track.crossings[start]) <= Self.steadyTone, track.crossings[start] > 0,
                track.crossings[start] < Self.noisyCrossings
            { end += 1 }
            return end
        }
        var index = 0
        while index < own.levels.count {
            let end = steady(own, from: index)
            defer { index = max(end, index + 1) }
            guard end - index >= Self.shortestTone else { continue }
            let range = index..<end
            let compared = others.first { other in
                let places = [range.lowerBound, range.upperBound - 1].map { $0 + own.first - other.first }
                guard places.allSatisfy({ other.levels.indices.contains($0) }) else { return false }
                return steady(other, from: places[0]) - places[0] < range.count / 4
            }
            guard let compared else { continue }
            let words = Self.words(range, own)
            log.add(
                .noise, "The audio is one steady tone for \(words.text), unlike that of \(compared.playlist.name).",
                at: words.place, kind: "tone")
            return
        }
    }

    // MARK: - Contents

    private static let agreeingContent = 0.9
    private static let otherContent = 0.3

    /// Looks for a variant whose sound has another course than that of the other variants, which agree with each other.
    private func checkContents(_ tracks: [Track], _ log: inout FindingLog) {
        for group in Dictionary(grouping: tracks, by: \.content).values where group.count > 2 {
            func similarity(_ one: Track, _ other: Track) -> Double {
                let pairs = one.levels.indices.compactMap { index -> (Double, Double)? in
                    let place = index + one.first - other.first
                    guard other.levels.indices.contains(place) else { return nil }
                    return (Double(one.levels[index]), Double(other.levels[place]))
                }
                return pairs.count >= Self.shortestSpan ? Self.correlation(pairs) : 1
            }
            for own in group.indices {
                let others = group.indices.filter { $0 != own }
                guard similarity(group[others[0]], group[others[1]]) >= Self.agreeingContent,
                    others.prefix(2).allSatisfy({ similarity(group[own], group[$0]) < Self.otherContent }),
                    Self.speed(of: group[own], against: group[others[0]]) == nil
                else { continue }
                log.add(
                    .sounds,
                    "The loudness has another course than that of \(group[others[0]].playlist.name): the audio is another one.",
                    at: group[own].playlist.place, kind: "course")
            }
        }
    }

    // MARK: - Sides

    /// In decibels.
    private static let largestBalance = 15

    /// Looks for stereo audio of which one channel is much quieter throughout.
    private func checkBalance(_ own: Track, _ log: inout FindingLog) {
        let values = own.balances.indices.filter { own.levels.indices.contains($0) && own.levels[$0] > Self.audible }
            .map { own.balances[$0] }
        // A channel without sound has a finding of its own.
        guard values.count >= Self.fewestSided, own.playlist.decoded?.silentChannels.isEmpty == true else { return }
        let middle = Self.median(values)
        guard abs(middle) >= Self.largestBalance,
            values.count(where: { ($0 > 0) == (middle > 0) && abs($0) >= 10 }) * 10 >= values.count * 9
        else { return }
        log.add(
            .channelContent,
            "The \(middle > 0 ? "right" : "left") channel is \(abs(middle)) dB quieter than the other one throughout.",
            at: own.playlist.place, kind: "balance")
    }

    private static let fewestSided = 60
    private static let sidedCorrelation = -0.8
    private static let smallestSpread = 1.5

    /// Looks for stereo audio whose channels are those of the other variants in the other order.
    private func checkSides(_ tracks: [Track], _ log: inout FindingLog) {
        let groups = Dictionary(grouping: tracks, by: \.content)
        for track in tracks {
            guard let group = groups[track.content], let reference = group.first,
                reference.playlist.document.url != track.playlist.document.url
            else { continue }
            let pairs = track.balances.indices.compactMap { index -> (own: Double, other: Double)? in
                let place = index + track.first - reference.first
                guard reference.balances.indices.contains(place), track.levels.indices.contains(index),
                    reference.levels.indices.contains(place), track.levels[index] > Self.audible,
                    reference.levels[place] > Self.audible
                else { return nil }
                return (Double(track.balances[index]), Double(reference.balances[place]))
            }
            guard pairs.count >= Self.fewestSided else { continue }
            let squares = pairs.reduce((own: 0.0, other: 0.0, both: 0.0)) {
                ($0.own + $1.own * $1.own, $0.other + $1.other * $1.other, $0.both + $1.own * $1.other)
            }
            let count = Double(pairs.count)
            guard min(squares.own, squares.other) / count > Self.smallestSpread * Self.smallestSpread,
                squares.both / (squares.own * squares.other).squareRoot() < Self.sidedCorrelation
            else { continue }
            log.add(
                .channelContent,
                "The left and the right channel are exchanged, compared with \(reference.playlist.name).",
                at: track.playlist.place, kind: "sides")
        }
    }

    // MARK: - Speed

    /// In windows.
    private static let farthestLag = 40
    private static let shortestSpan = 100
    private static let similarity = 0.85
    private static let driftSeconds = 0.06

    /// Compares audio of the same content, and audio without such a counterpart with that of another language, which has the same
    /// music and effects.
    private func checkSpeeds(_ tracks: [Track], _ log: inout FindingLog) {
        let groups = Dictionary(grouping: tracks, by: \.content)
        for track in tracks {
            guard let group = groups[track.content], let reference = group.first else { continue }
            let isFirst = reference.playlist.document.url == track.playlist.document.url
            if !isFirst {
                checkSpeed(track, reference, &log)
            } else if group.count == 1, let other = tracks.first, other.content != track.content {
                checkSpeed(track, other, &log)
            }
        }
    }

    /// Compares the distance of the same sound at the start and at the end.
    private func checkSpeed(_ own: Track, _ other: Track, _ log: inout FindingLog) {
        if let speed = Self.speed(of: own, against: other) {
            return log.add(
                .drift,
                "The sound is that of \(other.playlist.name), \(Words.decimal((abs(speed - 1) * 1000).rounded() / 10)) % "
                    + "\(speed > 1 ? "faster" : "slower").", at: own.playlist.place, kind: "sound")
        }
        let offset = own.first - other.first
        let end = min(own.levels.count, other.levels.count - offset)
        let span = min(Self.mostSpan, end / 3)
        guard span >= Self.shortestSpan, let first = Self.lag(own, other, offset, 0..<span),
            let last = Self.lag(own, other, offset, (end - span)..<end)
        else { return }
        let change = (last - first) * DecodedFacts.windowSeconds
        guard abs(change) >= Self.driftSeconds else { return }
        log.add(
            .drift,
            "The sound is that of \(other.playlist.name), and \(Words.seconds((abs(change) * 100).rounded() / 100)) s "
                + "\(change > 0 ? "later" : "earlier") at the end than at the start.", at: own.playlist.place,
            kind: "sound")
    }

    /// The ratios of usual frame and sample rates that differ much.
    private static let speeds = [25.0 / 24, 24.0 / 25, 48.0 / 44.1, 44.1 / 48]
    private static let speedSimilarity = 0.8
    private static let speedMargin = 0.25

    /// Returns how much faster a sound runs from the start on than the same sound of another track; nil where it runs equally.
    private static func speed(of own: Track, against other: Track) -> Double? {
        let offset = own.first - other.first
        let count = min(own.levels.count, shortestSpan * 12)
        guard count >= 2 * shortestSpan, abs(offset) <= 4 else { return nil }
        func similarity(_ speed: Double) -> Double {
            var pairs: [(Double, Double)] = []
            for index in 0..<count {
                let place = Int((Double(index) * speed).rounded()) + offset
                guard other.levels.indices.contains(place) else { continue }
                pairs.append((Double(own.levels[index]), Double(other.levels[place])))
            }
            guard pairs.count * 4 >= count * 3 else { return 0 }
            return correlation(pairs)
        }
        let same = similarity(1)
        let best = speeds.map { ($0, similarity($0)) }.max { $0.1 < $1.1 }
        guard let best, best.1 >= speedSimilarity, best.1 - same >= speedMargin else { return nil }
        return best.0
    }

    private static let mostSpan = 2_400

    /// Returns by how many windows a sound is later than the same sound of another track; nil where they are not the same.
    private static func lag(_ own: Track, _ other: Track, _ offset: Int, _ range: Range<Int>) -> Double? {
        var values: [Double] = []
        for lag in -farthestLag...farthestLag { values.append(correlation(own, other, offset, range, lag)) }
        guard let best = values.indices.max(by: { values[$0] < values[$1] }), values[best] >= similarity,
            best > 0, best + 1 < values.count
        else { return nil }
        // A periodic sound has several places that fit.
        let rivals = values.indices.filter { abs($0 - best) > 4 && values[$0] > values[best] - 0.1 }
        guard rivals.isEmpty else { return nil }
        let (left, middle, right) = (values[best - 1], values[best], values[best + 1])
        let curve = left - 2 * middle + right
        return Double(best - farthestLag) + (curve < 0 ? (left - right) / (2 * curve) : 0)
    }

    /// The correlation of two sounds, of which the own one is moved to an earlier time.
    private static func correlation(_ own: Track, _ other: Track, _ offset: Int, _ range: Range<Int>, _ lag: Int)
        -> Double
    {
        var pairs: [(Double, Double)] = []
        for index in range {
            let (place, there) = (index + lag, index + offset)
            guard own.levels.indices.contains(place), other.levels.indices.contains(there) else { continue }
            pairs.append((Double(own.levels[place]), Double(other.levels[there])))
        }
        guard pairs.count * 4 >= range.count * 3 else { return 0 }
        return correlation(pairs)
    }

    private static func correlation(_ pairs: [(Double, Double)]) -> Double {
        let count = Double(pairs.count)
        let means = (pairs.reduce(0) { $0 + $1.0 } / count, pairs.reduce(0) { $0 + $1.1 } / count)
        var (both, left, right) = (0.0, 0.0, 0.0)
        for pair in pairs {
            let (one, two) = (pair.0 - means.0, pair.1 - means.1)
            both += one * two
            left += one * one
            right += two * two
        }
        // A sound of one level fits everywhere.
        guard left > count, right > count else { return 0 }
        return both / (left * right).squareRoot()
    }
}
