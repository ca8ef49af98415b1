package import Foundation

extension AVPlayer {
    /// Seconds by which audio is later than the video; negative: earlier. At most 60. A change restarts the audio at the current time.
    package nonisolated var audioDelay: TimeInterval {
        get { core.read { $0.sound.delay } }
        set { core.changeAudioSettings("audioDelay") { $0.setDelay(newValue) } }
    }

    /// Seconds by which captions are later than the video; negative: earlier. At most 60. Captions that the media's own tracks contain are
    /// read about two seconds ahead and can be no earlier than that.
    package nonisolated var captionDelay: TimeInterval {
        get { core.read { $0.sound.captionDelay } }
        set { core.changeAudioSettings("captionDelay") { $0.setCaptionDelay(newValue) } }
    }
}

extension AVPlayer {
    /// The position of two channels, from the left, -1, to the right, 1.
    nonisolated var pan: Float {
        get { core.read { $0.sound.pan } }
        set { core.changeAudioSettings(nil) { $0.setPan(newValue) } }
    }

    /// Whether the levels of the audio are measured.
    nonisolated var measuresLevels: Bool {
        get { core.read { $0.sound.measuresLevels } }
        set { core.changeAudioSettings(nil) { $0.measuresLevels = newValue } }
    }
}

extension PlayerCore {
    func setCaptionDelay(_ seconds: Double, of item: ItemCore) {
        guard item.read({ $0.timed.captionDelay.seconds }) != seconds else { return }
        item.setCaptionDelay(seconds)
        // After the player's lock has been released.
        post { item.flush() }
    }
}
