import AVFoundation
import Foundation

extension ProgrammeDates {
    /// Reads the dates of external metadata. An exact date takes precedence over an approximate one.
    init(_ items: [AVMetadataItem]) {
        func date(_ identifier: String) -> Date? {
            AVMetadataItem.metadataItems(
                from: items, filteredByIdentifier: AVMetadataIdentifier(rawValue: identifier)
            ).lazy.compactMap(\.dateValue).first
        }
        func bound(exact: String, approximate: String) -> Bound? {
            date(exact).map { Bound(date: $0, isExact: true) }
                ?? date(approximate).map { Bound(date: $0, isExact: false) }
        }
        start = bound(
            exact: AVKitMetadataIdentifierExactStartDate, approximate: AVKitMetadataIdentifierApproximateStartDate)
        end = bound(exact: AVKitMetadataIdentifierExactEndDate, approximate: AVKitMetadataIdentifierApproximateEndDate)
    }
}

extension PlayerModel {
    /// The time line of the live programme that plays; nil where the client declares none, and where the stream has no dates.
    var programme: ProgrammeTimeline? {
        guard !media.programme.isEmpty, isLive, let item, let seekable = liveRange, let date = item.currentDate() else {
            return nil
        }
        return ProgrammeTimeline(media.programme, seekable: seekable, time: item.currentTime().seconds, date: date)
    }

    /// The part of the scrubber that a live programme adds; nil for other items.
    /// - Parameter scale: the scale of the present programme.
    func scrubberProgramme(_ programme: ProgrammeTimeline, in scale: ScrubberScale) -> ScrubberModel.Programme? {
        guard let seekable = liveRange else { return nil }
        let (start, end) = (scale.shown(seekable.lowerBound), scale.shown(seekable.upperBound))
        let length = scale.shown(programme.end)
        let first = max(0, min(start, length))
        // Interstitial ranges are left out of the bar, whose times are then not those of a clock.
        let zero =
            scale.map.isIdentity
            ? programme.startClock ?? programme.endClock.map { $0.addingTimeInterval(-length) } : nil
        return ScrubberModel.Programme(
            reachable: first...max(first, min(end, length)), start: programme.startClock, end: programme.endClock,
            zero: zero)
    }
}
