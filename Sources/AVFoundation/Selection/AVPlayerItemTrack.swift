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
open class AVPlayerItemTrack: NSObject, @unchecked Sendable {
    /// nil where the asset does not list the track.
    open private(set) var assetTrack: AVAssetTrack?

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

    /// Creates a track of no item, for clients' subclasses.
    public override init() {
        info = TrackInfo(index: -1, trackID: 0, kind: .data, codec: "")
        enabled = Mutex(true)
        super.init()
    }

    /// Whether the track is presented while it is selected.
    open var isEnabled: Bool {
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
    open var currentVideoFrameRate: Float { Float(info.video?.frameRate ?? 0) }
}
