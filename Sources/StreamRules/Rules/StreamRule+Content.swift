/// Rules that compare the content of segments and renditions with each other.
extension StreamRule {
    static let textLanguage = StreamRule(
        "subtitle.language", .warning, "Subtitles are in the language that LANGUAGE declares.",
        because: "Viewers read another language than the one they chose.", source: "RFC 8216bis 4.4.6.1",
        fix: "Publish the subtitles of the declared language, or correct LANGUAGE.",
        bad: "LANGUAGE=\"fr\", and “Where did you put the letter that I gave you?”",
        good: "LANGUAGE=\"fr\", and “Où as-tu mis la lettre que je t'ai donnée ?”")
    static let textCoverage = StreamRule(
        "subtitle.coverage", .warning, "Subtitles of all languages are there for the whole programme.",
        because: "Viewers of this language lose the subtitles in the middle of the programme.", source: practice,
        fix: "Check whether the packager lost segments or the translation is incomplete.",
        bad: "cues from 0 to 8 s in French, and from 0 to 32 s in English",
        good: "cues from 0 to 32 s in both languages")
    static let repeatedSegment = StreamRule(
        "segment.repeated", .error, "Each segment of a playlist has media of its own.",
        because: "Viewers see the same seconds twice and miss others.", source: practice,
        fix: "Publish the media of this segment.", bad: "4.ts has the bytes of 3.ts",
        good: "4.ts continues where 3.ts ends")
    static let swappedSegments = StreamRule(
        "segment.order", .error, "Segments are listed in the order of their media.",
        because: "Playback jumps forward, and then back.", source: "RFC 8216bis 3, 4.4.4.1",
        fix: "List the segments in the order of their timestamps.",
        bad: "4.ts starts at 12 s, and 3.ts after it at 8 s",
        good: "3.ts starts at 8 s, and 4.ts after it at 12 s")
    static let rateChange = StreamRule(
        "video.rate-change", .warning, "All segments of a variant have one frame rate.",
        because: "Motion stutters, and receivers with a fixed output rate switch modes.",
        source: "RFC 8216bis 4.4.4.3; \(authoring), Video", fix: "Check the encoder of the segment.",
        bad: "25 frames per second, and 50 in one segment", good: "25 frames per second in all segments")

    static let contents: [StreamRule] = [
        textLanguage, textCoverage, repeatedSegment, swappedSegments, rateChange,
    ]
}
