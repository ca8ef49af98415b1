import AVFoundation
import Foundation
import UIKit

/// What a session needs from the system. Tests replace it.
@MainActor
struct PictureInPictureEnvironment {
    /// Whether the system has a display on which windows float over those of other programs.
    var isSupported: @MainActor () -> Bool = { UIWindow.canShowPanels }
    /// Whether the program may play audio in the background (R101).
    ///
    /// Apple: the program declares `audio` in `UIBackgroundModes` of its Info.plist. Here: Linux suspends no program in the background, so
    /// the permission is missing only where a program has an Info.plist that declares other background modes without `audio`.
    var hasBackgroundAudio: @MainActor () -> Bool = {
        allowsBackgroundAudio(Bundle.main.object(forInfoDictionaryKey: "UIBackgroundModes"))
    }
    var audioSession = AVAudioSession.sharedInstance()
    /// Whether a window in memory counts as a failure to open a window.
    var needsDisplay = true

    /// - Parameter modes: the value of `UIBackgroundModes`; nil where the program declares none.
    static func allowsBackgroundAudio(_ modes: Any?) -> Bool {
        guard let modes else { return true }
        return (modes as? [String])?.contains("audio") ?? false
    }

    /// Whether the system and the program's audio session permit Picture in Picture.
    var isPermitted: Bool { audioSession.category == .playback && hasBackgroundAudio() && isSupported() }
}
