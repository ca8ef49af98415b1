public import Foundation
public import KeyValueObserving
import Synchronization

/// The audio session of the process, which determines how its audio interacts with that of other programs.
///
/// Thread-safe; notifications are posted on the thread that causes them. `outputVolume` is observable.
///
/// The session follows the audio server (PulseAudio, or PipeWire's implementation of it), which is connected at the first question, activation
/// or playback. The category is the role of the process's streams on the server.
///
/// Apple: activation interrupts every other program that does not mix. Here: it interrupts the programs that use this framework; other
/// programs continue, and are lowered by `duckOthers`. Playback alone, without an activation, interrupts no program. Players of an active session fail
/// when the server is restarted (`mediaServicesWereReset`); without an active session they continue on the new server.
open class AVAudioSession: NSObject, KeyValueObservable, @unchecked Sendable {
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
        var settings = AudioSessionSettings()
        var isActive = false
        var isInterrupted = false
        /// Whether the session was active when it was interrupted: playback then activates it again.
        var activatesWithPlayback = false
        /// Whether a player has begun to play: the session is then interrupted also without an activation.
        var hasPlayed = false
        var wasToldToSilence = false
        /// The number of the newest activation. Events that concern an older one arrive late and are ignored.
        var activation = 0
        /// The interruption of an activation that has not returned yet.
        var earlyInterruption: (activation: Int, reason: InterruptionReason)?
        var environment: any AudioSessionEnvironment = QuietEnvironment()
        /// The last reported values; nil before the first report.
        var outputVolume: Float?
        var preferences = AudioSessionPreferences()
    }

    public let _keyValueObservers = KeyValueObservers()
    private let state = Mutex(State())
    /// The output that `overrideOutputAudioPort(_:)` has replaced.
    let replacedOutput = Mutex<String?>(nil)
    private static let shared = AVAudioSession(environment: ServerEnvironment())

    /// Creates a session without connection to an audio server, such as for a subclass in a client's tests. Programs use `sharedInstance()`.
    public override init() {
        super.init()
        begin(in: QuietEnvironment())
    }

    /// Creates a separate session, for tests.
    package init(environment: any AudioSessionEnvironment) {
        super.init()
        begin(in: environment)
    }

    private func begin(in environment: any AudioSessionEnvironment) {
        state.withLock { $0.environment = environment }
        environment.start { [weak self] event in self?.handle(event) }
    }

    @discardableResult
    open class func sharedInstance() -> AVAudioSession { shared }

    // MARK: Category

    open var category: Category { settings.category }
    open var mode: Mode { settings.mode }
    open var categoryOptions: CategoryOptions { settings.options }
    open var routeSharingPolicy: RouteSharingPolicy { settings.policy }

    open var availableCategories: [Category] {
        [.ambient, .soloAmbient, .playback, .record, .playAndRecord, .multiRoute]
    }
    open var availableModes: [Mode] {
        [
            .default, .moviePlayback, .spokenAudio, .videoChat, .voiceChat, .gameChat, .measurement, .videoRecording,
            .voicePrompt,
        ]
    }

    open func setCategory(_ category: Category) throws {
        try setCategory(category, mode: .default, policy: .default, options: [])
    }

    open func setCategory(_ category: Category, options: CategoryOptions = []) throws {
        try setCategory(category, mode: .default, policy: .default, options: options)
    }

    open func setCategory(_ category: Category, mode: Mode, options: CategoryOptions = []) throws {
        try setCategory(category, mode: mode, policy: .default, options: options)
    }

    /// Throws for an unknown category, or for an option that is not allowed with it.
    open func setCategory(
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
        let changed = update { settings in
            (settings.category, settings.mode) = (category, mode)
            (settings.options, settings.policy) = (options, policy)
        }
        if changed { handle(.routeChanged(.categoryChange, previous: environment.route)) }
        NotificationCenter.default.post(name: Self.categoryWasSet, object: self)
    }

    private var settings: AudioSessionSettings { state.withLock { $0.settings } }

    /// - Returns: whether the category of an active session has changed.
    private func update(_ body: (inout AudioSessionSettings) -> Void) -> Bool {
        let (settings, environment, changed) = state.withLock { state in
            let before = state.settings.category
            body(&state.settings)
            return (state.settings, state.environment, state.isActive && state.settings.category != before)
        }
        environment.apply(settings)
        return changed
    }

    open func setMode(_ mode: Mode) throws {
        guard availableModes.contains(mode) else {
            throw Self.error(.badParam, "The mode \(mode.rawValue) is unknown.")
        }
        _ = update { $0.mode = mode }
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
    open func setActive(_ active: Bool, options: SetActiveOptions = []) throws {
        let (environment, settings) = state.withLock { ($0.environment, $0.settings) }
        if active {
            // Called with no lock held, because it may block.
            let activation = try environment.activate(settings)
            let early = state.withLock { state -> InterruptionReason? in
                state.isActive = true
                state.isInterrupted = false
                state.activatesWithPlayback = false
                state.activation = max(state.activation, activation)
                guard let early = state.earlyInterruption, early.activation <= activation else { return nil }
                state.earlyInterruption = nil
                return early.activation == activation ? early.reason : nil
            }
            updateSilenceHint()
            if let early { handle(.interruptionBegan(early, activation: activation)) }
        } else {
            let wasActive = state.withLock { state in
                defer {
                    state.isActive = false
                    state.activatesWithPlayback = false
                }
                return state.isActive || state.activatesWithPlayback
            }
            if wasActive { environment.deactivate(notifiesOthers: options.contains(.notifyOthersOnDeactivation)) }
        }
    }

    /// Whether the session is active, as far as the program knows.
    package var isActive: Bool { state.withLock { $0.isActive } }

    /// Called when a player begins to play. Activates the session again if it was interrupted while it was active. Any thread; may block for
    /// half a second.
    package func playbackBegan() {
        let (environment, activates) = state.withLock { state in
            state.hasPlayed = true
            return (state.environment, state.activatesWithPlayback)
        }
        environment.playbackBegan()
        if activates { try? setActive(true) }
    }

    // MARK: Environment

    open var isOtherAudioPlaying: Bool { environment.isOtherAudioPlaying }
    /// Whether another program plays audio that should not be mixed.
    open var secondaryAudioShouldBeSilencedHint: Bool {
        let environment = environment
        return environment.isOtherAudioPlaying && environment.isOtherAudioUnmixable
    }

    /// 0 to 1. Observable.
    open var outputVolume: Float {
        access("outputVolume")
        if let volume = state.withLock({ $0.outputVolume }) { return volume }
        // Queried with no lock held, because the query may connect.
        let volume = environment.outputVolume
        return state.withLock { state in
            if state.outputVolume == nil { state.outputVolume = volume }
            return volume
        }
    }

    open var currentRoute: AVAudioSessionRouteDescription { environment.route }
    /// The sample rate of the present output, in hertz.
    open var sampleRate: Double { environment.format.sampleRate }
    open var outputNumberOfChannels: Int { environment.format.channelCount }
    open var maximumOutputNumberOfChannels: Int { environment.format.channelCount }
    /// The time in seconds from the audio server to the ear.
    open var outputLatency: TimeInterval { environment.format.latency }

    // MARK: Preferences

    /// Requests a sample rate of the output, in hertz. Apple: the hardware may follow. Here: the output keeps its rate, `sampleRate`, and audio
    /// of other rates is converted.
    /// - Throws: `ErrorCode.badParam` for a rate that is negative or not finite.
    open func setPreferredSampleRate(_ sampleRate: Double) throws {
        try check(sampleRate, "The sample rate")
        state.withLock { $0.preferences.sampleRate = sampleRate }
    }

    /// The sample rate that was requested last; 0 for none.
    open var preferredSampleRate: Double { state.withLock { $0.preferences.sampleRate } }

    /// Requests the duration of the audio that the output takes at once, in seconds, for players that begin to play afterwards.
    ///
    /// Short durations wake the program up more often. `ioBufferDuration` is the nearest duration from 5 to 80 ms.
    /// - Throws: `ErrorCode.badParam` for a duration that is negative or not finite.
    open func setPreferredIOBufferDuration(_ duration: TimeInterval) throws {
        try check(duration, "The duration")
        state.withLock { $0.preferences.bufferDuration = duration }
        environment.setBufferDuration(duration > 0 ? duration : AudioSessionPreferences.defaultBufferDuration)
    }

    /// The duration that was requested last, in seconds; 0 for none.
    open var preferredIOBufferDuration: TimeInterval { state.withLock { $0.preferences.bufferDuration } }
    /// The duration of the audio that the output takes at once, in seconds.
    open var ioBufferDuration: TimeInterval { environment.bufferDuration }

    /// Requests a number of channels of the output, which keeps its number, `outputNumberOfChannels`.
    /// - Throws: `ErrorCode.badParam` for a number below 0 or above `maximumOutputNumberOfChannels`.
    open func setPreferredOutputNumberOfChannels(_ count: Int) throws {
        guard (0...maximumOutputNumberOfChannels).contains(count) else {
            throw Self.error(
                .badParam, "The output has \(maximumOutputNumberOfChannels) channels; \(count) were requested.")
        }
        state.withLock { $0.preferences.channelCount = count }
    }

    /// The number of channels that was requested last; 0 for none.
    open var preferredOutputNumberOfChannels: Int { state.withLock { $0.preferences.channelCount } }

    private func check(_ value: Double, _ name: String) throws {
        guard value.isFinite, value >= 0 else {
            throw Self.error(.badParam, "\(name) must be finite and not negative, and is \(value).")
        }
    }

    // MARK: Inputs

    /// False: audio is not recorded.
    open var isInputAvailable: Bool { !currentRoute.inputs.isEmpty }
    /// 0: audio is not recorded.
    open var inputNumberOfChannels: Int { 0 }
    /// 0: audio is not recorded.
    open var maximumInputNumberOfChannels: Int { 0 }

    /// The outputs that the viewer can choose.
    package var outputs: [AudioSessionOutput] { environment.outputs }
    /// Posted when `outputs` has changed, on any thread.
    package static let outputsDidChangeNotification = Notification.Name("AVAudioSessionOutputsDidChange")
    /// Moves the audio of the process to another output, without losing the position of playback.
    package func selectOutput(_ identifier: String) { environment.selectOutput(identifier) }

    /// Sets the system volume, 0 to 1.
    package func setOutputVolume(_ volume: Float) {
        guard volume.isFinite else { return }
        environment.setOutputVolume(max(0, min(volume, 1)))
    }

    /// Reports where the next playback will take place: `external` where the viewer has chosen a network output for the audio or an external
    /// screen for the video, else `local`. The handler is called on the main queue.
    ///
    /// Apple: the viewer may be asked first, and may cancel. Here: the viewer chooses in an `AVRoutePickerView`, at any time.
    @preconcurrency
    open func prepareRouteSelectionForPlayback(completionHandler: @escaping @Sendable (Bool, RouteSelection) -> Void) {
        // On another thread, because the first question connects to the audio server.
        DispatchQueue.global().async { [self] in
            let selection = nextRoute
            DispatchQueue.main.async { completionHandler(true, selection) }
        }
    }

    open func prepareRouteSelectionForPlayback() async -> (Bool, RouteSelection) {
        await withCheckedContinuation { continuation in
            prepareRouteSelectionForPlayback { continuation.resume(returning: ($0, $1)) }
        }
    }

    private var nextRoute: RouteSelection {
        let isRemote = currentRoute.outputs.contains { $0.portType == .airPlay }
        return isRemote || Self.playsVideoExternally ? .external : .local
    }

    /// Whether the video of the process is shown on an external screen, or will be.
    package static var playsVideoExternally: Bool {
        get { externalVideo.withLock { $0 } }
        set { externalVideo.withLock { $0 = newValue } }
    }
    private static let externalVideo = Mutex(false)

    private var environment: any AudioSessionEnvironment { state.withLock { $0.environment } }

    // MARK: Events

    /// Handles an event of the environment: updates the state and posts the notification.
    package func handle(_ event: AudioSessionEvent) {
        switch event {
        case .interruptionBegan(let reason, let activation):
            let began = state.withLock { state in
                let activation = activation ?? state.activation
                guard activation <= state.activation else {
                    state.earlyInterruption = (activation, reason)
                    return false
                }
                guard activation == state.activation, state.isActive || state.hasPlayed, !state.isInterrupted else {
                    return false
                }
                state.activatesWithPlayback = state.isActive
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
        case .interruptionEnded(let shouldResume, let activation):
            let ended = state.withLock { state in
                let activation = activation ?? state.activation
                guard activation == state.activation else {
                    if activation > state.activation { state.earlyInterruption = nil }
                    return false
                }
                defer { state.isInterrupted = false }
                if !shouldResume { state.activatesWithPlayback = false }
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
            // The client has not read the volume yet, so there is no former value that could have changed.
            guard state.withLock({ $0.outputVolume != nil }) else { return }
            _keyValueObservers.change("outputVolume") {
                state.withLock { state in
                    defer { state.outputVolume = volume }
                    return state.outputVolume != volume
                }
            }
        case .outputsChanged:
            post(Self.outputsDidChangeNotification, [:])
        case .otherAudioChanged:
            updateSilenceHint()
        case .mediaServicesWereLost:
            post(Self.mediaServicesWereLostNotification, [:])
        case .mediaServicesWereReset:
            state.withLock { state in
                let (environment, volume, activation) = (state.environment, state.outputVolume, state.activation)
                state = State(activation: activation, environment: environment, outputVolume: volume)
            }
            post(Self.mediaServicesWereResetNotification, [:])
        }
    }

    /// Posts the hint when it changes, if the program is in the foreground and its session is active.
    private func updateSilenceHint() {
        let silences = secondaryAudioShouldBeSilencedHint
        let shouldPost = state.withLock { state in
            guard state.isActive || (state.hasPlayed && !state.isInterrupted), state.environment.isForeground,
                state.wasToldToSilence != silences
            else { return false }
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
        // Reported on Apple's platforms only.
        case missingEntitlement = 1_701_737_535
        case siriIsRecording = 1_936_290_409
        case cannotStartPlaying = 561_015_905
        case cannotStartRecording = 561_145_187
        case resourceNotAvailable = 561_145_203
        case expiredSession = 561_210_739
        case sessionNotActive = 1_768_841_571
        case unspecified = 2_003_329_396
    }

    package static func error(_ code: ErrorCode, _ message: String) -> NSError {
        NSError(
            domain: NSOSStatusErrorDomain, code: code.rawValue, userInfo: [NSLocalizedDescriptionKey: message])
    }
}

// MARK: Names

extension AVAudioSession {
    public static var _namedProperties: _NamedProperties { namedProperties }

    private static let namedProperties = _NamedProperties(
        of: AVAudioSession.self, ["outputVolume": \.outputVolume])
}
