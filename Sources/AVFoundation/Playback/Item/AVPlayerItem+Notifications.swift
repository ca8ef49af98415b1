public import Foundation

/// Notifications of an item, whose object is the item: posted on the main queue, in order with key-value observations.
extension AVPlayerItem {
    public nonisolated static let didPlayToEndTimeNotification = Notification.Name(
        "AVPlayerItemDidPlayToEndTimeNotification")
    /// The user info has the error at `AVPlayerItemFailedToPlayToEndTimeErrorKey`.
    public nonisolated static let failedToPlayToEndTimeNotification = Notification.Name(
        "AVPlayerItemFailedToPlayToEndTimeNotification")
    /// The position changed other than by playing, or playback began.
    public nonisolated static let timeJumpedNotification = Notification.Name("AVPlayerItemTimeJumpedNotification")
    public nonisolated static let timeJumpedOriginatingParticipantKey =
        "AVPlayerItemTimeJumpedNotificationOriginatingParticipantKey"
    public nonisolated static let playbackStalledNotification = Notification.Name(
        "AVPlayerItemPlaybackStalledNotification")
    public nonisolated static let newAccessLogEntryNotification = Notification.Name(
        "AVPlayerItemNewAccessLogEntryNotification")
    public nonisolated static let newErrorLogEntryNotification = Notification.Name(
        "AVPlayerItemNewErrorLogEntryNotification")
    public nonisolated static let recommendedTimeOffsetFromLiveDidChangeNotification = Notification.Name(
        "AVPlayerItemRecommendedTimeOffsetFromLiveDidChangeNotification")
    public nonisolated static let mediaSelectionDidChangeNotification = Notification.Name(
        "AVPlayerItemMediaSelectionDidChangeNotification")
}

public let AVPlayerItemFailedToPlayToEndTimeErrorKey = "AVPlayerItemFailedToPlayToEndTimeErrorKey"

/// The older names.
extension Notification.Name {
    public static let AVPlayerItemDidPlayToEndTime = AVPlayerItem.didPlayToEndTimeNotification
    public static let AVPlayerItemFailedToPlayToEndTime = AVPlayerItem.failedToPlayToEndTimeNotification
    public static let AVPlayerItemTimeJumped = AVPlayerItem.timeJumpedNotification
    public static let AVPlayerItemPlaybackStalled = AVPlayerItem.playbackStalledNotification
    public static let AVPlayerItemNewAccessLogEntry = AVPlayerItem.newAccessLogEntryNotification
    public static let AVPlayerItemNewErrorLogEntry = AVPlayerItem.newErrorLogEntryNotification
}

public let AVPlayerItemDidPlayToEndTimeNotification = AVPlayerItem.didPlayToEndTimeNotification.rawValue
public let AVPlayerItemFailedToPlayToEndTimeNotification = AVPlayerItem.failedToPlayToEndTimeNotification.rawValue
public let AVPlayerItemTimeJumpedNotification = AVPlayerItem.timeJumpedNotification.rawValue
public let AVPlayerItemPlaybackStalledNotification = AVPlayerItem.playbackStalledNotification.rawValue
public let AVPlayerItemNewAccessLogEntryNotification = AVPlayerItem.newAccessLogEntryNotification.rawValue
public let AVPlayerItemNewErrorLogEntryNotification = AVPlayerItem.newErrorLogEntryNotification.rawValue
