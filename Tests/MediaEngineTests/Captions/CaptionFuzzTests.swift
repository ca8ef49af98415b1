import CoreMedia
import Foundation
import HLS
import Testing

@testable import MediaEngine

/// Caption files and events with bytes changed, removed, repeated and swapped, in all readers: nothing traps, nothing hangs.
///
/// `script/soak captions SECONDS` runs this for longer.
@Suite(.serialized)
struct CaptionFuzzTests {
    private static let seconds = ProcessInfo.processInfo.environment["OPENAVKIT_CAPTIONS"].flatMap(Double.init)
    private static let usualRounds = 300
    /// The longest time for a file of some kilobytes.
    private static let longest = Duration.seconds(2)

    private static let webVTT = """
        WEBVTT
        X-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:900000

        STYLE
        ::cue { color: rgba(0, 255, 0, 0.5); font: italic bold 150%/1.2 "A b", serif }
        ::cue(v[voice="Mary"] > .loud), ::cue(#\\31 :lang(en)) { background: hsl(120, 50%, 50%) !important }

        REGION
        id:r width:40% lines:3 regionanchor:0%,100% viewportanchor:10%,90% scroll:up

        1
        00:01.000 --> 00:02.000 region:r align:left position:10%,line-left size:50%
        <v Mary><c.loud>One</c> <lang en-GB>two<00:01.500></lang></v> <ruby>a<rt>b</ruby> &NotEqualTilde;&#x41;&notit;

        00:00:03.000 --> 00:00:01.000 line:-1.5 vertical:rl
        backwards
        """
    private static let subRip = """
        1
        00:00:01,000 --> 00:00:02,500 X1:10 X2:20
        {\\an8}{\\i1}<font color="#ff0000">Grüße</font> <b>こんにちは</b> A < B & C

        2
        00:00:03,5 --> 01:00:04,000
        Привет <u>мир
        """
    private static let subStation = """
        PlayResX: 640
        PlayResY: 480
        Format: Name, Fontname, Fontsize, PrimaryColour, Bold, Italic, Underline, Alignment
        Style: Default,Arial,20,&H80FFFFFF,-1,0,0,2
        0,0,Default,,0,0,0,,{\\b1\\c&H0000FF&\\pos(10,20)\\fs30\\fnSerif\\t(0,1,\\i1)}a\\Nb{\\rDefault\\alpha&H80&}c{\\p1}m 0 0
        """

    private static func mutated(_ bytes: [UInt8], _ random: inout some RandomNumberGenerator) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int.random(in: 1...8, using: &random) where !bytes.isEmpty {
            let place = Int.random(in: 0..<bytes.count, using: &random)
            let end = min(bytes.count, place + Int.random(in: 1...40, using: &random))
            switch Int.random(in: 0...5, using: &random) {
            case 0: bytes.removeSubrange(place..<end)
            case 1: bytes.insert(contentsOf: bytes[place..<end], at: Int.random(in: 0...bytes.count, using: &random))
            case 2: bytes[place] = UInt8.random(in: 0...255, using: &random)
            case 3: bytes.insert(contentsOf: Array("0123456789999999999".utf8), at: place)
            case 4: bytes.swapAt(place, end - 1)
            default: bytes[place] = [0x0a, 0x0d, 0x3c, 0x26, 0x7b, 0x5c, 0x28, 0x22].randomElement(using: &random) ?? 0
            }
        }
        return bytes
    }

    private static func read(_ bytes: [UInt8]) {
        for language in [nil, "ja", "ru", "zh"] {
            let text = CaptionText(Data(bytes), language: language).text
            for document in [text, SubRipText(text).webVTT] {
                let file = WebVTTFile.parse(Array(document.utf8))
                let sheet = WebVTTStyleSheet(file.styles)
                for cue in file.cues {
                    let cue = SubtitleCues.Cue(cue, sheet: sheet)
                    let count = cue.text.utf16.count
                    #expect(cue.styles.allSatisfy { $0.range.lowerBound >= 0 && $0.range.upperBound <= count })
                }
            }
            let event = SubStationEvent(text, script: SubStationScript(text))
            #expect(event.styles.allSatisfy { $0.range.upperBound <= event.text.utf16.count })
        }
    }

    @Test("mutated caption files are read without a trap and in time, in every encoding")
    func mutated_areRead() throws {
        let samples = [Self.webVTT, Self.subRip, Self.subStation].flatMap { text in
            [String.Encoding.utf8, .utf16, .utf16BigEndian, .shiftJIS, .windowsCP1252].compactMap { encoding in
                text.data(using: encoding, allowLossyConversion: true).map(Array.init)
            }
        }
        try #require(samples.count >= 9)
        let end = ContinuousClock.now + .seconds(Self.seconds ?? 3_600)
        var round = 0
        while ContinuousClock.now < end, Self.seconds != nil || round < Self.usualRounds {
            var random = Repeatable(state: UInt64(round))
            let bytes = Self.mutated(samples[round % samples.count], &random)
            let time = ContinuousClock().measure { Self.read(bytes) }
            #expect(time < Self.longest, "round \(round)")
            round += 1
        }
    }

    /// The same numbers for the same state (SplitMix64).
    private struct Repeatable: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9e37_79b9_7f4a_7c15
            var mixed = state
            mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
            return mixed ^ (mixed >> 31)
        }
    }
}
