import Foundation
import MediaTesting
import StreamRules

/// Faults of the delivery of live streams, and of renditions against variants.
extension PlantedLiveFault {
    /// Removes the last segments of a live playlist.
    private static func remove(_ count: Int, _ lines: inout [String]) {
        for _ in 0..<count {
            guard let place = lines.lastIndex(where: { $0.hasPrefix("#EXTINF") }) else { return }
            let start = place > 0 && lines[place - 1].hasPrefix("#EXT-X-PROGRAM-DATE-TIME") ? place - 1 : place
            lines.removeSubrange(start..<lines.endIndex)
        }
    }

    /// Removes the first segments of a live playlist, and keeps the tags of the whole playlist.
    private static func removeFirst(_ count: Int, _ lines: inout [String]) {
        for _ in 0..<count {
            guard let place = lines.firstIndex(where: { $0.hasPrefix("#EXTINF") }), place + 1 < lines.count else {
                return
            }
            lines.removeSubrange(place...place + 1)
            for index in lines.indices where lines[index].hasPrefix("#EXT-X-MEDIA-SEQUENCE:") {
                lines[index] = "#EXT-X-MEDIA-SEQUENCE:\((Int(lines[index].dropFirst(22)) ?? 0) + 1)"
            }
        }
    }

    static let delivery: [PlantedLiveFault] = [
        PlantedLiveFault(
            name: "the bytes of segments change once, early", rule: "http.changed",
            reply: { path, reply, phase, _ in
                guard path.hasPrefix("/v1/"), path.hasSuffix(".m4s"), phase != .early,
                    case .resource(var resource) = reply, let last = resource.bytes.indices.last
                else { return }
                resource.bytes[last] ^= 1
                reply = .resource(resource)
            }),
        PlantedLiveFault(
            name: "the ETag changes with the same bytes", rule: "http.etag",
            reply: { path, reply, _, count in
                guard path.hasSuffix(".m4s"), case .resource(var resource) = reply else { return }
                resource.headers["ETag"] = "\"\(count)\""
                reply = .resource(resource)
            }),
        PlantedLiveFault(
            name: "the multivariant playlist is deleted", rule: "http.playlist-changed",
            reply: { path, reply, phase, _ in
                if path == "/main.m3u8", phase == .late { reply = .status(404) }
            }),
        PlantedLiveFault(
            name: "the initialization section is deleted", rule: "live.resource-removed",
            reply: { path, reply, phase, _ in
                if path.hasPrefix("/v1/init"), phase == .late { reply = .status(404) }
            }),
        PlantedLiveFault(
            name: "the audio ends four segments before the video", rule: "align.live-edge",
            lines: { path, lines, _ in if path == "/a0/index.m3u8" { remove(4, &lines) } }),
        PlantedLiveFault(
            name: "the audio has a shorter window", rule: "align.live-window",
            lines: { path, lines, _ in if path == "/a0/index.m3u8" { removeFirst(4, &lines) } }),
        PlantedLiveFault(
            name: "the cues are an hour late", rule: "subtitle.live-time",
            reply: { path, reply, _, _ in
                guard path.hasSuffix(".vtt"), case .resource(var resource) = reply else { return }
                let text = String(decoding: resource.bytes, as: UTF8.self)
                resource.bytes = Array(text.replacing("LOCAL:00:", with: "LOCAL:23:").utf8)
                reply = .resource(resource)
            }),
        PlantedLiveFault(
            name: "a date range is removed", rule: "live.date-range-removed",
            lines: { path, lines, phase in
                guard path == "/v1/index.m3u8", phase != .late,
                    let date = lines.first(where: { $0.hasPrefix("#EXT-X-PROGRAM-DATE-TIME:") })
                else { return }
                lines.insert(
                    "#EXT-X-DATERANGE:ID=\"a\",START-DATE=\"\(date.dropFirst(25))\",DURATION=60", at: 1)
            }),
        PlantedLiveFault(
            name: "the start point is before the window", rule: "live.start-beyond",
            lines: { path, lines, _ in
                if path == "/v1/index.m3u8" { lines.insert("#EXT-X-START:TIME-OFFSET=-60", at: 1) }
            }),
    ]
}
