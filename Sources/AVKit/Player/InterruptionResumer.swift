import AVFoundation
import Foundation

/// Continues the playback of a controller's player after an interruption that allows it (semantics section 16).
///
/// The player itself pauses at the interruption and stays paused; a rate that the client sets meanwhile takes precedence.
@MainActor
final class InterruptionResumer {
    private var observer: (any NSObjectProtocol)?

    init(_ controller: AVPlayerViewController) {
        observer = NotificationCenter.default.addObserver(
            forName: AVAudioSession.interruptionNotification, object: AVAudioSession.sharedInstance(), queue: nil
        ) { [weak controller] note in
            guard
                note.userInfo?[AVAudioSessionInterruptionTypeKey] as? UInt
                    == AVAudioSession.InterruptionType.ended.rawValue,
                let option = note.userInfo?[AVAudioSessionInterruptionOptionKey] as? UInt,
                AVAudioSession.InterruptionOptions(rawValue: option).contains(.shouldResume)
            else { return }
            Task { @MainActor in
                guard let controller, controller.content.window != nil else { return }
                controller.player?.resumeAfterInterruption()
            }
        }
    }

    isolated deinit { if let observer { NotificationCenter.default.removeObserver(observer) } }
}
