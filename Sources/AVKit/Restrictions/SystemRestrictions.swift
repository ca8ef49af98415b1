import AVFoundation
import Foundation
import Synchronization

/// The restrictions of the process.
enum SystemRestrictions {
    private static let present = Mutex<any RestrictionSettingsSource>(standard)

    /// The restrictions of the environment where it has any, else those of the viewer's settings.
    private static var standard: any RestrictionSettingsSource {
        let text = ProcessInfo.processInfo.environment[EnvironmentRestrictions.variable] ?? ""
        return text.isEmpty ? StoredRestrictions(store: .shared) : EnvironmentRestrictions()
    }

    /// The restrictions that apply in this process. Any thread may use it.
    static var source: any RestrictionSettingsSource {
        get { present.withLock { $0 } }
        set { present.withLock { $0 = newValue } }
    }
}

/// Holds the items that the viewer is not authorized to see.
final class RestrictionGate: PlaybackGate {
    func admits(_ item: AVPlayerItem) -> Bool { item.isPlaybackAuthorized || !item.restrictionSettings.isActive }
}

/// The restrictions of the viewer's settings, as they are at the time of each check.
struct StoredRestrictions: RestrictionSettingsSource {
    let store: SettingsStore

    var settings: RestrictionSettings {
        let stored = store.restrictions
        var settings = RestrictionSettings()
        settings.isEnabled = stored.isOn
        settings.passcode = stored.passcode.map { PasscodeCheck($0) }
        settings.region = stored.ratingRegion.uppercased()
        settings.limits.movies = stored.highestMovieRating.map { .rating($0) } ?? .everything
        settings.limits.television = stored.highestTVRating.map { .rating($0) } ?? .everything
        settings.requiresRating = stored.forbidsUnrated
        return settings
    }
}
