/// Rules about live playlists over time: what must not change between two loads, and what must remain available.
extension StreamRule {
    private static func live(_ line: String) -> String {
        "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-MEDIA-SEQUENCE:7\n\(line)\n#EXTINF:4,\n7.ts\n#EXTINF:4,\n8.ts\n"
            + "#EXTINF:4,\n9.ts\n#EXTINF:4,\n10.ts"
    }

    static let durationChanged = StreamRule(
        "live.duration-changed", .error, "EXTINF of a listed segment, and DURATION of a listed part, stay the same.",
        because: "Players that have loaded the playlist before place all later segments at other times.",
        source: "RFC 8216bis 6.2.1", fix: "Write the duration of the media at the first listing, and keep it.",
        bad: "EXTINF of segment 7 is 4, then 3.8", good: "EXTINF of segment 7 is 3.8 at every load")
    static let dateChanged = StreamRule(
        "live.date-changed", .warning, "EXT-X-PROGRAM-DATE-TIME of a listed segment stays the same.",
        because: "Date ranges and advertisements move while they play, and players of one stream differ.",
        source: "RFC 8216bis 6.2.1, 4.4.4.6",
        fix: "Store the date with the segment, rather than deriving it from the time of the request.",
        bad: "12:00:00.000 for segment 7, then 12:00:00.600", good: "12:00:00.000 for segment 7 at every load")
    static let headerChanged = StreamRule(
        "live.header-changed", .warning,
        "EXT-X-VERSION, EXT-X-PLAYLIST-TYPE and PART-TARGET of a live playlist stay the same, as do keys of listed segments.",
        because: "Players decide by the first load how they seek, reload and decrypt.", source: "RFC 8216bis 6.2.1",
        fix: "Write the same values at every update.", bad: "EXT-X-PLAYLIST-TYPE:EVENT, then no such tag",
        good: "EXT-X-PLAYLIST-TYPE:EVENT at every load")
    static let removedEarly = StreamRule(
        "live.removed-early", .warning,
        "A segment remains available for the duration of the playlist after it has left the playlist.",
        because: "Players with the last playlist request it, and stall or skip.", source: "RFC 8216bis 6.2.2",
        fix: "Delete segments only a whole window after their removal from the playlist.",
        bad: "7.ts responds with 404 at the reload that no longer lists it",
        good: "7.ts responds with 200 for 24 s after its removal")
    static let startNearEdge = StreamRule(
        "live.start-near-edge", .warning,
        "EXT-X-START of a live playlist is at least the hold-back or three target durations from the end.",
        because: "Players that start there run out of media and stall.", source: "RFC 8216bis 4.4.2.2",
        fix: "Write a larger distance, or remove the tag.", bad: live("#EXT-X-START:TIME-OFFSET=-2"),
        good: live("#EXT-X-START:TIME-OFFSET=-12"))
    static let listChanged = StreamRule(
        "http.playlist-changed", .warning,
        "Two requests of a playlist that has ended, or of a multivariant one, agree.",
        because: "Servers behind a load balancer or caches have different versions; viewers get either.",
        source: "RFC 8216bis 6.2.1", fix: "Publish one version to all servers, and purge the caches.",
        bad: "6 variants at the first request, and 4 at the second", good: "the same 6 variants at both requests")

    static let reloads: [StreamRule] = [
        durationChanged, dateChanged, headerChanged, removedEarly, startNearEdge, listChanged,
    ]
}
