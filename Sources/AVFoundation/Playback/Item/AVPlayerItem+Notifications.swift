public import Foundation

/// What an item posts, itself being the object: on the main queue, in line with what observers are told.
extension AVPlayerItem {
    public nonisolated static let didPlayToEndTimeNotification = Notification.Name(
        "AVPlayerItemDidPlayToEndTimeNotification")
    /// The error is in the user info under `AVPlayerItemFailedToPlayToEndTimeErrorKey`.
    public nonisolated static let failedToPlayToEndTimeNotification = Notification.Name(
        "AVPlayerItemFailedToPlayToEndTimeNotification")
    /// The position moved other than by playing, or playing began.
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

/// The older spellings.
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
