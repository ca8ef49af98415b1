/// The audio environment of the process: other programs, devices, the volume.
///
/// The session queries it and receives its events; tests replace it.
package protocol AudioSessionEnvironment: AnyObject, Sendable {
    /// 0 to 1.
    var outputVolume: Float { get }
    var isOtherAudioPlaying: Bool { get }
    /// Whether other audio must not be mixed with.
    var isOtherAudioUnmixable: Bool { get }
    var route: AVAudioSessionRouteDescription { get }
    /// Whether the program is in the foreground; only then does it receive the hint to silence secondary audio.
    var isForeground: Bool { get }

    /// Called before the session becomes active; throws where more important audio is active.
    func activate(mixesWithOthers: Bool, ducksOthers: Bool) throws
    func deactivate(notifiesOthers: Bool)
}

/// An event of the environment for the session.
package enum AudioSessionEvent: Sendable {
    case interruptionBegan(AVAudioSession.InterruptionReason)
    case interruptionEnded(shouldResume: Bool)
    case routeChanged(AVAudioSession.RouteChangeReason, previous: AVAudioSessionRouteDescription)
    case outputVolumeChanged
    case otherAudioChanged
    case mediaServicesWereLost
    case mediaServicesWereReset
}

/// An environment with one output at full volume and no other audio.
///
/// The sound server is queried by the code that opens a stream on it; this environment is used until then, and on machines without audio.
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
