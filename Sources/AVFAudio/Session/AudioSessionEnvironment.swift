/// What the world outside the process does with sound: other programs, devices, the volume.
///
/// The session asks it and is told by it; tests put one of their own in place.
package protocol AudioSessionEnvironment: AnyObject, Sendable {
    /// 0 to 1.
    var outputVolume: Float { get }
    var isOtherAudioPlaying: Bool { get }
    /// Whether what plays elsewhere is meant to be heard alone.
    var isOtherAudioUnmixable: Bool { get }
    var route: AVAudioSessionRouteDescription { get }
    /// Whether the program is in front; only then is it told to silence secondary sound.
    var isForeground: Bool { get }

    /// The session is about to be active; throws where something more important has the sound.
    func activate(mixesWithOthers: Bool, ducksOthers: Bool) throws
    func deactivate(notifiesOthers: Bool)
}

/// What the environment tells the session.
package enum AudioSessionEvent: Sendable {
    case interruptionBegan(AVAudioSession.InterruptionReason)
    case interruptionEnded(shouldResume: Bool)
    case routeChanged(AVAudioSession.RouteChangeReason, previous: AVAudioSessionRouteDescription)
    case outputVolumeChanged
    case otherAudioChanged
    case mediaServicesWereLost
    case mediaServicesWereReset
}

/// A machine with one output at full volume and nobody else who plays.
///
/// The sound server is asked by whoever opens a stream on it; until then this is all that is known, and it is what a machine without sound has.
package final class QuietEnvironment: AudioSessionEnvironment {
    package init() {}

    package var outputVolume: Float { 1 }
    package var isOtherAudioPlaying: Bool { false }
    package var isOtherAudioUnmixable: Bool { false }
    package var isForeground: Bool { true }
    package let route = AVAudioSessionRouteDescription(outputs: [
        AVAudioSessionPortDescription(portType: .builtInSpeaker, portName: "Default output", uid: "default")
    ])
    package func activate(mixesWithOthers: Bool, ducksOthers: Bool) throws {}
    package func deactivate(notifiesOthers: Bool) {}
}
