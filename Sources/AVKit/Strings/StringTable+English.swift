import Localization

extension StringTable {
    static let english = StringTable(
        language: "en", plural: .oneIsSingular,
        texts: [
            .play: "Play", .pause: "Pause", .playAgain: "Play again", .previous: "Previous", .next: "Next",
            .mute: "Mute", .unmute: "Unmute", .volume: "Volume", .timeline: "Time", .video: "Video",
            .menu: "Menu", .selected: "selected",
            .chapters: "Chapters", .chapter: "Chapter {0}", .titledChapter: "Chapter {0} \u{00B7} {1}",
            .subtitlesAndAudio: "Subtitles and audio", .subtitles: "Subtitles", .audio: "Audio", .off: "Off",
            .speed: "Speed", .playbackSpeed: "Playback speed",
            .closedCaptionsBadge: "CC", .audioDescriptionBadge: "AD",
            .fillScreen: "Fill the screen", .fitVideo: "Show the whole picture", .fullScreen: "Full screen",
            .leaveFullScreen: "Leave full screen", .close: "Close",
            .percent: "{0} %", .spokenPercent: "{0} percent",
            .position: "{0} of {1}", .duration: "Duration {0}", .remaining: "Remaining {0}",
            .unknownTime: "unknown time", .liveBadge: "LIVE", .live: "Live", .goToLive: "Go to live",
            .behindLive: "{0} behind live", .listSeparator: ", ", .decimalSeparator: ".",
            .doubleSpeed: "Double", .fasterSpeed: "Faster", .fastSpeed: "Fast", .normalSpeed: "Normal",
            .halfSpeed: "Half",
            .tryAgain: "Try Again", .skip: "Skip",
            .titleCannotBePlayed: "\u{201C}{0}\u{201D} cannot be played", .cannotBePlayed: "This cannot be played",
            .titleStoppedEarly: "\u{201C}{0}\u{201D} stopped before its end",
            .stoppedEarly: "This stopped before its end",
            .noVideo: "The picture cannot be shown. {0}", .unknownReason: "The reason is not known.",
            .advertisementBadge: "Ad", .numberedAdvertisementBadge: "Ad {0} of {1}",
            .advertisement: "Advertisement", .numberedAdvertisement: "Advertisement {0} of {1}",
            .timeLeft: "{0}, {1} left", .skipLater: "{0} in {1}",
        ],
        counted: [
            .hours: [.one: "{0} hour", .other: "{0} hours"],
            .minutes: [.one: "{0} minute", .other: "{0} minutes"],
            .seconds: [.one: "{0} second", .other: "{0} seconds"],
            .back: [.one: "Back {0} second", .other: "Back {0} seconds"],
            .forward: [.one: "Forward {0} second", .other: "Forward {0} seconds"],
        ],
        failures: [:])
}
