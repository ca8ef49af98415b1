import AVKit

// Subclasses as clients' players, wrappers and tests declare them: public names alone, in the language mode of most clients.
//
// `@unchecked Sendable`: restated from the superclass; each object is used by one test, on one thread.

/// Records the calls that reach it, and performs them.
class Recorder: AVPlayer {
    private(set) var calls: [String] = []

    override func play() {
        calls.append("play")
        super.play()
    }

    override func pause() {
        calls.append("pause")
        super.pause()
    }

    override var rate: Float {
        get { super.rate }
        set {
            calls.append("rate \(newValue)")
            super.rate = newValue
        }
    }

    override func seek(to time: CMTime) {
        calls.append("seek \(time.seconds)")
        super.seek(to: time)
    }

    override func seek(
        to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime,
        completionHandler: @escaping (Bool) -> Void
    ) {
        calls.append("seek exactly \(time.seconds)")
        super.seek(
            to: time, toleranceBefore: toleranceBefore, toleranceAfter: toleranceAfter,
            completionHandler: completionHandler)
    }

    override func replaceCurrentItem(with item: AVPlayerItem?) {
        calls.append("replace")
        super.replaceCurrentItem(with: item)
    }

    override func addPeriodicTimeObserver(
        forInterval interval: CMTime, queue: DispatchQueue?, using block: @escaping (CMTime) -> Void
    ) -> Any {
        calls.append("observe every \(interval.seconds)")
        return super.addPeriodicTimeObserver(forInterval: interval, queue: queue, using: block)
    }

    override func removeTimeObserver(_ observer: Any) {
        calls.append("stop observing")
        super.removeTimeObserver(observer)
    }

    func forgetCalls() { calls = [] }
}

/// A player whose state a test sets, without media: it never calls its superclass.
class MockPlayer: AVPlayer {
    var item: AVPlayerItem? {
        willSet { willChangeValue(for: \.currentItem) }
        didSet { didChangeValue(for: \.currentItem) }
    }
    var mockedStatus = AVPlayer.Status.unknown {
        willSet { willChangeValue(forKey: "status") }
        didSet { didChangeValue(forKey: "status") }
    }
    var mockedControl = AVPlayer.TimeControlStatus.paused
    var mockedRate: Float = 0
    var mockedTime = CMTime.zero
    var timeBlock: ((CMTime) -> Void)?
    private(set) var removedObservers = 0
    private(set) var soughtTimes: [CMTime] = []

    override var currentItem: AVPlayerItem? { item }
    override var status: AVPlayer.Status { mockedStatus }
    override var timeControlStatus: AVPlayer.TimeControlStatus { mockedControl }
    override var error: Error? { mockedStatus == .failed ? URLError(.timedOut) : nil }
    override var rate: Float {
        get { mockedRate }
        set {
            willChangeValue(forKey: "rate")
            mockedRate = newValue
            didChangeValue(forKey: "rate")
        }
    }
    override func currentTime() -> CMTime { mockedTime }
    override func seek(to time: CMTime) { soughtTimes.append(time) }
    override func seek(
        to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime,
        completionHandler: @escaping (Bool) -> Void
    ) {
        soughtTimes.append(time)
        completionHandler(true)
    }
    override func replaceCurrentItem(with item: AVPlayerItem?) { self.item = item }
    override func addPeriodicTimeObserver(
        forInterval interval: CMTime, queue: DispatchQueue?, using block: @escaping (CMTime) -> Void
    ) -> Any {
        timeBlock = block
        return self
    }
    override func removeTimeObserver(_ observer: Any) { removedObservers += 1 }

    func report(_ status: AVPlayer.TimeControlStatus) {
        willChangeValue(for: \MockPlayer.timeControlStatus)
        mockedControl = status
        didChangeValue(for: \MockPlayer.timeControlStatus)
    }
}

/// The key paths of a final class that overrides a property equal none of its superclass.
final class FinalMockPlayer: AVPlayer {
    var mockedControl = AVPlayer.TimeControlStatus.paused
    var mockedRate: Float = 0

    override var timeControlStatus: AVPlayer.TimeControlStatus { mockedControl }
    override var rate: Float {
        get { mockedRate }
        set { mockedRate = newValue }
    }

    func report(_ status: AVPlayer.TimeControlStatus) {
        willChangeValue(for: \.timeControlStatus)
        mockedControl = status
        didChangeValue(for: \.timeControlStatus)
    }

    func report(rate: Float) {
        willChangeValue(forKey: "rate")
        mockedRate = rate
        didChangeValue(forKey: "rate")
    }
}

class MockItem: AVPlayerItem {
    var mockedStatus = AVPlayerItem.Status.unknown {
        willSet { willChangeValue(forKey: "status") }
        didSet { didChangeValue(forKey: "status") }
    }
    var ranges: [NSValue] = [] {
        willSet { willChangeValue(for: \.loadedTimeRanges) }
        didSet { didChangeValue(for: \.loadedTimeRanges) }
    }
    var length = CMTime.indefinite
    var soughtTimes: [CMTime] = []

    override var status: AVPlayerItem.Status { mockedStatus }
    override var loadedTimeRanges: [NSValue] { ranges }
    override var duration: CMTime { length }
    override var isPlaybackLikelyToKeepUp: Bool { !ranges.isEmpty }
    override func currentTime() -> CMTime { CMTime(value: 7, timescale: 1) }
    override func seek(
        to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime, completionHandler: ((Bool) -> Void)?
    ) {
        soughtTimes.append(time)
        completionHandler?(true)
    }
    override func accessLog() -> AVPlayerItemAccessLog? { nil }
}

/// An item with data of the client, by Apple's one designated initializer.
final class EpisodeItem: AVPlayerItem {
    let title: String
    private var token: NSKeyValueObservation?

    init(title: String, url: URL) {
        self.title = title
        super.init(asset: AVURLAsset(url: url), automaticallyLoadedAssetKeys: ["duration", "tracks"])
        token = observe(\.status) { _, _ in }
    }
}

/// Overrides the designated initializer, and so inherits the convenience initializers.
class CountingItem: AVPlayerItem {
    static var made = 0

    override init(asset: AVAsset, automaticallyLoadedAssetKeys: [String]?) {
        Self.made += 1
        super.init(asset: asset, automaticallyLoadedAssetKeys: automaticallyLoadedAssetKeys)
    }
}

class PlaylistPlayer: AVQueuePlayer {
    private(set) var calls: [String] = []

    override init(items: [AVPlayerItem]) { super.init(items: items) }
    override init() { super.init() }

    override func insert(_ item: AVPlayerItem, after afterItem: AVPlayerItem?) {
        calls.append("insert")
        super.insert(item, after: afterItem)
    }
    override func remove(_ item: AVPlayerItem) {
        calls.append("remove")
        super.remove(item)
    }
    override func advanceToNextItem() {
        calls.append("advance")
        super.advanceToNextItem()
    }
    override func canInsert(_ item: AVPlayerItem, after afterItem: AVPlayerItem?) -> Bool { true }
    override func items() -> [AVPlayerItem] { super.items() }
    override func removeAllItems() { super.removeAllItems() }
}

/// An asset with headers, by Apple's one designated initializer.
class HeaderAsset: AVURLAsset, @unchecked Sendable {
    init(url: URL, headers: [String: String]) {
        super.init(url: url, options: ["AVURLAssetHTTPHeaderFieldsKey": headers])
    }
}

class PlainURLAsset: AVURLAsset, @unchecked Sendable {
    override init(url: URL, options: [String: Any]? = nil) { super.init(url: url) }
}

/// An asset without media: everything that `load(_:)` needs is overridden.
class MockAsset: AVURLAsset, @unchecked Sendable {
    var keyStatus = AVKeyValueStatus.loaded
    private(set) var loadedKeys: [String] = []

    override var duration: CMTime { CMTime(value: 90, timescale: 1) }
    override var isPlayable: Bool { true }
    override var tracks: [AVAssetTrack] { [] }
    override var commonMetadata: [AVMetadataItem] { [MockMetadata(key: .commonKeyTitle, text: "Mocked")] }
    override func statusOfValue(forKey key: String, error outError: NSErrorPointer) -> AVKeyValueStatus { keyStatus }
    override func loadValuesAsynchronously(forKeys keys: [String], completionHandler handler: (() -> Void)? = nil) {
        loadedKeys += keys
        handler?()
    }
}

class MockMetadata: AVMetadataItem, @unchecked Sendable {
    let mockedKey: AVMetadataKey
    let text: String

    init(key: AVMetadataKey, text: String) {
        mockedKey = key
        self.text = text
    }

    override var commonKey: AVMetadataKey? { mockedKey }
    override var value: Any? { text }
    override var stringValue: String? { text }
}

class MockOption: AVMediaSelectionOption, @unchecked Sendable {
    override var displayName: String { "Klingon" }
    override var extendedLanguageTag: String? { "tlh" }
    override func hasMediaCharacteristic(_ mediaCharacteristic: AVMediaCharacteristic) -> Bool {
        mediaCharacteristic == .legible
    }
}

class MockGroup: AVMediaSelectionGroup, @unchecked Sendable {
    override var options: [AVMediaSelectionOption] { [MockOption()] }
    override var allowsEmptySelection: Bool { false }
}

class MockSession: AVAudioSession, @unchecked Sendable {
    private(set) var wantedCategory: AVAudioSession.Category?
    override var outputVolume: Float { 0.25 }
    override func setCategory(
        _ category: AVAudioSession.Category, mode: AVAudioSession.Mode, options: AVAudioSession.CategoryOptions = []
    ) throws { wantedCategory = category }
    override func setActive(_ active: Bool, options: AVAudioSession.SetActiveOptions = []) throws {}
}

// MARK: Views and controllers

class PlayerView: UIView {
    override class var layerClass: AnyClass { PlayerLayer.self }
    var playerLayer: PlayerLayer? { layer as? PlayerLayer }
    private(set) var added: [UIView] = []

    override func didAddSubview(_ subview: UIView) { added.append(subview) }
    override func addSubview(_ view: UIView) { super.addSubview(view) }
    override func layoutSubviews() { super.layoutSubviews() }
    override var intrinsicContentSize: CGSize { CGSize(width: 160, height: 90) }
}

final class PlayerLayer: AVPlayerLayer {
    private(set) var layouts = 0

    override init() { super.init() }
    override init(layer: Any) { super.init(layer: layer) }
    required init?(coder: NSCoder) { super.init(coder: coder) }
    override func layoutSublayers() {
        super.layoutSublayers()
        layouts += 1
    }
    override func add(_ animation: CAAnimation, forKey key: String?) { super.add(animation, forKey: key) }
}

/// Declares no initializer, so it inherits all of them.
class FullScreenController: AVPlayerViewController {
    var appearances = 0
    override func viewWillAppear(_ animated: Bool) {
        super.viewWillAppear(animated)
        appearances += 1
    }
    override var player: AVPlayer? { didSet { appearances = 0 } }
    override var contextualActions: [UIAction] {
        get { super.contextualActions }
        set { super.contextualActions = newValue }
    }
}

class RoundButton: UIButton {
    override init(frame: CGRect) {
        super.init(frame: frame)
        layer.cornerRadius = 8
    }
    required init?(coder: NSCoder) { super.init(coder: coder) }
    override var isHighlighted: Bool { didSet { alpha = isHighlighted ? 0.5 : 1 } }
}

class ScrubSlider: UISlider {
    override init(frame: CGRect) { super.init(frame: frame) }
    required init?(coder: NSCoder) { super.init(coder: coder) }
    override func trackRect(forBounds bounds: CGRect) -> CGRect {
        super.trackRect(forBounds: bounds).insetBy(dx: 2, dy: 0)
    }
}

class Spinner: UIActivityIndicatorView {
    override init(frame: CGRect) { super.init(frame: frame) }
    required init?(coder: NSCoder) { super.init(coder: coder) }
}

class HoldRecognizer: UIGestureRecognizer {
    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) { state = .began }
    override func reset() { super.reset() }
}

class Picker: AVRoutePickerView {
    override init(frame: CGRect) { super.init(frame: frame) }
    required init?(coder: NSCoder) { super.init(coder: coder) }
}

class GradientView: UIView {
    override class var layerClass: AnyClass { CAGradientLayer.self }
}
