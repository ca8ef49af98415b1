/// Rules about live playlists in comparison with each other, and about what surrounds their segments over time.
extension StreamRule {
    static let edgeBehind = StreamRule(
        "align.live-edge", .error, "Live renditions end at about the same time as the variants.",
        because: "Players at the live edge have video without audio or subtitles, and stall or lose them.",
        source: "RFC 8216bis 6.2.4", fix: "Publish the segments of all renditions for the same time together.",
        bad: "audio ends at 12:00:20, and the variants at 12:00:28", good: "audio and variants end at 12:00:28")
    static let windowShort = StreamRule(
        "align.live-window", .warning, "Live renditions list about as much media as the variants.",
        because: "Players that seek back, or join far from the live edge, have no segments of the rendition.",
        source: "RFC 8216bis 6.2.4", fix: "Configure the same window for all playlists of the stream.",
        bad: "audio lists 6 s, and the variants 24 s", good: "audio and variants list 24 s")
    static let textLive = StreamRule(
        "subtitle.live-time", .error, "Cues of a live stream are at the times of its video.",
        because: "Viewers see the cues at another time, or never.", source: "RFC 8216bis 3.1.4",
        fix: "Write X-TIMESTAMP-MAP with the time of the video's clock at which the cues' clock is LOCAL.",
        bad: "video from 40 to 76 s, and cues from 3640 to 3676 s", good: "video and cues from 40 to 76 s")
    static let resourceRemoved = StreamRule(
        "live.resource-removed", .error,
        "Keys and initialization sections stay available and unchanged while listed segments need them.",
        because: "Viewers that join later cannot play the listed segments.", source: "RFC 8216bis 6.2.1, 6.2.2",
        fix: "Keep the resource as long as segments that refer to it, and publish another one under a new URL.",
        bad: "init.mp4 responds with 404 ten seconds after the first load",
        good: "init.mp4 responds with the same bytes throughout")
    static let rangeRemoved = StreamRule(
        "live.date-range-removed", .error, "A date range stays in the playlist as long as segments of its time.",
        because: "Viewers that join after its removal miss the advertisement or the event.",
        source: "RFC 8216bis 4.4.5.1, 6.2.1",
        fix: "Remove EXT-X-DATERANGE only with the last segment of its time.",
        bad: "the range from 12:00:00 to 12:00:08 is removed while 12:00:04 is listed",
        good: "the range from 12:00:00 to 12:00:08 is removed once the playlist begins at 12:00:08")
    static let tagChanged = StreamRule(
        "http.etag", .warning, "The same bytes have the same ETag, and other bytes another.",
        because: "Caches and players load again what they have, or keep what is outdated, and cannot resume a request.",
        source: "RFC 9110 8.8.3", fix: "Derive the ETag from the content, equally on all servers.",
        bad: "ETag \"1\", then \"2\" for the same bytes of 7.ts", good: "ETag \"a7c1\" at both requests")
    static let slowStart = StreamRule(
        "http.slow-first-byte", .warning,
        "The first byte of a live segment arrives within a quarter of its duration, or half a second.",
        because: "Players of live streams measure less than the network has, switch down, and stall.",
        source: practice,
        fix: "Check the cache and the origin: listed segments should be in the cache of the edge.",
        bad: "1.8 s to the first byte of segments of 2 s", good: "0.1 s to the first byte of segments of 2 s")
    static let httpVersion = StreamRule(
        "http.version", .info, "Servers respond with HTTP/1.1 or later.",
        because: "HTTP/1.0 needs a connection for each request, and has no byte ranges and no chunked responses.",
        source: practice, fix: "Enable HTTP/2 or HTTP/1.1 on the server and its proxies.", bad: "HTTP/1.0 200 OK",
        good: "HTTP/1.1 200 OK")
    static let partBytes = StreamRule(
        "live.part-bytes", .error, "The parts of a segment have the media of the segment.",
        because: "Players of low latency show other media than the others, or decode errors at a switch.",
        source: "RFC 8216bis 4.4.4.9", fix: "Cut the parts and the segment from one encode.",
        bad: "parts with 88172 bytes of video, and a segment with 177660",
        good: "parts and segment with the same 177660 bytes of video")
    static let partial = StreamRule(
        "http.partial", .warning, "Requests without a range get the whole resource with status 200.",
        because: "Caches do not store the response, and players take it as a part of the segment.",
        source: "RFC 9110 15.3.7", fix: "Respond with 206 to requests with a Range field only.",
        bad: "206 Partial Content for a request without Range", good: "200 OK for a request without Range")
    static let pace = StreamRule(
        "live.pace", .warning, "A live playlist grows by as much media as time passes.",
        because: "Where less is added, players run out of media and stall; where more is added, the delay changes.",
        source: "RFC 8216bis 6.2.1",
        fix: "Check whether the encoder keeps up, and whether EXTINF has the durations of the media.",
        bad: "16 s of media in 20 s", good: "20 s of media in 20 s")
    static let dateStep = StreamRule(
        "live.date-step", .warning, "Dates of a live stream grow by as much as time passes, also over discontinuities.",
        because: "Date ranges and devices that synchronize by date are wrong from the discontinuity on.",
        source: "RFC 8216bis 4.4.4.6",
        fix: "Write the time of recording after each discontinuity, rather than a sum of durations.",
        bad: "the live edge is 1 s behind the clock, and 5 s ahead of it after an advertisement",
        good: "the live edge is 1 s behind the clock before and after an advertisement")
    static let startBeyond = StreamRule(
        "live.start-beyond", .warning, "EXT-X-START of a live playlist is inside the window.",
        because: "Players start at the oldest segment, which is removed next.", source: "RFC 8216bis 4.4.2.2",
        fix: "Write a smaller distance, or remove the tag.",
        bad:
            "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-MEDIA-SEQUENCE:7\n#EXT-X-START:TIME-OFFSET=-60\n#EXTINF:4,\n7.ts\n"
            + "#EXTINF:4,\n8.ts\n#EXTINF:4,\n9.ts\n#EXTINF:4,\n10.ts",
        good:
            "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-MEDIA-SEQUENCE:7\n#EXT-X-START:TIME-OFFSET=-13\n#EXTINF:4,\n7.ts\n"
            + "#EXTINF:4,\n8.ts\n#EXTINF:4,\n9.ts\n#EXTINF:4,\n10.ts")

    static let liveEdges: [StreamRule] = [
        edgeBehind, windowShort, textLive, resourceRemoved, rangeRemoved, tagChanged, slowStart, httpVersion,
        pace, startBeyond, partBytes, partial, dateStep,
    ]
}
