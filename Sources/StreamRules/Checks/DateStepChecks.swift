import CoreMedia
import Foundation
import HLS

/// Compares the dates at the live edge with the time that passes: they must not move ahead of it at a discontinuity.
struct DateStepChecks {
    let facts: PlaylistFacts

    private static let fewestAdditions = 2
    /// The step is known to half the time between two reloads on both sides of the discontinuity.
    private static let stepTargets = 1.5
    /// In seconds.
    private static let stepSeconds = 1.0

    func check(_ log: inout FindingLog) {
        guard let media = facts.playlist, !media.hasEnded, !facts.isIFrames, let target = media.targetDuration?.seconds,
            media.segments.contains(where: \.isDiscontinuity)
        else { return }
        let periods = periods(media)
        for (last, next) in zip(periods, periods.dropFirst()) {
            let step = next.least - last.most
            guard last.count >= Self.fewestAdditions, next.count >= Self.fewestAdditions,
                step > Self.stepTargets * target + Self.stepSeconds
            else { continue }
            log.add(
                .dateStep,
                "From segment number \(next.number) on, after a discontinuity, the dates are "
                    + "\(Words.seconds((step * 10).rounded() / 10)) s further ahead of the time that passed than before it.",
                at: facts.place)
        }
    }

    /// The segments between two discontinuities that were added while the playlist was watched.
    private struct Period {
        var discontinuity: UInt64
        /// The first added segment.
        var number: UInt64
        var count = 0
        /// The date at the live edge minus the time of the load, in seconds.
        var least = Double.infinity
        var most = -Double.infinity
    }

    private func periods(_ media: MediaPlaylist) -> [Period] {
        let ends = Self.ends(media)
        var periods: [Period] = []
        for reload in facts.reloads.dropFirst() where reload.failure == nil {
            switch reload.change {
            case .advanced(let added) where added > 0: break
            case .advanced, .unchanged, .older: continue
            default: return []
            }
            let number = reload.firstSequence &+ UInt64(reload.segmentCount) &- 1
            guard let position = media.segments.position(ofSequenceNumber: number), ends.indices.contains(position),
                let end = ends[position]
            else { continue }
            let segment = media.segments[position]
            let ahead = end - (reload.time - reload.responseSeconds)
            if periods.last?.discontinuity != segment.discontinuitySequence {
                periods.append(Period(discontinuity: segment.discontinuitySequence, number: number))
            }
            periods[periods.count - 1].count += 1
            periods[periods.count - 1].least = min(periods[periods.count - 1].least, ahead)
            periods[periods.count - 1].most = max(periods[periods.count - 1].most, ahead)
        }
        return periods
    }

    /// Returns the date at the end of each segment, in seconds since 1970; nil after a discontinuity without a date.
    private static func ends(_ media: MediaPlaylist) -> [Double?] {
        var date: Double?
        return media.segments.map { segment in
            if segment.isDiscontinuity { date = nil }
            if let own = segment.programDateTime { date = own.timeIntervalSince1970 }
            date = date.map { $0 + segment.duration.seconds }
            return date
        }
    }
}
