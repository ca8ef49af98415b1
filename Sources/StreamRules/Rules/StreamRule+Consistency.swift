/// Rules about what must stay the same: between two requests, between variants, and between a playlist and its tracks.
extension StreamRule {
    static let unstable = StreamRule(
        "http.changed", .warning, "Two requests of a segment get the same bytes.",
        because: "Caches serve a mixture of both versions, and players that resume a request join two files.",
        source: "RFC 8216bis 6.2.1", fix: "Publish changed media under a new URL.",
        bad: "3.ts has 364156 bytes at the first request, and 351028 at the second",
        good: "3.ts has the same 364156 bytes at both requests")
    static let slowOutlier = StreamRule(
        "http.slow-segment", .warning, "A segment arrives about as fast as the others of its playlist.",
        because: "Players that planned with the speed of the others stall at this one.", source: practice,
        fix: "Look for the segment in the logs of the server and its storage.",
        bad: "a segment of 4 s took 6 s, and the others 0.1 s", good: "each segment of 4 s took 0.1 s")
    static let audioUneven = StreamRule(
        "sync.audio-uneven", .warning, "The audio is at the same distance from the video in all variants.",
        because: "Sound and lips part, or meet again, when the player switches.", source: "RFC 8216bis 6.2.4",
        fix: "Shift the timestamps of the audio of this variant by the stated time.",
        bad: "audio 0.3 s after the video in variant 2, 0.02 s in variant 1",
        good: "audio 0.03 s after the video in variant 2, 0.02 s in variant 1")
    static let sounds = StreamRule(
        "align.sound", .warning, "All variants have the same sound at the same time.",
        because: "After a switch of the variant the viewer hears another programme.", source: "RFC 8216bis 6.2.4",
        fix: "Check the audio input of this variant's encoder.", bad: "noise in variant 2, speech in variants 1 and 3",
        good: "the same speech in all variants, encoded at 64 and 128 kbit/s")
    static let fragmentNumber = StreamRule(
        "cmaf.sequence", .warning, "The sequence number of fragments grows.",
        because: "Players and packagers that order fragments by the number drop all but one.",
        source: "ISO/IEC 14496-12 8.8.5", fix: "Count the fragments in mfhd, from one segment to the next.",
        bad: "sequence_number 1 in all of 6 segments", good: "sequence_number 1 to 6 in 6 segments")
    static let trackLanguage = StreamRule(
        "rendition.track-language", .warning, "LANGUAGE is the language that the track states.",
        because: "The entry of the menu plays another language, or a packager took the wrong track.", source: practice,
        fix: "Compare the track with the declaration, and correct the wrong one.",
        bad: "LANGUAGE=\"de\" for a track of language fra", good: "LANGUAGE=\"de\" for a track of language deu")
    static let vector = StreamRule(
        "encryption.vector", .warning, "IV of EXT-X-KEY is the vector that the encrypted track states.",
        because: "Players that use the one decrypt, and players that use the other show blocks.",
        source: "RFC 8216bis 4.4.4.4; ISO/IEC 23001-7 8.2", fix: "Write the constant vector of the track.",
        bad: "IV=0x01…, and a constant vector of 02… in tenc", good: "IV=0x01…, and a constant vector of 01… in tenc")
    static let cueLength = StreamRule(
        "subtitle.cue-length", .warning, "A cue has no more than 300 characters.",
        because: "The text covers the video, and is gone before it can be read.", source: practice,
        fix: "Divide the text into cues of two lines.", bad: "a cue of 400 characters",
        good: "two lines of 37 characters")
    static let clipping = StreamRule(
        "decode.clipping", .warning, "Loud audio keeps a distance from full scale.",
        because: "The sound is distorted.", source: "EBU R 128",
        fix: "Lower the level before the encoder; -1 dBTP is the usual maximum.",
        bad: "-4 LUFS with true peaks of 1.8 dBTP", good: "-14 LUFS with true peaks of -1 dBTP")

    static let dropout = StreamRule(
        "decode.dropout", .warning, "The audio is not silent where that of other variants and languages has sound.",
        because: "The viewer hears nothing for some seconds.", source: practice,
        fix: "Check the audio input of the encoder at this time.",
        bad: "silent from 12 to 15 s, sound in the other language",
        good: "sound from 12 to 15 s in both languages")
    static let noise = StreamRule(
        "decode.noise", .warning, "No part of the audio is noise.",
        because: "The viewer hears noise instead of the programme.", source: practice,
        fix: "Check the audio input and the decryption at this time.",
        bad: "white noise of -10 dBFS for 6 s, in one language only", good: "speech")

    // MARK: - Pathways, interstitials, live

    private static func variants(_ lines: String) -> String { "#EXTM3U\n" + lines }
    private static func pathway(_ name: String) -> String {
        "#EXT-X-STREAM-INF:BANDWIDTH=800000,CODECS=\"avc1.64001e\",RESOLUTION=640x360,PATHWAY-ID=\"\(name)\"\n\(name).m3u8\n"
    }
    private static func dated(_ ranges: String) -> String {
        "#EXTM3U\n#EXT-X-TARGETDURATION:40\n#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00Z\n\(ranges)#EXTINF:40,\n0.ts\n"
            + "#EXT-X-ENDLIST"
    }
    private static func interstitial(_ id: String, at second: String, _ category: String) -> String {
        "#EXT-X-DATERANGE:ID=\"\(id)\",CLASS=\"\(category)\",START-DATE=\"2026-01-01T00:00:\(second)Z\",DURATION=8,"
            + "X-ASSET-URI=\"a.m3u8\"\n"
    }

    static let steeringAbsent = StreamRule(
        "steering.absent", .warning, "A stream with several pathways has EXT-X-CONTENT-STEERING.",
        because: "Players do not change the server when one fails or is told to; they list each variant twice.",
        source: "RFC 8216bis 4.4.6.6", fix: "Add EXT-X-CONTENT-STEERING, or remove PATHWAY-ID.",
        bad: variants(pathway("A") + pathway("B")),
        good: variants(
            "#EXT-X-CONTENT-STEERING:SERVER-URI=\"s.json\",PATHWAY-ID=\"A\"\n" + pathway("A") + pathway("B")))
    static let resourceType = StreamRule(
        "http.resource-type", .warning,
        "Steering manifests have the type application/vnd.apple.steering-list, lists of interstitials application/json.",
        because: "Proxies rewrite web pages, and players that check the type ignore the resource.",
        source: "\(authoring), Delivery",
        fix: "Set application/vnd.apple.steering-list for steering manifests, application/json for lists.",
        bad: "text/html for the steering manifest",
        good: "application/vnd.apple.steering-list for the steering manifest")
    static let interstitialClass = StreamRule(
        "media.interstitial-class", .warning, "Interstitials have the CLASS com.apple.hls.interstitial.",
        because: "Players take the date range for one of an unknown kind, and nothing is inserted.",
        source: "RFC 8216bis D.2", fix: "Write CLASS=\"com.apple.hls.interstitial\".",
        bad: dated(interstitial("a", at: "08", "com.apple.interstitial")),
        good: dated(interstitial("a", at: "08", "com.apple.hls.interstitial")))
    static let interstitialOverlap = StreamRule(
        "media.interstitial-overlap", .warning, "Interstitials do not begin while an earlier one plays.",
        because: "Players skip the second one, or play it late.", source: "RFC 8216bis D.2",
        fix: "Move the second interstitial, or put both into one X-ASSET-LIST.",
        bad: dated(
            interstitial("a", at: "08", "com.apple.hls.interstitial")
                + interstitial("b", at: "10", "com.apple.hls.interstitial")),
        good: dated(
            interstitial("a", at: "08", "com.apple.hls.interstitial")
                + interstitial("b", at: "18", "com.apple.hls.interstitial")))
    static let rangesUneven = StreamRule(
        "align.interstitials", .warning, "All variants have the same interstitials.",
        because: "Whether an advertisement plays depends on the variant that the player has chosen.",
        source: "RFC 8216bis D.2", fix: "Write the date ranges into every variant.",
        bad: "“ad-1” in variants 2 and 3 only", good: "“ad-1” in all variants")
    static let rangeChanged = StreamRule(
        "live.date-range", .error, "A date range keeps its attributes.",
        because: "Players use the first or the last values: advertisements are inserted at different times.",
        source: "RFC 8216bis 4.4.5.1", fix: "Write the same values at every update; only add attributes.",
        bad: "START-DATE 12:00:00, then 12:00:02 for the same ID", good: "START-DATE 12:00:00 at every load")
    static let gapParts = StreamRule(
        "live.gap-parts", .warning, "Parts are available.",
        because: "Players at the live edge show nothing for the duration of the parts.",
        source: "RFC 8216bis 4.4.4.9", fix: "Check the encoder and the packager of this variant.",
        bad: "GAP=YES on 8 of 12 parts", good: "no GAP=YES")

    static let consistency: [StreamRule] = [
        unstable, slowOutlier, audioUneven, sounds, fragmentNumber, trackLanguage, vector, cueLength, clipping, dropout,
        noise,
        steeringAbsent,
        resourceType, interstitialClass, interstitialOverlap, rangesUneven, rangeChanged, gapParts,
    ]
}
