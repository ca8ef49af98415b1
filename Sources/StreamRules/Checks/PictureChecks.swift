import HLS

/// Compares key frames of the variants at the same times. Frames of the same programme differ in details and brightness only.
struct PictureChecks {
    let facts: StreamFacts
    let list: MultivariantPlaylist

    /// The key frames of one variant.
    private struct Track {
        var pictures: [(time: Int64, cells: [UInt8])]
        /// The frames after the pictures, where they were decoded.
        var sequences: [[PictureCells]] = []
        var playlist: PlaylistFacts
        var area: Int
    }

    /// Times of key frames that differ by less than this belong together, in nanoseconds.
    private static let timeTolerance: Int64 = 20_000_000
    /// A cell that differs by more than this from the fitted one shows something else.
    private static let cellTolerance = 20.0
    /// Variants agree when fewer cells than this differ on average.
    private static let agreeingShare = 0.01
    /// The share of cells from which a variant shows something else.
    private static let otherShare = 0.08
    /// The share of cells that no drawing at another size explains.
    private static let certainShare = 0.25
    private static let fewestPictures = 2

    func check(_ log: inout FindingLog) {
        var groups: [String: [Track]] = [:]
        for (index, variant) in list.variants.enumerated() {
            guard let playlist = facts.playlists.first(where: { $0.role == .variant(index) }) else { continue }
            let pictures = playlist.examined.compactMap { entry in
                entry.facts.picture.map { (entry.facts.pictureTime, $0) }
            }
            guard pictures.count >= Self.fewestPictures else { continue }
            let area = variant.resolution.map { $0.width * $0.height } ?? 0
            groups[variant.videoRange?.name ?? "SDR", default: []].append(
                Track(
                    pictures: pictures, sequences: playlist.examined.map(\.facts.sequence).filter { $0.count > 1 },
                    playlist: playlist, area: area))
        }
        for tracks in groups.values { compare(tracks, &log) }
    }

    private func compare(_ tracks: [Track], _ log: inout FindingLog) {
        guard tracks.count > 1 else { return }
        var shares: [[Double?]] = tracks.map { _ in tracks.map { _ in nil } }
        for first in tracks.indices {
            for second in tracks.indices where second > first {
                let share = Self.share(tracks[first], tracks[second])
                (shares[first][second], shares[second][first]) = (share, share)
            }
        }
        if tracks.count == 2 {
            if let turn = Self.turn(of: tracks[1], against: tracks[0]) {
                return addTurn(turn, tracks[1], tracks[0], &log)
            }
            if let lag = Self.lag(of: tracks[1], behind: tracks[0]) { return addLag(lag, tracks[1], tracks[0], &log) }
            if let speed = Self.speed(of: tracks[1], against: tracks[0]) {
                return addSpeed(speed, tracks[1], tracks[0], &log)
            }
            guard let share = shares[0][1], share >= Self.certainShare else { return }
            return add(tracks[1], tracks[0], share, .info, &log)
        }
        for own in tracks.indices {
            let others = tracks.indices.filter { $0 != own }
            let agreeing = others.filter { first in
                others.contains { second in
                    second != first && shares[first][second].map { $0 < Self.agreeingShare } ?? false
                }
            }
            let distances = agreeing.compactMap { shares[own][$0] }
            if agreeing.count > 1, let turn = Self.turn(of: tracks[own], against: tracks[agreeing[0]]) {
                addTurn(turn, tracks[own], tracks[agreeing[0]], &log)
                continue
            }
            guard agreeing.count > 1, distances.count == agreeing.count, let least = distances.min() else { continue }
            if let lag = Self.lag(of: tracks[own], behind: tracks[agreeing[0]]),
                Self.lag(of: tracks[agreeing[1]], behind: tracks[agreeing[0]]) == nil
            {
                addLag(lag, tracks[own], tracks[agreeing[0]], &log)
                continue
            }
            if let change = Self.drift(of: tracks[own], behind: tracks[agreeing[0]]),
                Self.drift(of: tracks[agreeing[1]], behind: tracks[agreeing[0]]) == nil
            {
                addDrift(change, tracks[own], tracks[agreeing[0]], &log)
                continue
            }
            if let speed = Self.speed(of: tracks[own], against: tracks[agreeing[0]]),
                Self.speed(of: tracks[agreeing[1]], against: tracks[agreeing[0]]) == nil
            {
                addSpeed(speed, tracks[own], tracks[agreeing[0]], &log)
                continue
            }
            guard least >= Self.otherShare else {
                let isInner =
                    agreeing.contains { tracks[$0].area < tracks[own].area }
                    && agreeing.contains { tracks[$0].area > tracks[own].area }
                // A text that is drawn at each size differs between the smallest or the largest variant and the others.
                if isInner { checkPart(tracks[own], agreeing.map { tracks[$0] }, &log) }
                continue
            }
            // A test pattern that is drawn at each size changes with the size; a variant between two equal ones is another programme.
            let isBetween =
                agreeing.contains { tracks[$0].area < tracks[own].area }
                && agreeing.contains { tracks[$0].area > tracks[own].area }
            add(tracks[own], tracks[agreeing[0]], least, isBetween || least >= Self.certainShare ? nil : .info, &log)
        }
    }

    private func add(
        _ track: Track, _ other: Track, _ share: Double, _ level: StreamRule.Level?, _ log: inout FindingLog
    ) {
        let time = Words.seconds(nanoseconds: track.pictures[0].time)
        if let change = Self.brightness(of: track, against: other) {
            return log.add(.pictures, change, at: track.playlist.place, level: level, kind: "brightness")
        }
        log.add(
            .pictures,
            "The key frames show other pictures than those of \(other.playlist.name) at the same times, the first at "
                + "\(time) s: \(Int((share * 100).rounded())) % of the area differ.", at: track.playlist.place,
            level: level)
    }

    private func addLag(_ lag: Int64, _ track: Track, _ other: Track, _ log: inout FindingLog) {
        log.add(
            .pictures,
            "The pictures are those of \(other.playlist.name) \(Words.seconds(nanoseconds: abs(lag))) s "
                + "\(lag > 0 ? "earlier" : "later").", at: track.playlist.place, kind: "lag")
    }

    // MARK: - Orientation

    private enum Turn: String, CaseIterable {
        case upsideDown = "turned by 180 degrees"
        case vertical = "flipped from top to bottom"
        case horizontal = "mirrored from left to right"
    }

    /// The mean difference of cells that shows another picture, and by how many times a turned picture must be nearer.
    private static let otherDistance = 6.0
    private static let turnFactor = 4.0

    /// Returns how the pictures of a variant are turned; nil where they are not.
    private static func turn(of track: Track, against other: Track) -> Turn? {
        let pairs = track.pictures.compactMap { picture in
            other.pictures.first { abs($0.time - picture.time) < timeTolerance }.map { (picture.cells, $0.cells) }
        }.filter { $0.0.count == columns * rows && $0.1.count == columns * rows }
        guard pairs.count >= fewestPictures else { return nil }
        func mean(_ cells: ([UInt8]) -> [UInt8]) -> Double {
            pairs.reduce(0) { $0 + distance(cells($1.0), $1.1) } / Double(pairs.count)
        }
        let direct = mean { $0 }
        guard direct >= otherDistance else { return nil }
        return Turn.allCases.first { turn in
            let turned = mean { cells in
                cells.indices.map { index in
                    let (row, column) = (index / columns, index % columns)
                    let from = turn == .horizontal ? row : rows - 1 - row
                    return cells[from * columns + (turn == .vertical ? column : columns - 1 - column)]
                }
            }
            return turned < sameDistance && turned * turnFactor < direct
        }
    }

    private func addTurn(_ turn: Turn, _ track: Track, _ other: Track, _ log: inout FindingLog) {
        log.add(
            .pictures, "The pictures are those of \(other.playlist.name), \(turn.rawValue).", at: track.playlist.place,
            kind: "turn")
    }

    // MARK: - Speed

    /// The ratios of times at which the pictures of a wrong frame rate are compared.
    private static let speeds = [2.0, 0.5]
    private static let fewestMoves = 2
    /// Pictures of the right time must be nearer than those of the same time by this factor, and nearer than all others.
    private static let speedFactor = 1.5
    /// The mean difference of cells from which a picture has changed.
    private static let movedDistance = 2.0

    /// Returns how many times as fast as another variant the pictures follow from the start on; nil where they do not.
    private static func speed(of track: Track, against other: Track) -> Double? {
        guard let start = track.pictures.first, let origin = other.pictures.first else { return nil }
        return speeds.first { speed in
            var (equal, moved) = (0, 0)
            for picture in track.pictures.dropFirst() {
                let passed = Double(picture.time - start.time)
                guard passed > 0, passed < farthestTime else { continue }
                let place = origin.time + Int64(passed * speed)
                guard let same = other.pictures.first(where: { abs($0.time - picture.time) < timeTolerance }),
                    let expected = other.pictures.first(where: { abs($0.time - place) < timeTolerance })
                else { continue }
                let (direct, scaled) = (
                    distance(picture.cells, same.cells), distance(picture.cells, expected.cells)
                )
                guard direct.isFinite, direct >= movedDistance else { continue }
                moved += 1
                let nearest = other.pictures.lazy.map { distance($0.cells, picture.cells) }.min() ?? .infinity
                if scaled < sameDistance, scaled * speedFactor < direct, scaled <= nearest { equal += 1 }
            }
            return moved >= fewestMoves && equal == moved
        }
    }

    /// In nanoseconds: three days.
    private static let farthestTime = 2.6e14

    private func addSpeed(_ speed: Double, _ track: Track, _ other: Track, _ log: inout FindingLog) {
        log.add(
            .pictures,
            "The pictures are those of \(other.playlist.name) at \(speed > 1 ? "double" : "half") speed.",
            at: track.playlist.place, kind: "speed")
    }

    // MARK: - Brightness

    /// Pictures whose cells correlate by more than the first have the same contents, and by less than the second are negatives.
    private static let sameCorrelation = 0.9
    private static let negativeCorrelation = -0.8

    /// Returns in words how the brightness of the same pictures differs; nil for other pictures.
    private static func brightness(of track: Track, against other: Track) -> String? {
        var (sum, count) = (0.0, 0.0)
        var correlations: [Double] = []
        for picture in track.pictures {
            guard let match = other.pictures.first(where: { abs($0.time - picture.time) < timeTolerance })?.cells,
                match.count == picture.cells.count, let value = correlation(picture.cells, match)
            else { continue }
            correlations.append(value)
            sum += zip(picture.cells, match).reduce(0) { $0 + Double($1.0) - Double($1.1) } / Double(match.count)
            count += 1
        }
        guard correlations.count >= fewestPictures else { return nil }
        if correlations.allSatisfy({ $0 < negativeCorrelation }) {
            return "The pictures are negatives of those of \(other.playlist.name)."
        }
        let difference = sum / count
        guard correlations.allSatisfy({ $0 > sameCorrelation }), abs(difference) >= cellTolerance else { return nil }
        return "The pictures are those of \(other.playlist.name), \(Int(abs(difference).rounded())) of 255 "
            + "\(difference < 0 ? "darker" : "brighter") on average."
    }

    /// Returns nil for pictures of one brightness.
    private static func correlation(_ left: [UInt8], _ right: [UInt8]) -> Double? {
        let (own, other) = (left.map(Double.init), right.map(Double.init))
        let count = Double(max(1, own.count))
        let means = (own.reduce(0, +) / count, other.reduce(0, +) / count)
        var (both, one, two) = (0.0, 0.0, 0.0)
        for (a, b) in zip(own, other) {
            both += (a - means.0) * (b - means.1)
            one += (a - means.0) * (a - means.0)
            two += (b - means.1) * (b - means.1)
        }
        guard one > count, two > count else { return nil }
        return both / (one * two).squareRoot()
    }

    // MARK: - Parts

    private static let columns = 16
    private static let rows = 9
    /// A cell shows something else where it differs by this much from all others, which differ by less than the second value.
    private static let partTolerance = 18.0
    private static let agreeingTolerance = 6.0
    private static let fewestParts = 4

    /// Looks for a part of the picture that differs in all key frames: a logo, a text or a bar in one variant.
    private func checkPart(_ own: Track, _ others: [Track], _ log: inout FindingLog) {
        var pictureCount = 0
        var differing = [Int](repeating: 0, count: Self.columns * Self.rows)
        for picture in own.pictures {
            let same = others.compactMap { other in
                other.pictures.first { abs($0.time - picture.time) < Self.timeTolerance }?.cells
            }
            guard same.count == others.count, same.allSatisfy({ $0.count == differing.count }),
                picture.cells.count == differing.count
            else { continue }
            pictureCount += 1
            for index in differing.indices {
                let values = same.map { Double($0[index]) }
                guard let low = values.min(), let high = values.max(), high - low < Self.agreeingTolerance else {
                    continue
                }
                let value = Double(picture.cells[index])
                if min(abs(value - low), abs(value - high)) > Self.partTolerance { differing[index] += 1 }
            }
        }
        guard pictureCount >= Self.fewestParts else { return }
        let cells = differing.indices.filter { differing[$0] * 10 >= pictureCount * 9 }
        guard let first = cells.first else { return }
        log.add(
            .pictures,
            "A part of the picture (\(Self.words(first)), \(cells.count) of \(differing.count) cells) differs from that of "
                + "\(others[0].playlist.name) in all key frames.", at: own.playlist.place, kind: "part")
    }

    private static func words(_ cell: Int) -> String {
        let (row, column) = (cell / columns, cell % columns)
        let height = row < rows / 3 ? "top" : row >= rows - rows / 3 ? "bottom" : "center"
        return height + (column < columns / 3 ? " left" : column >= columns - columns / 3 ? " right" : "")
    }

    private func addDrift(_ change: Int64, _ track: Track, _ other: Track, _ log: inout FindingLog) {
        log.add(
            .pictures,
            "The pictures are those of \(other.playlist.name), and \(Words.seconds(nanoseconds: abs(change))) s "
                + "\(change > 0 ? "earlier" : "later") at the end than at the start.", at: track.playlist.place,
            kind: "drift")
    }

    private static let shortestDrift: Int64 = 90_000_000

    /// Returns by how much more late the pictures of a variant are at the end than at the start; nil where the distance stays.
    private static func drift(of track: Track, behind other: Track) -> Int64? {
        var lags: [Int64] = []
        for own in track.sequences {
            guard let start = own.first,
                let reference = other.sequences.first(where: { abs($0[0].time - start.time) < timeTolerance })
            else { continue }
            func nearest(_ frames: [PictureCells], _ cells: [UInt8]) -> (lag: Int64, distance: Double)? {
                frames.map { ($0.time - start.time, distance($0.cells, cells)) }.min { $0.1 < $1.1 }
            }
            guard let late = nearest(own, reference[0].cells), let early = nearest(reference, start.cells) else {
                continue
            }
            let lag = late.distance <= early.distance ? late.lag : -early.lag
            guard min(late.distance, early.distance) < sameDistance else { return nil }
            lags.append(lag)
        }
        guard lags.count >= 3, let first = lags.first, let last = lags.last, abs(last - first) >= shortestDrift else {
            return nil
        }
        let steps = zip(lags, lags.dropFirst()).map { $1 - $0 }
        let sign: Int64 = last > first ? 1 : -1
        guard steps.allSatisfy({ $0 * sign >= -timeTolerance }) else { return nil }
        return last - first
    }

    /// Pictures whose cells differ by less than this on average are the same.
    private static let sameDistance = 3.0

    private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Double {
        guard left.count == right.count, !left.isEmpty else { return .infinity }
        return Double(zip(left, right).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }) / Double(left.count)
    }

    /// Pictures that are this near to each other are the same, where those of the same time differ by the second share.
    private static let sameShare = 0.008
    private static let changedShare = 0.03
    private static let fewestLags = 2
    private static let shortestLag: Int64 = 50_000_000

    /// Returns by how much the pictures of a variant are late; nil where they are not, or where nothing moves.
    private static func lag(of track: Track, behind other: Track) -> Int64? {
        // The lags that explain each start whose pictures differ.
        var found: [[Int64]] = []
        for own in track.sequences {
            guard let start = own.first,
                let reference = other.sequences.first(where: { abs($0[0].time - start.time) < timeTolerance }),
                share(start.cells, reference[0].cells) >= changedShare
            else { continue }
            // The picture of one start is a later one of the other variant.
            let late = own.filter { share($0.cells, reference[0].cells) < sameShare }.map { $0.time - start.time }
            let early = reference.filter { share($0.cells, start.cells) < sameShare }.map { start.time - $0.time }
            found.append(early.reversed() + late)
        }
        guard found.count >= fewestLags, let first = found.first else { return nil }
        let common = first.filter { lag in
            found.allSatisfy { $0.contains { abs($0 - lag) < timeTolerance } }
        }
        guard !common.isEmpty, common.allSatisfy({ abs($0) >= shortestLag }) else { return nil }
        return common[common.count / 2]
    }

    /// Returns the share of cells that differ on average; nil without enough key frames at the same times.
    private static func share(_ left: Track, _ right: Track) -> Double? {
        let shares = left.pictures.compactMap { picture in
            right.pictures.first { abs($0.time - picture.time) < timeTolerance }.map { share(picture.cells, $0.cells) }
        }
        guard shares.count >= fewestPictures else { return nil }
        return shares.reduce(0, +) / Double(shares.count)
    }

    /// Returns the share of cells whose brightness differs by more than a change of contrast and brightness.
    static func share(_ left: [UInt8], _ right: [UInt8]) -> Double {
        guard left.count == right.count, !left.isEmpty else { return 0 }
        let (own, other) = (left.map(Double.init), right.map(Double.init))
        let count = Double(own.count)
        let means = (own.reduce(0, +) / count, other.reduce(0, +) / count)
        if abs(means.0 - means.1) > 2 * cellTolerance { return 1 }
        var (product, square) = (0.0, 0.0)
        for (a, b) in zip(own, other) {
            product += (a - means.0) * (b - means.1)
            square += (b - means.1) * (b - means.1)
        }
        let gain = square > 0 ? min(1.4, max(0.7, product / square)) : 1
        return Double(zip(own, other).count { abs($0 - means.0 - gain * ($1 - means.1)) > cellTolerance }) / count
    }
}
