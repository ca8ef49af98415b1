public import Foundation

/// A remote command as it was given.
open class MPRemoteCommandEvent: NSObject, @unchecked Sendable {
    // Unchecked: the stored properties of all events are constants.
    open private(set) var command: MPRemoteCommand
    /// The time of the command, in seconds of `ProcessInfo.systemUptime`.
    open private(set) var timestamp: TimeInterval

    init(_ command: MPRemoteCommand) {
        self.command = command
        timestamp = ProcessInfo.processInfo.systemUptime
        super.init()
    }
}

/// A jump by an interval.
open class MPSkipIntervalCommandEvent: MPRemoteCommandEvent, @unchecked Sendable {
    /// The interval in seconds; positive for both directions.
    open private(set) var interval: TimeInterval

    init(_ command: MPRemoteCommand, interval: TimeInterval) {
        self.interval = interval
        super.init(command)
    }
}

/// The begin or the end of a seek that lasts as long as a button is held.
open class MPSeekCommandEvent: MPRemoteCommandEvent, @unchecked Sendable {
    open private(set) var type: MPSeekCommandEventType

    init(_ command: MPRemoteCommand, type: MPSeekCommandEventType) {
        self.type = type
        super.init(command)
    }
}

/// A seek to a position.
open class MPChangePlaybackPositionCommandEvent: MPRemoteCommandEvent, @unchecked Sendable {
    /// The position in seconds.
    open private(set) var positionTime: TimeInterval

    init(_ command: MPRemoteCommand, positionTime: TimeInterval) {
        self.positionTime = positionTime
        super.init(command)
    }
}

/// A change of the playback rate.
open class MPChangePlaybackRateCommandEvent: MPRemoteCommandEvent, @unchecked Sendable {
    open private(set) var playbackRate: Float

    init(_ command: MPRemoteCommand, playbackRate: Float) {
        self.playbackRate = playbackRate
        super.init(command)
    }
}

/// A change of the repeat mode.
open class MPChangeRepeatModeCommandEvent: MPRemoteCommandEvent, @unchecked Sendable {
    open private(set) var repeatType: MPRepeatType
    /// Whether the mode applies to later queues, too.
    open private(set) var preservesRepeatMode: Bool

    init(_ command: MPRemoteCommand, repeatType: MPRepeatType) {
        self.repeatType = repeatType
        preservesRepeatMode = false
        super.init(command)
    }
}

/// A change of the shuffle mode.
open class MPChangeShuffleModeCommandEvent: MPRemoteCommandEvent, @unchecked Sendable {
    open private(set) var shuffleType: MPShuffleType
    /// Whether the mode applies to later queues, too.
    open private(set) var preservesShuffleMode: Bool

    init(_ command: MPRemoteCommand, shuffleType: MPShuffleType) {
        self.shuffleType = shuffleType
        preservesShuffleMode = false
        super.init(command)
    }
}

/// A choice of a language.
open class MPChangeLanguageOptionCommandEvent: MPRemoteCommandEvent, @unchecked Sendable {
    open private(set) var languageOption: MPNowPlayingInfoLanguageOption
    open private(set) var setting: MPChangeLanguageOptionSetting

    init(
        _ command: MPRemoteCommand, languageOption: MPNowPlayingInfoLanguageOption,
        setting: MPChangeLanguageOptionSetting
    ) {
        self.languageOption = languageOption
        self.setting = setting
        super.init(command)
    }
}

/// A rating.
open class MPRatingCommandEvent: MPRemoteCommandEvent, @unchecked Sendable {
    open private(set) var rating: Float

    init(_ command: MPRemoteCommand, rating: Float) {
        self.rating = rating
        super.init(command)
    }
}

/// A like, a dislike or a bookmark.
open class MPFeedbackCommandEvent: MPRemoteCommandEvent, @unchecked Sendable {
    /// Whether the feedback is taken back.
    open private(set) var isNegative: Bool

    init(_ command: MPRemoteCommand, isNegative: Bool) {
        self.isNegative = isNegative
        super.init(command)
    }
}
