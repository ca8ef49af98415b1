import HLS
import MediaEngine

/// The items whose audio plays now and next on the player's device, as last reported to the audio chain.
struct AudioOrder: Sendable {
    var current: AudioChainLink?
    var next: AudioChainLink?
    /// The rate for which the audio of the next item was prepared.
    var rate = 1.0
}

/// The transition of the audio from one item of the queue to the next without a gap.
extension PlayerCore {
    /// Reports to the audio chain which items play now and next. The state is locked.
    func followAudioOrder(_ state: inout State) {
        let current = state.current?.read { $0.attachment.audioLink }
        let next = itemOfNextAudio(state)
        let link = next?.read { $0.attachment.audioLink }
        let rate = Double(state.transport.rate)
        if let next, link !== state.audioOrder.next || rate != state.audioOrder.rate {
            next.read { $0.session }?.prepareAudio(atRate: rate)
            state.audioOrder.rate = rate
        }
        guard current !== state.audioOrder.current || link !== state.audioOrder.next else { return }
        state.audioOrder.current = current
        state.audioOrder.next = link
        audio.setOrder(current: current, next: link)
    }

    /// Returns the item whose audio follows that of the current item; nil where playback does not advance, or not at once.
    private func itemOfNextAudio(_ state: borrowing State) -> ItemCore? {
        guard state.transport.rate > 0, case .advance = state.transport.endAction, !state.life.isClosed,
            state.interstitial.machine.schedule.isEmpty, !state.interstitial.isOn, let next = state.queue.next,
            next.core.read({ $0.session != nil }), state.gates.admit(next)
        else { return nil }
        return next.core
    }
}
