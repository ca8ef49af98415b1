import CoreMedia
import HLS

/// Compares when the playlists of a live stream list the media of the same time, by the clock of the media: also without dates.
struct PublicationChecks {
    let facts: StreamFacts

    /// The delay is known to half the time between two reloads, which is a quarter of a target duration for each playlist.
    private static let lateTargets = 0.9
    /// The delay is this many target durations at least, at whatever moments between the reloads segments were added.
    private static let certainTargets = 0.3
    /// Clocks that are further apart are different clocks.
    private static let farSeconds = 120.0
    private static let fewestAdditions = 3

    func check(_ log: inout FindingLog) {
        guard let list = facts.multivariant,
            let first = facts.playlists.first(where: { $0.isVariant && Self.delay($0) != nil }),
            let reference = Self.delay(first)
        else { return }
        for playlist in facts.playlists where playlist.document.url != first.document.url {
            if case .rendition(let index) = playlist.role {
                guard list.renditions.indices.contains(index), list.renditions[index].kind != .subtitles else {
                    continue
                }
            }
            let isKnown = log.findings.contains { $0.rule == StreamRule.edgeBehind.id && $0.place == playlist.place }
            guard !isKnown, let own = Self.delay(playlist) else { continue }
            let (distance, target) = (own.middle - reference.middle, max(own.target, reference.target))
            let certain = max(own.lowest - reference.highest, reference.lowest - own.highest)
            guard abs(distance) > Self.lateTargets * target, certain > Self.certainTargets * target,
                abs(distance) < Self.farSeconds
            else { continue }
            log.add(
                .edgeBehind,
                "\(Words.sentence(playlist.name)) lists media \(Words.seconds((abs(distance) * 10).rounded() / 10)) s "
                    + "\(distance > 0 ? "after" : "before") \(first.name) lists that of the same time; the target duration is "
                    + "\(Words.seconds(target)) s.", at: playlist.place, level: .warning, kind: "publication")
        }
    }

    /// How long after its time by the clock of the media a segment is listed, in seconds from the start of the inspection.
    private struct Delay {
        var lowest: Double
        var highest: Double
        var target: Double

        var middle: Double { (lowest + highest) / 2 }
    }

    /// Returns nil without measured media, with several clocks, or where too few segments were added.
    private static func delay(_ playlist: PlaylistFacts) -> Delay? {
        guard let media = playlist.playlist, !media.hasEnded, !playlist.isIFrames, !playlist.isImages,
            let target = media.targetDuration?.seconds, !media.segments.contains(where: \.isDiscontinuity),
            let timeline = Timeline.leading(playlist), let bounds = bounds(playlist, timeline)
        else { return nil }
        // Segments that are published unevenly leave no moment that is possible for all.
        return Delay(
            lowest: min(bounds.earliest, bounds.latest), highest: max(bounds.earliest, bounds.latest), target: target)
    }

    /// Each added segment was listed between the load before and the load with it.
    private static func bounds(_ playlist: PlaylistFacts, _ timeline: Timeline) -> (earliest: Double, latest: Double)? {
        let ends = Dictionary(
            timeline.entries.map { ($0.sequenceNumber, Double($0.end) / 1e9) }, uniquingKeysWith: { first, _ in first })
        var (earliest, latest, count) = (-Double.infinity, Double.infinity, 0)
        var before: Double?
        for reload in playlist.reloads where reload.failure == nil {
            let time = reload.time - reload.responseSeconds
            switch reload.change {
            case .unchanged: break
            case .older: continue
            case .advanced(let added):
                let last = reload.firstSequence &+ UInt64(reload.segmentCount) &- 1
                guard added == 1, let before, let end = ends[last] else { break }
                earliest = max(earliest, before - end)
                latest = min(latest, time - end)
                count += 1
            default: return nil
            }
            before = time
        }
        return count >= fewestAdditions ? (earliest, latest) : nil
    }
}
