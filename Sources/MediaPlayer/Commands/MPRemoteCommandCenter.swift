public import Foundation
import NowPlayingModel

/// The remote commands of an app.
///
/// Commands arrive from the desktop's media controls, media keys, headsets and other programs, over D-Bus. Any thread may use the centre;
/// handlers run on the main thread.
open class MPRemoteCommandCenter: NSObject, @unchecked Sendable {
    // Unchecked: every stored property is a constant of a thread-safe class.
    private let relay = CommandRelay()

    open private(set) var pauseCommand: MPRemoteCommand
    open private(set) var playCommand: MPRemoteCommand
    open private(set) var stopCommand: MPRemoteCommand
    open private(set) var togglePlayPauseCommand: MPRemoteCommand
    open private(set) var enableLanguageOptionCommand: MPRemoteCommand
    open private(set) var disableLanguageOptionCommand: MPRemoteCommand
    open private(set) var changePlaybackRateCommand: MPChangePlaybackRateCommand
    open private(set) var changeRepeatModeCommand: MPChangeRepeatModeCommand
    open private(set) var changeShuffleModeCommand: MPChangeShuffleModeCommand
    open private(set) var nextTrackCommand: MPRemoteCommand
    open private(set) var previousTrackCommand: MPRemoteCommand
    open private(set) var skipForwardCommand: MPSkipIntervalCommand
    open private(set) var skipBackwardCommand: MPSkipIntervalCommand
    open private(set) var seekForwardCommand: MPRemoteCommand
    open private(set) var seekBackwardCommand: MPRemoteCommand
    open private(set) var changePlaybackPositionCommand: MPChangePlaybackPositionCommand
    open private(set) var ratingCommand: MPRatingCommand
    open private(set) var likeCommand: MPFeedbackCommand
    open private(set) var dislikeCommand: MPFeedbackCommand
    open private(set) var bookmarkCommand: MPFeedbackCommand

    /// All commands.
    let all: [MPRemoteCommand]

    /// Creates a center that receives no commands, such as a test double.
    ///
    /// Apple: for subclasses only. Here: declared, because an initializer of a subclass cannot call it otherwise.
    override public init() {
        pauseCommand = MPRemoteCommand(.pause, relay)
        playCommand = MPRemoteCommand(.play, relay)
        stopCommand = MPRemoteCommand(.stop, relay)
        togglePlayPauseCommand = MPRemoteCommand(.togglePlayPause, relay)
        enableLanguageOptionCommand = MPRemoteCommand(.enableLanguageOption, relay)
        disableLanguageOptionCommand = MPRemoteCommand(.disableLanguageOption, relay)
        changePlaybackRateCommand = MPChangePlaybackRateCommand(.changePlaybackRate, relay)
        changeRepeatModeCommand = MPChangeRepeatModeCommand(.changeRepeatMode, relay)
        changeShuffleModeCommand = MPChangeShuffleModeCommand(.changeShuffleMode, relay)
        nextTrackCommand = MPRemoteCommand(.nextTrack, relay)
        previousTrackCommand = MPRemoteCommand(.previousTrack, relay)
        skipForwardCommand = MPSkipIntervalCommand(.skipForward, relay)
        skipBackwardCommand = MPSkipIntervalCommand(.skipBackward, relay)
        seekForwardCommand = MPRemoteCommand(.seekForward, relay)
        seekBackwardCommand = MPRemoteCommand(.seekBackward, relay)
        changePlaybackPositionCommand = MPChangePlaybackPositionCommand(.changePlaybackPosition, relay)
        ratingCommand = MPRatingCommand(.rating, relay)
        likeCommand = MPFeedbackCommand(.like, relay)
        dislikeCommand = MPFeedbackCommand(.dislike, relay)
        bookmarkCommand = MPFeedbackCommand(.bookmark, relay)
        all = [
            pauseCommand, playCommand, stopCommand, togglePlayPauseCommand, enableLanguageOptionCommand,
            disableLanguageOptionCommand, changePlaybackRateCommand, changeRepeatModeCommand, changeShuffleModeCommand,
            nextTrackCommand, previousTrackCommand, skipForwardCommand, skipBackwardCommand, seekForwardCommand,
            seekBackwardCommand, changePlaybackPositionCommand, ratingCommand, likeCommand, dislikeCommand,
            bookmarkCommand,
        ]
        super.init()
    }

    /// - Parameter handler: called on any thread after each change of the available commands or their settings.
    func setChangeHandler(_ handler: @escaping @Sendable () -> Void) { relay.setHandler(handler) }

    var availability: CommandAvailability {
        var result = CommandAvailability()
        result.names = Set(all.filter(\.isAvailable).map(\.name))
        result.rates = changePlaybackRateCommand.supportedPlaybackRates.map(\.doubleValue)
        result.repeats = changeRepeatModeCommand.currentRepeatType
        result.shuffles = changeShuffleModeCommand.currentShuffleType
        result.feedback = [likeCommand, dislikeCommand, bookmarkCommand].filter(\.isAvailable).map(\.presentation)
        return result
    }

    /// Runs the targets of a command.
    /// - Parameters:
    ///   - languages: the options that the app has published, and those in use.
    @MainActor
    package func perform(
        _ call: RemoteCommandCall, languages: LanguageOptions = LanguageOptions()
    ) -> MPRemoteCommandHandlerStatus {
        guard let command = all.first(where: { $0.name == call.name }), command.isAvailable else {
            return .commandFailed
        }
        switch call {
        case .play, .pause, .stop, .togglePlayPause, .nextTrack, .previousTrack:
            return command.perform(MPRemoteCommandEvent(command))
        case .seek(_, let begins):
            return command.perform(MPSeekCommandEvent(command, type: begins ? .beginSeeking : .endSeeking))
        case .skip(let isForward, let interval):
            let preferred = (isForward ? skipForwardCommand : skipBackwardCommand).preferredInterval
            return command.perform(MPSkipIntervalCommandEvent(command, interval: interval ?? preferred))
        case .changePosition(let time):
            return command.perform(MPChangePlaybackPositionCommandEvent(command, positionTime: time))
        case .changeRate(let rate):
            return command.perform(MPChangePlaybackRateCommandEvent(command, playbackRate: Float(rate)))
        case .changeRepeat(let type):
            return command.perform(MPChangeRepeatModeCommandEvent(command, repeatType: type))
        case .changeShuffle(let type):
            return command.perform(MPChangeShuffleModeCommandEvent(command, shuffleType: type))
        case .changeLanguage(let request, let isEnabled):
            guard let option = languages.option(for: request, isEnabled: isEnabled) else { return .noSuchContent }
            return command.perform(
                MPChangeLanguageOptionCommandEvent(
                    command, languageOption: option, setting: isEnabled ? .nowPlayingItemOnly : .none))
        case .rate(let rating): return command.perform(MPRatingCommandEvent(command, rating: Float(rating)))
        case .feedback(_, let isNegative):
            return command.perform(MPFeedbackCommandEvent(command, isNegative: isNegative))
        }
    }
}
