/*
 Owns the player and its item, and reports their state by observable properties.
 */

import AVFoundation
import CoreMedia

/// The state of playback, as clients of the manager see it.
@objc enum PlaybackState: Int {
    case idle, loading, playing, paused, finished, failed

    var name: String { String(describing: self) }
}

class PlaybackManager: NSObject {

    /// The keys that are loaded before an item is created.
    static let requiredKeys = ["playable", "duration"]

    @objc dynamic private(set) var state = PlaybackState.idle
    @objc dynamic var title: String?

    let player = AVPlayer()

    private var playerItem: AVPlayerItem? {
        willSet { if let item = playerItem { removeObservers(from: item) } }
        didSet { if let item = playerItem { addObservers(to: item) } }
    }
    private var timeObserver: Any?
    private var itemContext = 0
    private var isObservingPlayer = false

    private let itemKeyPaths = [
        #keyPath(AVPlayerItem.status), #keyPath(AVPlayerItem.isPlaybackLikelyToKeepUp),
        #keyPath(AVPlayerItem.loadedTimeRanges),
    ]

    override init() {
        super.init()
        player.addObserver(self, forKeyPath: #keyPath(AVPlayer.timeControlStatus), options: [.new], context: nil)
        player.addObserver(self, forKeyPath: "currentItem.presentationSize", options: .new, context: nil)
        isObservingPlayer = true
        let interval = CMTime(seconds: 0.25, preferredTimescale: 600)
        timeObserver = player.addPeriodicTimeObserver(forInterval: interval, queue: .main) { [weak self] time in
            self?.timeDidChange(to: time)
        }
    }

    deinit {
        if let timeObserver = timeObserver { player.removeTimeObserver(timeObserver) }
        if isObservingPlayer {
            player.removeObserver(self, forKeyPath: #keyPath(AVPlayer.timeControlStatus))
            player.removeObserver(self, forKeyPath: "currentItem.presentationSize")
        }
        playerItem.map(removeObservers(from:))
        NotificationCenter.default.removeObserver(self)
    }

    // MARK: Items

    func load(_ asset: AVAsset) {
        state = .loading
        title = (asset as? AVURLAsset)?.url.lastPathComponent
        asset.loadValuesAsynchronously(forKeys: PlaybackManager.requiredKeys) { [weak self] in
            DispatchQueue.main.async { self?.assetDidLoad(asset) }
        }
    }

    private func assetDidLoad(_ asset: AVAsset) {
        for key in PlaybackManager.requiredKeys {
            var error: NSError?
            if asset.statusOfValue(forKey: key, error: &error) == .failed {
                return fail(error)
            }
        }
        guard asset.isPlayable else { return fail(nil) }
        let item = AVPlayerItem(asset: asset, automaticallyLoadedAssetKeys: PlaybackManager.requiredKeys)
        playerItem = item
        player.replaceCurrentItem(with: item)
        player.play()
    }

    private func fail(_ error: Error?) {
        state = .failed
        EventLog.shared.record("Playback failed: \(error?.localizedDescription ?? "the asset cannot be played")")
    }

    private func addObservers(to item: AVPlayerItem) {
        for keyPath in itemKeyPaths {
            item.addObserver(self, forKeyPath: keyPath, options: [.old, .new], context: &itemContext)
        }
        let center = NotificationCenter.default
        center.addObserver(
            self, selector: #selector(PlaybackManager.itemDidPlayToEnd(notification:)),
            name: .AVPlayerItemDidPlayToEndTime, object: item)
        center.addObserver(
            self, selector: #selector(itemDidStall), name: NSNotification.Name.AVPlayerItemPlaybackStalled,
            object: item)
    }

    private func removeObservers(from item: AVPlayerItem) {
        for keyPath in itemKeyPaths { item.removeObserver(self, forKeyPath: keyPath, context: &itemContext) }
        NotificationCenter.default.removeObserver(self, name: .AVPlayerItemDidPlayToEndTime, object: item)
        NotificationCenter.default.removeObserver(self, name: .AVPlayerItemPlaybackStalled, object: item)
    }

    @objc private func itemDidPlayToEnd(notification: Notification) {
        state = .finished
    }

    @objc private func itemDidStall() {
        EventLog.shared.record("Playback stalled.")
    }

    // MARK: Key-value observing

    override func observeValue(
        forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
        context: UnsafeMutableRawPointer?
    ) {
        if context == &itemContext {
            itemDidChange(keyPath, change)
        } else if keyPath == #keyPath(AVPlayer.timeControlStatus) {
            guard let number = change?[.newKey] as? NSNumber,
                let status = AVPlayer.TimeControlStatus(rawValue: number.intValue)
            else { return }
            timeControlDidChange(to: status)
        } else if keyPath == "currentItem.presentationSize" {
            guard let size = player.currentItem?.presentationSize, size != .zero else { return }
            EventLog.shared.record("The video has \(Int(size.width)) x \(Int(size.height)) pixels.")
        } else {
            super.observeValue(forKeyPath: keyPath, of: object, change: change, context: context)
        }
    }

    private func itemDidChange(_ keyPath: String?, _ change: [NSKeyValueChangeKey: Any]?) {
        switch keyPath {
        case #keyPath(AVPlayerItem.status):
            let status: AVPlayerItem.Status
            if let statusNumber = change?[.newKey] as? NSNumber {
                status = AVPlayerItem.Status(rawValue: statusNumber.intValue)!
            } else {
                status = .unknown
            }
            switch status {
            case .readyToPlay: EventLog.shared.record("The item is ready to play.")
            case .failed: fail(playerItem?.error)
            case .unknown: break
            @unknown default: break
            }
        case #keyPath(AVPlayerItem.isPlaybackLikelyToKeepUp):
            if playerItem?.isPlaybackLikelyToKeepUp == true, state == .loading {
                EventLog.shared.record("Playback is likely to keep up.")
            }
        case #keyPath(AVPlayerItem.loadedTimeRanges):
            guard let range = (change?[.newKey] as? [NSValue])?.last?.timeRangeValue else { return }
            bufferedEnd = CMTimeRangeGetEnd(range)
        default:
            break
        }
    }

    private(set) var bufferedEnd = CMTime.zero

    private func timeControlDidChange(to status: AVPlayer.TimeControlStatus) {
        guard state != .finished else { return }
        switch status {
        case .playing: state = .playing
        case .paused: state = playerItem == nil ? .idle : .paused
        case .waitingToPlayAtSpecifiedRate: state = .loading
        @unknown default: break
        }
    }

    private func timeDidChange(to time: CMTime) {
        position = time.seconds.isFinite ? time.seconds : 0
    }

    @objc dynamic private(set) var position: TimeInterval = 0

    // MARK: Commands

    @objc func togglePlayback() {
        if player.timeControlStatus == .paused { player.play() } else { player.pause() }
    }

    @objc func skip() { skip(by: 10) }

    @objc func skip(by seconds: NSNumber) {
        let target = CMTimeAdd(player.currentTime(), CMTime(seconds: seconds.doubleValue, preferredTimescale: 600))
        player.seek(to: target, toleranceBefore: .zero, toleranceAfter: .zero)
    }
}
