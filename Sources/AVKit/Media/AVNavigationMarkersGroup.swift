public import AVFoundation
public import Foundation

/// A list of points of interest in an item: its chapters, or events such as goals.
///
/// Immutable; usable on any thread. Exactly one of the two lists is not nil.
open class AVNavigationMarkersGroup: NSObject, @unchecked Sendable {
    // Unchecked because the class is open; all stored properties are constants of Sendable types.

    /// The title of the list; nil for the chapters.
    open private(set) var title: String?
    open private(set) var timedNavigationMarkers: [AVTimedMetadataGroup]?
    open private(set) var dateRangeNavigationMarkers: [AVDateRangeMetadataGroup]?

    /// - Parameter navigationMarkers: groups with a title item. A marker of no duration lasts to the next one, or to the end.
    public init(title: String?, timedNavigationMarkers navigationMarkers: [AVTimedMetadataGroup]) {
        self.title = title
        timedNavigationMarkers = navigationMarkers
        dateRangeNavigationMarkers = nil
        super.init()
    }

    /// - Parameter navigationMarkers: groups with a title item, for a stream with dates.
    public init(title: String?, dateRangeNavigationMarkers navigationMarkers: [AVDateRangeMetadataGroup]) {
        self.title = title
        timedNavigationMarkers = nil
        dateRangeNavigationMarkers = navigationMarkers
        super.init()
    }
}

private struct NavigationMarkers: Sendable {
    var groups: [AVNavigationMarkersGroup]
}

extension AVPlayerItem {
    /// The markers for navigation. A first group without a title replaces the chapters of the asset; every other group is a section of the
    /// chapter menu.
    public nonisolated var navigationMarkerGroups: [AVNavigationMarkersGroup] {
        get { extensionStore[NavigationMarkers.self]?.groups ?? [] }
        set {
            extensionStore[NavigationMarkers.self] = NavigationMarkers(groups: newValue)
            NotificationCenter.default.post(name: Self.navigationMarkersDidChange, object: self)
        }
    }

    nonisolated static let navigationMarkersDidChange = Notification.Name("OpenAVKitNavigationMarkersDidChange")
}
