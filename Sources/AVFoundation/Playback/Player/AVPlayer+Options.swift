public import Foundation

/// What a player is asked to do beside playing.
extension AVPlayer {
    /// The options that have no part in the transport's decisions.
    struct Options: Sendable {
        var selectsAutomatically = true
        var allowsExternalPlayback = true
        var usesExternalPlaybackWithScreen = false
        var externalGravity = AVLayerVideoGravity.resizeAspect
        var preventsDisplaySleep = false
        var backgroundPolicy = AVPlayerAudiovisualBackgroundPlaybackPolicy.automatic
    }

    /// Whether audio and captions are chosen by the viewer's languages and the criteria set here.
    public nonisolated var appliesMediaSelectionCriteriaAutomatically: Bool {
        get { core.read { $0.options.selectsAutomatically } }
        set {
            core.update(.client) { state in
                state.options.selectsAutomatically = newValue
                core.criteriaChanged(state)
            }
        }
    }

    /// nil takes the viewer's own preferences.
    public nonisolated func setMediaSelectionCriteria(
        _ criteria: AVPlayerMediaSelectionCriteria?, forMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic
    ) {
        core.update(.client) { state in
            state.criteria[mediaCharacteristic] = criteria
            core.criteriaChanged(state)
        }
    }

    public nonisolated func mediaSelectionCriteria(
        forMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic
    ) -> AVPlayerMediaSelectionCriteria? {
        core.read { $0.criteria[mediaCharacteristic] }
    }

    /// Whether the picture may go to an external device.
    public nonisolated var allowsExternalPlayback: Bool {
        get { core.read { $0.options.allowsExternalPlayback } }
        set { core.update(.client) { $0.options.allowsExternalPlayback = newValue } }
    }

    /// Here: there are no external devices that take the picture over.
    public nonisolated var isExternalPlaybackActive: Bool { observed("isExternalPlaybackActive") { false } }

    /// Has no effect where `allowsExternalPlayback` is off.
    public nonisolated var usesExternalPlaybackWhileExternalScreenIsActive: Bool {
        get { core.read { $0.options.usesExternalPlaybackWithScreen } }
        set { core.update(.client) { $0.options.usesExternalPlaybackWithScreen = newValue } }
    }

    public nonisolated var externalPlaybackVideoGravity: AVLayerVideoGravity {
        get { core.read { $0.options.externalGravity } }
        set { core.update(.client) { $0.options.externalGravity = newValue } }
    }

    /// Here: always false, as no output is blanked.
    public nonisolated var outputObscuredDueToInsufficientExternalProtection: Bool {
        observed("outputObscuredDueToInsufficientExternalProtection") { false }
    }

    /// Whether the screen is kept awake while a picture plays. Off at first, as on a desktop.
    public nonisolated var preventsDisplaySleepDuringVideoPlayback: Bool {
        get { core.read { $0.options.preventsDisplaySleep } }
        set { core.update(.client) { $0.options.preventsDisplaySleep = newValue } }
    }

    public nonisolated var audiovisualBackgroundPlaybackPolicy: AVPlayerAudiovisualBackgroundPlaybackPolicy {
        get { core.read { $0.options.backgroundPolicy } }
        set { core.update(.client) { $0.options.backgroundPolicy = newValue } }
    }

    /// Here: none, as pictures of high dynamic range are toned to the standard one.
    public nonisolated class var availableHDRModes: HDRMode { [] }

    /// Here: false, see `availableHDRModes`.
    public nonisolated class var eligibleForHDRPlayback: Bool { false }

    public struct HDRMode: OptionSet, Sendable {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }
        public static let hlg = HDRMode(rawValue: 1)
        public static let hdr10 = HDRMode(rawValue: 2)
        public static let dolbyVision = HDRMode(rawValue: 4)
    }

    // MARK: Notifications

    /// Posted on the main queue whenever `rate` changes, or a wanted rate was refused.
    public nonisolated static let rateDidChangeNotification = Notification.Name("AVPlayerRateDidChangeNotification")
    /// In its user info: a `RateDidChangeReason`. Absent where playing stopped by itself, at an end or a stall.
    public nonisolated static let rateDidChangeReasonKey = "AVPlayerRateDidChangeReasonKey"
    public nonisolated static let rateDidChangeOriginatingParticipantKey =
        "AVPlayerRateDidChangeOriginatingParticipantKey"
    public nonisolated static let eligibleForHDRPlaybackDidChangeNotification = Notification.Name(
        "AVPlayerEligibleForHDRPlaybackDidChangeNotification")

    public struct RateDidChangeReason: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }

        public static let setRateCalled = RateDidChangeReason(rawValue: "AVPlayerRateDidChangeReasonSetRateCalled")
        public static let setRateFailed = RateDidChangeReason(rawValue: "AVPlayerRateDidChangeReasonSetRateFailed")
        public static let audioSessionInterrupted = RateDidChangeReason(
            rawValue: "AVPlayerRateDidChangeReasonAudioSessionInterrupted")
        public static let appBackgrounded = RateDidChangeReason(
            rawValue: "AVPlayerRateDidChangeReasonAppBackgrounded")

        init(_ reason: TransportState.RateReason) {
            switch reason {
            case .setRateCalled: self = .setRateCalled
            case .setRateFailed: self = .setRateFailed
            case .audioSessionInterrupted: self = .audioSessionInterrupted
            case .appBackgrounded: self = .appBackgrounded
            }
        }
    }
}

extension Notification.Name {
    public static let AVPlayerAvailableHDRModesDidChange = Notification.Name(
        "AVPlayerAvailableHDRModesDidChangeNotification")
}

/// What becomes of playing when the app goes to the background.
public enum AVPlayerAudiovisualBackgroundPlaybackPolicy: Int, Sendable {
    case automatic = 1
    case pauses = 2
    case continuesIfPossible = 3
}
