public import Foundation
import MediaEngine
import Synchronization

/// The item of a track. Called on any thread, with no lock held.
protocol TrackOwner: AnyObject, Sendable {
    func trackEnabled(_ track: TrackInfo, _ isEnabled: Bool)
}

/// A track of an item, and whether it is enabled.
///
/// Any thread may use it.
public final class AVPlayerItemTrack: NSObject, Sendable {
    /// nil where the asset does not list the track.
    public let assetTrack: AVAssetTrack?

    private let info: TrackInfo
    private let item = Mutex(WeakItem())
    private let enabled: Mutex<Bool>

    private struct WeakItem: Sendable { weak var owner: (any TrackOwner)? }

    init(info: TrackInfo, assetTrack: AVAssetTrack?, item owner: any TrackOwner, isEnabled: Bool) {
        self.info = info
        self.assetTrack = assetTrack
        enabled = Mutex(isEnabled)
        super.init()
        item.withLock { $0.owner = owner }
    }

    /// Whether the track is presented while it is selected.
    public var isEnabled: Bool {
        get { enabled.withLock { $0 } }
        set {
            let changed = enabled.withLock { enabled in
                defer { enabled = newValue }
                return enabled != newValue
            }
            guard changed, let owner = item.withLock({ $0.owner }) else { return }
            owner.trackEnabled(info, newValue)
        }
    }

    /// Frames per second; 0 where unknown, and for anything but video.
    public var currentVideoFrameRate: Float { Float(info.video?.frameRate ?? 0) }
}
