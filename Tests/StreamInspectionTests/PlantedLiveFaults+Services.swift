import Foundation
import MediaTesting
import StreamRules

/// Faults of what servers of live streams send beside media and with reloads, and deviations that the protocol permits.
extension PlantedLiveFault {
    private static let asset =
        "#EXTM3U\n#EXT-X-VERSION:6\n#EXT-X-TARGETDURATION:4\n#EXT-X-PLAYLIST-TYPE:VOD\n#EXTINF:4,\n/ad.ts\n#EXT-X-ENDLIST\n"

    /// Adds an interstitial at a time of the stream to the playlists in some phases. The origin has its asset in some phases.
    private static func interstitial(
        _ name: String, _ rule: String, at seconds: Int = 27, listed: Set<Phase>, available: Set<Phase>
    ) -> PlantedLiveFault {
        PlantedLiveFault(
            name: name, rule: rule,
            lines: { path, lines, phase in
                guard listed.contains(phase), path.hasPrefix("/v"), path.hasSuffix("/index.m3u8"),
                    let first = lines.first(where: { $0.hasPrefix("#EXT-X-PROGRAM-DATE-TIME:") }),
                    let number = lines.first(where: { $0.hasPrefix("#EXT-X-MEDIA-SEQUENCE:") })
                else { return }
                // Segments last a second.
                let date = moved(first, Double(seconds - (Int(number.dropFirst(22)) ?? 0)))
                lines.insert(
                    "#EXT-X-DATERANGE:ID=\"i\",CLASS=\"com.apple.hls.interstitial\",START-DATE=\"\(date.dropFirst(25))\","
                        + "DURATION=4,X-ASSET-URI=\"/ad.m3u8\"", at: 1)
            },
            reply: { path, reply, phase, _ in
                guard path.hasPrefix("/ad."), available.contains(phase) else { return }
                let type = path == "/ad.m3u8" ? "application/vnd.apple.mpegurl" : "video/mp2t"
                reply = .resource(
                    OriginResource(text: path == "/ad.m3u8" ? asset : "G", contentType: type))
            })
    }

    /// Adds a steering manifest with a clone of the variants' pathway.
    private static func clone(_ name: String, _ rule: String, _ replacement: String) -> PlantedLiveFault {
        PlantedLiveFault(
            name: name, rule: rule,
            lines: { path, lines, _ in
                guard path == "/main.m3u8" else { return }
                lines.insert("#EXT-X-CONTENT-STEERING:SERVER-URI=\"/steering.json\",PATHWAY-ID=\".\"", at: 1)
            },
            reply: { path, reply, _, _ in
                guard path == "/steering.json" else { return }
                let clone = "{\"BASE-ID\":\".\",\"ID\":\"c\",\"URI-REPLACEMENT\":{\(replacement)}}"
                reply = .resource(
                    OriginResource(
                        text:
                            "{\"VERSION\":1,\"TTL\":300,\"PATHWAY-PRIORITY\":[\"c\",\".\"],\"PATHWAY-CLONES\":[\(clone)]}",
                        contentType: "application/json"))
            })
    }

    private static func allowOrigin(
        _ name: String, _ rule: String, _ isAllowed: @escaping @Sendable (_ path: String, _ phase: Phase) -> Bool
    ) -> PlantedLiveFault {
        PlantedLiveFault(
            name: name, rule: rule,
            reply: { path, reply, phase, _ in
                guard case .resource(var resource) = reply, isAllowed(path, phase) else { return }
                resource.headers["Access-Control-Allow-Origin"] = "*"
                reply = .resource(resource)
            })
    }

    private static let always: Set<Phase> = [.early, .middle, .late]

    static let services: [PlantedLiveFault] = [
        interstitial(
            "an interstitial that is announced later has no asset", "reference.missing", listed: [.late],
            available: []),
        interstitial(
            "the asset of an interstitial is deleted", "reference.missing", listed: always,
            available: [.early, .middle]),
        clone(
            "a pathway clone leads to a host without a server", "steering.clone-missing", "\"HOST\":\"127.0.0.1:1\""),
        allowOrigin("later reloads have no Access-Control-Allow-Origin", "http.cors-mixed") { path, phase in
            path != "/v1/index.m3u8" || phase != .late
        },
    ]

    static let permitted: [PlantedLiveFault] = [
        interstitial("an interstitial that is announced later has its asset", "", listed: [.late], available: always),
        interstitial(
            "the asset of an interstitial is deleted after the interstitial left the playlist", "",
            at: 15, listed: [.early, .middle], available: [.early, .middle]),
        clone("a pathway clone leads to the same server", "", "\"PARAMS\":{\"server\":\"c\"}"),
        allowOrigin("all responses have Access-Control-Allow-Origin", "") { _, _ in true },
        media("with dates, the sequence numbers of one variant are other ones", "") { lines, _ in
            set("#EXT-X-MEDIA-SEQUENCE", &lines) { $0 + 5_000 }
        },
        PlantedLiveFault(
            name: "each reload is redirected to another URL", rule: "",
            reply: { path, reply, _, count in
                guard path.hasSuffix("/index.m3u8"), count % 2 == 1 else { return }
                reply = .status(302, headers: ["Location": "\(path)?session=\(count)"])
            }),
    ]
}
