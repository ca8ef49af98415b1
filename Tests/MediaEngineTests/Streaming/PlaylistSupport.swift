import Foundation
import HLS

@testable import MediaEngine

/// Returns a live media playlist as text: `names` are the segments, each with this duration in seconds.
func mediaPlaylist(
    _ names: [String], from first: Int = 0, seconds: Double = 4, target: Int = 4, head: [String] = [],
    ends: Bool = false, before: [String: [String]] = [:]
) throws -> MediaPlaylist {
    var lines = ["#EXTM3U", "#EXT-X-TARGETDURATION:\(target)", "#EXT-X-MEDIA-SEQUENCE:\(first)"] + head
    for name in names { lines += (before[name] ?? []) + ["#EXTINF:\(seconds),", name] }
    if ends { lines.append("#EXT-X-ENDLIST") }
    let text = lines.joined(separator: "\n") + "\n"
    guard
        let media = try Playlist.parse(text: text, baseURL: URL(string: "https://example.com/v/list.m3u8")).media
    else { throw MediaError(.malformed, "no media playlist") }
    return media
}

func multivariantPlaylist(_ lines: [String]) throws -> MultivariantPlaylist {
    let text = (["#EXTM3U"] + lines).joined(separator: "\n") + "\n"
    guard
        let list = try Playlist.parse(text: text, baseURL: URL(string: "https://example.com/main.m3u8")).multivariant
    else { throw MediaError(.malformed, "no multivariant playlist") }
    return list
}

func testURL(_ path: String = "/v/list.m3u8") throws -> URL {
    guard let url = URL(string: "https://example.com\(path)") else { throw MediaError(.badURL, path) }
    return url
}
