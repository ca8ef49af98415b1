import HLS

/// Rules that compare declared with measured values, and variants with each other.
extension StreamRule {
    private static let list = "\(authoring), Multivariant playlist"

    static let peak = StreamRule(
        "rate.peak", .error, "BANDWIDTH is at least the measured peak bit rate.",
        because: "Players choose the variant on networks that cannot carry it, and stall.",
        source: "RFC 8216bis 4.4.6.2",
        fix: "Write the measured peak, with the largest rendition of each group.",
        bad: "BANDWIDTH=500000, measured 900 kbit/s",
        good: "BANDWIDTH=920000, measured 900 kbit/s")
    static let peakHigh = StreamRule(
        "rate.peak-high", .warning, "BANDWIDTH is near the measured peak bit rate.",
        because: "Players choose a lower quality than the network carries.", source: list,
        fix: "Write the measured peak.", bad: "BANDWIDTH=5000000, measured 900 kbit/s",
        good: "BANDWIDTH=990000, measured 900 kbit/s")
    static let average = StreamRule(
        "rate.average", .error, "AVERAGE-BANDWIDTH is at least the measured average bit rate.",
        because: "Players that plan with the average run out of buffer.", source: "RFC 8216bis 4.4.6.2",
        fix: "Write the measured average.", bad: "AVERAGE-BANDWIDTH=300000, measured 600 kbit/s",
        good: "AVERAGE-BANDWIDTH=610000, measured 600 kbit/s")
    static let averageHigh = StreamRule(
        "rate.average-high", .warning, "AVERAGE-BANDWIDTH is near the measured average bit rate.",
        because: "Players choose a lower quality than the network carries.", source: list,
        fix: "Write the measured average.", bad: "AVERAGE-BANDWIDTH=3000000, measured 600 kbit/s",
        good: "AVERAGE-BANDWIDTH=650000, measured 600 kbit/s")
    static let bitrateTag = StreamRule(
        "rate.segment", .warning, "EXT-X-BITRATE is within 10 % of the segment's bit rate.",
        because: "Players plan their requests with it.", source: "RFC 8216bis 4.4.4.8", fix: "Write the measured rate.",
        bad: "EXT-X-BITRATE:500, measured 900 kbit/s", good: "EXT-X-BITRATE:900, measured 880 kbit/s")

    static let duration = StreamRule(
        "time.duration", .error, "EXTINF is the real duration of the segment.",
        because: "Seeking lands beside its target, and subtitles, chapters and advertisements are displaced.",
        source: "RFC 8216bis 4.4.4.1", fix: "Write the duration of the media in the segment.",
        bad: "EXTINF:4, measured 5.2 s", good: "EXTINF:4.004, measured 4.0 s")
    static let target = StreamRule(
        "time.target", .error, "No segment is longer than the target duration, rounded.",
        because: "Players of live streams reload too early and stall.", source: "RFC 8216bis 4.4.3.1",
        fix: "Raise EXT-X-TARGETDURATION.", bad: "target 4 s, segment of 5.2 s", good: "target 5 s, segment of 5.2 s")
    static let total = StreamRule(
        "time.total", .warning, "The durations in the playlist add up to that of the media.",
        because: "The end of the timeline cannot be reached, or media is cut off.", source: "RFC 8216bis 4.4.4.1",
        fix: "Write durations with milliseconds.", bad: "playlist 3600 s, media 3590 s",
        good: "playlist 3600.1 s, media 3600 s")
    static let jump = StreamRule(
        "time.jump", .error, "Timestamps continue from segment to segment, except at EXT-X-DISCONTINUITY.",
        because: "Players stall at the gap, or drop the media after it.", source: "RFC 8216bis 4.4.4.3",
        fix: "Correct the timestamps, or write EXT-X-DISCONTINUITY before the segment.",
        bad: "segment 3 ends at 12 s, segment 4 starts at 2 s, no EXT-X-DISCONTINUITY",
        good: "segment 3 ends at 12 s, segment 4 starts at 12 s")
    static let gap = StreamRule(
        "time.gap", .warning, "There are no gaps or overlaps between the samples of a track.",
        because: "The sound clicks and the picture stutters.", source: "RFC 8216bis 6.2.4",
        fix: "Check how the packager cuts the track.", bad: "0.15 s without audio", good: "audio frames without a gap")
    static let discontinuityNeedless = StreamRule(
        "time.discontinuity-needless", .info, "EXT-X-DISCONTINUITY is only where something changes.",
        because: "Players reset their decoders for nothing.", source: "RFC 8216bis 4.4.4.3", fix: "Remove the tag.",
        bad: "timestamps and codecs continue across the tag", good: "timestamps restart at the tag")
    static let order = StreamRule(
        "time.order", .error, "Decode times increase.", because: "Decoders drop the frames.",
        source: "ISO 13818-1 2.4.3.7", fix: "Correct the timestamps.", bad: "9.04 s after 9.08 s",
        good: "9.08 s after 9.04 s")
    static let formatChange = StreamRule(
        "time.format-change", .error, "Codec parameters change only at EXT-X-DISCONTINUITY.",
        because: "Players that do not expect it show blocks or stop.", source: "RFC 8216bis 4.4.4.3",
        fix: "Write EXT-X-DISCONTINUITY before the segment.", bad: "640x360, then 1280x720 without a tag",
        good: "640x360 throughout")
    static let syncStart = StreamRule(
        "sync.start", .warning, "Audio and video start together.", because: "The item begins without sound or picture.",
        source: practice, fix: "Cut both at the same time.", bad: "video from 10 s, audio from 11.5 s",
        good: "video from 10 s, audio from 9.98 s")
    static let drift = StreamRule(
        "sync.drift", .error, "Audio and video stay at the same distance.",
        because: "Lips and voices part, more and more.", source: practice,
        fix: "Check sample rates and frame rates of the encoder.",
        bad: "audio 0.4 s later at the end than at the start",
        good: "the same offset at start and end")
    static let audioOffset = StreamRule(
        "sync.audio-offset", .warning, "The audio has no constant offset against the video.",
        because: "Sound and lips differ by the same time throughout, or the timeline begins without sound.",
        source: "ITU-R BT.1359-1, RFC 8216bis 6.2.4",
        fix: "Shift the timestamps of the audio by the stated time, and check the delay of the audio encoder.",
        bad: "audio from 10.3 s, video from 10 s, and 0.3 s apart in every segment",
        good: "audio from 10.02 s, video from 10 s")
    static let syncOffset = StreamRule(
        "sync.offset", .error, "Variants and renditions have the same timestamps at the same place.",
        because: "The picture jumps when the player switches, and the sound of another language is displaced.",
        source: "RFC 8216bis 6.2.4", fix: "Start all encodes with the same timestamp.",
        bad: "variant 1 starts at 10 s, variant 2 at 12 s", good: "both start at 10 s")

    static let alignSegments = StreamRule(
        "align.segments", .warning, "Variants are cut at the same times.",
        because: "Players that switch at a segment repeat or skip media.", source: "\(authoring), Media segmentation",
        fix: "Use the same key frame times in all encodes.", bad: "segment 2 starts at 8 s and at 9 s",
        good: "segment 2 starts at 8 s in all variants")
    static let alignKeys = StreamRule(
        "align.key-frames", .warning,
        "Variants have key frames at the same times; further ones between them are no fault.",
        because: "Switching needs media of two variants for the same time.", source: "\(authoring), Video",
        fix: "Fix the key frame interval, and disable scene detection of the encoder.",
        bad: "key frames at 0, 2, 4 s and at 0, 1.5, 4 s", good: "key frames at 0, 2, 4 s in all variants")
    static let alignDuration = StreamRule(
        "align.duration", .error, "Variants and renditions last equally long.",
        because: "Playback ends early, or without sound, depending on the variant.", source: "RFC 8216bis 6.2.4",
        fix: "Publish the missing segments.", bad: "16 s and 12 s", good: "16.02 s and 16 s")
    static let audioLength = StreamRule(
        "align.audio-length", .warning, "The media of audio renditions is as long as the video.",
        because: "Audio that was converted from another frame rate drifts away from the video.",
        source: "\(authoring), Media playlists",
        fix: "Convert the audio with the video, or repeat the encode of the audio.",
        bad: "video of 600 s, audio of 599.4 s", good: "video of 600 s, audio of 600.02 s")
    static let alignDiscontinuities = StreamRule(
        "align.discontinuities", .error, "Variants and renditions have their discontinuities at the same places.",
        because: "Players cannot match the timestamps of variants.", source: "RFC 8216bis 6.2.4",
        fix: "Write EXT-X-DISCONTINUITY in all playlists.", bad: "2 in variant 1, 1 in variant 2", good: "2 in each")
    static let alignDates = StreamRule(
        "align.dates", .error,
        "If one variant or audio rendition has EXT-X-PROGRAM-DATE-TIME, all have it, with the same dates for the same media.",
        because: "Players that synchronize by date jump when they switch.", source: "RFC 8216bis 6.2.4",
        fix: "Derive the dates of all playlists from the timestamps of the media.",
        bad: "0 s of the media is 12:00:00 in variant 1, and 12:00:30 in variant 2",
        good: "0 s of the media is 12:00:00 in both")
    static let alignTarget = StreamRule(
        "align.target", .warning, "All variants have the same target duration.",
        because: "Players reload at different rates and lose the common edge.", source: "RFC 8216bis 6.2.4",
        fix: "Write the same EXT-X-TARGETDURATION in all playlists.", bad: "4 and 10", good: "4 and 4")
    static let alignSequence = StreamRule(
        "align.sequence", .warning,
        "Live variants are at the same place: the edges differ by less than a target duration.",
        because: "A switch requests a segment that does not exist yet, or repeats media.",
        source: "RFC 8216bis 6.2.4; \(practice) for numbers of streams without dates",
        fix: "Publish the segments of all variants together, and number them alike.", bad: "last segments 104 and 101",
        good: "last segments 104 and 104")
    static let keyInterval = StreamRule(
        "key.interval", .info, "Key frames are at most 2 seconds apart.",
        because: "Seeking and switching wait for the next key frame.", source: "\(authoring), Video",
        fix: "Set a key frame interval of 2 seconds.", bad: "10 s", good: "2 s")

    static let codecs = StreamRule(
        "codec.mismatch", .error, "CODECS names the codecs of the media, with profile and level.",
        because: "Players leave out what they could play, or choose what they cannot.", source: "RFC 8216bis 4.4.6.2",
        fix: "Write the measured codecs.", bad: "CODECS=\"avc1.42e01e\", measured avc1.640020",
        good: "CODECS=\"avc1.640020\"")
    static let codecUndeclared = StreamRule(
        "codec.undeclared", .error, "Every codec in the media is in CODECS.",
        because: "Players that cannot decode it choose the variant, and fail.", source: "RFC 8216bis 4.4.6.2",
        fix: "Add the codec.", bad: "CODECS=\"avc1.64001e\", and AAC in the segments",
        good: "CODECS=\"avc1.64001e,mp4a.40.2\"")
    static let codecAbsent = StreamRule(
        "codec.absent", .error, "Every codec in CODECS is in the media.",
        because: "Players wait for a track that does not come, or leave the variant out.",
        source: "RFC 8216bis 4.4.6.2",
        fix: "Remove the codec, or publish the track.", bad: "CODECS=\"avc1.64001e,mp4a.40.2\", and no audio",
        good: "CODECS=\"avc1.64001e\"")
    static let codecLevel = StreamRule(
        "codec.level-high", .warning, "The level in CODECS is that of the media.",
        because: "Devices that could play the variant leave it out.", source: "RFC 6381",
        fix: "Write the measured level.", bad: "CODECS=\"avc1.640033\", measured avc1.64001f",
        good: "CODECS=\"avc1.64001f\"")
    static let sampleEntry = StreamRule(
        "codec.sample-entry", .warning, "Video in fragmented MP4 has the sample entry hvc1, dvh1 or avc1.",
        because: "Apple's players do not play hev1 and dvhe; parameter sets in the samples make switching slower.",
        source: "\(authoring), Video", fix: "Package with hvc1, dvh1 or avc1: parameter sets in the sample entry.",
        bad: "hev1.1.6.L93.B0", good: "hvc1.1.6.L93.B0")
    static let size = StreamRule(
        "video.size", .error, "RESOLUTION is the size of the video.",
        because: "Players choose the wrong variant for the display.",
        source: "RFC 8216bis 4.4.6.2", fix: "Write the measured size.", bad: "RESOLUTION=1920x1080, measured 1280x720",
        good: "RESOLUTION=1280x720")
    static let aspect = StreamRule(
        "video.aspect", .warning, "All variants have the same aspect ratio.",
        because: "The picture jumps at every switch.",
        source: "\(authoring), Video", fix: "Encode all sizes from the same picture.", bad: "16:9 and 4:3",
        good: "640x360 and 1280x720")
    static let frameRate = StreamRule(
        "video.frame-rate", .error, "FRAME-RATE is the frame rate of the video.",
        because: "Players choose the wrong variant for device and display.", source: "RFC 8216bis 4.4.6.2",
        fix: "Write the measured frame rate.", bad: "FRAME-RATE=60.000, measured 30",
        good: "FRAME-RATE=29.970, measured 29.97")
    static let interlaced = StreamRule(
        "video.interlaced", .warning, "Video is progressive.", because: "Devices show combs, or nothing.",
        source: "\(authoring), Video", fix: "Deinterlace before encoding.", bad: "1080i", good: "1080p")
    static let range = StreamRule(
        "video.range", .error, "VIDEO-RANGE is the dynamic range of the video.",
        because: "The colors are wrong, or displays of the other range are excluded.", source: "RFC 8216bis 4.4.6.2",
        fix: "Write SDR, HLG or PQ as measured.", bad: "VIDEO-RANGE=PQ, measured bt709",
        good: "VIDEO-RANGE=SDR, measured bt709")
    static let channels = StreamRule(
        "audio.channels", .error, "CHANNELS is the number of channels of the audio.",
        because: "Players choose stereo for surround systems, or the reverse.", source: "RFC 8216bis 4.4.6.1",
        fix: "Write the measured number.", bad: "CHANNELS=\"6\", measured 2", good: "CHANNELS=\"2\", measured 2")
    static let sampleRate = StreamRule(
        "audio.sample-rate", .warning, "The audio of all variants has one sample rate and channel count.",
        because: "The sound clicks when the player switches.", source: "\(authoring), Audio",
        fix: "Encode the audio of all variants alike.", bad: "44.1 kHz and 48 kHz", good: "48 kHz and 48 kHz")
    static let audioMissing = StreamRule(
        "audio.missing", .warning, "All variants have sound, or none.",
        because: "The sound stops when the player switches.",
        source: "RFC 8216bis 6.2.4", fix: "Add the audio to the variant.", bad: "audio in variant 1, none in variant 2",
        good: "audio in both")

    static let stale = StreamRule(
        "live.stale", .error, "A live playlist grows within 1.5 target durations.",
        because: "Players reach the end of the buffer and stall; a playlist that is complete lacks EXT-X-ENDLIST.",
        source: "RFC 8216bis 6.2.2", fix: "Check the packager; end a complete playlist with EXT-X-ENDLIST.",
        bad: "no new segment for 20 s, target 4 s", good: "a new segment every 4 s")
    static let late = StreamRule(
        "live.late", .warning, "New segments appear at the rate of their durations.",
        because: "Players near the live edge stall.", source: "RFC 8216bis 6.2.2",
        fix: "Check the delay between encoder and server.", bad: "7 s without a new segment, target 4 s",
        good: "4.2 s between segments, target 4 s")
    static let reset = StreamRule(
        "live.sequence", .error, "Media sequence numbers only grow, by one for each removed segment.",
        because: "Players repeat media, skip it, or restart.", source: "RFC 8216bis 6.2.2",
        fix: "Keep the numbering over restarts of the packager.", bad: "EXT-X-MEDIA-SEQUENCE 100, then 3",
        good: "EXT-X-MEDIA-SEQUENCE 100, then 101")
    static let changed = StreamRule(
        "live.changed", .error, "A listed segment does not change.",
        because: "Players that have loaded it repeat or skip media.",
        source: "RFC 8216bis 6.2.1", fix: "Publish corrections as new segments.", bad: "number 7 is a.ts, then b.ts",
        good: "number 7 is always a.ts")
    static let older = StreamRule(
        "live.older", .warning, "A reload is not older than the load before.",
        because: "Players lose the live edge for a reload.", source: "RFC 8216bis 6.2.1",
        fix: "Check the caches, and the servers behind a load balancer.", bad: "last segment 104, then 102",
        good: "last segment 104, then 105")
    static let window = StreamRule(
        "live.window", .error, "A live playlist lists at least three target durations.",
        because: "Players that start at the usual distance from the edge find no media.", source: "RFC 8216bis 6.2.2",
        fix: "Keep more segments.", bad: "2 segments of 4 s", good: "6 segments of 4 s")
    static let targetChanged = StreamRule(
        "live.target-changed", .error, "EXT-X-TARGETDURATION, and EXT-X-ENDLIST once written, stay.",
        because: "Players reload too late, or play after the end.", source: "RFC 8216bis 6.2.1",
        fix: "Choose a target duration that holds for the whole stream.", bad: "4, then 10", good: "4, then 4")
    static let reloadFailed = StreamRule(
        "live.reload-failed", .error, "Every reload of a live playlist succeeds.", because: "Players stall or give up.",
        source: "RFC 8216bis 6.3.4", fix: "Check the server.", bad: "503 at every third reload",
        good: "200 at every reload")
    static let liveDate = StreamRule(
        "live.date-missing", .info, "Live playlists have EXT-X-PROGRAM-DATE-TIME.",
        because: "Players cannot show the time of day, nor synchronize with other devices.",
        source: "\(authoring), Live",
        fix: "Add dates.", bad: "no EXT-X-PROGRAM-DATE-TIME", good: "one before the first segment")
    static let partDuration = StreamRule(
        "live.part-duration", .error, "DURATION of EXT-X-PART is the real duration of the part.",
        because: "Players of low latency run out of media, or fall behind the live edge.",
        source: "RFC 8216bis 4.4.4.9", fix: "Write the duration of the media in the part.",
        bad: "DURATION=0.5, measured 0.8 s", good: "DURATION=0.5, measured 0.52 s")
    static let partTarget = StreamRule(
        "live.part-target", .error,
        "Parts last at most PART-TARGET, and at least 85 % of it unless they end a segment.",
        because: "Players wait for a part longer than the tag promises, and stall.", source: "RFC 8216bis 4.4.4.9",
        fix: "Cut the parts at PART-TARGET, or raise PART-TARGET.", bad: "PART-TARGET=0.5, measured 0.8 s",
        good: "PART-TARGET=0.5, measured 0.49 s")
    static let partIndependent = StreamRule(
        "live.part-independent", .error, "Parts with INDEPENDENT=YES start with a key frame.",
        because: "Players start at the part, and show blocks until the next key frame.",
        source: "RFC 8216bis 4.4.4.9", fix: "Set INDEPENDENT only where a key frame starts the part.",
        bad: "INDEPENDENT=YES, and a P frame first", good: "INDEPENDENT=YES, and an IDR frame first")
    static let partMissing = StreamRule(
        "live.part-missing", .error, "Every listed part can be loaded and read.",
        because: "Players at the live edge stall.", source: "RFC 8216bis 6.2.1",
        fix: "List a part only when it is published.", bad: "7.2.mp4 responds with 404",
        good: "7.2.mp4 responds with 200")
    static let partSum = StreamRule(
        "live.part-sum", .warning, "The parts of a segment last as long as the segment.",
        because: "The timeline of players of low latency drifts away from that of the others.",
        source: "RFC 8216bis 4.4.4.9", fix: "List all parts of the segment, with their durations.",
        bad: "parts of 3.5 s in a segment of 4 s", good: "parts of 4.003 s in a segment of 4 s")
    static let partLong = StreamRule(
        "live.parts", .warning,
        "Playlists with parts allow blocking reloads, announce the next part and report renditions.",
        because: "Players cannot reach the low latency that the parts are for.", source: "RFC 8216bis B.1",
        fix: "Add CAN-BLOCK-RELOAD=YES, EXT-X-PRELOAD-HINT and EXT-X-RENDITION-REPORT.",
        bad: "EXT-X-PART without CAN-BLOCK-RELOAD", good: "EXT-X-PART with CAN-BLOCK-RELOAD=YES")

    static let measures: [StreamRule] = [
        peak, peakHigh, average, averageHigh, bitrateTag, duration, target, total, jump, gap, discontinuityNeedless,
        order, formatChange, syncStart, drift, audioOffset, syncOffset, alignSegments, alignKeys, alignDuration,
        audioLength,
        alignDiscontinuities,
        alignTarget, alignSequence, keyInterval, codecs, codecUndeclared, codecAbsent, codecLevel, sampleEntry, size,
        aspect, frameRate, interlaced, range, channels, sampleRate, audioMissing, stale, late, reset, changed, older,
        window, targetChanged, reloadFailed, liveDate, partLong, alignDates, partDuration, partTarget,
        partIndependent, partMissing, partSum,
    ]

    /// Every rule except those of the playlist parser.
    package static let all =
        playlists + variants + media + measures + delivery + services + consistency + statements + declarations
        + reloads + contents + liveEdges + trickPlay + elements

    package static let byIdentifier = Dictionary(all.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
}
