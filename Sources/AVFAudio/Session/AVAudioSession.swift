public import Foundation
public import KeyValueObserving
import Synchronization

/// The audio session of the process, which determines how its audio interacts with that of other programs.
///
/// Thread-safe; notifications are posted on the thread that causes them. `outputVolume` is observable.
///
/// Apple: the system enforces categories. Here: they are stored, and reported to the environment when the session is activated; the player
/// itself handles interruptions and removed devices.
public final class AVAudioSession: NSObject, KeyValueObservable, Sendable {
    public static let interruptionNotification = Notification.Name("AVAudioSessionInterruptionNotification")
    public static let routeChangeNotification = Notification.Name("AVAudioSessionRouteChangeNotification")
    public static let silenceSecondaryAudioHintNotification = Notification.Name(
        "AVAudioSessionSilenceSecondaryAudioHintNotification")
    public static let mediaServicesWereLostNotification = Notification.Name(
        "AVAudioSessionMediaServicesWereLostNotification")
    public static let mediaServicesWereResetNotification = Notification.Name(
        "AVAudioSessionMediaServicesWereResetNotification")

    /// Posted when the program has set a category, also while the session is inactive.
    package static let categoryWasSet = Notification.Name("OpenAVKitAudioSessionCategoryWasSet")

    private struct State {
        var category = Category.soloAmbient
        var mode = Mode.default
        var options: CategoryOptions = []
        var policy = RouteSharingPolicy.default
        var isActive = false
        var isInterrupted = false
        var wasToldToSilence = false
        var environment: any AudioSessionEnvironment = QuietEnvironment()
        /// The last reported values; nil before the first report.
        var outputVolume: Float?
    }

    public let keyValueObservers = KeyValueObservers()
    private let state = Mutex(State())
    private static let shared = AVAudioSession()

    /// Creates a separate session, for tests.
    package init(environment: any AudioSessionEnvironment = QuietEnvironment()) {
        super.init()
        state.withLock { state in
            state.environment = environment
            state.outputVolume = environment.outputVolume
        }
    }

    @discardableResult
    public class func sharedInstance() -> AVAudioSession { shared }

    /// Replaces the environment.
    package func setEnvironment(_ environment: any AudioSessionEnvironment) {
        let volume = environment.outputVolume
        state.withLock { state in
            state.environment = environment
            if state.outputVolume != nil { state.outputVolume = volume }
        }
    }

    // MARK: Category

    public var category: Category { state.withLock { $0.category } }
    public var mode: Mode { state.withLock { $0.mode } }
    public var categoryOptions: CategoryOptions { state.withLock { $0.options } }
    public var routeSharingPolicy: RouteSharingPolicy { state.withLock { $0.policy } }

    public var availableCategories: [Category] {
        [.ambient, .soloAmbient, .playback, .record, .playAndRecord, .multiRoute]
    }
    public var availableModes: [Mode] {
        [
            .default, .moviePlayback, .spokenAudio, .videoChat, .voiceChat, .gameChat, .measurement, .videoRecording,
            .voicePrompt,
        ]
    }

    public func setCategory(_ category: Category) throws {
        try setCategory(category, mode: .default, policy: .default, options: [])
    }

    public func setCategory(_ category: Category, options: CategoryOptions = []) throws {
        try setCategory(category, mode: .default, policy: .default, options: options)
    }

    public func setCategory(_ category: Category, mode: Mode, options: CategoryOptions = []) throws {
        try setCategory(category, mode: mode, policy: .default, options: options)
    }

    /// Throws for an unknown category, or for an option that is not allowed with it.
    public func setCategory(
        _ category: Category, mode: Mode, policy: RouteSharingPolicy, options: CategoryOptions = []
    ) throws {
        guard availableCategories.contains(category) else {
            throw Self.error(.badParam, "The category \(category.rawValue) is unknown.")
        }
        guard availableModes.contains(mode) else {
            throw Self.error(.badParam, "The mode \(mode.rawValue) is unknown.")
        }
        guard options.isSubset(of: Self.options(for: category)) else {
            throw Self.error(.badParam, "An option is not allowed with the category \(category.rawValue).")
        }
        let (changed, route) = state.withLock { state -> (Bool, AVAudioSessionRouteDescription) in
            let changed = state.isActive && state.category != category
            (state.category, state.mode, state.options, state.policy) = (category, mode, options, policy)
            return (changed, state.environment.route)
        }
        if changed { handle(.routeChanged(.categoryChange, previous: route)) }
        NotificationCenter.default.post(name: Self.categoryWasSet, object: self)
    }

    public func setMode(_ mode: Mode) throws {
        guard availableModes.contains(mode) else {
            throw Self.error(.badParam, "The mode \(mode.rawValue) is unknown.")
        }
        state.withLock { $0.mode = mode }
    }

    private static func options(for category: Category) -> CategoryOptions {
        let mixing: CategoryOptions = [.mixWithOthers, .duckOthers, .interruptSpokenAudioAndMixWithOthers]
        switch category {
        case .playAndRecord:
            return mixing.union([
                .allowBluetooth, .defaultToSpeaker, .allowBluetoothA2DP, .allowAirPlay,
                .overrideMutedMicrophoneInterruption,
            ])
        case .playback, .ambient: return mixing.union([.allowBluetoothA2DP, .allowAirPlay])
        case .multiRoute: return mixing
        case .record: return [.allowBluetooth, .overrideMutedMicrophoneInterruption]
        default: return [.allowBluetoothA2DP, .allowAirPlay, .duckOthers]
        }
    }

    // MARK: Activation

    /// Activates or deactivates the session. Activation interrupts other audio, unless the category mixes.
    public func setActive(_ active: Bool, options: SetActiveOptions = []) throws {
        let (environment, mixes, ducks) = state.withLock { state in
            (
                state.environment,
                state.category == .ambient || !state.options.isDisjoint(with: .interruptSpokenAudioAndMixWithOthers),
                state.options.contains(.duckOthers)
            )
        }
        if active {
            // Called with no lock held, because it may block.
            try environment.activate(mixesWithOthers: mixes || ducks, ducksOthers: ducks)
            state.withLock { state in
                state.isActive = true
                state.isInterrupted = false
            }
            updateSilenceHint()
        } else {
            let wasActive = state.withLock { state in
                defer { state.isActive = false }
                return state.isActive
            }
            if wasActive { environment.deactivate(notifiesOthers: options.contains(.notifyOthersOnDeactivation)) }
        }
    }

    /// Whether the session is active, as far as the program knows.
    package var isActive: Bool { state.withLock { $0.isActive } }

    // MARK: Environment

    public var isOtherAudioPlaying: Bool { environment.isOtherAudioPlaying }
    /// Whether another program plays audio that should not be mixed.
    public var secondaryAudioShouldBeSilencedHint: Bool {
        let environment = environment
        return environment.isOtherAudioPlaying && environment.isOtherAudioUnmixable
    }

    /// 0 to 1. Observable.
    public var outputVolume: Float {
        access("outputVolume")
        return state.withLock { $0.outputVolume ?? $0.environment.outputVolume }
    }

    public var currentRoute: AVAudioSessionRouteDescription { environment.route }

    /// Selects the route for long-form audio. Here: always the local machine.
    @preconcurrency
    public func prepareRouteSelectionForPlayback(completionHandler: @escaping @Sendable (Bool, RouteSelection) -> Void)
    {
        DispatchQueue.main.async { completionHandler(true, .local) }
    }

    public func prepareRouteSelectionForPlayback() async -> (Bool, RouteSelection) { (true, .local) }

    private var environment: any AudioSessionEnvironment { state.withLock { $0.environment } }

    // MARK: Events

    /// Handles an event of the environment: updates the state and posts the notification.
    package func handle(_ event: AudioSessionEvent) {
        switch event {
        case .interruptionBegan(let reason):
            let began = state.withLock { state in
                guard state.isActive, !state.isInterrupted else { return false }
                (state.isActive, state.isInterrupted) = (false, true)
                return true
            }
            guard began else { return }
            post(
                Self.interruptionNotification,
                [
                    AVAudioSessionInterruptionTypeKey: InterruptionType.began.rawValue,
                    AVAudioSessionInterruptionReasonKey: reason.rawValue,
                ])
        case .interruptionEnded(let shouldResume):
            let ended = state.withLock { state in
                defer { state.isInterrupted = false }
                return state.isInterrupted
            }
            guard ended else { return }
            let options: InterruptionOptions = shouldResume ? .shouldResume : []
            post(
                Self.interruptionNotification,
                [
                    AVAudioSessionInterruptionTypeKey: InterruptionType.ended.rawValue,
                    AVAudioSessionInterruptionOptionKey: options.rawValue,
                ])
        case .routeChanged(let reason, let previous):
            post(
                Self.routeChangeNotification,
                [
                    AVAudioSessionRouteChangeReasonKey: reason.rawValue,
                    AVAudioSessionRouteChangePreviousRouteKey: previous,
                ])
        case .outputVolumeChanged:
            let volume = environment.outputVolume
            keyValueObservers.change("outputVolume") {
                state.withLock { state in
                    defer { state.outputVolume = volume }
                    return state.outputVolume != volume
                }
            }
        case .otherAudioChanged:
            updateSilenceHint()
        case .mediaServicesWereLost:
            post(Self.mediaServicesWereLostNotification, [:])
        case .mediaServicesWereReset:
            state.withLock { state in
                let environment = state.environment
                state = State(environment: environment)
            }
            post(Self.mediaServicesWereResetNotification, [:])
        }
    }

    /// Posts the hint when it changes, if the program is in the foreground and its session is active.
    private func updateSilenceHint() {
        let silences = secondaryAudioShouldBeSilencedHint
        let shouldPost = state.withLock { state in
            guard state.isActive, state.environment.isForeground, state.wasToldToSilence != silences else {
                return false
            }
            state.wasToldToSilence = silences
            return true
        }
        guard shouldPost else { return }
        let type: SilenceSecondaryAudioHintType = silences ? .begin : .end
        post(
            Self.silenceSecondaryAudioHintNotification, [AVAudioSessionSilenceSecondaryAudioHintTypeKey: type.rawValue])
    }

    private func post(_ name: Notification.Name, _ userInfo: [String: Any]) {
        NotificationCenter.default.post(name: name, object: self, userInfo: userInfo)
    }

    // MARK: Errors

    public enum ErrorCode: Int, Sendable {
        case none = 0
        case badParam = -50
        case mediaServicesFailed = 1_836_282_486
        case isBusy = 560_030_580
        case incompatibleCategory = 560_161_140
        case cannotInterruptOthers = 560_557_684
        case insufficientPriority = 561_017_449
        case unspecified = 2_003_329_396
    }

    package static func error(_ code: ErrorCode, _ message: String) -> NSError {
        NSError(
            domain: NSOSStatusErrorDomain, code: code.rawValue, userInfo: [NSLocalizedDescriptionKey: message])
    }
}
