public import AVFoundation
import Foundation

private struct ItemNowPlayingInfo: @unchecked Sendable {
    // Unchecked: the client's dictionary, copied in and never changed.
    let values: [String: Any]
}

extension AVPlayerItem {
    /// Further Now Playing information about the item, for a player that publishes automatically; it takes precedence over what the player
    /// finds by itself. May be set on any thread.
    public nonisolated var nowPlayingInfo: [String: Any]? {
        get { extensionStore[ItemNowPlayingInfo.self]?.values }
        set {
            extensionStore[ItemNowPlayingInfo.self] = newValue.map(ItemNowPlayingInfo.init)
            NotificationCenter.default.post(name: Self.nowPlayingInfoDidChange, object: self)
        }
    }

    package nonisolated static let nowPlayingInfoDidChange = Notification.Name("OpenAVKitItemNowPlayingInfoDidChange")
}
