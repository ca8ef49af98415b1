/// The names of keys as the viewer reads them in tooltips, menus and the list of shortcuts.
enum KeyNames {
    static let escape = "Esc"
    static var space: String { StringTable.current[.spaceKey] }

    /// Returns the key with the same effect as a control; nil if there is none.
    static func name(of part: ControlsLayout.Part) -> String? {
        switch part {
        case .play: space
        case .previous: "P"
        case .back: "\u{2190}"
        case .forward: "\u{2192}"
        case .next: "N"
        case .mute: "M"
        case .volume: "\u{2191} \u{2193}"
        case .info: "\u{21E7} I"
        case .captions: "C"
        case .speed: "[ ]"
        case .aspect: "A"
        case .pictureInPicture: "\u{21E7} P"
        case .fullScreen: "F"
        case .time, .chapterName, .chapters, .more: nil
        }
    }
}

/// A line of the list of keyboard shortcuts.
package struct PlayerShortcut: Equatable, Sendable {
    /// The names of the keys, for the viewer.
    package var keys: String
    /// The effect, in the viewer's language.
    package var text: String

    package init(keys: String, text: String) {
        self.keys = keys
        self.text = text
    }

    /// The keys of the player in the desktop idiom, in the order of the list.
    static func standard(_ strings: StringTable = .current) -> [PlayerShortcut] {
        let list: [(String, TextKey)] = [
            ("\(KeyNames.space)  K", .playOrPause), ("\u{2190} \u{2192}  J L", .skipTenSeconds),
            ("\u{21E7} \u{2190} \u{2192}", .skipOneSecond), (",  .", .stepFrames),
            ("\u{2191} \u{2193}", .volume), ("M", .mute), ("0 \u{2013} 9", .goToTenth),
            ("Home  End", .goToEnds), ("Page \u{2191} \u{2193}", .changeChapter), ("P  N", .changeItem),
            ("[  ]", .changeSpeed), ("C", .nextSubtitles), ("#", .nextAudio), ("A", .fitOrFill), ("F", .fullScreen),
            ("\u{21E7} P", .pictureInPicture),
            ("Tab  \u{21E7} Tab", .nextControl), ("\u{21B5}", .pressControl), ("\u{21E7} F10", .contextMenu),
            ("I", .statistics), ("\u{21E7} I", .information), ("?", .shortcuts), (KeyNames.escape, .leaveOrClose),
        ]
        return list.map { PlayerShortcut(keys: $0, text: strings[$1]) }
    }
}
