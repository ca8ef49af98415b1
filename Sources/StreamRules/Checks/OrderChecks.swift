import CoreMedia
import HLS

/// Checks that the segments of a playlist are different ones, in the order of their media, and of one frame rate.
struct OrderChecks {
    let facts: PlaylistFacts

    func check(_ log: inout FindingLog) {
        guard !facts.isIFrames, !facts.isImages else { return }
        checkRepeated(&log)
        guard let timeline = Timeline.leading(facts) else { return }
        checkOrder(timeline, &log)
        if timeline.kind == .video { checkRate(timeline, &log) }
    }

    /// Finds segments of other URLs with the same bytes. The same URL twice is reported where the playlist is checked.
    private func checkRepeated(_ log: inout FindingLog) {
        guard let list = facts.playlist?.segments else { return }
        var known: [UInt64: Int] = [:]
        for (position, segment) in facts.examined where list.indices.contains(position) {
            guard let digest = segment.digest, !segment.spans.isEmpty else { continue }
            guard let first = known[digest] else {
                known[digest] = position
                continue
            }
            // An advertisement may be inserted more than once.
            guard list[first].discontinuitySequence == list[position].discontinuitySequence,
                list[first].uri != list[position].uri
            else { continue }
            log.add(
                .repeatedSegment,
                "\(list[position].uri.prefix(120)) has the same bytes as \(list[first].uri.prefix(120)).",
                at: facts.place(position))
        }
    }

    private static let tolerance: Int64 = 100_000_000

    /// Finds two neighbors that continue each other the other way round.
    private func checkOrder(_ timeline: Timeline, _ log: inout FindingLog) {
        for (last, next) in zip(timeline.entries, timeline.entries.dropFirst()) {
            guard next.followsLast, !next.isDiscontinuity, abs(next.end - last.start) < Self.tolerance,
                last.start > next.start
            else { continue }
            log.add(
                .swappedSegments,
                "The segment starts at \(Words.seconds(nanoseconds: next.start)) s, and that before it at "
                    + "\(Words.seconds(nanoseconds: last.start)) s: they are in the wrong order.",
                at: facts.place(next.position))
        }
    }

    private static let rateTolerance = 1.15
    private static let usualShare = 0.7
    private static let fewestSegments = 4

    /// Finds segments whose frame rate differs from that of nearly all others.
    private func checkRate(_ timeline: Timeline, _ log: inout FindingLog) {
        let entries = timeline.entries.filter { $0.sampleDuration > 0 }
        guard entries.count >= Self.fewestSegments else { return }
        let usual = entries.map(\.sampleDuration).sorted()[entries.count / 2]
        func isUsual(_ entry: Timeline.Entry) -> Bool {
            let ratio = Double(entry.sampleDuration) / Double(usual)
            return ratio < Self.rateTolerance && ratio > 1 / Self.rateTolerance
        }
        let others = entries.filter { !isUsual($0) }
        guard let first = others.first, !others.contains(where: \.isDiscontinuity),
            Double(entries.count - others.count) >= Self.usualShare * Double(entries.count)
        else { return }
        func rate(_ duration: Int64) -> String { Words.decimal((1e11 / Double(duration)).rounded() / 100) }
        log.add(
            .rateChange,
            "\(others.count) of \(entries.count) segments have other frame rates than \(rate(usual)) frames per second; "
                + "the first has \(rate(first.sampleDuration)).", at: facts.place(first.position))
    }
}
