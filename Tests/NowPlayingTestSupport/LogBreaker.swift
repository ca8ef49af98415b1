import NowPlayingValidation

/// Mutates logs as bytes, without knowledge of the format.
public struct LogBreaker {
    /// The state of the generator: the seed of the next log.
    public private(set) var state: UInt64
    private static let logs = ContentKind.allCases.map { Array(SampleSession.clean($0).log.utf8) }
    private static let pieces: [[UInt8]] = [
        "{", "}", "[", "]", "\"", "\\", "\\u0000", "\\ud83d", "null", "true", "-1", "1e308", "1e-308", "0", "\n", ",",
        ":",
        "\"info\":null", "\"time\":", "\"event\":\"info\"", "\"event\":\"gone\"", "9999999999999999999", "\u{0}",
        "\u{FEFF}",
        "2026-13-45T99:99:99Z", "playbackRate", "elapsedPlaybackTime",
    ].map { Array($0.utf8) }

    public init(seed: UInt64) { state = seed }

    public mutating func brokenLog() -> [UInt8] {
        var log = Self.logs[below(Self.logs.count)]
        for _ in 0...below(8) where !log.isEmpty { change(&log) }
        return log
    }

    private mutating func change(_ log: inout [UInt8]) {
        let place = below(log.count)
        let length = min(log.count - place, 1 + below(below(8) == 0 ? 2_000 : 12))
        switch below(7) {
        case 0: log[place] = UInt8(below(256))
        case 1: log.removeSubrange(place..<place + length)
        case 2: log.insert(contentsOf: log[place..<place + length], at: below(log.count))
        case 3: log.removeLast(log.count - place)
        case 4: log.insert(contentsOf: Self.pieces[below(Self.pieces.count)], at: place)
        case 5: log.replaceSubrange(place..<place + length, with: Self.pieces[below(Self.pieces.count)])
        default:
            let piece = log[place..<place + length]
            for _ in 0..<below(100) { log.insert(contentsOf: piece, at: place) }
        }
    }

    /// SplitMix64.
    private mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }

    private mutating func below(_ limit: Int) -> Int { limit < 1 ? 0 : Int(next() % UInt64(limit)) }
}
