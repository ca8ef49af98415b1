import Foundation
import MediaTesting
import Testing

@testable import HLS
@testable import MediaEngine

/// Servers that answer the request of a segment with status 200 and something else (`spec/hls.md` section 10).
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
        case short, long

        var bytes: [UInt8] {
            switch self {
            case .short: Array("no media\n".utf8)
            case .long: Array(String(repeating: "The segment is not available any more.\n", count: 400).utf8)
            }
        }
    }

    private static func content(
        _ form: Form, _ text: Text, for folders: [String]
    ) async throws -> EditedContent {
        let bytes = text.bytes
        return EditedContent(try await Ladder.make(form.recipe)) { path, original in
            let isSegment = path.hasSuffix(".m4s") || path.hasSuffix(".ts")
            return isSegment && folders.contains(where: path.hasPrefix) ? bytes : original
        }
    }

    private static func open(_ origin: Origin) throws -> StreamingReader {
        var preferences = StreamingPreferences()
        preferences.startsOnFirstEligible = true
        return try StreamingReader.open(
            MediaLocator(url: origin.url("/main.m3u8")), preferences: preferences, policy: .impatient)
    }

    @Test(
        "a variant whose segments are all text is left, and another one plays to the end [hls.md 10: segment that is a web page]",
        arguments: Form.allCases, Text.allCases)
    func oneVariant(_ form: Form, _ text: Text) async throws {
        let origin = try Origin(try await Self.content(form, text, for: ["/v0/"]))
        defer { origin.stop() }
        let reader = try Self.open(origin)
        let faults = Told()
        reader.observeEvents { if case .fault(let fault) = $0 { faults.append(fault.comment) } }
        var pictures = 0
        while let packet = try reader.read() { pictures += packet.trackIndex == StreamTracks.video ? 1 : 0 }
        #expect(pictures == form.recipe.seconds * 24)
        #expect(origin.records.contains { $0.path.hasPrefix("/v0/0.") }, "the bad variant was tried")
        #expect(faults.all.contains { $0.contains("another variant") }, "\(faults.all)")
    }

    @Test("where the segments of every variant are text, opening fails with an error about a segment that says so")
    func everyVariant() async throws {
        for form in Form.allCases {
            let origin = try Origin(try await Self.content(form, .long, for: ["/v0/", "/v1/"]))
            defer { origin.stop() }
            let failure = #expect(throws: MediaError.self) { _ = try Self.open(origin) }
            let seen = "\(form): \(String(describing: failure))"
            if form == .encrypted {
                // Text that is no ciphertext cannot be told from a segment of another key.
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
