/// The key of a text that is displayed or spoken to the viewer. `StringTable` has the text of each language.
///
/// A text with `{0}` and `{1}` is filled in by a function of `StringTable` that documents the values.
enum TextKey: String, CaseIterable, Sendable {
    // Controls
    case play, pause, playAgain, previous, next, mute, unmute, volume, timeline, video, menu, selected
    case chapters, chapter, titledChapter, subtitlesAndAudio, subtitles, audio, off, speed, playbackSpeed
    case closedCaptionsBadge, audioDescriptionBadge
    case fillScreen, fitVideo, fullScreen, leaveFullScreen, close
    case percent, spokenPercent
    // Times
    case position, duration, remaining, unknownTime, liveBadge, live, goToLive, behindLive, listSeparator,
        decimalSeparator
    // Speeds
    case doubleSpeed, fasterSpeed, fastSpeed, normalSpeed, halfSpeed
    // Errors
    case tryAgain, skip, titleCannotBePlayed, cannotBePlayed, titleStoppedEarly, stoppedEarly, noVideo, unknownReason
    // Breaks
    case advertisementBadge, numberedAdvertisementBadge, advertisement, numberedAdvertisement, timeLeft, skipLater
    // Desktop controls
    case more, menuBack, muted, louder, quieter, showRemainingTime, showElapsedTime, statistics, shortcuts, spaceKey
    case playOrPause, skipTenSeconds, skipOneSecond, stepFrames, goToTenth, goToEnds, changeChapter, changeItem
    case changeSpeed, nextSubtitles, nextAudio, fitOrFill, nextControl, pressControl, contextMenu, leaveOrClose
    case videoSize, frameRate, droppedFrames, bitRate, bufferAhead
    // Picture in Picture
    case pictureInPicture, leavePictureInPicture, playsInPictureInPicture, returnToApp
    // Restrictions and proposals
    case enterPasscode, cancelPasscode, deleteDigit, digitsEntered, ratedItem
    case lockedByPasscode, lockedByProfile, lockedUnrated, proposalHeading
    // Settings
    case settings, remove, captionStyle, languages, display, restrictions, history, textSize, textColor
    case background, white, yellow, cyan, green, translucentBackground, opaqueBackground, noBackground, asDesktop
    case on, increasedContrast, reducedMotion, staysAwake, restrictContent, setPasscode, changePasscode
    case newPasscode, repeatPasscode, wrongPasscode, ratingRegion, highestMovieRating
    case highestTVRating, everyRating, forbidUnrated, rememberPositions, clearHistory
    // Player view
    case frameBack, frameForward, trim, cancel, trimStart, trimEnd
    // Television
    case information, automatic, playFromBeginning, presentChapter, swipeUp, swipeUpTitled, previousChannel,
        nextChannel, pictureInPictureButton
    // Sound and screens
    case outputs, headphones, speakers, lineOut, playingOn
    // Announcements
    case playingNow, pausedNow, endedNow, loadingNow, soundOn, speedNow, subtitlesNow
    // Screens in route pickers
    case screens, thisScreen
    // Choice of subtitles and audio
    case showSubtitles, always, onlyForcedSubtitles, preferClosedCaptions, preferAudioDescription
    // Appearance of captions
    case captionWindow, captionWindowColor, black, blue, red, textEdge, raisedEdge, depressedEdge, outlineEdge,
        shadowEdge
}

/// The key of a text whose form depends on a number, which replaces `{0}`.
enum CountedTextKey: String, CaseIterable, Sendable {
    case hours, minutes, seconds, back, forward
    // Restrictions and proposals
    case attemptsLeft, playsIn
}
