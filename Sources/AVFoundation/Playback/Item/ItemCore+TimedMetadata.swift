import CoreMedia
import Foundation
import MediaEngine

/// Delivers the timed metadata of an item when it is due.
extension ItemCore {
    /// Adds metadata that was read ahead of its time, and schedules its delivery by the player's time observers.
    func deliver(_ metadata: TimedMetadata, _ hub: TimeObserverHub) {
        adjust { state in
            state.timed.metadata.list.add(metadata)
            state.timed.setHub(hub)
        }
        followMetadata()
    }

    /// Delivers the metadata that is due to the outputs, and schedules the next delivery. Called with no lock held.
    func followMetadata() {
        let (metadata, outputs, hub, old) = read {
            ($0.timed.metadata.list, $0.metadataOutputs, $0.timed.hub, $0.timed.metadata.mark)
        }
        // An advance of 0 serves the property `timedMetadata` of the item itself.
        let leads = Set(outputs.map(\.advanceIntervalForDelegateInvocation) + [0])
        let times = metadata.entries.flatMap { entry in leads.map { entry.range.start.seconds - $0 } }
        let token =
            times.isEmpty
            ? nil
            : hub?.add(BoundarySchedule(times: times), place: .anyThread) { [weak self] _ in self?.showMetadata() }
        // Another thread may have set a mark meanwhile, which this one replaces.
        let stale = adjust { $0.timed.metadata.setMark(token) }
        for mark in [old, stale === old ? nil : stale].compactMap({ $0 }) { hub?.remove(mark) }
        showMetadata()
    }

    func showMetadata() {
        let (anchor, time) = anchor()
        let isBackwards = anchor.rate < 0
        let (metadata, outputs, due) = adjust { state in
            let due = state.timed.cursor.move(
                to: time, ahead: .zero, isBackwards: isBackwards, in: state.timed.metadata.list)
            return (state.timed.metadata.list, state.metadataOutputs, due)
        }
        for output in outputs { output.follow(metadata, to: time, isBackwards: isBackwards) }
        guard let last = due.last else { return }
        let items = AVMetadataItem.items(of: last)
        update(.playback) { $0.timed.setLastItems(items) }
    }
}

extension ItemCore.State {
    var metadataOutputs: [AVPlayerItemMetadataOutput] { outputs.compactMap { $0 as? AVPlayerItemMetadataOutput } }
}
