import HLS

/// Rules for segments: whether they can be loaded, decrypted and read.
extension StreamRule {
    static let missing = StreamRule(
        "segment.missing", .error, "Every segment that a playlist lists can be loaded.",
        because: "Playback stalls at the segment, and players leave the variant.", source: "RFC 8216bis 6.2.1",
        fix: "Publish the segment, or mark it with EXT-X-GAP.", bad: "3.ts responds with 404",
        good: "3.ts responds with 200")
    static let transfer = StreamRule(
        "segment.transfer", .error, "The server sends whole segments, in time.",
        because: "Playback stalls, or frames are missing.", source: "RFC 9110 8.6",
        fix: "Check the server and its caches.",
        bad: "Content-Length: 90000 and 45000 bytes", good: "Content-Length: 90000 and 90000 bytes")
    static let tooLarge = StreamRule(
        "segment.too-large", .error, "A segment is not many times larger than its variant's bit rate declares.",
        because: "The segment does not arrive in time, or never ends.", source: "RFC 8216bis 4.4.6.2",
        fix: "Check that the URI leads to the segment, and that the server ends the response.",
        bad: "64 MB for 4 s at 800 kbit/s", good: "400 kB for 4 s at 800 kbit/s")
    static let empty = StreamRule(
        "segment.empty", .error, "Segments have bytes.", because: "The media of the segment is missing.",
        source: "RFC 8216bis 3", fix: "Publish the segment again.", bad: "0 bytes", good: "400 kB")
    static let notMedia = StreamRule(
        "segment.not-media", .error, "Segments are media, not web pages or other texts.",
        because: "Players fail at the segment; a sign-in or error page with status 200 hides the cause.",
        source: "RFC 8216bis 3.1", fix: "Look at the response of the server at this URL.", bad: "<!DOCTYPE html>…",
        good: "0x47…")
    static let truncated = StreamRule(
        "segment.truncated", .error, "Segments end with a whole box or packet.",
        because: "Frames at the end are missing or damaged.", source: "RFC 8216bis 3.1",
        fix: "Publish the segment again, and only when it is complete.",
        bad: "a box of 9000 bytes of which 7000 are there",
        good: "a box of 9000 bytes")
    static let damaged = StreamRule(
        "segment.damaged", .error, "Segments have no missing or altered bytes.",
        because: "The viewer sees blocks and hears clicks.", source: "ISO 13818-1 2.4.3.3, ISO 14496-15",
        fix: "Compare the segment with the packager's output; encode it again.", bad: "3 packets are missing",
        good: "continuity counters without gaps")
    static let unreadable = StreamRule(
        "segment.unreadable", .error, "Segments are in a container that players know.",
        because: "Players cannot play the segment.", source: "RFC 8216bis 3.1",
        fix: "Package as fragmented MP4, MPEG-2 transport stream, packed audio or WebVTT.", bad: "random bytes",
        good: "a transport stream")
    static let noSamples = StreamRule(
        "segment.no-samples", .error, "Every segment has samples of its tracks.",
        because: "Sound or picture is missing for the duration of the segment.", source: "RFC 8216bis 3",
        fix: "Check the packager.", bad: "a transport stream with tables only", good: "100 frames")
    static let contentType = StreamRule(
        "http.segment-type", .warning, "Segments have the content type of their container.",
        because: "Some players and proxies refuse or alter the segment.", source: "RFC 8216bis 3.1",
        fix: "Set video/mp2t for .ts, video/mp4 for .m4s and .mp4, audio/aac for .aac, text/vtt for .vtt.",
        bad: "Content-Type: text/html", good: "Content-Type: video/mp2t")
    static let rangeIgnored = StreamRule(
        "http.ranges", .warning, "The server supports byte ranges where the playlist uses them.",
        because: "Each segment costs a download of the whole file.", source: "RFC 9110 14",
        fix: "Enable range requests.", bad: "200 for Range: bytes=0-999", good: "206 for Range: bytes=0-999")
    static let segmentCompressed = StreamRule(
        "http.segment-compressed", .warning, "The server does not compress media segments.",
        because: "Compression saves nothing, costs time, and prevents byte ranges.", source: practice,
        fix: "Compress playlists and subtitles only.", bad: "video/mp2t with Content-Encoding: gzip",
        good: "video/mp2t without Content-Encoding")
    static let typeMixed = StreamRule(
        "http.type-mixed", .warning, "Segments of one container have one content type.",
        because: "Some servers or folders are not configured; players and proxies that go by the type fail there.",
        source: practice, fix: "Set the content types on all servers and for all folders.",
        bad: "video/mp2t in variant 1, application/octet-stream in variant 2", good: "video/mp2t in both")
    static let copied = StreamRule(
        "segment.copied", .error, "Variants and renditions have segments of their own.",
        because: "The picture or the sound of another variant appears for the duration of the segment.",
        source: practice, fix: "Publish the right segment at this URL.",
        bad: "v1/3.m4s has the bytes of v0/3.m4s", good: "v1/3.m4s and v0/3.m4s differ")
    static let slow = StreamRule(
        "http.slow", .info, "Segments load faster than they play.", because: "Playback from this network stalls.",
        source: practice, fix: "Check the network between here and the server.", bad: "6 s for a segment of 4 s",
        good: "1 s for a segment of 4 s")
    static let keyFrame = StreamRule(
        "segment.key-frame", .error,
        "Every video segment starts with a key frame where EXT-X-INDEPENDENT-SEGMENTS says so.",
        because: "After a seek or a switch, the viewer sees blocks until the next key frame.",
        source: "RFC 8216bis 4.4.2.1", fix: "Encode a key frame at the start of every segment.",
        bad: "the first frame is a P frame", good: "the first frame is an IDR frame")
    static let falseKey = StreamRule(
        "segment.false-key-frame", .error, "Frames that the container marks as key frames are key frames.",
        because: "Players seek to the frame and show blocks.", source: "ISO 14496-12 8.8.8",
        fix: "Correct the sync sample flags of the packager.", bad: "sample_is_non_sync_sample=0 for a P frame",
        good: "sample_is_non_sync_sample=1 for a P frame")
    static let noInitialization = StreamRule(
        "segment.no-initialization", .error, "Fragments have an initialization section.",
        because: "Without codec parameters the fragments cannot be decoded.", source: "RFC 8216bis 3.1.2",
        fix: "Add EXT-X-MAP, and publish the resource.", bad: "no EXT-X-MAP", good: "#EXT-X-MAP:URI=\"init.mp4\"")
    static let initialization = StreamRule(
        "segment.initialization", .error, "Initialization sections can be loaded and read.",
        because: "No segment after EXT-X-MAP can be played.", source: "RFC 8216bis 4.4.4.5",
        fix: "Publish the initialization section at this URL.", bad: "init.mp4 responds with 404",
        good: "init.mp4 responds with ftyp and moov")
    static let unknownTrack = StreamRule(
        "segment.unknown-track", .error, "Fragments contain the tracks of their initialization section.",
        because: "The track has no codec parameters, and is not played.", source: "ISO 14496-12 8.8.7",
        fix: "Use the initialization section of the same encode.",
        bad: "fragment of track 7, initialization of track 1",
        good: "fragment and initialization of track 1")
    static let tables = StreamRule(
        "segment.tables", .warning, "Every transport stream segment starts with PAT and PMT.",
        because: "Players cannot start at the segment.", source: "RFC 8216bis 3.1.1",
        fix: "Repeat the tables in each segment.",
        bad: "no PAT in the first packets", good: "PAT and PMT first")
    static let programs = StreamRule(
        "segment.programs", .error, "A transport stream segment has one program.",
        because: "Players choose by chance.", source: "RFC 8216bis 3.1.1",
        fix: "Publish each program as its own stream.",
        bad: "PAT with two programs", good: "PAT with one program")
    static let audioTimestamp = StreamRule(
        "segment.timestamp-missing", .error, "Packed audio begins with an ID3 tag that states its timestamp.",
        because: "Players cannot place the audio beside the video.", source: "RFC 8216bis 3.1.3",
        fix: "Write the PRIV frame com.apple.streaming.transportStreamTimestamp.", bad: "ADTS frames without a tag",
        good: "an ID3 tag, then ADTS frames")
    static let keyMissing = StreamRule(
        "encryption.key-missing", .error, "Every key can be loaded.", because: "The segments cannot be decrypted.",
        source: "RFC 8216bis 4.4.4.4", fix: "Publish the key, and allow its access.", bad: "key.bin responds with 404",
        good: "key.bin responds with 16 bytes")
    static let keyLength = StreamRule(
        "encryption.key-length", .error, "Keys have 16 bytes.", because: "Players reject the key.",
        source: "RFC 8216bis 5.1", fix: "Publish the 16 bytes of the key, not its hexadecimal text.", bad: "32 bytes",
        good: "16 bytes")
    static let wrongKey = StreamRule(
        "encryption.wrong-key", .error, "Keys and initialization vectors decrypt their segments.",
        because: "Players report an error, or decode noise.", source: "RFC 8216bis 5.2",
        fix: "Check the key, the IV, and the media sequence number that replaces it.", bad: "the IV of another segment",
        good: "the IV of this segment")
    static let protected = StreamRule(
        "encryption.not-examined", .info, "Segments can be decrypted here.",
        because: "The segments were loaded, and their media was not examined.", source: practice,
        fix: "Inspect the stream before encryption.",
        bad: "METHOD=SAMPLE-AES,KEYFORMAT=\"com.apple.streamingkeydelivery\"",
        good: "METHOD=SAMPLE-AES,KEYFORMAT=\"identity\"")
    static let undeclaredEncryption = StreamRule(
        "encryption.undeclared", .error, "Encrypted segments have EXT-X-KEY.",
        because: "Players decode noise, or fail.", source: "RFC 8216bis 4.4.4.4", fix: "Add EXT-X-KEY.",
        bad: "fragments with senc and no EXT-X-KEY", good: "fragments with senc and EXT-X-KEY")
    static let decoding = StreamRule(
        "decode.errors", .error, "Every frame can be decoded.", because: "The viewer sees blocks and hears clicks.",
        source: practice, fix: "Encode the segment again.", bad: "3 damaged frames in segment 4",
        good: "no damaged frame")
    static let black = StreamRule(
        "decode.black", .warning, "The video is not black throughout.", because: "The viewer sees nothing.",
        source: practice, fix: "Check the encoder's input.", bad: "all 96 frames of segment 2 are black",
        good: "segment 2 begins with 12 black frames")
    static let loudness = StreamRule(
        "decode.loudness", .warning, "Variants and renditions have the same loudness, within 2 LU.",
        because: "The volume jumps when the player switches, or the viewer chooses another language.",
        source: "EBU R 128", fix: "Normalize the audio of all variants and renditions alike.",
        bad: "-23 LUFS and -15 LUFS", good: "-23 LUFS and -22.5 LUFS")
    static let silence = StreamRule(
        "decode.silence", .warning, "The audio is not silent throughout.", because: "The viewer hears nothing.",
        source: practice, fix: "Check the encoder's input.", bad: "no sample above -70 LUFS", good: "-24 LUFS")
    static let captionsMissing = StreamRule(
        "caption.missing", .warning, "Declared caption channels are in the video.",
        because: "The viewer selects captions and sees none.", source: "RFC 8216bis 4.4.6.1",
        fix: "Insert the captions, or remove the CLOSED-CAPTIONS rendition.",
        bad: "INSTREAM-ID=\"CC2\", and frames with CC1 only",
        good: "INSTREAM-ID=\"CC1\", and frames with CC1")
    static let captionsUndeclared = StreamRule(
        "caption.undeclared", .warning, "Captions in the video are declared.",
        because: "Players do not offer the captions.", source: "\(authoring), Captions",
        fix: "Add EXT-X-MEDIA:TYPE=CLOSED-CAPTIONS with INSTREAM-ID.", bad: "CLOSED-CAPTIONS=NONE, and frames with CC1",
        good: "CLOSED-CAPTIONS=\"cc\" with CC1, and frames with CC1")
    static let webVTT = StreamRule(
        "subtitle.invalid", .error, "Subtitle segments are valid WebVTT.", because: "Players show no subtitles.",
        source: "W3C WebVTT 4",
        fix: "Begin the file with WEBVTT in UTF-8, and write cue timings as 00:00:01.000 --> 00:00:02.000.",
        bad: "WEBVT", good: "WEBVTT")
    static let textMap = StreamRule(
        "subtitle.map", .error, "WebVTT segments have X-TIMESTAMP-MAP where the media does not start at 0.",
        because: "Subtitles are shown at the wrong time, or never.", source: "RFC 8216bis 3.1.4",
        fix: "Write X-TIMESTAMP-MAP=MPEGTS:…,LOCAL:00:00:00.000 with the media's first timestamp.",
        bad: "media starts at 10 s, no map", good: "media starts at 10 s, MPEGTS:900000,LOCAL:00:00:00.000")
    static let textTime = StreamRule(
        "subtitle.time", .warning, "Cues are within the time of their segment.",
        because: "Subtitles appear at the wrong time, or not after a seek.", source: "RFC 8216bis 3.1.4",
        fix: "Correct X-TIMESTAMP-MAP, or the times of the cues.", bad: "segment 4 to 8 s, cue 104 to 106 s",
        good: "segment 4 to 8 s, cue 5 to 7 s")
    static let textOrder = StreamRule(
        "subtitle.cue-order", .warning, "Every cue ends after it starts.", because: "The cue is never shown.",
        source: "W3C WebVTT 4.1", fix: "Correct the times.", bad: "00:05.000 --> 00:03.000",
        good: "00:03.000 --> 00:05.000")
    static let textOverlap = StreamRule(
        "subtitle.cue-overlap", .warning, "Cues that are shown together have places of their own.",
        because: "The lines jump when the second cue appears, and stay for too long.", source: practice,
        fix: "End the first cue before the second, or give both a line.", bad: "cues from 6 to 9 s and from 8 to 11 s",
        good: "cues from 6 to 8 s and from 8 to 11 s")
    static let textBrief = StreamRule(
        "subtitle.cue-brief", .warning, "A cue lasts 0.2 s at least.", because: "Viewers cannot read it.",
        source: practice, fix: "Correct the end of the cue.", bad: "a cue from 6.5 to 6.54 s",
        good: "a cue from 6.5 to 8.5 s")
    static let textDisorder = StreamRule(
        "subtitle.cue-disorder", .warning, "Cues are in the order of their start times.",
        because: "Players that read on from the current cue skip the earlier one.", source: "W3C WebVTT 4.1",
        fix: "Sort the cues.", bad: "00:10.000, then 00:08.000", good: "00:08.000, then 00:10.000")
    static let textEmpty = StreamRule(
        "subtitle.none", .warning, "Subtitles have cues.", because: "The viewer selects subtitles and sees none.",
        source: practice, fix: "Check the packager.", bad: "WEBVTT and nothing else in all segments", good: "30 cues")
    static let iFrame = StreamRule(
        "i-frame.not-key", .error, "Each segment of an I-frame playlist is one key frame.",
        because: "Scrubbing shows blocks or nothing.", source: "RFC 8216bis 4.4.3.6",
        fix: "Correct EXT-X-BYTERANGE of the I-frame playlist.", bad: "a range with a P frame",
        good: "a range with one IDR frame")
    static let iFrameRange = StreamRule(
        "i-frame.range", .warning, "The byte range of a key frame ends with the key frame.",
        because: "Scrubbing loads many times the bytes that it shows.", source: "RFC 8216bis 4.4.3.6",
        fix: "End the range at the last byte of the key frame.", bad: "90000 bytes for a key frame of 30000",
        good: "30200 bytes for a key frame of 30000")
    static let iFrameFlag = StreamRule(
        "i-frame.flag-missing", .error, "The playlists of EXT-X-I-FRAME-STREAM-INF have EXT-X-I-FRAMES-ONLY.",
        because: "Players take the entries for whole segments, and scrubbing shows nothing.",
        source: "RFC 8216bis 4.4.6.3", fix: "Add #EXT-X-I-FRAMES-ONLY.", bad: "EXT-X-BYTERANGE entries without the tag",
        good: "EXT-X-I-FRAMES-ONLY, then EXT-X-BYTERANGE entries")
    static let iFrameMisplaced = StreamRule(
        "i-frame.flag-misplaced", .error, "Variants and renditions have no EXT-X-I-FRAMES-ONLY.",
        because: "Players show single frames without sound, or leave the variant out.",
        source: "RFC 8216bis 4.4.3.6", fix: "Remove the tag, or name the playlist in EXT-X-I-FRAME-STREAM-INF.",
        bad: "EXT-X-STREAM-INF leads to a playlist with EXT-X-I-FRAMES-ONLY",
        good: "EXT-X-I-FRAME-STREAM-INF leads to it")
    static let textMapUneven = StreamRule(
        "subtitle.map-uneven", .warning, "Either all subtitle segments have X-TIMESTAMP-MAP, or none.",
        because: "The subtitles of some segments are shown at another time.", source: "RFC 8216bis 3.1.4",
        fix: "Write X-TIMESTAMP-MAP in every segment.", bad: "3 of 4 segments with X-TIMESTAMP-MAP",
        good: "4 of 4 segments with X-TIMESTAMP-MAP")
    static let iFrameSpan = StreamRule(
        "i-frame.duration", .warning, "I-frame playlists last as long as the variants.",
        because: "The end of the item has no pictures for scrubbing.", source: "RFC 8216bis 4.4.3.6",
        fix: "List the key frames of all segments.", bad: "I-frames 8 s, variant 16 s", good: "both 16 s")

    static let media: [StreamRule] = [
        missing, transfer, tooLarge, empty, notMedia, truncated, damaged, unreadable, noSamples, contentType,
        rangeIgnored, slow, keyFrame, falseKey, noInitialization, initialization, unknownTrack, tables, programs,
        audioTimestamp, keyMissing, keyLength, wrongKey, protected, undeclaredEncryption, decoding, black, loudness,
        silence, captionsMissing, captionsUndeclared, webVTT, textMap, textTime, textOrder, textEmpty, iFrame,
        iFrameSpan, segmentCompressed, typeMixed, copied, iFrameFlag, iFrameMisplaced, iFrameRange, textMapUneven,
        textDisorder, textOverlap, textBrief,
    ]
}
