import Foundation
import HLS

/// Finds out what a URL leads to, and opens it. A web server is requested to send the URL once.
enum MediaOpening {
    /// - Parameters:
    ///   - clock: the clock by which a stream reloads its playlists.
    ///   - startTime: a stream requests no segment before it.
    ///   - waitsForSound: false: a stream whose pictures are here is open, and `isComplete` once its sound is here too.
    ///   - created: is given what ends a wait, as soon as there is something to end.
    static func open(
        _ locator: MediaLocator, preferences: StreamingPreferences = StreamingPreferences(),
        memory: ThroughputMemory? = nil, clock: any HostClock = SystemHostClock(), startTime: StartTime = StartTime(),
        waitsForSound: Bool = true,
        created: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void = { _ in }
    ) throws(MediaError) -> any MediaReader {
        switch try look(locator, created: { source in created { source.cancel() } }) {
        case .stream(let stream):
            // How fast files come says nothing about a network.
            let memory = stream.url == locator.url ? memory : nil
            return try StreamingReader.open(
                stream, preferences: preferences, memory: memory, clock: clock, startTime: startTime,
                waitsForSound: waitsForSound,
                created: created)
        case .file(let source): return try Demuxer(locator, source: source)
        }
    }

    enum Kind {
        /// With its own address: of a film that was downloaded, that of the stream it was made of.
        case stream(MediaLocator)
        case file(any ByteSource)
    }

    /// - Parameter created: is given the source before the wait for it.
    static func look(
        _ locator: MediaLocator, created: @escaping @Sendable (any ByteSource) -> Void
    ) throws(MediaError) -> Kind {
        if PlaylistAddress.isPlaylist(locator.url, contentType: locator.mimeType, prefix: []) {
            return .stream(locator)
        }
        if DownloadedPackage.isPackage(locator.url) {
            return .stream(try DownloadedPackage.locator(for: locator))
        }
        let source = try SourceFactory.open(locator, onCreated: created)
        if try isPlaylist(source, locator) {
            defer { source.cancel() }
            return .stream(try withPlaylist(from: source, locator))
        }
        return .file(source)
    }

    /// The locator of a stream, with the playlist that the source is sending already.
    private static func withPlaylist(
        from source: any ByteSource, _ locator: MediaLocator
    ) throws(MediaError) -> MediaLocator {
        var stream = locator
        stream.opened = nil
        // An app's own loader is asked for everything.
        guard let server = source as? HTTPSource, locator.provider == nil else { return stream }
        do throws(MediaError) {
            let limit = FetchPolicy.standard.multivariant.maximumBytes
            stream.opened = OpenedResource(try server.wholeResource(limit: limit))
        } catch {
            // A connection that fails now may be better in the loader's hands, which has other time limits.
            guard error.isOfNetwork else { throw error }
        }
        return stream
    }

    /// Whether the media type or the first bytes are those of a playlist.
    private static func isPlaylist(_ source: any ByteSource, _ locator: MediaLocator) throws(MediaError) -> Bool {
        // The first bytes of a web server's response can be read again, whether it sends ranges or not.
        guard source.isSeekable || source is HTTPSource else {
            return PlaylistAddress.isPlaylist(locator.url, contentType: source.mimeType, prefix: [])
        }
        var prefix = [UInt8](repeating: 0, count: 7)
        var count = 0
        while count < prefix.count {
            var failure: MediaError?
            let got = prefix.withUnsafeMutableBytes { bytes -> Int in
                do throws(MediaError) {
                    return try source.read(into: UnsafeMutableRawBufferPointer(rebasing: bytes[count...]))
                } catch {
                    failure = error
                    return 0
                }
            }
            if let failure { throw failure }
            if got == 0 { break }
            count += got
        }
        try source.seek(to: 0)
        return PlaylistAddress.isPlaylist(
            locator.url, contentType: source.mimeType, prefix: Array(prefix.prefix(count)))
    }
}
