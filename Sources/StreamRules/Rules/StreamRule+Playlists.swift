import HLS

/// Rules for playlists as resources, for their lines, and for single media playlists.
extension StreamRule {
    static let authoring = "Apple, HLS Authoring Specification for Apple Devices"
    static let practice = "practice"
    /// A playlist of two segments with a line between them.
    private static func clip(_ line: String) -> String {
        "#EXTM3U\n#EXT-X-VERSION:8\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\n0.ts\n\(line)\n#EXTINF:4,\n1.ts\n#EXT-X-ENDLIST"
    }

    static let unreachable = StreamRule(
        "playlist.unreachable", .fatal, "The playlist can be loaded.",
        because: "Playback fails before anything is requested.", source: "RFC 8216bis 6.3.1",
        fix: "Check the URL, the server and the access rights.", bad: "main.m3u8 responds with 404",
        good: "main.m3u8 responds with 200")
    static let missingPlaylist = StreamRule(
        "playlist.missing", .error, "Every playlist that the multivariant playlist names can be loaded.",
        because: "Players leave the variant or rendition out, or stop when they switch to it.",
        source: "RFC 8216bis 4.4.6.2", fix: "Publish the playlist at this URL, or remove its entry.",
        bad: "v2/index.m3u8 responds with 404", good: "v2/index.m3u8 responds with 200")
    static let unusable = StreamRule(
        "playlist.unusable", .error, "Every playlist can be parsed.",
        because: "Players reject the playlist, and everything in it with it.", source: "RFC 8216bis 4",
        fix: "Rewrite the reported line as RFC 8216bis section 4.4 states its tag.", bad: "#EXTINF:abc,",
        good: "#EXTINF:4,")
    static let nested = StreamRule(
        "playlist.nested", .error, "The entries of a multivariant playlist lead to media playlists.",
        because: "A playlist that leads to another multivariant playlist, or to itself, has no segments to play.",
        source: "RFC 8216bis 4.4.6.2", fix: "Name the media playlist with the segments.",
        bad: "EXT-X-STREAM-INF leads to main.m3u8 itself", good: "EXT-X-STREAM-INF leads to v0/index.m3u8")
    static let misspeltTag = StreamRule(
        "playlist.misspelt-tag", .error, "Tags are spelt as in the specification.",
        because: "Players ignore unknown tags without a message, so the tag has no effect.",
        source: "RFC 8216bis 6.3.1", fix: "Correct the spelling.", bad: clip("#EXT-X-DISCONTINIUTY"),
        good: clip("#EXT-X-DISCONTINUITY"))
    static let unknownTag = StreamRule(
        "playlist.unknown-tag", .info, "Tags are those of the specification.",
        because: "Players ignore tags that they do not know.", source: "RFC 8216bis 6.3.1",
        fix: "Check whether your players support the tag.", bad: clip("#EXT-X-SPECIAL"), good: clip("#EXT-X-GAP"))
    static let misspeltAttribute = StreamRule(
        "playlist.misspelt-attribute", .error, "Attributes are spelt as in the specification.",
        because: "Players ignore unknown attributes without a message.", source: "RFC 8216bis 6.3.1",
        fix: "Correct the spelling.", bad: "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=800000,RESOLUTON=640x360\nv.m3u8",
        good: "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=800000,RESOLUTION=640x360\nv.m3u8")
    static let durationForm = StreamRule(
        "playlist.extinf-form", .warning, "EXTINF has a decimal number with a full stop, and then a comma.",
        because: "Parsers that go by the specification reject the tag, or read another duration.",
        source: "RFC 8216bis 4.4.4.1", fix: "Write #EXTINF:4.000, with a comma at the end.",
        bad: "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4.0\n0.ts\n#EXT-X-ENDLIST",
        good: "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4.0,\n0.ts\n#EXT-X-ENDLIST")
    static let playlistType = StreamRule(
        "http.playlist-type", .warning,
        "Playlists have the content type application/vnd.apple.mpegurl or audio/mpegurl.",
        because: "Players that go by the content type do not recognize the playlist.", source: "RFC 8216bis 4",
        fix: "Set the content type application/vnd.apple.mpegurl for .m3u8 files.",
        bad: "Content-Type: text/plain", good: "Content-Type: application/vnd.apple.mpegurl")
    static let compression = StreamRule(
        "http.compression", .info, "The server compresses playlists.",
        because: "Playlists of many segments load slowly, on every reload of a live stream.",
        source: "\(authoring), Delivery", fix: "Enable gzip for the playlist content type.",
        bad: "a playlist of 40 kB without Content-Encoding", good: "Content-Encoding: gzip")
    static let crossOrigin = StreamRule(
        "http.cors", .info, "Responses allow scripts of other origins (Access-Control-Allow-Origin).",
        because: "Players in web pages of another origin cannot load the stream.",
        source: "Fetch standard, CORS protocol",
        fix: "Send Access-Control-Allow-Origin with playlists, segments and keys.", bad: "no header",
        good: "Access-Control-Allow-Origin: *")
    static let crossOriginMixed = StreamRule(
        "http.cors-mixed", .warning, "Either all responses of a stream allow other origins, or none.",
        because: "A web player starts and then fails at the resource that does not allow it.",
        source: "Fetch standard, CORS protocol", fix: "Send Access-Control-Allow-Origin with every resource.",
        bad: "playlists have the header, segments do not", good: "all responses have the header")
    static let liveCache = StreamRule(
        "http.live-cache", .error, "Caches keep live playlists for at most half a target duration.",
        because: "Viewers get old playlists, run into the end of the buffer and stall.",
        source: "\(authoring), Delivery", fix: "Set Cache-Control: max-age to at most half of the target duration.",
        bad: "live playlist, target 6 s, Cache-Control: max-age=3600",
        good: "live playlist, target 6 s, Cache-Control: max-age=3")
    static let mediaCache = StreamRule(
        "http.media-cache", .warning, "Caches may keep media segments.",
        because: "Every viewer's request reaches the origin server, which may not withstand the load.",
        source: "\(authoring), Delivery", fix: "Set a long Cache-Control: max-age for segments.",
        bad: "segment with Cache-Control: no-store", good: "segment with Cache-Control: max-age=86400")
    static let staleCopy = StreamRule(
        "http.stale", .warning, "A cached live playlist is younger than its target duration.",
        because: "Viewers behind this cache are further behind the live edge, and stall at its end.", source: practice,
        fix: "Shorten the time for which the cache keeps playlists.", bad: "Age: 30, target duration 6 s",
        good: "Age: 2, target duration 6 s")
    static let redirect = StreamRule(
        "http.redirect", .warning, "Segments, and playlists with parts, respond without redirects.",
        because: "Each redirect costs a round trip, for every segment or every reload.",
        source: "\(authoring), Media playlists; RFC 8216bis 4.1",
        fix: "Name the final URL.", bad: "302 to another host for a segment", good: "200")
    static let crossOriginForm = StreamRule(
        "http.cors-form", .error, "Access-Control-Allow-Origin is * or one origin.",
        because: "Web browsers reject the response, although the server means to allow it.",
        source: "Fetch standard, CORS protocol", fix: "Send the header once, with * or the origin of the request.",
        bad: "Access-Control-Allow-Origin: *, *", good: "Access-Control-Allow-Origin: *")
    static let keyCache = StreamRule(
        "http.key-cache", .warning, "Keys do not stay in shared caches.",
        because: "Viewers get the key from a cache that does not check their rights, also after the key has changed.",
        source: practice, fix: "Send Cache-Control: private or no-store with keys.",
        bad: "key with Cache-Control: public, max-age=86400", good: "key with Cache-Control: private, max-age=300")
    static let slowResource = StreamRule(
        "http.slow-resource", .warning, "Keys and initialization sections arrive within two seconds.",
        because: "Playback cannot start, or stops at the change of the key, until the resource is there.",
        source: practice, fix: "Check the key server, or keep initialization sections in the cache of the edge.",
        bad: "5 s for a key", good: "0.2 s for a key")
    static let mixedSecurity = StreamRule(
        "http.insecure", .warning, "A stream loaded over https names only https URLs.",
        because: "Web pages and apps with transport security block the request.", source: "\(authoring), Delivery",
        fix: "Use https URLs, or relative ones.", bad: "https playlist with http://… segments",
        good: "https playlist with relative URLs")
    static let localFile = StreamRule(
        "reference.local-file", .error, "A playlist from the network does not lead to local files.",
        because: "Players refuse the resource; a player that did not would reveal files of the viewer.",
        source: "RFC 8216bis, Security Considerations", fix: "Name a URL of the server.", bad: "file:///etc/passwd",
        good: "segment0.ts")
    static let privateAddress = StreamRule(
        "reference.private-address", .error, "A stream does not lead into another network than its own.",
        because: "The resource is not reachable for viewers, or the playlist is an attempt to reach internal servers.",
        source: "RFC 8216bis, Security Considerations; RFC 6890",
        fix: "Name a public server, or allow private networks with --allow-private.",
        bad: "a public playlist with http://192.168.0.1/s.ts", good: "a public playlist with a relative URL")
    static let badURL = StreamRule(
        "reference.url", .error, "URIs lead to http or https URLs.",
        because: "The resource cannot be requested.", source: "RFC 8216bis 4.1", fix: "Correct the URI.",
        bad: "ftp://example.com/s.ts", good: "https://example.com/s.ts")

    static let noSegments = StreamRule(
        "media.empty", .error, "A media playlist has segments.", because: "There is nothing to play.",
        source: "RFC 8216bis 4.4.3", fix: "Add segments, or remove the playlist.",
        bad: "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-ENDLIST",
        good: "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\n0.ts\n#EXT-X-ENDLIST")
    static let endList = StreamRule(
        "media.endlist-missing", .error, "A playlist of type VOD ends with EXT-X-ENDLIST.",
        because: "Players treat it as live: they start near the end, reload it forever and never finish.",
        source: "RFC 8216bis 4.4.3.4", fix: "Add #EXT-X-ENDLIST at the end.",
        bad: "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-PLAYLIST-TYPE:VOD\n#EXTINF:4,\n0.ts",
        good: "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-PLAYLIST-TYPE:VOD\n#EXTINF:4,\n0.ts\n#EXT-X-ENDLIST")
    static let targetLarge = StreamRule(
        "media.target-large", .warning, "The target duration is near the longest segment.",
        because: "Players of live streams wait too long between reloads, and buffer more than they need.",
        source: "\(authoring), Media segmentation", fix: "Set EXT-X-TARGETDURATION to the longest EXTINF, rounded.",
        bad: "#EXTM3U\n#EXT-X-TARGETDURATION:30\n#EXTINF:4,\n0.ts\n#EXTINF:4,\n1.ts\n#EXTINF:4,\n2.ts\n#EXT-X-ENDLIST",
        good: "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\n0.ts\n#EXTINF:4,\n1.ts\n#EXTINF:4,\n2.ts\n#EXT-X-ENDLIST")
    static let targetLong = StreamRule(
        "media.segments-long", .info, "Segments last about 6 seconds, at most 10.",
        because: "Long segments delay the start, and every switch to another variant.",
        source: "\(authoring), Media segmentation", fix: "Segment at every key frame near 6 seconds.",
        bad: "#EXTM3U\n#EXT-X-TARGETDURATION:20\n#EXTINF:20,\n0.ts\n#EXT-X-ENDLIST",
        good: "#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:6,\n0.ts\n#EXT-X-ENDLIST")
    static let dateBackwards = StreamRule(
        "media.date-backwards", .error, "Dates (EXT-X-PROGRAM-DATE-TIME) do not run back.",
        because: "Seeking by date and the placement of date ranges and advertisements go wrong.",
        source: "RFC 8216bis 4.4.4.6", fix: "Correct the dates of the segments.",
        bad:
            "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:10Z\n#EXTINF:4,\n0.ts\n#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00Z\n#EXTINF:4,\n1.ts\n#EXT-X-ENDLIST",
        good:
            "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:10Z\n#EXTINF:4,\n0.ts\n#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:14Z\n#EXTINF:4,\n1.ts\n#EXT-X-ENDLIST"
    )
    static let dateDrift = StreamRule(
        "media.date-drift", .warning, "Dates advance by the durations of the segments.",
        because: "Date ranges, advertisements and the synchronization of devices are off by the difference.",
        source: "RFC 8216bis 4.4.4.6",
        fix: "Derive the dates from the media's own time, or mark the jump with EXT-X-DISCONTINUITY.",
        bad:
            "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:10Z\n#EXTINF:4,\n0.ts\n#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:20Z\n#EXTINF:4,\n1.ts\n#EXT-X-ENDLIST",
        good:
            "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:10Z\n#EXTINF:4,\n0.ts\n#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:14Z\n#EXTINF:4,\n1.ts\n#EXT-X-ENDLIST"
    )
    static let dateZone = StreamRule(
        "media.date-zone", .warning, "EXT-X-PROGRAM-DATE-TIME has a time zone.",
        because: "Players take the date as UTC or as local time, and are hours apart.", source: "RFC 8216bis 4.4.4.6",
        fix: "Write Z for UTC, or the distance to it, such as +01:00.",
        bad:
            "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:10\n#EXTINF:4,\n0.ts\n#EXT-X-ENDLIST",
        good:
            "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:10Z\n#EXTINF:4,\n0.ts\n#EXT-X-ENDLIST"
    )
    static let dateRangeOutside = StreamRule(
        "media.date-range-outside", .warning, "Date ranges of a playlist that has ended are within its time.",
        because: "The event, advertisement or chapter never takes place.", source: "RFC 8216bis 4.4.5.1",
        fix: "Correct START-DATE, or the dates of the segments.",
        bad:
            "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:10Z\n#EXTINF:4,\n0.ts\n#EXT-X-DATERANGE:ID=\"a\",START-DATE=\"2025-01-01T00:00:12Z\",DURATION=1\n#EXT-X-ENDLIST",
        good:
            "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:10Z\n#EXTINF:4,\n0.ts\n#EXT-X-DATERANGE:ID=\"a\",START-DATE=\"2026-01-01T00:00:12Z\",DURATION=1\n#EXT-X-ENDLIST"
    )
    static let startOutside = StreamRule(
        "media.start-outside", .warning, "TIME-OFFSET of EXT-X-START is within the duration of the playlist.",
        because: "Players start at the end of the item, or ignore the tag.", source: "RFC 8216bis 4.4.2.2",
        fix: "Write an offset within the duration.",
        bad: "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-START:TIME-OFFSET=600\n#EXTINF:4,\n0.ts\n#EXT-X-ENDLIST",
        good: "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-START:TIME-OFFSET=2\n#EXTINF:4,\n0.ts\n#EXT-X-ENDLIST")
    static let endListEarly = StreamRule(
        "media.endlist-early", .warning, "EXT-X-ENDLIST is after the last segment.",
        because: "Players that read up to the tag miss the segments after it.", source: practice,
        fix: "Move #EXT-X-ENDLIST to the end.",
        bad: "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\n0.ts\n#EXT-X-ENDLIST\n#EXTINF:4,\n1.ts",
        good: "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\n0.ts\n#EXTINF:4,\n1.ts\n#EXT-X-ENDLIST")
    static let keyMethod = StreamRule(
        "encryption.method", .warning, "METHOD is NONE, AES-128, SAMPLE-AES or SAMPLE-AES-CTR.",
        because: "Most players ignore the segments, or report an error.", source: "RFC 8216bis 4.4.4.4",
        fix: "Encrypt with a method of the specification, and name it as there.",
        bad:
            "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-KEY:METHOD=AES-256,URI=\"k.bin\"\n#EXTINF:4,\n0.ts\n#EXT-X-ENDLIST",
        good:
            "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-KEY:METHOD=AES-128,URI=\"k.bin\"\n#EXTINF:4,\n0.ts\n#EXT-X-ENDLIST"
    )
    static let keyFormat = StreamRule(
        "encryption.key-format", .warning, "KEYFORMAT names a known system.",
        because: "No player can get the key.", source: "RFC 8216bis 4.4.4.4",
        fix: "Write identity, or the name of the digital rights management system.",
        bad:
            "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-KEY:METHOD=AES-128,URI=\"k.bin\",KEYFORMAT=\"idntity\"\n#EXTINF:4,\n0.ts\n#EXT-X-ENDLIST",
        good:
            "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-KEY:METHOD=AES-128,URI=\"k.bin\",KEYFORMAT=\"identity\"\n#EXTINF:4,\n0.ts\n#EXT-X-ENDLIST"
    )
    static let mapMissing = StreamRule(
        "media.map-missing", .error, "Playlists of fragmented MP4 name an initialization section (EXT-X-MAP).",
        because: "Fragments cannot be decoded without the codec parameters in it.", source: "RFC 8216bis 3.1.2",
        fix: "Add #EXT-X-MAP:URI=\"…\" before the first segment.",
        bad: "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\n0.m4s\n#EXT-X-ENDLIST",
        good: "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-MAP:URI=\"init.mp4\"\n#EXTINF:4,\n0.m4s\n#EXT-X-ENDLIST")
    static let duplicateSegment = StreamRule(
        "media.duplicate-segment", .warning, "A playlist lists each segment once.",
        because: "The viewer sees the same media twice, and its timestamps run back.", source: practice,
        fix: "Remove the second entry, or mark a repetition with EXT-X-DISCONTINUITY.",
        bad: "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\n0.ts\n#EXTINF:4,\n0.ts\n#EXT-X-ENDLIST",
        good: "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\n0.ts\n#EXTINF:4,\n1.ts\n#EXT-X-ENDLIST")
    static let rangeOverlap = StreamRule(
        "media.range-overlap", .warning, "Byte ranges of one resource do not overlap.",
        because: "A segment contains media of its neighbor.", source: practice, fix: "Correct EXT-X-BYTERANGE.",
        bad:
            "#EXTM3U\n#EXT-X-VERSION:4\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\n#EXT-X-BYTERANGE:1000@0\na.ts\n#EXTINF:4,\n#EXT-X-BYTERANGE:1000@900\na.ts\n#EXT-X-ENDLIST",
        good:
            "#EXTM3U\n#EXT-X-VERSION:4\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\n#EXT-X-BYTERANGE:1000@0\na.ts\n#EXTINF:4,\n#EXT-X-BYTERANGE:1000@1000\na.ts\n#EXT-X-ENDLIST"
    )
    static let tinySegments = StreamRule(
        "media.segments-short", .info, "Segments last at least a second.",
        because: "Many requests are needed for little media.", source: "\(authoring), Media segmentation",
        fix: "Make segments of about 6 seconds.",
        bad:
            "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:0.5,\n0.ts\n#EXTINF:0.5,\n1.ts\n#EXTINF:0.5,\n2.ts\n#EXT-X-ENDLIST",
        good: "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\n0.ts\n#EXTINF:4,\n1.ts\n#EXTINF:0.5,\n2.ts\n#EXT-X-ENDLIST"
    )
    static let zeroDuration = StreamRule(
        "media.duration-zero", .error, "Every EXTINF is more than 0.",
        because: "The segment has no place on the timeline; seeking and the duration are wrong.",
        source: "RFC 8216bis 4.4.4.1", fix: "Write the real duration.",
        bad: "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:0,\n0.ts\n#EXT-X-ENDLIST",
        good: "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\n0.ts\n#EXT-X-ENDLIST")
    static let gapSegments = StreamRule(
        "media.gaps", .warning, "Every segment has media.",
        because: "Players skip the gap, or switch to another variant.",
        source: "RFC 8216bis 4.4.4.7", fix: "Publish the missing media.",
        bad:
            "#EXTM3U\n#EXT-X-VERSION:8\n#EXT-X-TARGETDURATION:4\n#EXT-X-GAP\n#EXTINF:4,\n0.ts\n#EXTINF:4,\n1.ts\n#EXT-X-ENDLIST",
        good: "#EXTM3U\n#EXT-X-VERSION:8\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\n0.ts\n#EXTINF:4,\n1.ts\n#EXT-X-ENDLIST")
    static let sameVector = StreamRule(
        "media.same-vector", .info, "Each segment encrypted with AES-128 has an initialization vector of its own.",
        because: "Equal beginnings of segments have equal cipher texts.", source: "RFC 8216bis 5.2",
        fix: "Leave out IV, so that it is the sequence number, or write another one for each segment.",
        bad: "one EXT-X-KEY with IV for 10 segments", good: "one EXT-X-KEY without IV for 10 segments")
    static let iFramesEnd = StreamRule(
        "media.kinds-mixed", .error, "Either all playlists of a presentation have EXT-X-ENDLIST, or none.",
        because: "Some variants end while others wait for more.", source: "RFC 8216bis 6.2.4",
        fix: "End all playlists together.", bad: "variant 1 has EXT-X-ENDLIST, variant 2 does not",
        good: "both have EXT-X-ENDLIST")
    static let discontinuityFirst = StreamRule(
        "media.discontinuity-first", .info,
        "The first segment of a playlist that has ended has no EXT-X-DISCONTINUITY.",
        because: "There is nothing before it; variants that differ in this point are numbered differently.",
        source: practice, fix: "Remove the tag, in all variants alike.",
        bad: "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-DISCONTINUITY\n#EXTINF:4,\n0.ts\n#EXT-X-ENDLIST",
        good: "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\n0.ts\n#EXT-X-ENDLIST")

    static let playlists: [StreamRule] = [
        unreachable, missingPlaylist, unusable, nested, misspeltTag, unknownTag, misspeltAttribute, playlistType,
        compression, crossOrigin, crossOriginMixed, liveCache, mediaCache, staleCopy, redirect, mixedSecurity,
        localFile,
        privateAddress, badURL, noSegments, endList, targetLarge, targetLong, dateBackwards, dateDrift, mapMissing,
        duplicateSegment, rangeOverlap, tinySegments, zeroDuration, gapSegments, sameVector, iFramesEnd,
        discontinuityFirst, durationForm, crossOriginForm, keyCache, slowResource, dateZone, dateRangeOutside,
        startOutside,
        endListEarly, keyMethod, keyFormat,
    ]
}
