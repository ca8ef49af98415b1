public import Foundation

/// Options of a player other than those of the transport.
extension AVPlayer {
    /// The options that do not affect the transport's decisions.
    struct Options: Sendable {
        var selectsAutomatically = true
        var allowsExternalPlayback = true
        var usesExternalPlaybackWithScreen = false
        var externalGravity = AVLayerVideoGravity.resizeAspect
        /// Whether an external screen displays the video.
        var isExternalPlaybackActive = false
        var preventsDisplaySleep = true
        var backgroundPolicy = AVPlayerAudiovisualBackgroundPlaybackPolicy.automatic
    }

    /// Whether audio and captions are selected automatically by the viewer's languages and the criteria of `setMediaSelectionCriteria`.
    public nonisolated var appliesMediaSelectionCriteriaAutomatically: Bool {
        get { core.read { $0.options.selectsAutomatically } }
        set {
            core.update(.client) { state in
                state.options.selectsAutomatically = newValue
                core.criteriaChanged(state)
            }
        }
    }

    /// Sets the criteria for automatic selection; nil restores the viewer's preferences.
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

    /// The viewer's preferences, which apply to groups without criteria. Changes apply to loaded items at once.
    package nonisolated var selectionPreferences: SelectionPreferences {
        get { core.read { $0.selectionPreferences } }
        set {
            core.update(.client) { state in
                guard newValue != state.selectionPreferences else { return }
                state.selectionPreferences = newValue
                core.criteriaChanged(state)
            }
        }
    }

    /// Whether video may be sent to an external screen. True by default.
    public nonisolated var allowsExternalPlayback: Bool {
        get { core.read { $0.options.allowsExternalPlayback } }
        set { setExternalOption { $0.allowsExternalPlayback = newValue } }
    }

    /// Whether an external screen displays the video. Observable.
    public nonisolated var isExternalPlaybackActive: Bool {
        observed("isExternalPlaybackActive") { core.read { $0.options.isExternalPlaybackActive } }
    }

    /// Whether the video moves to an external screen while there is one. False by default; has no effect where `allowsExternalPlayback` is
    /// off.
    ///
    /// Apple: any layer of the player. Here: the player of a visible `AVPlayerViewController`.
    public nonisolated var usesExternalPlaybackWhileExternalScreenIsActive: Bool {
        get { core.read { $0.options.usesExternalPlaybackWithScreen } }
        set { setExternalOption { $0.usesExternalPlaybackWithScreen = newValue } }
    }

    /// The scaling of the video on an external screen.
    public nonisolated var externalPlaybackVideoGravity: AVLayerVideoGravity {
        get { core.read { $0.options.externalGravity } }
        set { setExternalOption { $0.externalGravity = newValue } }
    }

    private nonisolated func setExternalOption(_ body: @Sendable (inout Options) -> Void) {
        core.update(.client) { body(&$0.options) }
        NotificationCenter.default.post(name: Self.externalOptionsDidChangeNotification, object: self)
    }

    /// Posted when an option of external playback was set, on the thread of the client.
    package nonisolated static let externalOptionsDidChangeNotification = Notification.Name(
        "AVPlayerExternalOptionsDidChange")

    /// Called by the view that displays the video on an external screen.
    package nonisolated func setExternalPlaybackActive(_ isActive: Bool) {
        core.update(.client) { $0.options.isExternalPlaybackActive = isActive }
    }

    /// Here: always false, because no output is ever obscured.
    public nonisolated var outputObscuredDueToInsufficientExternalProtection: Bool {
        observed("outputObscuredDueToInsufficientExternalProtection") { false }
    }

    /// Whether the display is kept awake while an `AVPlayerViewController`, or an `AVPlayerLayer` in a visible window, plays video. True by
    /// default.
    public nonisolated var preventsDisplaySleepDuringVideoPlayback: Bool {
        get { observed("preventsDisplaySleepDuringVideoPlayback") { core.read { $0.options.preventsDisplaySleep } } }
        set { core.update(.client) { $0.options.preventsDisplaySleep = newValue } }
    }

    public nonisolated var audiovisualBackgroundPlaybackPolicy: AVPlayerAudiovisualBackgroundPlaybackPolicy {
        get { core.read { $0.options.backgroundPolicy } }
        set { core.update(.client) { $0.options.backgroundPolicy = newValue } }
    }

    /// Here: always empty, because high-dynamic-range video is tone-mapped to standard dynamic range.
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

    /// Posted on the main queue whenever `rate` changes, or a requested rate was rejected.
    public nonisolated static let rateDidChangeNotification = Notification.Name("AVPlayerRateDidChangeNotification")
    /// The user info key of a `RateDidChangeReason`. Absent where playback stopped by itself, at an end or a stall.
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

/// The behaviour of playback when the app moves to the background.
public enum AVPlayerAudiovisualBackgroundPlaybackPolicy: Int, Sendable {
    case automatic = 1
    case pauses = 2
    case continuesIfPossible = 3
}
