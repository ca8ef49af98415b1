import CoreMedia
import Foundation
import HLS

/// What a session asks about the stream; nothing of it changes the stream.
extension StreamingReader {
    /// By the resolution that the variant declares, else by that of its video.
    var forwardMemory: Int {
        query { machine in
            let declared = machine.main.flatMap { machine.variants.ladder?.variant($0.variant)?.resolution }
            let found = machine.selection.details[.video]?.video
            return ForwardMemory.limit(
                width: declared?.width ?? found?.width, height: declared?.height ?? found?.height)
        }
    }

    var startPosition: Nanoseconds { query(\.window.startPosition) }
    var seekableRange: ClosedRange<Nanoseconds>? { query { $0.window(of: $0.preferences)?.seekable } }
    var comfortableAhead: Nanoseconds? { query { $0.comfortableAhead(usual: PlaybackLimits.comfortableAhead) } }
    var livePlace: LivePlace? { query { $0.livePlace(at: now) } }
    var recommendedLiveDistance: Nanoseconds? { query(\.recommendedLiveDistance) }

    func knownHole(from start: Nanoseconds, to end: Nanoseconds) -> Nanoseconds {
        query { $0.timeline.gaps.covered(from: start, to: end) }
    }

    func date(at time: Nanoseconds) -> Date? { query { $0.date(at: time) } }
    func time(of date: Date) -> Nanoseconds? { query { $0.time(of: date) } }
    func segmentBoundaries(nearest time: Nanoseconds) -> [Nanoseconds] { query { $0.segmentBoundaries(nearest: time) } }

    func listenForDateRanges(_ listener: @escaping @Sendable ([DateRange]) -> Void) { dateRanges.listen(listener) }

    func listenForInterstitials(_ listener: @escaping @Sendable (StreamInterstitials) -> Void) {
        interstitials.listen(listener)
    }
}
