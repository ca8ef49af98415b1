import Foundation
import MediaTesting
import StreamRules

/// Faults of the numbers, dates and lists of live playlists over time.
extension PlantedLiveFault {
    /// The number of a segment by its name, such as 27 for 27.m4s; nil for other lines.
    private static func number(_ line: String) -> Int? {
        guard line.first != "#", let name = line.split(separator: "/").last else { return nil }
        return Int(name.prefix { $0 != "." })
    }

    /// Inserts EXT-X-DISCONTINUITY before a segment, and moves the dates from it on.
    private static func restart(at number: Int, seconds: Double, _ lines: inout [String]) {
        var (numbers, result): ([Int], [String]) = ([], [])
        var tags: [String] = []
        for line in lines {
            if line.hasPrefix("#EXT-X-PROGRAM-DATE-TIME:") || line.hasPrefix("#EXTINF:") {
                tags.append(line)
                continue
            }
            guard let own = Self.number(line) else {
                result += tags + [line]
                tags = []
                continue
            }
            numbers.append(own)
            if own == number { result.append("#EXT-X-DISCONTINUITY") }
            result += own < number ? tags : tags.map { moved($0, seconds) }
            result.append(line)
            tags = []
        }
        if let first = numbers.first, first > number { result.insert("#EXT-X-DISCONTINUITY-SEQUENCE:1", at: 2) }
        lines = result + tags
    }

    /// Moves the date of EXT-X-PROGRAM-DATE-TIME.
    static func moved(_ line: String, _ seconds: Double) -> String {
        let tag = "#EXT-X-PROGRAM-DATE-TIME:"
        let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
        guard line.hasPrefix(tag), let date = try? Date(String(line.dropFirst(tag.count)), strategy: style) else {
            return line
        }
        return tag + date.addingTimeInterval(seconds).formatted(style)
    }

    /// Moves the times of fragments by units of the timescale.
    private static func move(_ bytes: inout [UInt8], units: UInt64) {
        let name = Array("tfdt".utf8)
        var place = 0
        while place + 16 <= bytes.count {
            guard Array(bytes[place..<place + 4]) == name, bytes[place + 4] == 1 else {
                place += 1
                continue
            }
            let time = bytes[place + 8..<place + 16].reduce(UInt64(0)) { $0 << 8 | UInt64($1) } &+ units
            for index in 0..<8 { bytes[place + 15 - index] = UInt8(truncatingIfNeeded: time >> (8 * UInt64(index))) }
            place += 16
        }
    }

    private static func header(_ name: String, _ rule: String, _ field: String, _ value: String) -> PlantedLiveFault {
        PlantedLiveFault(
            name: name, rule: rule,
            reply: { path, reply, _, _ in
                guard path.hasSuffix("index.m3u8"), case .resource(var resource) = reply else { return }
                resource.headers[field] = value
                reply = .resource(resource)
            })
    }

    static let numbers: [PlantedLiveFault] = [
        PlantedLiveFault(name: "the playlist stops growing", rule: "live.stale", live: .stale),
        PlantedLiveFault(
            name: "every other response is three segments older", rule: "live.older", live: .behind(segments: 3)),
        PlantedLiveFault(
            name: "the dates of listed segments move", rule: "live.date-changed", live: .dateJump(seconds: 3)),
        media("listed segments have other names", "live.changed") { lines, phase in
            for place in lines.indices where phase == .late && number(lines[place]) != nil {
                lines[place] = "../v1/" + lines[place]
            }
        },
        media("one listed segment has another query", "live.changed") { lines, phase in
            let places = lines.indices.filter { number(lines[$0]) != nil }
            if phase == .late, places.count > 3 { lines[places[2]] += "?v=2" }
        },
        media("the window has one segment", "live.window") { lines, _ in
            while lines.count(where: { number($0) != nil }) > 1,
                let place = lines.firstIndex(where: { $0.hasPrefix("#EXTINF") }), place + 1 < lines.count
            {
                lines.removeSubrange(place...place + 1)
                set("#EXT-X-MEDIA-SEQUENCE", &lines) { $0 + 1 }
            }
        },
        media("an event removes segments", "live.event-removed") { lines, _ in
            lines.insert("#EXT-X-PLAYLIST-TYPE:EVENT", at: 1)
        },
        media("the discontinuity number of listed segments changes", "live.discontinuity-sequence") { lines, phase in
            if phase == .late { lines.insert("#EXT-X-DISCONTINUITY-SEQUENCE:9", at: 2) }
        },
        media("EXT-X-GAP is on the new segments", "media.gaps") { lines, phase in
            guard phase == .late, let place = lines.lastIndex(where: { $0.hasPrefix("#EXTINF") }) else { return }
            lines.insert("#EXT-X-GAP", at: place)
        },
        media("the hold-back changes", "live.control-changed") { lines, phase in
            lines.insert("#EXT-X-SERVER-CONTROL:HOLD-BACK=\(phase == .late ? 5 : 3)", at: 2)
        },
        media("one variant ends", "media.kinds-mixed") { lines, phase in
            if phase == .late { lines.append("#EXT-X-ENDLIST") }
        },
        media("the dates are 9 s ahead after a discontinuity", "live.date-step") { lines, _ in
            restart(at: 28, seconds: 9, &lines)
        },
        PlantedLiveFault(
            name: "the audio has other discontinuity numbers", rule: "align.discontinuities",
            lines: { path, lines, _ in
                if path == "/a0/index.m3u8" { lines.insert("#EXT-X-DISCONTINUITY-SEQUENCE:5", at: 2) }
            }),
        PlantedLiveFault(
            name: "the audio is 0.45 s later than the video", rule: "sync.audio-offset",
            reply: { path, reply, _, _ in
                guard path.hasPrefix("/a0/"), path.hasSuffix(".m4s"), case .resource(var resource) = reply else {
                    return
                }
                move(&resource.bytes, units: 21_600)
                reply = .resource(resource)
            }),
        header("playlists may be cached for a minute", "http.live-cache", "Cache-Control", "max-age=60"),
        header("playlists were in a cache for two minutes", "http.stale", "Age", "120"),
    ]
}
