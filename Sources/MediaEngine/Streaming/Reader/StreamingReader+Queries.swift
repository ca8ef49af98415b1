import CoreMedia
import Foundation
import HLS

/// Queries for the session; none of them changes the stream.
extension StreamingReader {
    /// The reading policy. Its memory limit depends on the resolution that the variant declares, else on that of the video track.
    var policy: ReadingPolicy {
        query { machine in
            let declared = machine.main.flatMap { machine.variants.ladder?.variant($0.variant)?.resolution }
            let found = machine.selection.details[.video]?.video
            return .stream(
                maximumBytes: ForwardMemory.limit(
                    width: declared?.width ?? found?.width, height: declared?.height ?? found?.height),
                bufferGoal: StreamMachine.bufferGoal, sufficientAhead: machine.sufficientAhead)
        }
    }

    var startPosition: Nanoseconds { query(\.window.startPosition) }
    var seekableRange: ClosedRange<Nanoseconds>? { query { $0.window(of: $0.preferences)?.seekable } }
    var liveTarget: LiveTarget? { query { $0.liveTarget(at: now) } }

    func knownGap(from start: Nanoseconds, to end: Nanoseconds) -> Nanoseconds {
        query { $0.timeline.gaps.covered(from: start, to: end) }
    }

    func date(at time: Nanoseconds) -> Date? { query { $0.date(at: time) } }
    func time(of date: Date) -> Nanoseconds? { query { $0.time(of: date) } }
    func segmentBoundaries(nearest time: Nanoseconds) -> [Nanoseconds] { query { $0.segmentBoundaries(nearest: time) } }

    func observeDateRanges(_ listener: @escaping @Sendable ([DateRange]) -> Void) { dateRanges.listen(listener) }

    func observeInterstitials(_ listener: @escaping @Sendable (StreamInterstitials) -> Void) {
        interstitials.listen(listener)
    }
}
