public import AVFoundation
import Foundation

private struct ExternalMetadata: Sendable {
    var items: [AVMetadataItem]
}

extension AVPlayerItem {
    /// What the client knows about the media: shown by the player, before what the file itself says (R55, R57).
    ///
    /// Shown are title, subtitle or artist, date, content rating and artwork. Any thread may set it; a player that shows the item follows.
    public nonisolated var externalMetadata: [AVMetadataItem] {
        get { extensionStore[ExternalMetadata.self]?.items ?? [] }
        set {
            extensionStore[ExternalMetadata.self] = ExternalMetadata(items: newValue)
            NotificationCenter.default.post(name: Self.externalMetadataDidChange, object: self)
        }
    }

    nonisolated static let externalMetadataDidChange = Notification.Name("OpenAVKitExternalMetadataDidChange")
}
