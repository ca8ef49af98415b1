import Foundation
import Testing

@testable import HLS

/// Returns a media playlist of one segment, with lines before it.
func mediaText(_ lines: String..., segments: String = "#EXTINF:6,\na.ts") -> String {
    "#EXTM3U\n" + (["#EXT-X-TARGETDURATION:6"] + lines + [segments]).joined(separator: "\n") + "\n"
}

/// Returns a multivariant playlist of one variant, with lines before it.
func multivariantText(
    _ lines: String..., variants: String = "#EXT-X-STREAM-INF:BANDWIDTH=1000,CODECS=\"avc1.4d401e\"\nv.m3u8"
) -> String {
    "#EXTM3U\n" + (lines + [variants]).joined(separator: "\n") + "\n"
}

let testURL = URL(string: "https://example.com/film/list.m3u8?token=a%20b&empty=")

struct Outcome {
    var playlist: Playlist?
    var faults: [PlaylistFault]
    var error: PlaylistError?

    var rules: [String] { faults.map(\.rule.rawValue) }
    var media: MediaPlaylist? { if case .media(let playlist)? = playlist { playlist } else { nil } }
    var multivariant: MultivariantPlaylist? {
        if case .multivariant(let playlist)? = playlist { playlist } else { nil }
    }

    func fault(_ rule: PlaylistRule) -> PlaylistFault? { faults.first { $0.rule == rule } }
}

func parse(
    _ text: String, _ mode: ParsingMode = .lenient, imports: [String: String]? = nil, limits: ParsingLimits = .standard
) -> Outcome {
    parse(Array(text.utf8), mode, imports: imports, limits: limits)
}

func parse(
    _ bytes: [UInt8], _ mode: ParsingMode = .lenient, imports: [String: String]? = nil,
    limits: ParsingLimits = .standard
) -> Outcome {
    do {
        let parsed = try Playlist.parse(
            bytes, baseURL: testURL, importedVariables: imports, mode: mode, limits: limits)
        return Outcome(playlist: parsed.playlist, faults: parsed.faults)
    } catch {
        return Outcome(faults: error.faults, error: error)
    }
}

/// Expects that both modes reject the text, by this rule, at this line.
func expectRejected(
    _ text: String, _ rule: PlaylistRule, line: Int? = nil, imports: [String: String]? = nil,
    at location: SourceLocation = #_sourceLocation
) {
    for mode in [ParsingMode.strict, .lenient] {
        let outcome = parse(text, mode, imports: imports)
        #expect(outcome.error?.code == rule, "\(mode): \(outcome.faults)", sourceLocation: location)
        #expect(outcome.error?.fault.level == .error, sourceLocation: location)
        #expect((outcome.error?.fault.message.count ?? 0) > 20, sourceLocation: location)
        if let line { #expect(outcome.error?.fault.line == line, sourceLocation: location) }
    }
}

/// Expects that strict mode rejects the text, and lenient mode accepts it with a warning.
@discardableResult
func expectStrictOnly(
    _ text: String, _ rule: PlaylistRule, at location: SourceLocation = #_sourceLocation
) -> Outcome {
    #expect(parse(text, .strict).error?.code == rule, sourceLocation: location)
    let lenient = parse(text)
    #expect(lenient.error == nil, sourceLocation: location)
    #expect(lenient.fault(rule)?.level == .warning, "\(lenient.faults)", sourceLocation: location)
    return lenient
}

/// Expects that both modes accept the text, with a fault of this rule and level.
@discardableResult
func expectFault(
    _ text: String, _ rule: PlaylistRule, _ level: PlaylistFault.Level, line: Int? = nil,
    at location: SourceLocation = #_sourceLocation
) -> Outcome {
    #expect(parse(text, .strict).fault(rule)?.level == level, sourceLocation: location)
    let outcome = parse(text)
    #expect(outcome.error == nil, sourceLocation: location)
    #expect(outcome.fault(rule)?.level == level, "\(outcome.faults)", sourceLocation: location)
    if let line { #expect(outcome.fault(rule)?.line == line, sourceLocation: location) }
    return outcome
}
