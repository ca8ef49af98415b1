import Foundation
import HLS

/// Finds out what an address leads to, and opens it.
enum MediaOpening {
    /// - Parameters:
    ///   - waitsForSound: false: a stream whose pictures are here is open, and `isComplete` once its sound is here too.
    ///   - created: is given what ends a wait, as soon as there is something to end.
    static func open(
        _ locator: MediaLocator, preferences: StreamingPreferences = StreamingPreferences(),
        memory: ThroughputMemory? = nil, waitsForSound: Bool = true,
        created: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void = { _ in }
    ) throws(MediaError) -> any MediaReader {
        switch try look(locator, created: { source in created { source.cancel() } }) {
        case .stream(let stream):
            // How fast files come says nothing about a network.
            let memory = stream.url == locator.url ? memory : nil
            return try StreamingReader.open(
                stream, preferences: preferences, memory: memory, waitsForSound: waitsForSound, created: created)
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
            source.cancel()
            return .stream(locator)
        }
        return .file(source)
    }

    /// Playlists are known by their type, or by how they begin.
    private static func isPlaylist(_ source: any ByteSource, _ locator: MediaLocator) throws(MediaError) -> Bool {
        guard source.isSeekable else {
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
