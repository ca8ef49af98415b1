/// Decides which items a player may render. A player view controller uses a gate to hold an item until the viewer is authorized.
///
/// An item that one of the player's gates does not admit is loaded and can be seeked, but none of its frames reaches a layer and its audio
/// does not start. The player keeps its rate and waits.
package protocol PlaybackGate: AnyObject, Sendable {
    /// Called on any thread with the player's lock held, when the item becomes the current one and after `playbackGateDidChange()`. The
    /// method may read the item's `extensionStore`, and calls nothing else of the player or the item.
    func admits(_ item: AVPlayerItem) -> Bool
}

struct WeakPlaybackGate: Sendable { weak var gate: (any PlaybackGate)? }

extension [WeakPlaybackGate] {
    func admit(_ item: AVPlayerItem) -> Bool { allSatisfy { $0.gate?.admits(item) ?? true } }
}

extension AVPlayer {
    /// Adds a gate without retaining it.
    package nonisolated func addPlaybackGate(_ gate: any PlaybackGate) {
        core.changeGates { gates in
            gates.removeAll { $0.gate == nil || $0.gate === gate }
            gates.append(WeakPlaybackGate(gate: gate))
        }
    }

    package nonisolated func removePlaybackGate(_ gate: any PlaybackGate) {
        core.changeGates { $0.removeAll { $0.gate == nil || $0.gate === gate } }
    }

    /// Asks the gates again whether they admit the current item.
    package nonisolated func playbackGateDidChange() { core.changeGates { _ in } }

    /// Whether a gate holds the current item.
    package nonisolated var isHeldByGate: Bool { core.read { $0.transport.item?.isHeld ?? false } }
}

extension PlayerCore.State {
    /// The item whose video the player's layers show; nil while a gate holds the current item.
    var visibleItem: ItemCore? { transport.item?.isHeld == true ? nil : interstitial.shown ?? current }
}

extension PlayerCore {
    func changeGates(_ change: (inout [WeakPlaybackGate]) -> Void) {
        update(.client) { state in
            change(&state.gates)
            guard let item = state.queue.current else { return }
            let isHeld = !state.gates.admit(item)
            guard isHeld != state.transport.item?.isHeld else { return }
            take(&state) { $0.setHeld(isHeld) }
            reportVisibleItem(state)
            if state.interstitial.isOn { followRate(&state) }
        }
    }

    func reportVisibleItem(_ state: borrowing State) {
        let item = state.visibleItem
        reportToVideoObservers(state) { $0.itemChanged(to: item) }
    }
}
