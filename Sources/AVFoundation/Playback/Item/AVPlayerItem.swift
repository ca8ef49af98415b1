public import CoreMedia
public import Foundation
public import KeyValueObserving
import MediaEngine

/// How one asset is played: its readiness, position, buffer and selection.
///
/// Any thread may use it, except `asset`, which is the main actor's as on Apple's platforms. A new item is `unknown` and loads nothing
/// before a player has it. It belongs to one player at most. Observers of a change that a call makes are called within the call, on its
/// thread; observers of what playback changes, and notifications, are called later, on the main queue.
@preconcurrency @MainActor
open class AVPlayerItem: NSObject, NSCopying, KeyValueObservable {
    nonisolated let core: ItemCore
    public nonisolated let keyValueObservers: KeyValueObservers
    /// What other modules keep with an item: see `ExtensionStore`.
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

    /// - Parameter automaticallyLoadedAssetKeys: loaded before the item becomes ready; one that fails makes the item fail. nil: none but those
    ///   that playing needs.
    public nonisolated convenience init(asset: AVAsset, automaticallyLoadedAssetKeys: [String]?) {
        self.init(asset: asset, keys: automaticallyLoadedAssetKeys ?? [], environment: .system)
    }

    public nonisolated convenience init(
        asset: AVAsset, automaticallyLoadedAssetKeys: [AVPartialAsyncProperty<AVAsset>]
    ) {
        self.init(asset: asset, keys: automaticallyLoadedAssetKeys.map(\.key), environment: .system)
    }

    /// For tests: an item in a world of its own.
    nonisolated convenience init(asset: AVAsset, keys: [String] = [], environment: PlaybackEnvironment) {
        self.init(core: ItemCore(asset: asset, keys: keys, environment: environment))
    }

    deinit { core.release() }

    /// Another item of the same asset with the same settings, in no player.
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

    public var asset: AVAsset { core.asset }

    // MARK: State

    /// No longer updated once the item has left its player.
    public nonisolated var status: Status { observed("status") { core.read { Status($0.item.status) } } }

    /// Why the item has failed. Set before `status` is told.
    public nonisolated var error: (any Error)? {
        observed("error") { core.read { $0.item.error }.map(clientError) }
    }

    /// Empty before the item is ready.
    public nonisolated var tracks: [AVPlayerItemTrack] { observed("tracks") { core.read { $0.tracks } } }

    /// Indefinite before it is known, and for live streams.
    public nonisolated var duration: CMTime { observed("duration") { core.read { $0.item.duration } } }

    /// The picture's size in square pixels; zero before the item is ready, and without a picture.
    public nonisolated var presentationSize: CGSize {
        observed("presentationSize") {
            let size = core.read { $0.item.presentationSize }
            return CGSize(width: size.width, height: size.height)
        }
    }

    /// What is in the buffer: sorted ranges that do not overlap, CMTimeRanges in NSValues.
    public nonisolated var loadedTimeRanges: [NSValue] {
        observed("loadedTimeRanges") { core.read { $0.item.loadedRanges }.map(NSValue.init(timeRange:)) }
    }

    /// Where seeks may go: sorted ranges that do not overlap, CMTimeRanges in NSValues.
    public nonisolated var seekableTimeRanges: [NSValue] {
        observed("seekableTimeRanges") { core.read { $0.item.seekableRanges }.map(NSValue.init(timeRange:)) }
    }

    /// A forecast that playing will not stall.
    public nonisolated var isPlaybackLikelyToKeepUp: Bool {
        observed("isPlaybackLikelyToKeepUp") { core.read { $0.item.buffer.isLikelyToKeepUp } }
    }

    /// No more is read ahead. It may still be unlikely to last.
    public nonisolated var isPlaybackBufferFull: Bool {
        observed("isPlaybackBufferFull") { core.read { $0.item.buffer.isFull } }
    }

    /// Nothing is left to play: a stall, or the end is near.
    public nonisolated var isPlaybackBufferEmpty: Bool {
        observed("isPlaybackBufferEmpty") { core.read { $0.item.buffer.isEmpty } }
    }

    // MARK: What can be played

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
