/// Rules for what playlists declare, and for properties in which variants must agree.
extension StreamRule {
    static let forcedSelection = StreamRule(
        "rendition.forced-autoselect", .warning, "Forced subtitles and audio descriptions have AUTOSELECT=YES.",
        because: "Players select them without the viewer's choice, and skip those with AUTOSELECT=NO.",
        source: "\(authoring), Subtitles; Accessibility", fix: "Write AUTOSELECT=YES.", bad: "AUTOSELECT=NO,FORCED=YES",
        good: "AUTOSELECT=YES,FORCED=YES")
    static let foreignType = StreamRule(
        "rendition.attribute-type", .warning, "CHANNELS, SAMPLE-RATE and BIT-DEPTH describe audio renditions.",
        because: "The attribute belongs to another rendition, which lacks it.", source: "RFC 8216bis 4.4.6.1",
        fix: "Move the attribute to the audio rendition.", bad: "TYPE=SUBTITLES,BIT-DEPTH=16",
        good: "TYPE=AUDIO,BIT-DEPTH=16")
    static let languageName = StreamRule(
        "rendition.language-name", .warning, "NAME and LANGUAGE name the same language.",
        because: "The viewer selects one language and hears another.", source: "RFC 8216bis 4.4.6.1",
        fix: "Correct NAME or LANGUAGE.", bad: "NAME=\"English\",LANGUAGE=\"de\"",
        good: "NAME=\"English\",LANGUAGE=\"en\"")
    static let sessionDataForm = StreamRule(
        "session-data.form", .warning, "DATA-ID is a reverse DNS name, and LANGUAGE a language tag.",
        because: "Apps do not find the data.", source: "RFC 8216bis 4.4.6.4",
        fix: "Write DATA-ID=\"com.example.title\" and a tag such as en.", bad: "DATA-ID=\"title\"",
        good: "DATA-ID=\"com.example.title\"")
    static let removedFeature = StreamRule(
        "playlist.removed", .warning, "Playlists do not use what their EXT-X-VERSION has removed.",
        because: "Players of that version ignore it.", source: "RFC 8216bis 8",
        fix: "Remove PROGRAM-ID and EXT-X-ALLOW-CACHE.", bad: "EXT-X-VERSION:6 and PROGRAM-ID=1",
        good: "EXT-X-VERSION:6 without PROGRAM-ID")
    static let dateForm = StreamRule(
        "media.date-form", .warning, "Dates have a T between day and time, and a full stop before a fraction.",
        because: "Players that follow ISO 8601 reject the date.", source: "RFC 8216bis 4.4.4.6",
        fix: "Write 2026-01-01T00:00:00.000Z.", bad: "2026-01-01 00:00:00Z", good: "2026-01-01T00:00:00Z")
    static let uriForm = StreamRule(
        "playlist.uri-form", .warning, "URIs have no blanks and no other characters that URIs do not have.",
        because: "Players encode the character, cut the URI at it, or reject the URI, and request different URLs.",
        source: "RFC 8216bis 4.1; RFC 3986 2",
        fix: "Write the character as % with two hexadecimal digits: %20 for a blank.",
        bad: "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\nscene 1.ts\n#EXT-X-ENDLIST",
        good: "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\nscene%201.ts\n#EXT-X-ENDLIST")
    static let startDiffers = StreamRule(
        "align.start", .warning, "EXT-X-START is the same in all playlists.",
        because: "The start of playback depends on the variant.", source: "RFC 8216bis 4.4.2.2",
        fix: "Write EXT-X-START into the multivariant playlist only.", bad: "TIME-OFFSET=2 and TIME-OFFSET=8",
        good: "TIME-OFFSET=2 in both")
    static let rangesDiffer = StreamRule(
        "align.date-ranges", .warning, "The variants have the same date ranges.",
        because: "Events depend on the variant that is played.", source: "RFC 8216bis 6.2.4",
        fix: "Write the date ranges into every variant.", bad: "a date range in variant 1 only",
        good: "the date range in all variants")
    static let colorRange = StreamRule(
        "align.color", .warning, "All variants of one video range have the same color range, matrix and primaries.",
        because: "Brightness and colors change when the player switches.", source: "\(authoring), Video encoding",
        fix: "Encode all variants with the same color properties.",
        bad: "full range in variant 2, limited range in variant 1",
        good: "limited range in both")
    static let colors = StreamRule(
        "align.colors", .warning, "The key frames of all variants have the same colors.",
        because: "The picture turns gray or changes its colors when the player switches.", source: practice,
        fix: "Encode all variants from the same source.", bad: "variant 2 is gray", good: "both variants have colors")
    static let soundLevel = StreamRule(
        "align.sound-level", .warning, "The audio of all variants has the same level.",
        because: "The volume jumps when the player switches.", source: practice,
        fix: "Encode all variants from the same audio.", bad: "variant 2 is 20 dB quieter",
        good: "both variants have the same level")
    static let soundLag = StreamRule(
        "align.sound-lag", .warning, "The same sound is at the same time in all variants.",
        because: "Sound repeats or is lost when the player switches, and lips do not match.", source: practice,
        fix: "Encode all variants from the same audio, without a delay.", bad: "variant 2 is 0.7 s later",
        good: "no lag")
    static let streamChange = StreamRule(
        "segment.streams-change", .error, "Streams change their types and identifiers at EXT-X-DISCONTINUITY only.",
        because: "Players keep the decoder of the old stream.", source: "RFC 8216bis 4.4.4.3",
        fix: "Write EXT-X-DISCONTINUITY before the segment.",
        bad: "video in 0x100, then in 0x120, without a discontinuity",
        good: "video in 0x100 throughout")
    static let charset = StreamRule(
        "http.charset", .warning, "The server does not declare another encoding than UTF-8 for playlists.",
        because: "Names with accents are shown wrongly.", source: "RFC 8216bis 4", fix: "Remove the parameter charset.",
        bad: "application/vnd.apple.mpegurl; charset=iso-8859-1", good: "application/vnd.apple.mpegurl")
    static let responsePolicy = StreamRule(
        "http.policy", .warning, "Responses can be cached and used by web players.",
        because: "Web players fail, or caches do not store the segments.", source: "RFC 9110 12.5.5, 14.3; Fetch 3.7",
        fix:
            "Remove Vary: *, Accept-Ranges: none and Cross-Origin-Resource-Policy: same-origin, and correct Cache-Control.",
        bad: "Vary: *", good: "Vary: Accept-Encoding")
    static let staleResponse = StreamRule(
        "http.stale-segment", .warning, "Caches do not send segments and playlists whose lifetime is over.",
        because: "Players get an old version of a resource that was replaced.", source: "RFC 9111 4.2, RFC 5861",
        fix: "Correct max-age, or let the cache revalidate the segment.", bad: "max-age=60 and Age: 900",
        good: "max-age=3600 and Age: 900")
    static let emptyTrack = StreamRule(
        "segment.empty-track", .warning, "The tracks of the initialization section have samples.",
        because: "Players wait for the track before they start.", source: "RFC 8216bis 3.1.2",
        fix: "Remove the track from the initialization section.", bad: "moov with video and audio, segments with video",
        good: "moov with video, segments with video")
    static let fragmentOrder = StreamRule(
        "segment.fragment-order", .warning, "The sequence numbers of fragments increase.",
        because: "Players that check them drop the fragment.", source: "ISO 14496-12 8.8.5",
        fix: "Number the fragments in the order of the playlist.", bad: "7, 8, 2", good: "7, 8, 9")
    static let byteRangeEmpty = StreamRule(
        "media.range-empty", .error, "Byte ranges have bytes.",
        because: "The segment has no media, or players request the whole file.", source: "RFC 8216bis 4.4.4.2",
        fix: "Write the length of the segment.", bad: "EXT-X-BYTERANGE:0@732", good: "EXT-X-BYTERANGE:85141@732")
    static let dateRangeClass = StreamRule(
        "media.date-range-class", .warning, "Classes that begin with com.apple.hls. are those of the specification.",
        because: "Players ignore the date range.", source: "RFC 8216bis D.2, F",
        fix: "Correct CLASS, or use a name of your own domain.", bad: "CLASS=\"com.apple.hls.advert\"",
        good: "CLASS=\"com.apple.hls.interstitial\"")
    static let keyFormatVersion = StreamRule(
        "encryption.format-version", .warning, "KEYFORMATVERSIONS of identity has the version 1.",
        because: "Players that know version 1 only ignore the key.", source: "RFC 8216bis 4.4.4.4",
        fix: "Remove KEYFORMATVERSIONS.", bad: "KEYFORMAT=\"identity\",KEYFORMATVERSIONS=\"2\"",
        good: "KEYFORMAT=\"identity\",KEYFORMATVERSIONS=\"1\"")

    static let declarations = [
        forcedSelection, foreignType, languageName, sessionDataForm, removedFeature, dateForm, uriForm, startDiffers,
        rangesDiffer,
        colorRange, colors, soundLevel, soundLag, streamChange, charset, responsePolicy, staleResponse, emptyTrack,
        fragmentOrder,
        byteRangeEmpty, dateRangeClass, keyFormatVersion,
    ]
}
