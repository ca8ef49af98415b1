extension NowPlayingRule {
    var text: Text {
        switch self {
        case .np1:
            Text(
                "The identifiers name one kind of content: a content identifier for video on demand and events, a service "
                    + "identifier for live services, never both.", .error, .guide, "R183, R184, R187",
                fix:
                    "set ExternalContentIdentifier for movies, episodes and events, or ServiceIdentifier for live services, "
                    + "with the value of the availability feed")
        case .np2:
            Text(
                "Video on demand has duration, elapsed time, rate and content identifier, and no date, service identifier or "
                    + "live flag.", .error, .guide, "R179 to R187, R190",
                fix: "write the whole dictionary at the start with the keys of the matrix, and later change its copy")
        case .np3:
            Text(
                "An event-based stream has rate, current playback date, content identifier and the live flag 1, and no "
                    + "duration, elapsed time, service identifier or progress.", .error, .guide, "R179 to R186",
                fix:
                    "set CurrentPlaybackDate from the item's currentDate() and IsLiveStream to true, and leave out duration, "
                    + "elapsed time and progress")
        case .np4:
            Text(
                "A live service has rate, current playback date, service identifier and the live flag 1, and no duration, "
                    + "elapsed time, content identifier or progress.", .error, .guide, "R179 to R186",
                fix:
                    "set ServiceIdentifier, CurrentPlaybackDate from the item's currentDate() and IsLiveStream to true, and "
                    + "leave out duration, elapsed time and progress")
        case .np5:
            Text(
                "The content or service identifier exists in the availability feed, letter case included.", .error,
                .guide,
                "R156, R183, R184",
                fix: "use the identifier of the feed; `umc nowplaying LOG FEED…` compares a log with feeds")
        case .np6:
            Text(
                "The first update follows the start of playback within 2 s, with the rate 1.0.", .warning, .derived,
                "R187, R189",
                fix: "write the dictionary when playback begins, not when the item is loaded or after other requests")
        case .np7:
            Text(
                "A pause sets the rate 0 and a fresh elapsed time, play sets the rate 1.0, a seek sets the elapsed time.",
                .error, .guide, "R191 to R194, R198",
                fix:
                    "update the dictionary in the same place that pauses, resumes or seeks the player, with the player's "
                    + "current time")
        case .np8:
            Text(
                "Updates are not sent on a timer.", .warning, .guide, "R196",
                fix: "remove the timer or time observer: the system extrapolates the elapsed time from the rate")
        case .np9:
            Text(
                "The dictionary is set to nil when playback completes or the player is dismissed.", .error, .guide,
                "R195",
                fix: "set nowPlayingInfo to nil at the end of the item and when the player is dismissed")
        case .np10:
            Text(
                "The duration is the item's net duration within 1 s and constant, and the elapsed time does not exceed it.",
                .warning, .derived, "R179, R180, R188",
                fix: "subtract interstitials from duration and elapsed time, in seconds")
        case .np11:
            Text(
                "The progress is between 0 and 1, and 1 only in the last 15 % of the item.", .warning, .derived,
                "R186, R197",
                fix: "set 1.0 when the end credits begin, and leave the key out where their start is not known")
        case .np12:
            Text(
                "The current playback date follows the stream's program date-time within 5 s.", .warning, .derived,
                "R182",
                fix:
                    "read the item's currentDate() anew for each update, and have EXT-X-PROGRAM-DATE-TIME in the playlist"
            )
        case .np13:
            Text(
                "At least one remote command is enabled before the first update, and none after the dismissal.", .error,
                .guide, "R200, R203",
                fix: "add targets before playback starts, and set isEnabled to false after the dismissal")
        case .np14:
            Text(
                "One writer alone publishes: the automatic updates of AVKit are off while the app writes the dictionary.",
                .error, .guide, "R171",
                fix: "set updatesNowPlayingInfoCenter to false on the player view controller")
        case .np15:
            Text(
                "The dictionary stays published while the item plays; in the tv idiom showsPlaybackControls stays true.",
                .error, .guide, "R169",
                fix: "keep showsPlaybackControls true, and set nil only when the item has completed or is dismissed")
        case .np16:
            Text(
                "Values have the documented types and ranges.", .error, .documentation, "R179 to R186",
                fix:
                    "write seconds and rates as numbers from 0 on, identifiers as texts that are not empty, dates as Date"
            )
        case .np17:
            Text(
                "Updates are sent only at start, play, pause, seek and end.", .info, .guide, "R196",
                fix: "leave out updates that state nothing new: the system extrapolates the elapsed time")
        case .np18:
            Text(
                "The dictionary is set to nil between two items.", .warning, .derived, "R195",
                fix: "set nil when an item completes, before the first update of the next one")
        case .np19:
            Text(
                "The playback state agrees with the rate.", .warning, .documentation, "R181, R191, R192",
                fix: "set playbackState in the same place as the rate, or leave it unset, so that it is derived")
        case .np20:
            Text(
                "The identifiers stay in the dictionary until it is set to nil.", .error, .guide, "R198",
                fix: "change a copy of the present dictionary instead of writing a new one")
        case .np21:
            Text(
                "Remote commands that are enabled succeed and take effect.", .warning, .derived, "R202, R204",
                fix:
                    "perform the command before the handler returns success, and disable commands that the content does not "
                    + "permit")
        }
    }
}
