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
                guard list.renditions.indices.contains(index) else { continue }
                if list.renditions[index].kind == .subtitles {
                    checkText(playlist, with: reference, first, &log)
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

    /// Subtitles may be published some segments after the video, for which they are made.
    private static let lateTextTargets = 2.5

    /// Finds subtitles that are listed late, by the times of their cues.
    private func checkText(
        _ playlist: PlaylistFacts, with reference: Delay, _ first: PlaylistFacts, _ log: inout FindingLog
    ) {
        let isKnown = log.findings.contains {
            $0.place.url == playlist.place.url
                && [StreamRule.edgeBehind.id, StreamRule.textLive.id, StreamRule.stale.id].contains($0.rule)
        }
        guard !isKnown, let media = playlist.playlist, !media.hasEnded, let target = media.targetDuration?.seconds,
            !media.segments.contains(where: \.isDiscontinuity),
            let bounds = Self.bounds(playlist, Self.cueEnds(playlist, media))
        else { return }
        let distance = min(bounds.earliest, bounds.latest) - reference.highest
        guard distance > Self.lateTextTargets * max(target, reference.target), distance < Self.farSeconds else {
            return
        }
        log.add(
            .edgeBehind,
            "\(Words.sentence(playlist.name)) lists cues \(Words.seconds((distance * 10).rounded() / 10)) s after "
                + "\(first.name) lists the video of the same time.", at: playlist.place, level: .warning,
            kind: "publication")
    }

    /// Returns the latest times, in seconds, at which segments can end of which a cue is a part: a cue ends after its segment begins.
    private static func cueEnds(_ playlist: PlaylistFacts, _ media: MediaPlaylist) -> [UInt64: Double] {
        var ends: [UInt64: Double] = [:]
        for (position, segment) in playlist.examined where media.segments.indices.contains(position) {
            guard let text = segment.text, text.hasMap, let end = text.lastEnd else { continue }
            let listed = media.segments[position]
            ends[listed.sequenceNumber] = end + text.mapOffset + listed.duration.seconds
        }
        return ends
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
            let timeline = Timeline.leading(playlist), let bounds = bounds(playlist, ends(timeline))
        else { return nil }
        // Segments that are published unevenly leave no moment that is possible for all.
        return Delay(
            lowest: min(bounds.earliest, bounds.latest), highest: max(bounds.earliest, bounds.latest), target: target)
    }

    private static func ends(_ timeline: Timeline) -> [UInt64: Double] {
        Dictionary(
            timeline.entries.map { ($0.sequenceNumber, Double($0.end) / 1e9) }, uniquingKeysWith: { first, _ in first })
    }

    /// Each added segment was listed between the load before and the load with it.
    /// - Parameter ends: the end of each segment on the clock of the media, in seconds, by its number.
    private static func bounds(
        _ playlist: PlaylistFacts, _ ends: [UInt64: Double]
    ) -> (earliest: Double, latest: Double)? {
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
