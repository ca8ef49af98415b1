import CoreMedia
import Foundation

@testable import HLS

/// A seeded generator of random numbers (SplitMix64): the same numbers for the same seed.
struct PropertyRandom: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }

    mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }

    /// Returns true once in `count` calls on average.
    mutating func oneIn(_ count: Int) -> Bool { number(1...count) == 1 }

    mutating func pick<Element>(_ list: [Element]) -> Element { list[number(0...list.count - 1)] }
}

/// A WebVTT file at random: its header, and its blocks without the empty lines between them.
struct WebVTTDocument {
    var header: [String]
    var blocks: [[String]]

    var lines: [String] { ([header] + blocks).map { $0 + [""] }.flatMap { $0 } }
    var text: String { lines.joined(separator: "\n") }
    var bytes: [UInt8] { Array(text.utf8) }

    private static let words = [
        "Hello", "<i>there</i>", "<b>you", "</b>", "<c.yellow.bg_blue>", "</c>", "<v Esme>", "&amp;", "&lt;3", "&nope;",
        "&#x41;", "--", "->", "a -- > b", "é", "日本", "🎬", "<00:00:01.000>", "<ruby>kan<rt>ji</rt></ruby>", "NOTE", "\t",
    ]
    private static let settings = [
        "align:start", "align:end", "align:left", "line:-1", "line:0", "line:50%", "line:12.5%,end", "line:3,center",
        "position:10%", "position:90%,line-right", "position:0.5%,center", "size:35%", "size:100%", "vertical:rl",
        "vertical:lr", "region:fred", "size:101%", "align:middle", "line:", "colour:red", ":", "position:50",
    ]

    /// Creates a document whose cues have the identifiers `cue 0`, `cue 1`, … in their order.
    init(using random: inout PropertyRandom) {
        header = [random.pick(["WEBVTT", "WEBVTT - a title", "WEBVTT\tx"])]
        if random.oneIn(3) { header.append("X-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:\(random.number(0...900_000))") }
        if random.oneIn(4) { header.append("Kind: captions") }
        blocks = []
        var cues = 0
        for _ in 0..<random.number(0...8) {
            switch random.number(0...7) {
            case 0: blocks.append(["NOTE", Self.line(using: &random)])
            case 1: blocks.append(["STYLE", "::cue { color: red }"])
            default:
                blocks.append(Self.cue(cues, using: &random))
                cues += 1
            }
        }
    }

    static func cue(_ number: Int, using random: inout PropertyRandom) -> [String] {
        let start = random.number(0...20_000_000)
        let end = start + random.number(1...900_000)
        let listed = (0..<random.number(0...3)).map { _ in random.pick(settings) }
        let arrow = random.pick(["-->", " --> ", "\t-->  "])
        let timings = time(start, using: &random) + arrow + time(end, using: &random)
        return ["cue \(number)", ([timings] + listed).joined(separator: " ")]
            + (0..<random.number(0...3)).map { _ in line(using: &random) }
    }

    private static func line(using random: inout PropertyRandom) -> String {
        "x" + (0..<random.number(0...4)).map { _ in " " + random.pick(words) }.joined()
    }

    /// Returns a time with or without hours, which are optional below one hour.
    private static func time(_ milliseconds: Int, using random: inout PropertyRandom) -> String {
        let text = WebVTTWriter.time(milliseconds)
        return milliseconds < 3_600_000 && random.oneIn(2) ? String(text.dropFirst(3)) : text
    }

    /// Returns the bytes with some of them removed, repeated, exchanged or overwritten.
    func damaged(using random: inout PropertyRandom) -> [UInt8] {
        var bytes = self.bytes
        let pieces = [
            "-->", "\n\n", "\r", "WEBVTT", "00:00:01.000 --> ", "\u{0}", "&", "<", "%", ":", "99999999999999999999",
        ]
        for _ in 0..<random.number(1...6) {
            let place = random.number(0...bytes.count)
            let end = min(bytes.count, place + random.number(0...12))
            switch random.number(0...4) {
            case 0: bytes.removeSubrange(place..<end)
            case 1: bytes.insert(contentsOf: bytes[place..<end], at: place)
            case 2: bytes.insert(contentsOf: Array(random.pick(pieces).utf8), at: place)
            case 3 where place < bytes.count: bytes[place] = UInt8(random.number(0...255))
            default: bytes.removeSubrange(end...)
            }
        }
        return bytes
    }
}

/// Writes parsed files, so that a test can parse them again.
enum WebVTTWriter {
    static func bytes(_ file: WebVTTFile) -> [UInt8] {
        var lines = ["WEBVTT"]
        if let map = file.timestampMap {
            let local = time(Int(map.local / 1_000_000)) + digits(Int(map.local % 1_000_000), 6)
            lines.append("X-TIMESTAMP-MAP=LOCAL:\(local),MPEGTS:\(map.transport)")
        }
        lines.append("")
        for cue in file.cues {
            if !cue.identifier.isEmpty { lines.append(cue.identifier) }
            let timings = "\(time(milliseconds(cue.start))) --> \(time(milliseconds(cue.end)))"
            lines.append(([timings] + settings(cue.settings)).joined(separator: " "))
            if !cue.payload.isEmpty { lines.append(cue.payload) }
            lines.append("")
        }
        return Array(lines.joined(separator: "\n").utf8)
    }

    static func time(_ milliseconds: Int) -> String {
        let (seconds, rest) = milliseconds.quotientAndRemainder(dividingBy: 1_000)
        return [digits(seconds / 3_600, 2), digits(seconds / 60 % 60, 2), digits(seconds % 60, 2)]
            .joined(separator: ":") + "." + digits(rest, 3)
    }

    private static func digits(_ number: Int, _ count: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, count - text.count)) + text
    }

    static func milliseconds(_ time: CMTime) -> Int {
        Int(time.convertScale(1_000_000_000, method: .default).value / 1_000_000)
    }

    private static func settings(_ settings: WebVTTCueSettings) -> [String] {
        var list: [String] = []
        if settings.direction != .horizontal { list.append("vertical:\(settings.direction.rawValue)") }
        switch settings.line {
        case .number(let number):
            list.append("line:\(String(format: "%.6f", number)),\(settings.lineAlignment.rawValue)")
        case .percentage(let part): list.append("line:\(percentage(part)),\(settings.lineAlignment.rawValue)")
        case nil: break
        }
        if let position = settings.position {
            let alignment = settings.positionAlignment.map { ",\($0.rawValue)" } ?? ""
            list.append("position:\(percentage(position))\(alignment)")
        }
        if settings.size != 100 { list.append("size:\(percentage(settings.size))") }
        if settings.alignment != .center { list.append("align:\(settings.alignment.rawValue)") }
        return list
    }

    private static func percentage(_ number: Double) -> String {
        number == number.rounded() ? "\(Int(number))%" : "\(number)%"
    }
}
