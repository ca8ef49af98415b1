import AVFoundation
import AVKit

/// The settings of a domain.
enum CaptionSettings {
    /// The settings of the user's domain.
    @TaskLocal static var store = SettingsStore.shared

    static func settings(_ domain: MACaptionAppearanceDomain) -> ViewerSettings {
        domain == .user ? store.present : ViewerSettings()
    }

    static func displayType(_ display: SelectionPreferences.CaptionDisplay) -> MACaptionAppearanceDisplayType {
        switch display {
        case .automatic: .automatic
        case .always: .alwaysOn
        case .onlyForced: .forcedOnly
        }
    }

    static func display(_ type: MACaptionAppearanceDisplayType) -> SelectionPreferences.CaptionDisplay {
        switch type {
        case .automatic: .automatic
        case .alwaysOn: .always
        case .forcedOnly: .onlyForced
        }
    }

    static func edgeStyle(_ edge: ViewerSettings.Captions.Edge) -> MACaptionAppearanceTextEdgeStyle {
        switch edge {
        case .none: .none
        case .raised: .raised
        case .depressed: .depressed
        case .outline: .uniform
        case .shadow: .dropShadow
        }
    }

    /// Moves a language to the front of the languages of captions.
    static func add(_ language: String, to languages: inout [String]) {
        languages.removeAll { $0.caseInsensitiveCompare(language) == .orderedSame }
        languages.insert(language, at: 0)
    }
}
