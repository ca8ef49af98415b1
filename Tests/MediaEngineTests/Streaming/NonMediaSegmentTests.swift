import Foundation
import MediaTesting
import Synchronization
import Testing

@testable import HLS
@testable import MediaEngine

/// Servers that respond to the request of a segment with status 200 and other content (`spec/hls.md` section 10).
@Suite(.enabled(if: StreamMaker.isAvailable), .serialized)
struct NonMediaSegmentTests {
    enum Form: String, CaseIterable {
        case fragments, transportStream, encrypted

        var recipe: LadderRecipe {
            LadderRecipe.small.with {
                $0.segmentSeconds = 2
                switch self {
                case .fragments: break
                case .transportStream:
                    $0.container = .transportStream
                    $0.audioForm = .muxed
                case .encrypted: $0.encryption = .aes128(segmentsPerKey: 4, hasExplicitVectors: true)
                }
            }
        }
    }

    enum Text: String, CaseIterable {
        case short, long, page, asLong, nothing

        /// Returns the replacement for a segment.
        func bytes(for segment: [UInt8]) -> [UInt8] {
            switch self {
            case .short: Array("no media\n".utf8)
            case .long: Array(String(repeating: "The segment is not available any more.\n", count: 400).utf8)
            case .page:
                Array("<!DOCTYPE html><html><head><title>Sign in</title></head><body>Sign in</body></html>".utf8)
            case .asLong:
                Array(
                    String(repeating: "The segment is not available any more.\n", count: segment.count).utf8.prefix(
                        segment.count))
            case .nothing: []
            }
        }
    }

    /// - Parameter first: the number of the first segment that is replaced.
    private static func content(
        _ recipe: LadderRecipe, _ text: Text, for folders: [String], from first: Int = 0
    ) async throws -> EditedContent {
        EditedContent(try await Ladder.make(recipe)) { path, original in
            guard path.hasSuffix(".m4s") || path.hasSuffix(".ts"), folders.contains(where: path.hasPrefix),
                let number = path.split(separator: "/").last?.split(separator: ".").first.flatMap({ Int($0) }),
                number >= first
            else { return original }
            return text.bytes(for: original)
        }
    }

    /// The result of reading a stream to its end: the decode times of its video, and the reported errors.
    private struct Outcome {
        var times: [Nanoseconds] = []
        var faults: [StreamFault] = []
        var failure: MediaError?
    }

    private static func play(
        _ origin: Origin, _ change: (StreamingReader) -> Void = { _ in }
    ) throws -> Outcome {
        let reader = try open(origin)
        let faults = Mutex<[StreamFault]>([])
        reader.observeEvents { if case .fault(let fault) = $0 { faults.withLock { $0.append(fault) } } }
        change(reader)
        var outcome = Outcome()
        do throws(MediaError) {
            while let packet = try reader.read() {
                if packet.trackIndex == StreamTracks.video, !packet.isLeadIn { outcome.times.append(packet.decodeTime) }
            }
        } catch {
            outcome.failure = error
        }
        outcome.faults = faults.withLock { $0 }
        return outcome
    }

    private static func holes(_ times: [Nanoseconds]) -> [(Nanoseconds, Nanoseconds)] {
        zip(times, times.dropFirst()).filter { $1 - $0 > 60 * .millisecond || $1 <= $0 }
    }

    private static func open(_ origin: Origin) throws -> StreamingReader {
        var preferences = StreamingPreferences()
        preferences.startsOnFirstEligible = true
        return try StreamingReader.open(
            MediaLocator(url: origin.url("/main.m3u8")), preferences: preferences, policy: .impatient)
    }

    @Test(
        "a variant whose segments are all text is abandoned, and another one plays to the end [hls.md 10: segment that is a web page]",
        arguments: Form.allCases, Text.allCases)
    func oneVariant(_ form: Form, _ text: Text) async throws {
        let origin = try Origin(try await Self.content(form.recipe, text, for: ["/v0/"]))
        defer { origin.stop() }
        let outcome = try Self.play(origin)
        #expect(outcome.times.count == form.recipe.seconds * 24)
        #expect(origin.records.contains { $0.path.hasPrefix("/v0/0.") }, "the bad variant was tried")
        check(outcome, blaming: "/v0/0.")
    }

    /// Checks that no frame is lost or repeated, and that the error log contains a segment.
    private func check(_ outcome: Outcome, blaming path: String) {
        #expect(outcome.failure == nil)
        #expect(Self.holes(outcome.times).isEmpty, "\(Self.holes(outcome.times))")
        let seen = outcome.faults.map { "\($0)" }
        #expect(
            outcome.faults.contains {
                $0.comment.contains("another variant") && $0.error.url?.path.hasPrefix(path) == true
            }, "\(seen)")
    }

    @Test(
        "a variant whose segments become text during playback is abandoned, and no frame is lost or repeated",
        arguments: Form.allCases, Text.allCases)
    func becomesText(_ form: Form, _ text: Text) async throws {
        let origin = try Origin(try await Self.content(form.recipe, text, for: ["/v1/"], from: 3))
        defer { origin.stop() }
        let outcome = try Self.play(origin)
        #expect(outcome.times.count == form.recipe.seconds * 24)
        #expect(origin.records.contains { $0.path.hasPrefix("/v1/3.") }, "the bad segment was requested")
        check(outcome, blaming: "/v1/3.")
    }

    @Test(
        "a switch to a variant whose segments are text returns to the previous variant, and no frame is lost or repeated",
        arguments: Form.allCases, Text.allCases)
    func switchToText(_ form: Form, _ text: Text) async throws {
        let origin = try Origin(try await Self.content(form.recipe, text, for: ["/v1/"]))
        defer { origin.stop() }
        let outcome = try Self.play(origin)
        #expect(outcome.times.count == form.recipe.seconds * 24)
        check(outcome, blaming: "/v1/")
    }

    @Test("when the segments of all variants but one are text, that one is played, whichever it is", arguments: 0..<3)
    func oneSoundVariant(_ sound: Int) async throws {
        let recipe = Form.fragments.recipe.with {
            $0.variants.append(LadderRecipe.Variant(512, 288, bitsPerSecond: 500_000))
        }
        let bad = (0..<3).filter { $0 != sound }.map { "/v\($0)/" }
        let origin = try Origin(try await Self.content(recipe, .page, for: bad))
        defer { origin.stop() }
        let outcome = try Self.play(origin)
        #expect(outcome.times.count == recipe.seconds * 24)
        check(outcome, blaming: "/v")
    }

    @Test("when the segments of every variant of one codec are text, the variants of another codec are played")
    func oneCodec() async throws {
        let recipe = Form.fragments.recipe.with {
            $0.variants.append(LadderRecipe.Variant(256, 144, bitsPerSecond: 150_000, codec: .hevc))
        }
        for first in [0, 3] {
            let origin = try Origin(try await Self.content(recipe, .page, for: ["/v0/", "/v1/"], from: first))
            defer { origin.stop() }
            let outcome = try Self.play(origin)
            #expect(outcome.times.count == recipe.seconds * 24, "from segment \(first)")
            check(outcome, blaming: "/v")
        }
    }

    @Test("a variant above the app's peak bit rate is played when the segments of every variant below are text")
    func aboveTheLimit() async throws {
        let origin = try Origin(try await Self.content(Form.fragments.recipe, .page, for: ["/v0/"], from: 1))
        defer { origin.stop() }
        let outcome = try Self.play(origin) { reader in
            var preferences = StreamingPreferences()
            preferences.environment.preferredPeakBitRate = 1
            reader.prefer(preferences)
        }
        #expect(outcome.times.count == Form.fragments.recipe.seconds * 24)
        check(outcome, blaming: "/v0/1.")
    }

    @Test("when the segments of every variant become text during playback, playback ends with an error that names one")
    func everyVariantBecomesText() async throws {
        for form in [Form.fragments, .transportStream] {
            for text in [Text.page, .nothing] {
                let origin = try Origin(try await Self.content(form.recipe, text, for: ["/v0/", "/v1/"], from: 2))
                defer { origin.stop() }
                let outcome = try Self.play(origin)
                #expect(outcome.times.count == 2 * 2 * 24, "\(form) \(text)")
                #expect(
                    outcome.failure?.url?.path.hasPrefix("/v") == true,
                    "\(form) \(text): \(String(describing: outcome.failure))")
            }
        }
    }

    @Test("when the segments of every variant are text, opening fails with an error about a segment")
    func everyVariant() async throws {
        for form in Form.allCases {
            let origin = try Origin(try await Self.content(form.recipe, .long, for: ["/v0/", "/v1/"]))
            defer { origin.stop() }
            let failure = #expect(throws: MediaError.self) { _ = try Self.open(origin) }
            let seen = "\(form): \(String(describing: failure))"
            if form == .encrypted {
                // Text that is not ciphertext cannot be distinguished from a segment with another key.
                #expect(failure?.code == .wrongKey, "\(seen)")
                #expect(failure?.message.contains("cannot be decrypted") == true, "\(seen)")
            } else {
                #expect(failure.map { (3000..<4000).contains($0.code.rawValue) } == true, "\(seen)")
                #expect(failure?.message.contains("no variant") == true, "\(seen)")
            }
            #expect(failure?.url?.path.hasPrefix("/v") == true)
        }
    }
}
