import AVFoundation
import Foundation

extension AVNavigationMarkersGroup {
    /// Returns the markers as chapters, sorted by start time. Markers with dates need an item whose stream has dates; without them the list
    /// is empty.
    @MainActor
    func chapters(of item: AVPlayerItem) -> [ScrubberModel.Chapter] {
        if let timedNavigationMarkers { return MediaDescription.chapters(from: timedNavigationMarkers) }
        guard let now = item.currentDate(), let dateRangeNavigationMarkers else { return [] }
        let time = item.currentTime().seconds
        guard time.isFinite else { return [] }
        return dateRangeNavigationMarkers.map { group in
            let titles = AVMetadataItem.metadataItems(from: group.items, filteredByIdentifier: .commonIdentifierTitle)
            return ScrubberModel.Chapter(
                start: time + group.startDate.timeIntervalSince(now), title: titles.first?.stringValue,
                artwork: MediaDescription.artwork(of: group))
        }.sorted { $0.start < $1.start }
    }
}

extension PlayerModel {
    /// The chapters that the client has set; nil: those of the asset count.
    var clientChapters: [ScrubberModel.Chapter]? {
        guard let item, let first = item.navigationMarkerGroups.first, first.title == nil else { return nil }
        return first.chapters(of: item)
    }

    /// The client's lists of markers besides the chapters.
    var markerLists: [(title: String, markers: [ScrubberModel.Chapter])] {
        guard let item else { return [] }
        return item.navigationMarkerGroups.compactMap { group in
            group.title.map { ($0, group.chapters(of: item)) }
        }
    }
}
