public import CoreMedia
public import Foundation
import HLS
public import KeyValueObserving
import MediaEngine

/// The playback of one asset: its readiness, position, buffer and media selection.
///
/// Any thread may use it, except `asset`, which belongs to the main actor as on Apple's platforms. A new item has the status `unknown` and
/// loads nothing before it is in a player. It can be in one player only. Observers of a change that a call makes are called within the
/// call, on its thread; observers of changes by playback, and notifications, are called later, on the main queue.
@preconcurrency @MainActor
open class AVPlayerItem: NSObject, NSCopying, KeyValueObservable {
    nonisolated let core: ItemCore
    public nonisolated let _keyValueObservers: KeyValueObservers
    /// Properties that other modules add to the item: see `ExtensionStore`.
    package nonisolated let extensionStore = ExtensionStore()

    public nonisolated convenience init(url URL: URL) {
        self.init(asset: AVURLAsset(url: URL))
    }

    public nonisolated convenience init(asset: AVAsset) {
        self.init(asset: asset, automaticallyLoadedAssetKeys: nil as [String]?)
    }

    /// The only designated initializer.
    /// - Parameter automaticallyLoadedAssetKeys: keys that are loaded before the item becomes ready; a key that fails makes the item fail.
    ///   nil: none besides those that playback needs.
    public nonisolated init(asset: AVAsset, automaticallyLoadedAssetKeys: [String]?) {
        core = ItemCore(asset: asset, keys: automaticallyLoadedAssetKeys ?? [], environment: .system)
        _keyValueObservers = core.observers
        super.init()
        core.item = self
    }

    public nonisolated convenience init(
        asset: AVAsset, automaticallyLoadedAssetKeys: [AVPartialAsyncProperty<AVAsset>]
    ) {
        self.init(asset: asset, automaticallyLoadedAssetKeys: automaticallyLoadedAssetKeys.map(\.key))
    }

    /// Creates an item with its own environment, for tests and copies.
    nonisolated convenience init(asset: AVAsset, keys: [String] = [], environment: PlaybackEnvironment) {
        self.init(asset: asset, automaticallyLoadedAssetKeys: keys)
        core.adjust { $0.attachment.setEnvironment(environment) }
    }

    deinit { core.release() }

    /// Returns another item with the same asset and settings, in no player.
    open nonisolated func copy(with zone: NSZone? = nil) -> Any { snapshot() }

    nonisolated func snapshot() -> AVPlayerItem {
        let copy = AVPlayerItem(
            asset: core.asset, keys: core.keys, environment: core.read { $0.environment })
        let (settings, start) = core.read { ($0.settings, $0.session == nil ? $0.playhead.start : .zero) }
        copy.core.update(.client) { state in
            state.settings = settings
            state.playhead.setStart(start)
        }
        copy.extensionStore.copy(from: extensionStore)
        return copy
    }

    open var asset: AVAsset { core.givenAsset }

    /// The keys that are loaded before the item becomes ready.
    open nonisolated var automaticallyLoadedAssetKeys: [String] { core.keys }

    // MARK: Observing by strings

    /// Called by `addObserver(_:forKeyPath:options:context:using:)`, to which `openavkit-port` converts calls of it.
    open nonisolated func addObserver(
        _ observer: NSObject, forKeyPath keyPath: String, options: NSKeyValueObservingOptions = [],
        context: UnsafeMutableRawPointer?
    ) {
        _addObserver(observer, forKeyPath: keyPath, options: options, context: context)
    }

    public nonisolated func _observe(
        _ observer: NSObject, forKeyPath keyPath: String, options: NSKeyValueObservingOptions,
        context: UnsafeMutableRawPointer?
    ) {
        addObserver(observer, forKeyPath: keyPath, options: options, context: context)
    }

    open nonisolated func removeObserver(_ observer: NSObject, forKeyPath keyPath: String) {
        _removeObserver(observer, forKeyPath: keyPath)
    }

    open nonisolated func removeObserver(
        _ observer: NSObject, forKeyPath keyPath: String, context: UnsafeMutableRawPointer?
    ) {
        _removeObserver(observer, forKeyPath: keyPath, context: context)
    }

    // MARK: State

    /// The readiness of the item; not updated after the item has left its player.
    open nonisolated var status: Status { observed("status") { core.read { Status($0.item.status) } } }

    /// The error of a failed item. Set before observers of `status` are called.
    open nonisolated var error: (any Error)? {
        observed("error") { core.read { $0.item.error }.map(clientError) }
    }

    /// Empty before the item is ready.
    open nonisolated var tracks: [AVPlayerItemTrack] { observed("tracks") { core.read { $0.tracks } } }

    /// Indefinite before it is known, and for live streams.
    open nonisolated var duration: CMTime { observed("duration") { core.read { $0.item.duration } } }

    /// The size of the video in square pixels; zero before the item is ready, and without video.
    open nonisolated var presentationSize: CGSize {
        observed("presentationSize") {
            let size = core.read { $0.item.presentationSize }
            return CGSize(width: size.width, height: size.height)
        }
    }

    /// The buffered ranges: sorted and disjoint CMTimeRanges in NSValues.
    open nonisolated var loadedTimeRanges: [NSValue] {
        observed("loadedTimeRanges") { core.read { $0.item.loadedRanges }.map(NSValue.init(timeRange:)) }
    }

    /// The ranges in which the item can seek: sorted and disjoint CMTimeRanges in NSValues.
    open nonisolated var seekableTimeRanges: [NSValue] {
        observed("seekableTimeRanges") { core.read { $0.item.seekableRanges }.map(NSValue.init(timeRange:)) }
    }

    /// Whether playback is expected to continue without a stall.
    open nonisolated var isPlaybackLikelyToKeepUp: Bool {
        observed("isPlaybackLikelyToKeepUp") { core.read { $0.item.buffer.isLikelyToKeepUp } }
    }

    /// Whether the buffer is full, so that nothing more is loaded. A full buffer can still be too small to avoid a stall.
    open nonisolated var isPlaybackBufferFull: Bool {
        observed("isPlaybackBufferFull") { core.read { $0.item.buffer.isFull } }
    }

    /// Whether the buffer is empty, in a stall or near the end.
    open nonisolated var isPlaybackBufferEmpty: Bool {
        observed("isPlaybackBufferEmpty") { core.read { $0.item.buffer.isEmpty } }
    }

    // MARK: Playback abilities

    open nonisolated var canPlayFastForward: Bool { ability("canPlayFastForward", \.fastForward) }
    open nonisolated var canPlaySlowForward: Bool { ability("canPlaySlowForward", \.slowForward) }
    open nonisolated var canPlayReverse: Bool { ability("canPlayReverse", \.reverse) }
    open nonisolated var canPlaySlowReverse: Bool { ability("canPlaySlowReverse", \.slowReverse) }
    open nonisolated var canPlayFastReverse: Bool { ability("canPlayFastReverse", \.fastReverse) }
    open nonisolated var canStepForward: Bool { ability("canStepForward", \.stepForward) }
    open nonisolated var canStepBackward: Bool { ability("canStepBackward", \.stepBackward) }

    private nonisolated func ability(_ key: String, _ ability: KeyPath<TransportState.Abilities, Bool>) -> Bool {
        observed(key) { core.read { $0.item.abilities }[keyPath: ability] }
    }

    public enum Status: Int, Sendable {
        case unknown, readyToPlay, failed

        init(_ status: ItemState.Status) {
            switch status {
            case .unknown: self = .unknown
            case .readyToPlay: self = .readyToPlay
            case .failed: self = .failed
            }
        }
    }

    // MARK: The current time of an item and seeking

    /// The current time; before the item is in a player, the time at which it will start.
    open nonisolated func currentTime() -> CMTime { core.currentTime() }

    /// The date of the current time; nil where the media carries no dates.
    open nonisolated func currentDate() -> Date? { core.currentDate() }

    /// The read-only timebase of the item, whose rate is the effective one. nil before the item is ready.
    open nonisolated var timebase: CMTimebase? { core.timebase }

    /// Seeks to the position near a time that can be reached fastest.
    @preconcurrency
    open nonisolated func seek(to time: CMTime, completionHandler: (@Sendable (Bool) -> Void)?) {
        seek(
            to: time, toleranceBefore: .positiveInfinity, toleranceAfter: .positiveInfinity,
            completionHandler: completionHandler)
    }

    /// Seeks to a time in [time − before, time + after]. On an item without a player, sets the time at which it will start.
    /// - Parameter completionHandler: called once on the main queue, after this method has returned: true when the frame at the target is
    ///   shown, false where the seek was interrupted or the time lies outside `seekableTimeRanges`.
    @preconcurrency
    open nonisolated func seek(
        to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime,
        completionHandler: (@Sendable (Bool) -> Void)?
    ) {
        let request = SeekState<ItemCore.SeekHandler>.Request(
            time: time, before: toleranceBefore, after: toleranceAfter)
        assert(request.isValid, "A seek needs a valid, definite time and tolerances that are not negative.")
        core.seek(request, handler: completionHandler)
    }

    @discardableResult
    open nonisolated func seek(to time: CMTime) async -> Bool {
        await seek(to: time, toleranceBefore: .positiveInfinity, toleranceAfter: .positiveInfinity)
    }

    @discardableResult
    open nonisolated func seek(to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime) async -> Bool {
        await withCheckedContinuation { continuation in
            seek(to: time, toleranceBefore: toleranceBefore, toleranceAfter: toleranceAfter) {
                continuation.resume(returning: $0)
            }
        }
    }

    /// Seeks to the time of a date.
    /// - Returns: false, without a seek, where the media carries no dates.
    @preconcurrency @discardableResult
    open nonisolated func seek(to date: Date, completionHandler: (@Sendable (Bool) -> Void)?) -> Bool {
        if let time = core.time(of: date) {
            seek(to: time, toleranceBefore: .zero, toleranceAfter: .zero, completionHandler: completionHandler)
            return true
        }
        let onMain = core.read { $0.environment.onMain }
        if let completionHandler { onMain { completionHandler(false) } }
        return false
    }

    /// Whether a seek is pending: it has neither completed nor been cancelled. Observable by key path.
    package nonisolated var isSeekPending: Bool { observed("isSeekPending") { core.read { $0.seeks.isSeeking } } }

    /// Cancels the pending seeks; their handlers receive false.
    open nonisolated func cancelPendingSeeks() { core.cancelPendingSeeks() }

    /// Steps by a number of frames, backwards where it is negative. Has an effect only while paused.
    open nonisolated func step(byCount stepCount: Int) { core.step(by: stepCount) }

    /// The time at which forward playback ends; invalid: the end of the media.
    open nonisolated var forwardPlaybackEndTime: CMTime {
        get { observed("forwardPlaybackEndTime") { core.read { $0.settings.forwardEnd } } }
        set { setEnd(\.forwardEnd, "forwardPlaybackEndTime", to: newValue) }
    }

    /// The time at which reverse playback ends; invalid: 0.
    open nonisolated var reversePlaybackEndTime: CMTime {
        get { observed("reversePlaybackEndTime") { core.read { $0.settings.reverseEnd } } }
        set { setEnd(\.reverseEnd, "reversePlaybackEndTime", to: newValue) }
    }

    private nonisolated func setEnd(
        _ end: WritableKeyPath<ItemSettings, CMTime>, _ key: String, to time: CMTime
    ) {
        core.update(.client, setting: key) { state in
            state.settings[keyPath: end] = time
            if end == \.forwardEnd { state.session?.setForwardEndTime(time) }
            core.report(.endsChanged, &state)
        }
    }

    // MARK: The settings of an item, which a client may change before and during playback

    /// Seconds to buffer ahead; 0 lets the player choose. The player may buffer less.
    open nonisolated var preferredForwardBufferDuration: TimeInterval {
        get { core.read { $0.settings.forwardBufferSeconds } }
        set {
            let seconds = newValue.isFinite ? max(0, newValue) : 0
            core.adjust { state in
                state.settings.forwardBufferSeconds = seconds
                state.session?.setForwardBufferSeconds(seconds)
            }
        }
    }

    /// The processing of audio at rates other than 1.
    open nonisolated var audioTimePitchAlgorithm: AVAudioTimePitchAlgorithm {
        get { core.read { $0.settings.pitch } }
        set {
            core.adjust { state in
                state.settings.pitch = newValue
                state.session?.setPitchAlgorithm(state.settings.effectivePitch == .varispeed ? .varispeed : .keepsPitch)
            }
        }
    }

    /// The volumes of the audio tracks over time; nil: their usual volumes. The item copies the mix. A change is audible at once.
    ///
    /// The parameters name tracks of the item's asset. Of a file only the selected audio track is audible; the audio tracks of a composition
    /// are mixed.
    open var audioMix: AVAudioMix? {
        get { core.read { $0.settings.audioMix } }
        set {
            let copy = newValue?.copy() as? AVAudioMix
            // Released outside of the lock: the end of a tap calls the client.
            let former = core.adjust { state in
                let former = state.settings.audioMix
                state.settings.audioMix = copy
                state.session?.setAudioMix(copy?.plan ?? AudioMixPlan())
                state.session?.setPitchAlgorithm(state.settings.effectivePitch == .varispeed ? .varispeed : .keepsPitch)
                return former
            }
            withExtendedLifetime(former) {}
        }
    }

    /// The highest bit rate of the variants to select, in bits per second; 0 is no limit.
    open nonisolated var preferredPeakBitRate: Double {
        get { core.read { $0.settings.limits.peakBitRate } }
        set { core.changeStreamSettings { $0.limits.peakBitRate = newValue } }
    }

    open nonisolated var preferredPeakBitRateForExpensiveNetworks: Double {
        get { core.read { $0.settings.limitsOnExpensiveNetworks.peakBitRate } }
        set { core.changeStreamSettings { $0.limitsOnExpensiveNetworks.peakBitRate = newValue } }
    }

    /// The largest resolution of the variants to select; zero is no limit.
    open nonisolated var preferredMaximumResolution: CGSize {
        get { core.read { $0.settings.limits.maximumResolution } }
        set { core.changeStreamSettings { $0.limits.maximumResolution = newValue } }
    }

    open nonisolated var preferredMaximumResolutionForExpensiveNetworks: CGSize {
        get { core.read { $0.settings.limitsOnExpensiveNetworks.maximumResolution } }
        set { core.changeStreamSettings { $0.limitsOnExpensiveNetworks.maximumResolution = newValue } }
    }

    open nonisolated var startsOnFirstEligibleVariant: Bool {
        get { core.read { $0.settings.startsOnFirstEligibleVariant } }
        set { core.changeStreamSettings { $0.startsOnFirstEligibleVariant = newValue } }
    }

    /// Whether `seekableTimeRanges` of a live stream are kept up to date while playback is paused.
    ///
    /// False by default: a paused live stream requests neither playlists nor segments once enough is buffered to
    /// resume.
    open nonisolated var canUseNetworkResourcesForLiveStreamingWhilePaused: Bool {
        get { core.read { $0.settings.live.usesNetworkWhilePaused } }
        set { core.changeStreamSettings { $0.live.usesNetworkWhilePaused = newValue } }
    }

    /// The distance from the live edge; invalid uses the stream's recommendation, which is short but safe against stalls. The distance is
    /// at least one partial segment, or one segment, of the stream.
    open nonisolated var configuredTimeOffsetFromLive: CMTime {
        get { core.read { $0.settings.live.timeOffset } }
        set { core.changeStreamSettings { $0.live.timeOffset = newValue } }
    }

    /// The recommended distance from the live edge: the stream's hold-back, enlarged by the observed delay of playlist updates; invalid
    /// where the media is not live. `recommendedTimeOffsetFromLiveDidChangeNotification` reports changes.
    open nonisolated var recommendedTimeOffsetFromLive: CMTime { core.read { $0.stream.recommendedOffset } }

    /// Whether playback returns to its distance from the live edge by a jump, after a stall or a pause.
    ///
    /// Here: in a low-latency stream small differences are corrected by a rate of up to 1.05, independent of this property.
    open nonisolated var automaticallyPreservesTimeOffsetFromLive: Bool {
        get { core.read { $0.settings.live.keepsTimeOffset } }
        set { core.changeStreamSettings { $0.live.keepsTimeOffset = newValue } }
    }

    // MARK: The media selection of an item

    /// Selects an option manually; nil selects none where the group allows that. Options of other groups are ignored.
    ///
    /// Automatic selection leaves the group unchanged until `selectMediaOptionAutomatically(in:)` is called.
    open nonisolated func select(
        _ mediaSelectionOption: AVMediaSelectionOption?, in mediaSelectionGroup: AVMediaSelectionGroup
    ) {
        core.select(mediaSelectionOption, in: mediaSelectionGroup)
    }

    /// Restores automatic selection by the viewer's languages and the player's criteria.
    open nonisolated func selectMediaOptionAutomatically(in mediaSelectionGroup: AVMediaSelectionGroup) {
        core.selectAutomatically(in: mediaSelectionGroup)
    }

    /// A snapshot of the current selection. `mediaSelectionDidChangeNotification` reports changes.
    open nonisolated var currentMediaSelection: AVMediaSelection {
        let (options, manuallySelected) = core.read { ($0.selection.options, $0.selection.manuallySelected) }
        return AVMediaSelection(asset: core.asset, options: options, manuallySelected: manuallySelected)
    }

    /// The same as `currentMediaSelection.selectedMediaOption(in:)`.
    @discardableResult
    open nonisolated func selectedMediaOption(in mediaSelectionGroup: AVMediaSelectionGroup)
        -> AVMediaSelectionOption?
    {
        currentMediaSelection.selectedMediaOption(in: mediaSelectionGroup)
    }

    // MARK: The outputs of an item

    open nonisolated var outputs: [AVPlayerItemOutput] { core.read { $0.outputs } }

    /// - Parameter output: must not belong to an item.
    open nonisolated func add(_ output: AVPlayerItemOutput) {
        // Apple raises an exception for this misuse.
        precondition(output.item == nil, "An AVPlayerItemOutput can belong to one AVPlayerItem only.")
        core.adjust { $0.outputs.append(output) }
        output.attach(to: core)
    }

    open nonisolated func remove(_ output: AVPlayerItemOutput) {
        let removed = core.adjust { state in
            let count = state.outputs.count
            state.outputs.removeAll { $0 === output }
            return state.outputs.count != count
        }
        guard removed else { return }
        output.attach(to: nil)
        core.followCaptions()
        core.followMetadata()
    }

    // MARK: Collectors of the date ranges of an item

    open nonisolated var mediaDataCollectors: [AVPlayerItemMediaDataCollector] { core.read { $0.collectors } }

    /// The collector receives the date ranges that are already known before this call returns.
    open nonisolated func add(_ collector: AVPlayerItemMediaDataCollector) {
        let ranges = core.adjust { state in
            if !state.collectors.contains(where: { $0 === collector }) { state.collectors.append(collector) }
            return state.stream.dateRanges
        }
        collector.collect(ranges)
    }

    open nonisolated func remove(_ collector: AVPlayerItemMediaDataCollector) {
        core.adjust { $0.collectors.removeAll { $0 === collector } }
    }

    // MARK: More

    /// The styles of captions that have none of their own; later rules win. They apply to the presentation and to legible outputs.
    open nonisolated var textStyleRules: [AVTextStyleRule]? {
        get { core.read { $0.timed.styleRules } }
        set { core.setTextStyleRules(newValue) }
    }

    // MARK: The properties of an item for interstitials

    /// Whether the interstitial events of a stream play. Those of an `AVPlayerInterstitialEventController` play in any case.
    open nonisolated var automaticallyHandlesInterstitialEvents: Bool {
        get { core.read { $0.settings.interstitials.areHandled } }
        set {
            core.update(.client) { state in
                guard state.settings.interstitials.areHandled != newValue else { return }
                state.settings.interstitials.areHandled = newValue
                core.report(.interstitialsChanged, &state)
            }
        }
    }

    /// Whether AVKit shows events as `interstitialTimeRanges`.
    open nonisolated var translatesPlayerInterstitialEvents: Bool {
        get { core.read { $0.settings.interstitials.areTranslated } }
        set { core.adjust { $0.settings.interstitials.areTranslated = newValue } }
    }

    /// The events of the item in playing order while it is a player's current item.
    package nonisolated var scheduledInterstitialEvents: [AVPlayerInterstitialEvent] {
        guard let player = core.read({ $0.attachment.host }) as? PlayerCore else { return [] }
        return player.read { $0.current === core ? $0.interstitial.events : [] }
    }

    /// The template item of an event of which this item is a copy; nil for other items.
    open nonisolated var templatePlayerItem: AVPlayerItem? { extensionStore[TemplateItem.self]?.item }

    // MARK: More

    /// Returns the access log, with one event for each uninterrupted period of playback in one variant; nil if nothing
    /// has been played.
    open nonisolated func accessLog() -> AVPlayerItemAccessLog? {
        core.refreshLog()
        let accesses = core.read { $0.log.accesses }
        guard !accesses.isEmpty else { return nil }
        let id = core.playbackID
        return AVPlayerItemAccessLog(events: accesses.map { AVPlayerItemAccessLogEvent($0, playbackID: id) })
    }

    /// Returns the error log; nil where no error occurred.
    open nonisolated func errorLog() -> AVPlayerItemErrorLog? {
        let failures = core.read { $0.log.failures }
        guard !failures.isEmpty else { return nil }
        let id = core.playbackID
        return AVPlayerItemErrorLog(events: failures.map { AVPlayerItemErrorLogEvent($0, playbackID: id) })
    }

    // MARK: More

    /// The timed metadata that was due last; nil before the first. Key-value observers are called for each change.
    ///
    /// Apple: deprecated in favour of `AVPlayerItemMetadataOutput`.
    open nonisolated var timedMetadata: [AVMetadataItem]? {
        observed("timedMetadata") { core.read { $0.timed.lastItems } }
    }
}
