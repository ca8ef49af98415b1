public import AVFoundation
import Foundation

private struct ExternalMetadata: Sendable {
    var items: [AVMetadataItem]
}

extension AVPlayerItem {
    /// Metadata that the client supplies. The player displays it in preference to the metadata of the asset (R55, R57).
    ///
    /// The title, subtitle or artist, date, content rating and artwork are displayed. The property may be set on any thread; a player view
    /// controller that shows the item updates its display.
    public nonisolated var externalMetadata: [AVMetadataItem] {
        get { extensionStore[ExternalMetadata.self]?.items ?? [] }
        set {
            extensionStore[ExternalMetadata.self] = ExternalMetadata(items: newValue)
            NotificationCenter.default.post(name: Self.externalMetadataDidChange, object: self)
        }
    }

    nonisolated static let externalMetadataDidChange = Notification.Name("OpenAVKitExternalMetadataDidChange")
}
