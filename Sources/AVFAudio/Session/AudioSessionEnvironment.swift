import AudioServer

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
    /// The outputs that the viewer can choose, the present one among them.
    var outputs: [AudioSessionOutput] { get }
    /// The present output's sample rate, number of channels and latency in seconds.
    var format: AudioSessionFormat { get }

    /// Starts to follow the environment and returns at once; a second call has no effect.
    /// - Parameter handler: receives the events, in order, with no lock held.
    func start(_ handler: @escaping @Sendable (AudioSessionEvent) -> Void)
    /// Called before the session becomes active; throws where more important audio is active.
    /// - Returns: the number of the activation, which rises. The events of interruptions carry the number of the activation that they concern.
    func activate(_ settings: AudioSessionSettings) throws -> Int
    func deactivate(notifiesOthers: Bool)
    /// Called when the category has changed, also while the session is inactive.
    func apply(_ settings: AudioSessionSettings)
    /// Called when a player begins to play: an inactive session then follows the environment, and others may interrupt it.
    func playbackBegan()
    /// Moves the audio of the process to another output.
    func selectOutput(_ identifier: String)
    /// The seconds of audio that the server requests at once.
    var bufferDuration: Double { get }
    /// Requests another duration, for streams that are opened afterwards.
    func setBufferDuration(_ seconds: Double)
    /// Sets the volume of the present output, for all programs; 0 to 1.
    func setOutputVolume(_ volume: Float)
}

extension AudioSessionEnvironment {
    package var outputs: [AudioSessionOutput] {
        route.outputs.map { AudioSessionOutput(port: $0, isPresent: true) }
    }
    package var format: AudioSessionFormat { AudioSessionFormat() }
    package func start(_ handler: @escaping @Sendable (AudioSessionEvent) -> Void) {}
    package func apply(_ settings: AudioSessionSettings) {}
    package func playbackBegan() {}
    package func selectOutput(_ identifier: String) {}
    package var bufferDuration: Double { AudioStreamPolicy.Values().requestSeconds }
    package func setBufferDuration(_ seconds: Double) {}
    package func setOutputVolume(_ volume: Float) {}
}

/// An output that the viewer can choose.
package struct AudioSessionOutput: Sendable, Hashable {
    package var port: AVAudioSessionPortDescription
    /// Whether the audio of the process is played here.
    package var isPresent: Bool

    package init(port: AVAudioSessionPortDescription, isPresent: Bool) {
        self.port = port
        self.isPresent = isPresent
    }
}

/// The format of the present output.
package struct AudioSessionFormat: Sendable, Hashable {
    package var sampleRate = 48_000.0
    package var channelCount = 2
    /// In seconds.
    package var latency = 0.0

    package init() {}
}

/// An event of the environment for the session.
package enum AudioSessionEvent: Sendable, Hashable {
    /// `activation`: the number of the interrupted activation, 0 where playback began without one; nil: the present one.
    case interruptionBegan(AVAudioSession.InterruptionReason, activation: Int? = nil)
    case interruptionEnded(shouldResume: Bool, activation: Int? = nil)
    case routeChanged(AVAudioSession.RouteChangeReason, previous: AVAudioSessionRouteDescription)
    case outputVolumeChanged
    /// The list of outputs, or the present one, has changed.
    case outputsChanged
    case otherAudioChanged
    case mediaServicesWereLost
    case mediaServicesWereReset
}

/// An environment with one output at full volume and no other audio, for tests and machines without audio.
package final class QuietEnvironment: AudioSessionEnvironment {
    package init() {}

    package var outputVolume: Float { 1 }
    package var isOtherAudioPlaying: Bool { false }
    package var isOtherAudioUnmixable: Bool { false }
    package var isForeground: Bool { true }
    package let route = AVAudioSessionRouteDescription(outputs: [
        AVAudioSessionPortDescription(portType: .builtInSpeaker, portName: "Default output", uid: "default")
    ])
    package func activate(_ settings: AudioSessionSettings) throws -> Int { 0 }
    package func deactivate(notifiesOthers: Bool) {}
}
