public import Foundation
import HLS
import MediaEngine

/// What is in an HLS playlist, and what is wrong with it, for tools. Not in Apple's API. Nothing that the playlist points to is fetched.
public struct PlaylistInspection: Sendable {
    private let report: PlaylistReport

    /// Whether a player can do something with it.
    public var isUsable: Bool { report.isUsable }

    /// One object; what the playlist does not say is absent.
    public func json() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(report), as: UTF8.self)
    }

    /// For people, a line a fact.
    public var text: String { report.text }

    /// The first reason why it is not usable, in a sentence.
    public var complaint: String? {
        report.faults.first { $0.level == .error }.map { ($0.line > 0 ? "line \($0.line): " : "") + $0.message }
    }

    /// Reads a playlist. Blocks until it is there; not for the main thread of an app.
    /// - Returns: nil where the URL leads to something else, such as a media file.
    /// - Throws: an `AVError` or `URLError` where nothing could be read.
    public static func load(_ url: URL) throws -> PlaylistInspection? {
        guard case .playlist(let playlist) = try look(url) else { return nil }
        return playlist
    }

    enum Look {
        case playlist(PlaylistInspection)
        /// With the source that was opened to find out, where one was.
        case media(MediaLocator)
    }

    static func look(_ url: URL) throws -> Look {
        var locator = MediaLocator(url: url)
        // A pipe can be read once, and that is for the film.
        if url.isFileURL, !PlaylistAddress.isPlaylist(url, contentType: nil, prefix: []), !isRegularFile(url) {
            return .media(locator)
        }
        do throws(MediaError) {
            if ["http", "https"].contains(url.scheme?.lowercased()),
                PlaylistAddress.isPlaylist(url, contentType: nil, prefix: [])
            {
                // As a player asks for it: servers answer a request for a range, or one that takes no gzip, in other ways.
                let fetched = try PlaylistFetch.load(url, maximumBytes: maximumBytes)
                return .playlist(PlaylistInspection(report: parse(fetched.bytes, fetched.url)))
            }
            let source: any ByteSource
            do throws(MediaError) {
                source = try SourceFactory.open(locator)
            } catch {
                guard error.code == .empty, PlaylistAddress.isPlaylist(url, contentType: nil, prefix: []) else {
                    throw error
                }
                return .playlist(PlaylistInspection(report: parse([], url)))
            }
            guard let bytes = try read(source, url) else {
                // A web server is not requested to send it again.
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
            return .playlist(PlaylistInspection(report: parse(bytes, base)))
        } catch {
            throw error.publicError
        }
    }

    private static func parse(_ bytes: [UInt8], _ base: URL) -> PlaylistReport {
        do {
            return PlaylistReport(try Playlist.parse(bytes, baseURL: base))
        } catch {
            return PlaylistReport(error)
        }
    }

    /// One byte more than any playlist may have.
    private static let maximumBytes = ParsingLimits.standard.byteCount + 1

    /// All of it, or one byte more than any playlist may have; nil where the first bytes, the path and the type tell of something else.
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
            // The header is seven bytes, a byte order mark three.
            if !isKnown, bytes.count >= 10 {
                guard PlaylistAddress.isPlaylist(url, contentType: source.mimeType, prefix: bytes) else { return nil }
                isKnown = true
            }
        }
        return isKnown || PlaylistAddress.isPlaylist(url, contentType: source.mimeType, prefix: bytes) ? bytes : nil
    }

    private static func isRegularFile(_ url: URL) -> Bool {
        let values = try? url.resolvingSymlinksInPath().resourceValues(forKeys: [.isRegularFileKey])
        return values?.isRegularFile == true
    }
}
