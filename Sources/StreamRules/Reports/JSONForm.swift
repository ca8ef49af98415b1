import HLS
import Foundation
import ReportText

/// The report as JSON, with the members of `docs/stream-report.schema.json`.
struct JSONForm {
    /// The first part grows when members are removed or change their meaning, the second when members are added.
    static let schemaVersion = "1.0"

    let report: StreamReport

    var document: String {
        let facts = report.facts
        let levels = StreamRule.Level.allCases.map { ($0.rawValue, JSONText.integer(report.count($0))) }
        return JSONText.object([
            ("schemaVersion", .text(Self.schemaVersion)),
            ("tool", .object([("name", .text("avplayer")), ("version", .text(report.version))])),
            ("url", .text(facts.url)), ("verdict", .text(report.verdict)), ("faultsFound", .boolean(!report.isClean)),
            ("fatal", JSONText(report.fatal?.message)), ("counts", .object(levels)),
            ("findings", .list(report.findings.map(Self.json))),
            ("playlists", .list(zip(report.rows, facts.playlists).map(playlist))),
            ("unexamined", .list(report.unexamined.map(JSONText.text))), ("live", .boolean(facts.isLive)),
            ("decoded", .boolean(facts.isDecoded)), ("watchedSeconds", .number(facts.watchedSeconds)),
            ("bytes", .integer(facts.byteCount)), ("seconds", .number(facts.seconds)),
        ]).description + "\n"
    }

    static func json(_ finding: StreamFinding) -> JSONText {
        let rule = StreamRule.byIdentifier[finding.rule]
        return JSONText.compact([
            ("rule", .text(finding.rule)), ("level", .text(finding.level.rawValue)),
            ("message", .text(finding.message)),
            ("remedy", .text(finding.remedy)), ("reason", JSONText(rule?.reason)),
            ("source", JSONText(rule?.source ?? "RFC 8216bis")), ("url", .text(finding.place.url)),
            ("playlist", JSONText(finding.place.name)), ("line", JSONText(finding.place.line)),
            ("segment", JSONText(finding.place.segment)), ("time", JSONText(finding.place.time)),
            ("count", .integer(finding.count)),
        ])
    }

    private func playlist(_ row: StreamReport.Row, _ facts: PlaylistFacts) -> JSONText {
        let segments: [JSONText] = facts.examined.map { position, segment in
            JSONText.compact([
                ("position", .integer(position)), ("bytes", .integer(segment.byteCount)),
                ("container", JSONText(segment.container?.rawValue)), ("failure", JSONText(segment.failure?.message)),
                ("loadSeconds", .number(segment.loadSeconds)),
                ("tracks", .list(segment.spans.map { span(segment, $0) })),
            ])
        }
        return JSONText.compact([
            ("name", .text(row.name)), ("role", .text(row.role)), ("url", .text(row.url)),
            ("codecs", .text(row.codecs)), ("size", JSONText(row.size)),
            ("framesPerSecond", JSONText(row.framesPerSecond)),
            ("segmentCount", .integer(row.segments ?? 0)), ("measuredCount", .integer(row.measured)),
            ("seconds", .number(row.seconds)), ("declaredBandwidth", JSONText(row.declaredPeak)),
            ("declaredAverageBandwidth", JSONText(row.declaredAverage)), ("measuredPeak", JSONText(row.peak)),
            ("measuredAverage", JSONText(row.average)), ("loudness", JSONText(row.loudness)),
            ("truePeak", JSONText(row.truePeak)), ("segments", .list(segments)),
        ])
    }

    private func span(_ segment: SegmentFacts, _ span: TrackSpan) -> JSONText {
        let track = segment.tracks.indices.contains(span.track) ? segment.tracks[span.track] : nil
        return JSONText.compact([
            ("kind", JSONText(track?.kind.rawValue)), ("codec", JSONText(track?.codecParameter ?? track?.codec)),
            ("start", .number(Double(span.start) / 1e9)), ("end", .number(Double(span.end) / 1e9)),
            ("samples", .integer(span.sampleCount)), ("bytes", .integer(span.byteCount)),
            ("keyFrames", .integer(span.keyTimes.count)),
        ])
    }
}
