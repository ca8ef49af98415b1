import Foundation
import HLS
import MediaEngine

/// The contents and faults of an HLS playlist, for tools. Not in Apple's API. Fetches none of the resources that the playlist names.
package struct PlaylistInspection: Sendable {
    private let report: PlaylistReport
    /// The playlist as received, and its URL after redirects, for further rules.
    package let bytes: [UInt8]
    package let baseURL: URL

    /// Whether a player can play the playlist in spite of its faults.
    package var isUsable: Bool { report.isUsable }

    /// Returns the report as one JSON object; values that the playlist does not state are absent.
    package func json() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(report), as: UTF8.self)
    }

    /// The report as text, one fact per line.
    package var text: String { report.text }

    /// The first error that makes the playlist unusable, as a sentence; nil where it is usable.
    package var unusableReason: String? {
        report.faults.first { $0.level == .error }.map { ($0.line > 0 ? "line \($0.line): " : "") + $0.message }
    }

    /// Reads a playlist. Blocks until it has been read; do not call it on an app's main thread.
    /// - Returns: nil where the URL leads to something other than a playlist, such as a media file.
    /// - Throws: an `AVError` or `URLError` where nothing could be read.
    package static func load(_ url: URL) throws -> PlaylistInspection? {
        guard case .playlist(let playlist) = try look(MediaLocator(url: url)) else { return nil }
        return playlist
    }

    enum Look {
        case playlist(PlaylistInspection)
        /// A media file, with the source that was opened to detect its type, where one was opened.
        case media(MediaLocator)
    }

    static func look(_ named: MediaLocator) throws -> Look {
        var locator = named
        let url = locator.url
        // A pipe can be read only once, and the demuxer must read it.
        if url.isFileURL, !PlaylistURL.isPlaylist(url, contentType: nil, prefix: []), !isRegularFile(url) {
            return .media(locator)
        }
        do throws(MediaError) {
            if ["http", "https"].contains(url.scheme?.lowercased()),
                PlaylistURL.isPlaylist(url, contentType: nil, prefix: [])
            {
                // Requested with the same headers as a player's request: servers may respond differently to a range request or to one
                // without gzip.
                let fetched = try PlaylistFetch.load(locator, maximumBytes: maximumBytes)
                return .playlist(parse(fetched.bytes, fetched.url))
            }
            let source: any ByteSource
            do throws(MediaError) {
                source = try SourceFactory.open(locator)
            } catch {
                guard error.code == .empty, PlaylistURL.isPlaylist(url, contentType: nil, prefix: []) else {
                    throw error
                }
                return .playlist(parse([], url))
            }
            guard let bytes = try read(source, url) else {
                // The opened source is handed on, so that the web server is not requested again.
                if source is HTTPSource {
                    try source.seek(to: 0)
                    locator.opened = OpenedResource(source)
                } else {
                    source.cancel()
                }
                return .media(locator)
            }
            source.cancel()
            let base = (source as? HTTPSource)?.resolvedURL ?? url
            return .playlist(parse(bytes, base))
        } catch {
            throw error.publicError
        }
    }

    private static func parse(_ bytes: [UInt8], _ base: URL) -> PlaylistInspection {
        let report: PlaylistReport
        do {
            report = PlaylistReport(try Playlist.parse(bytes, baseURL: base))
        } catch {
            report = PlaylistReport(error)
        }
        return PlaylistInspection(report: report, bytes: bytes, baseURL: base)
    }

    /// One byte more than the longest playlist that is accepted.
    private static let maximumBytes = ParsingLimits.standard.byteCount + 1

    /// Returns the whole playlist, or one byte more than the longest that is accepted; nil where the first bytes, the path and the content
    /// type show that it is not a playlist.
    private static func read(_ source: any ByteSource, _ url: URL) throws(MediaError) -> [UInt8]? {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        var isKnown = false
        while bytes.count < maximumBytes {
            var count = 0
            do {
                count = try buffer.withUnsafeMutableBytes { try source.read(into: $0) }
            } catch let error as MediaError {
                throw error
            } catch {
                throw MediaError(.readFailed, "The playlist cannot be read.", url: url, cause: error)
            }
            guard count > 0 else { break }
            bytes += buffer[..<count]
            // The header #EXTM3U has seven bytes, a byte order mark three.
            if !isKnown, bytes.count >= 10 {
                guard PlaylistURL.isPlaylist(url, contentType: source.mimeType, prefix: bytes) else { return nil }
                isKnown = true
            }
        }
        return isKnown || PlaylistURL.isPlaylist(url, contentType: source.mimeType, prefix: bytes) ? bytes : nil
    }

    private static func isRegularFile(_ url: URL) -> Bool {
        let values = try? url.resolvingSymlinksInPath().resourceValues(forKeys: [.isRegularFileKey])
        return values?.isRegularFile == true
    }
}
