import CoreMedia
import HLS
import StreamRules

/// Measures a segment of WebVTT.
enum TextMeter {
    static func measure(_ bytes: [UInt8]) -> TextFacts {
        let file = WebVTTFile.parse(bytes)
        var facts = TextFacts()
        facts.hasSignature = file.hasSignature
        if !file.hasSignature { facts.foreignKind = ForeignBytes.kind(bytes) ?? ForeignBytes.markupKind(bytes) }
        facts.cueCount = file.cues.count
        facts.faultCount = file.faults.count
        facts.fault = file.faults.first?.description
        if String(validating: bytes, as: UTF8.self) == nil {
            facts.fault = facts.fault ?? "the text is not in UTF-8."
            facts.faultCount += 1
        }
        if let arrow = wrongArrow(in: bytes) {
            facts.fault = facts.fault ?? "“\(arrow)” has no “-->”."
            facts.faultCount += 1
        }
        for problem in TextProblems.all(in: file, bytes) + TextStatements.all(in: file, bytes) {
            facts.fault = facts.fault ?? problem
            facts.faultCount += 1
        }
        var latest = 0.0
        if let map = file.timestampMap {
            facts.hasMap = true
            facts.mapOffset = Double(map.transport) / 90_000 - Double(map.local) / 1e9
        }
        var words: [String: Int] = [:]
        facts.digest = SegmentMeter.digest(of: bytes)
        for cue in file.cues {
            LanguageWords.count(cue.payload, into: &words)
            let (start, end) = (cue.start.seconds, cue.end.seconds)
            if end <= start { facts.invertedCount += 1 }
            if start < latest { facts.disorderedCount += 1 }
            latest = max(latest, start)
            facts.lastStart = max(facts.lastStart ?? start, start)
            facts.firstEnd = min(facts.firstEnd ?? end, end)
            facts.firstStart = min(facts.firstStart ?? start, start)
            facts.lastEnd = max(facts.lastEnd ?? end, end)
            facts.longestCue = max(facts.longestCue, cue.payload.count)
            if cue.payload.isEmpty { facts.emptyCount += 1 }
        }
        facts.words = words
        findOverlaps(file.cues, &facts)
        return facts
    }

    /// In seconds.
    private static let shortestOverlap = 0.1
    private static let briefest = 0.2
    private static let fewestLetters = 4

    /// Looks for cues that cover each other, and for cues that are too short.
    private static func findOverlaps(_ cues: [WebVTTCue], _ facts: inout TextFacts) {
        let brief = cues.first { cue in
            cue.end > cue.start && (cue.end - cue.start).seconds < briefest && cue.payload.count >= fewestLetters
        }
        (facts.briefStart, facts.briefEnd) = (brief?.start.seconds, brief?.end.seconds)
        for (cue, next) in zip(cues, cues.dropFirst())
        where next.payload == cue.payload && !cue.payload.isEmpty && next.start < cue.end && next.end > next.start {
            guard next.start >= cue.start, next.settings == cue.settings else { continue }
            facts.repeatedCount += 1
            facts.firstRepeated = facts.firstRepeated ?? next.start.seconds
        }
        for (cue, next) in zip(cues, cues.dropFirst())
        where next.start > cue.start && next.end > cue.end && next.payload != cue.payload {
            guard (cue.end - next.start).seconds >= shortestOverlap, cue.settings == WebVTTCueSettings(),
                next.settings == cue.settings
            else {
                continue
            }
            facts.overlapCount += 1
            facts.firstOverlap = facts.firstOverlap ?? next.start.seconds
        }
    }

    /// Returns the first line that looks like the times of a cue, with another arrow between them.
    private static func wrongArrow(in bytes: [UInt8]) -> String? {
        for line in bytes.split(whereSeparator: { $0 == 0x0a || $0 == 0x0d }) where line.count <= 80 {
            guard let first = line.first, (0x30...0x39).contains(first), line.contains(0x3e), line.contains(0x3a) else {
                continue
            }
            let text = String(decoding: line, as: UTF8.self)
            guard !text.contains("-->"), let arrow = text.firstIndex(of: ">") else { continue }
            let isTime = { (part: Substring) in
                part.contains(":") && part.allSatisfy { $0.isNumber || ":., -–—=\t".contains($0) }
            }
            let end = text[text.index(after: arrow)...].drop { $0 == " " }.prefix { $0 != " " }
            if isTime(text[..<arrow]), isTime(end) { return text }
        }
        return nil
    }
}
