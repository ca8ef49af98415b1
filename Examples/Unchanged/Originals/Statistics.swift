/*
 Counts refreshes of the display and changes of the player while it plays.
 */

import AVFoundation
import QuartzCore

class Statistics: NSObject {

    private let manager: PlaybackManager
    private var displayLink: CADisplayLink?
    private let counter = EventCounter(.shared)
    private var refreshes = 0
    private var events = 0
    private var changes: [String: Int] = [:]
    private let observed = ["rate", "muted", "currentItem.status"]

    init(manager: PlaybackManager) {
        self.manager = manager
        super.init()
        for keyPath in observed { manager.player.addObserver(self, forKeyPath: keyPath, options: [], context: nil) }
    }

    deinit {
        for keyPath in observed { manager.player.removeObserver(self, forKeyPath: keyPath) }
    }

    /// Begins to count. The statistics are created when they are first used, which must precede the first event.
    func prepare() { events = counter.changes }

    func start() {
        let link = CADisplayLink(target: self, selector: #selector(displayDidRefresh(_:)))
        link.add(to: .main, forMode: .common)
        displayLink = link
        manager.player.isMuted = true
        manager.player.setValue(0.5, forKey: "volume")
    }

    func stop() {
        displayLink?.invalidate()
        displayLink = nil
    }

    func noteEvent() { events += 1 }

    var summary: String {
        let volume = manager.player.value(forKey: "volume") as? Float ?? 0
        let names = changes.keys.sorted().joined(separator: ", ")
        let isCounted = counter.changes == events
        return "refreshes: \(refreshes > 0), changes: \(names), volume: \(volume), events: \(isCounted)"
    }

    @objc private func displayDidRefresh(_ link: CADisplayLink) {
        refreshes += 1
    }

    override func observeValue(
        forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
        context: UnsafeMutableRawPointer?
    ) {
        guard object as? AVPlayer === manager.player, let keyPath = keyPath else {
            return super.observeValue(forKeyPath: keyPath, of: object, change: change, context: context)
        }
        changes[keyPath, default: 0] += 1
    }
}
