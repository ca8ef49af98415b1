import AVFoundation
import Synchronization

/// The restrictions of the process.
enum SystemRestrictions {
    private static let present = Mutex<any RestrictionSettingsSource>(EnvironmentRestrictions())

    /// The environment's restrictions, unless another source has been set. Any thread may use it.
    static var source: any RestrictionSettingsSource {
        get { present.withLock { $0 } }
        set { present.withLock { $0 = newValue } }
    }
}

/// Holds the items that the viewer is not authorized to see.
final class RestrictionGate: PlaybackGate {
    func admits(_ item: AVPlayerItem) -> Bool { item.isPlaybackAuthorized || !item.restrictionSettings.isActive }
}
