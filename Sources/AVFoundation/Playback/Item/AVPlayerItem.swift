public import CoreMedia
public import Foundation
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
    public nonisolated let keyValueObservers: KeyValueObservers
    /// Properties that other modules add to the item: see `ExtensionStore`.
    package nonisolated let extensionStore = ExtensionStore()

    nonisolated init(core: ItemCore) {
        self.core = core
        keyValueObservers = core.observers
        super.init()
        core.item = self
    }

    public nonisolated convenience init(url URL: URL) {
        self.init(asset: AVURLAsset(url: URL))
    }

    public nonisolated convenience init(asset: AVAsset) {
        self.init(asset: asset, automaticallyLoadedAssetKeys: nil as [String]?)
    }

    /// - Parameter automaticallyLoadedAssetKeys: keys that are loaded before the item becomes ready; a key that fails makes the item fail.
    ///   nil: none besides those that playback needs.
    public nonisolated convenience init(asset: AVAsset, automaticallyLoadedAssetKeys: [String]?) {
        self.init(asset: asset, keys: automaticallyLoadedAssetKeys ?? [], environment: .system)
    }

    public nonisolated convenience init(
        asset: AVAsset, automaticallyLoadedAssetKeys: [AVPartialAsyncProperty<AVAsset>]
    ) {
        self.init(asset: asset, keys: automaticallyLoadedAssetKeys.map(\.key), environment: .system)
    }

    /// For tests: creates an item with its own environment.
    nonisolated convenience init(asset: AVAsset, keys: [String] = [], environment: PlaybackEnvironment) {
        self.init(core: ItemCore(asset: asset, keys: keys, environment: environment))
    }

    deinit { core.release() }

    /// Returns another item with the same asset and settings, in no player.
    public nonisolated func copy(with zone: NSZone? = nil) -> Any { snapshot() }

    nonisolated func snapshot() -> AVPlayerItem {
        let copy = AVPlayerItem(
            core: ItemCore(asset: core.asset, keys: core.keys, environment: core.read { $0.environment }))
        let (settings, start) = core.read { ($0.settings, $0.session == nil ? $0.playhead.start : .zero) }
        copy.core.update(.client) { state in
            state.settings = settings
            state.playhead.setStart(start)
        }
        copy.extensionStore.copy(from: extensionStore)
        return copy
    }

    public var asset: AVAsset { core.givenAsset }

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
    public nonisolated var status: Status { observed("status") { core.read { Status($0.item.status) } } }

    /// The error of a failed item. Set before observers of `status` are called.
    public nonisolated var error: (any Error)? {
        observed("error") { core.read { $0.item.error }.map(clientError) }
    }

    /// Empty before the item is ready.
    public nonisolated var tracks: [AVPlayerItemTrack] { observed("tracks") { core.read { $0.tracks } } }

    /// Indefinite before it is known, and for live streams.
    public nonisolated var duration: CMTime { observed("duration") { core.read { $0.item.duration } } }

    /// The size of the video in square pixels; zero before the item is ready, and without video.
    public nonisolated var presentationSize: CGSize {
        observed("presentationSize") {
            let size = core.read { $0.item.presentationSize }
            return CGSize(width: size.width, height: size.height)
        }
    }

    /// The buffered ranges: sorted and disjoint CMTimeRanges in NSValues.
    public nonisolated var loadedTimeRanges: [NSValue] {
        observed("loadedTimeRanges") { core.read { $0.item.loadedRanges }.map(NSValue.init(timeRange:)) }
    }

    /// The ranges in which the item can seek: sorted and disjoint CMTimeRanges in NSValues.
    public nonisolated var seekableTimeRanges: [NSValue] {
        observed("seekableTimeRanges") { core.read { $0.item.seekableRanges }.map(NSValue.init(timeRange:)) }
    }

    /// Whether playback is expected to continue without a stall.
    public nonisolated var isPlaybackLikelyToKeepUp: Bool {
        observed("isPlaybackLikelyToKeepUp") { core.read { $0.item.buffer.isLikelyToKeepUp } }
    }

    /// Whether the buffer is full, so that nothing more is loaded. A full buffer can still be too small to avoid a stall.
    public nonisolated var isPlaybackBufferFull: Bool {
        observed("isPlaybackBufferFull") { core.read { $0.item.buffer.isFull } }
    }

    /// Whether the buffer is empty, in a stall or near the end.
    public nonisolated var isPlaybackBufferEmpty: Bool {
        observed("isPlaybackBufferEmpty") { core.read { $0.item.buffer.isEmpty } }
    }

    // MARK: Playback abilities

    public nonisolated var canPlayFastForward: Bool { ability("canPlayFastForward", \.fastForward) }
    public nonisolated var canPlaySlowForward: Bool { ability("canPlaySlowForward", \.slowForward) }
    public nonisolated var canPlayReverse: Bool { ability("canPlayReverse", \.reverse) }
    public nonisolated var canPlaySlowReverse: Bool { ability("canPlaySlowReverse", \.slowReverse) }
    public nonisolated var canPlayFastReverse: Bool { ability("canPlayFastReverse", \.fastReverse) }
    public nonisolated var canStepForward: Bool { ability("canStepForward", \.stepForward) }
    public nonisolated var canStepBackward: Bool { ability("canStepBackward", \.stepBackward) }

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
}
