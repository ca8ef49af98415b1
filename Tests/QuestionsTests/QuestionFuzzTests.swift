import Foundation
import Testing

@testable import Questions

/// Random utterances in all languages: nothing traps, nothing takes long, and no request has a value out of range.
///
/// `script/soak questions SECONDS` runs this for longer; OPENAVKIT_QUESTIONS is the time in seconds.
struct QuestionFuzzTests {
    private static let seconds = ProcessInfo.processInfo.environment["OPENAVKIT_QUESTIONS"].flatMap(Double.init)
    private static let usualRounds = 3_000

    /// A reproducible generator (SplitMix64).
    private struct Random: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var value = state
            value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
            value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
            return value ^ (value >> 31)
        }
    }

    /// Words of the tables, digits, separators and characters that normalization treats specially.
    private static let material: [String] = {
        var words = Vocabulary.all.flatMap { table in
            (Array(table.concepts.values) + table.units.values + table.numbers.values + table.languageNames.values
                + table.times.values)
                .flatMap { $0.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) } }
        }
        let special = [
            "0", "1", "20", "1:20", "1:20:00", ":", "::", ".", ",", "1.5", "1,5", "1,000", "%", "½", "٣", "٫", "۹", "९",
            "Ⅷ", "②", "\u{0}", "\u{301}",
            "\u{3099}", "\u{200F}", "\u{FEFF}", "e\u{301}\u{301}", "ﷺ", "🎬", "👩‍👩‍👧", "\u{FFFF}", "ー", "ｶﾞ", "ヶ", "ال",
            "الال", "و", "ß", "İ", "\n", "*", " ",
            String(repeating: "9", count: 60), String(repeating: "a", count: 60), "-", "+", "'", "’",
        ]
        for _ in 0..<40 { words += special }
        return words
    }()

    @Test(
        "random utterances are read or rejected, quickly, and requests are within their limits",
        .timeLimit(.minutes(60)))
    func randomUtterances() {
        let parser = QuestionParser(languages: QuestionParser.supportedLanguages)
        let end = Self.seconds.map { Date(timeIntervalSinceNow: $0) }
        var seed = Self.seconds == nil ? 16 : UInt64(Date().timeIntervalSince1970)
        var round = 0
        var understood = 0
        var slowest = Duration.zero
        while end.map({ Date() < $0 }) ?? (round < Self.usualRounds) {
            seed &+= 1
            round += 1
            var random = Random(state: seed)
            let utterance = Self.utterance(&random)
            var question: Question?
            slowest = max(slowest, ContinuousClock().measure { question = parser.parse(utterance) })
            guard let question else { return }
            switch question.interpretation {
            case .intent(let intent):
                understood += 1
                #expect(Self.isWithinLimits(intent), "seed \(seed): '\(utterance)' is \(intent)")
            case .ambiguous(let intents):
                #expect(intents.count > 1 && intents.allSatisfy(Self.isWithinLimits), "seed \(seed): '\(utterance)'")
            case .unknown: break
            }
            #expect(
                utterance.unicodeScalars.count <= QuestionParser.maximumLength
                    || question.interpretation == .unknown(.tooLong),
                "seed \(seed)")
        }
        if Self.seconds != nil {
            print("questions: \(round) utterances, \(understood) understood, the slowest took \(slowest)")
        }
        #expect(understood > 0)
        // Milliseconds in fact; the bound only excludes exponential work, on any machine.
        #expect(slowest < .seconds(20))
    }

    private static func utterance(_ random: inout Random) -> String {
        var text = ""
        for _ in 0..<Int.random(in: 1...12, using: &random) {
            text += material.randomElement(using: &random) ?? ""
            if Int.random(in: 0..<4, using: &random) > 0 { text += " " }
        }
        guard Int.random(in: 0..<3, using: &random) == 0 else { return text }
        // Any scalars at all, some of them in the middle of words.
        var scalars = Array(text.unicodeScalars)
        for _ in 0..<Int.random(in: 1...6, using: &random) {
            let scalar = Unicode.Scalar(UInt32.random(in: 0...0x10_FFFF, using: &random)) ?? "x"
            scalars.insert(scalar, at: Int.random(in: 0...scalars.count, using: &random))
        }
        return String(String.UnicodeScalarView(scalars))
    }

    private static func isWithinLimits(_ intent: Intent) -> Bool {
        switch intent {
        case .repeatDialogue(let seconds), .skip(let seconds):
            seconds != 0 && Intent.Limits.seconds.contains(seconds.magnitude)
        case .seek(let seconds): Intent.Limits.seconds.contains(seconds)
        case .setRate(let rate): Intent.Limits.rates.contains(rate)
        case .chapter(let number): Intent.Limits.chapters.contains(number)
        default: true
        }
    }
}
