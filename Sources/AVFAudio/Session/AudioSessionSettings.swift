/// The category of a session with its mode, options and policy, and what follows from them.
package struct AudioSessionSettings: Sendable, Equatable {
    package var category = AVAudioSession.Category.soloAmbient
    package var mode = AVAudioSession.Mode.default
    package var options: AVAudioSession.CategoryOptions = []
    package var policy = AVAudioSession.RouteSharingPolicy.default

    package init() {}

    package var ducksOthers: Bool { options.contains(.duckOthers) }
    package var interruptsSpokenAudio: Bool { options.contains(.interruptSpokenAudioAndMixWithOthers) }
    /// Whether activation leaves other audio playing: ambient always mixes, the options mix, and ducking implies mixing.
    package var mixesWithOthers: Bool {
        category == .ambient || ducksOthers || options.contains(.mixWithOthers) || interruptsSpokenAudio
    }

    /// The role of the session's streams in the audio server's words, by which it decides about priority and routing.
    package var role: String {
        switch mode {
        case .moviePlayback: return "video"
        case .spokenAudio: return "music"
        case .videoChat, .voiceChat: return "phone"
        case .gameChat: return "game"
        case .videoRecording: return "production"
        case .voicePrompt: return "event"
        case .measurement: return "test"
        default: break
        }
        switch category {
        case .ambient: return "game"
        case .playAndRecord: return "phone"
        case .record, .multiRoute: return "production"
        case .playback where policy == .longFormAudio: return "music"
        default: return "video"
        }
    }
}
