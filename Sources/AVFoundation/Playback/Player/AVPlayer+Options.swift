public import Foundation

extension Notification.Name {
    public static let AVPlayerAvailableHDRModesDidChange = Notification.Name(
        "AVPlayerAvailableHDRModesDidChangeNotification")
}

/// The behaviour of playback when the app moves to the background.
public enum AVPlayerAudiovisualBackgroundPlaybackPolicy: Int, Sendable {
    case automatic = 1
    case pauses = 2
    case continuesIfPossible = 3
}
