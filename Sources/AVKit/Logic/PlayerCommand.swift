/// A command from a key, a media key, the wheel or a control.
enum PlayerCommand: Equatable, Sendable {
    case togglePlayback
    /// Skips by a number of seconds; negative: back.
    case skip(Double)
    /// Change of the volume, whose range is 0 to 1.
    case changeVolume(Float)
    case toggleMute
    case toggleFullScreen
    /// Closes a menu, then full screen, then a presented player.
    case leave
    case step(Int)
    /// Seeks to a tenth of the duration: 0 to 9.
    case seekToTenth(Int)
    /// Seeks to the live edge.
    case goLive
    /// Seeks to the last frame, or to the live edge.
    case seekToEnd
    /// Pauses and seeks to the start.
    case stop
    case nextItem
    case previousItem
    case nextChapter
    case previousChapter
    /// The next item of a queue, or the next chapter when no item follows.
    case nextTrack
    /// The previous item of a queue, or the previous chapter when the item has chapters and no item precedes it.
    case previousTrack
    case togglePictureInPicture
    case toggleAspect
    case cycleCaptions
    case cycleAudio
    case changeSpeed(Int)
    case toggleStatistics
    case toggleShortcuts
    /// Opens or closes the panel with information about the item.
    case toggleInformation
    /// Opens the menu with all functions in the middle of the video.
    case showContextMenu
}

/// The keys of the desktop idiom (R222 and `spec/semantics.md` section 10). J, K and L work as on common video sites.
enum KeyBindings {
    static let skipSeconds = 10.0
    static let fineSkipSeconds = 1.0
    static let volumeStep: Float = 0.05

    /// Returns the command of a key. The key's name is a lower-case character as typed, or one of `space`, `left`, `right`, `up`, `down`,
    /// `escape`, `home`, `end`, `pageup`, `pagedown`, `enter`, `tab`, `contextmenu`, or a media key: `playpause`, `next`, `previous`, `stop`, `mute`, `volumeup`,
    /// `volumedown`, `fastforward`, `rewind`.
    static func command(for key: String, shift: Bool = false) -> PlayerCommand? {
        switch key {
        case "space", " ", "k", "playpause": .togglePlayback
        case "left": .skip(shift ? -fineSkipSeconds : -skipSeconds)
        case "right": .skip(shift ? fineSkipSeconds : skipSeconds)
        case "j", "rewind": .skip(-skipSeconds)
        case "l", "fastforward": .skip(skipSeconds)
        case "up", "volumeup": .changeVolume(volumeStep)
        case "down", "volumedown": .changeVolume(-volumeStep)
        case "m", "mute": .toggleMute
        case "f": .toggleFullScreen
        case "escape": .leave
        case ",": .step(-1)
        case ".": .step(1)
        case "home": .seekToTenth(0)
        case "end": .seekToEnd
        case "stop": .stop
        case "pageup": .previousChapter
        case "pagedown": .nextChapter
        case "n": .nextItem
        case "p" where shift: .togglePictureInPicture
        case "p": .previousItem
        case "next": .nextTrack
        case "previous": .previousTrack
        case "a": .toggleAspect
        case "c": .cycleCaptions
        case "#": .cycleAudio
        case "i" where shift: .toggleInformation
        case "i": .toggleStatistics
        case "?": .toggleShortcuts
        case "contextmenu": .showContextMenu
        case "[", "<": .changeSpeed(-1)
        case "]", ">": .changeSpeed(1)
        case "0", "1", "2", "3", "4", "5", "6", "7", "8", "9": Int(key).map { .seekToTenth($0) }
        default: nil
        }
    }
}

extension PlayerCommand {
    /// Whether the command repeats while its key is held down.
    var repeats: Bool {
        switch self {
        case .skip, .changeVolume, .step: true
        default: false
        }
    }
}
