import CoreMedia
import MediaEngine

/// The interface of the player for its items.
extension PlayerCore: ItemHost {
    func process<Result: Sendable>(
        _ item: ItemCore, _ cause: ChangeCause, _ input: () -> (Result, ItemOutcome)?
    ) -> Result? {
        update(cause) { state in
            guard let (result, outcome) = input() else { return nil }
            react(to: outcome, of: item, &state)
            return result
        }
    }

    func processSeek(
        of item: ItemCore, to time: CMTime, _ input: (CMTime?) -> ItemOutcome?
    ) -> ItemOutcome? {
        update(.client) { state in
            guard item.read({ $0.attachment.host === self }) else { return nil }
            guard let outcome = input(seekTarget(of: item, for: time, &state)) else { return nil }
            react(to: outcome, of: item, &state)
            return outcome
        }
    }
}

extension PlayerCore {
    /// Handles a client's change of volume, muting or audio device, which applies to every session.
    /// - Parameter key: the property that the client has set; nil: none.
    func changeAudioSettings(_ key: String?, _ change: (inout PlayerAudioSettings) -> Void) {
        let (sound, interstitials) = update(.client, setting: key) { state in
            let old = state.sound
            change(&state.sound)
            let sound = state.sound
            if sound.gain != old.gain { forEachSession(state) { $0.setVolume(sound.gain) } }
            if sound.pan != old.pan { forEachSession(state) { $0.setPan(sound.pan) } }
            if sound.measuresLevels != old.measuresLevels {
                forEachSession(state) { $0.setMetering(sound.measuresLevels) }
            }
            if sound.isMuted != old.isMuted { forEachSession(state) { $0.setMuted(sound.isMuted) } }
            if sound.deviceID != old.deviceID { audio.selectDevice(sound.deviceName) }
            if sound.delay != old.delay { forEachSession(state) { $0.setAudioDelay(sound.delay) } }
            if sound.captionDelay != old.captionDelay {
                for item in state.queue.items { setCaptionDelay(sound.captionDelay, of: item.core) }
            }
            return (sound, state.interstitial.player)
        }
        interstitials?.volume = sound.volume
        interstitials?.interfaceGain = sound.interfaceGain
        interstitials?.isMuted = sound.isMuted
        interstitials?.audioOutputDeviceUniqueID = sound.deviceID
    }
}
