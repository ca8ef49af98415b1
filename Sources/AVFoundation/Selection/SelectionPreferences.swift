/// The viewer's preferences for automatic selection, beside those of the desktop. They apply where the client has set no criteria.
package struct SelectionPreferences: Equatable, Sendable {
    /// When captions are displayed without a choice by the viewer.
    package enum CaptionDisplay: String, Codable, CaseIterable, Sendable {
        /// For audio in a language that the viewer does not understand.
        case automatic
        case always
        /// Only forced captions, which translate foreign-language passages.
        case onlyForced
    }

    /// The viewer's last choice in a menu.
    package enum Choice: Codable, Equatable, Sendable {
        /// No option.
        case off
        /// - Parameter characteristics: the raw values of the characteristics for a special audience that the option has.
        case option(language: String, characteristics: [String])
    }

    /// In order of preference; empty: those of the desktop. Audio in them needs no captions.
    package var audioLanguages: [String] = []
    /// The languages whose captions are displayed; empty: those of the desktop, as `captionDisplay` says.
    package var captionLanguages: [String] = []
    package var captionDisplay = CaptionDisplay.automatic
    /// Whether captions for the deaf and hard of hearing are preferred to subtitles.
    package var prefersClosedCaptions = false
    package var prefersAudioDescription = false
    package var audioChoice: Choice?
    package var captionChoice: Choice?
    /// The languages of captions that the client allows; nil: all.
    package var allowedCaptionLanguages: [String]?
    /// Whether the client requires that captions are displayed.
    package var requiresCaptions = false

    package init() {}

    /// Returns whether captions have one of the allowed languages, or a regional form of one.
    package func allows(_ captions: AVMediaSelectionOption) -> Bool {
        guard let allowedCaptionLanguages else { return true }
        guard let tag = captions.extendedLanguageTag?.lowercased() else { return false }
        return allowedCaptionLanguages.map { $0.lowercased() }.contains { tag == $0 || tag.hasPrefix($0 + "-") }
    }

    /// Whether no captions are displayed but forced ones, whatever the asset declares as its default.
    var hidesCaptions: Bool {
        guard !requiresCaptions else { return false }
        return captionChoice.map { $0 == .off } ?? (captionDisplay == .onlyForced)
    }
}

extension SelectionPreferences.Choice {
    /// The characteristics that are remembered with a choice. A commentary is chosen for one item.
    private static let remembered: [AVMediaCharacteristic] = [
        .describesVideoForAccessibility, .transcribesSpokenDialogForAccessibility,
        .describesMusicAndSoundForAccessibility, .easyToRead,
    ]

    /// The choice that an option stands for; nil for an option that says nothing about other items: without a language, or a commentary.
    package init?(_ option: AVMediaSelectionOption) {
        guard let language = option.extendedLanguageTag, !option.hasMediaCharacteristic(.isAuxiliaryContent) else {
            return nil
        }
        let characteristics = Self.remembered.filter(option.hasMediaCharacteristic).map(\.rawValue)
        self = .option(language: language, characteristics: characteristics)
    }
}
