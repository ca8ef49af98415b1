import AVFoundation
import Foundation
import FoundationNetworking
import MediaTesting
import Synchronization
import Testing

@testable import AVFoundation

/// Items from every kind of source, from the public API to the layer that displays them.
@Suite(.enabled(if: StreamMaker.isAvailable), .serialized)
struct SourceKindTests {
    private enum Source: CaseIterable { case file, progressive, stream, encryptedStream, downloadedStream }

    /// An asset, and the objects that must live as long as it plays.
    private struct Supply {
        var asset: AVURLAsset
        var origin: Origin?
        var server: FaultyOrigin?
        var keys: AVContentKeySession?
        var delegate: KeyDelegate?
        var folder: TemporaryFolder?

        func end() {
            origin?.stop()
            server?.stop()
        }
    }

    private final class TemporaryFolder {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("sources-\(UUID().uuidString)")
        deinit { try? FileManager.default.removeItem(at: url) }
    }

    /// Answers every request for a key with the stream's first key.
    private final class KeyDelegate: AVContentKeySessionDelegate {
        let requests = Atomic(0)

        func contentKeySession(_ session: AVContentKeySession, didProvide keyRequest: AVContentKeyRequest) {
            requests.add(1, ordering: .relaxed)
            keyRequest.processContentKeyResponse(
                AVContentKeyResponse(clearKeyData: Data(LadderKeys.key(0)), initializationVector: nil))
        }
    }

    private final class DownloadDelegate: NSObject, AVAssetDownloadDelegate {
        let location = Mutex<URL?>(nil)
        let isOver = Atomic(false)

        func urlSession(_ session: URLSession, assetDownloadTask: AVAssetDownloadTask, willDownloadTo url: URL) {
            location.withLock { $0 = url }
        }
        func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
            if error == nil { isOver.store(true, ordering: .releasing) }
        }
    }

    private func supply(_ source: Source) async throws -> Supply {
        switch source {
        case .file:
            return Supply(asset: AVURLAsset(url: try await StreamMaker.shared.clip(.markedWithTone(seconds: 4))))
        case .progressive:
            let file = try await StreamMaker.shared.clip(.markedWithTone(seconds: 4))
            let server = try FaultyOrigin()
            server.serve([UInt8](try Data(contentsOf: file)), at: "/film.mp4")
            return Supply(asset: AVURLAsset(url: server.url("/film.mp4")), server: server)
        case .stream:
            let origin = try Origin(try await Ladder.make(.small))
            return Supply(asset: AVURLAsset(url: origin.url("/main.m3u8")), origin: origin)
        case .encryptedStream:
            let origin = try Origin(try await Ladder.make(.small.with { $0.encryption = .sampleAES }))
            // The server keeps its keys, so that only the app can provide them.
            origin.inject(.status(403), for: .prefix("/keys/"))
            let asset = AVURLAsset(url: origin.url("/main.m3u8"))
            let session = AVContentKeySession(keySystem: .clearKey)
            let delegate = KeyDelegate()
            session.setDelegate(delegate, queue: DispatchQueue(label: "keys"))
            session.addContentKeyRecipient(asset)
            return Supply(asset: asset, origin: origin, keys: session, delegate: delegate)
        case .downloadedStream:
            let origin = try Origin(try await Ladder.make(.small))
            defer { origin.stop() }
            let folder = TemporaryFolder()
            let delegate = DownloadDelegate()
            let session = AVAssetDownloadURLSession(
                configuration: .background(withIdentifier: "films"), delegate: delegate, delegateQueue: nil,
                library: DownloadLibrary(session: "films", root: folder.url))
            let task = session.makeAssetDownloadTask(
                asset: AVURLAsset(url: origin.url("/main.m3u8")), assetTitle: "Film", assetArtworkData: nil,
                options: nil)
            try #require(task).resume()
            try #require(await eventually(within: .seconds(60)) { delegate.isOver.load(ordering: .acquiring) })
            let location = try #require(delegate.location.withLock { $0 } as URL?)
            return Supply(asset: AVURLAsset(url: location), folder: folder)
        }
    }

    @Test(
        """
        R6: an item plays from a file, from a file on a server, from a stream, from an encrypted stream whose keys the app provides, and from \
        a downloaded stream without a network
        """, arguments: Source.allCases)
    private func plays(_ source: Source) async throws {
        let supply = try await supply(source)
        defer { supply.end() }
        let player = AVPlayer(playerItem: AVPlayerItem(asset: supply.asset))
        player.isMuted = true
        let layer = AVPlayerLayer(player: player)
        player.play()
        #expect(await eventually(within: .seconds(60)) { layer.isReadyForDisplay && player.currentTime().seconds > 1 })
        #expect(player.currentItem?.status == .readyToPlay)
        let errors = player.currentItem?.errorLog()?.events.compactMap(\.errorComment) ?? []
        #expect(errors == [])
        if let delegate = supply.delegate { #expect(delegate.requests.load(ordering: .relaxed) == 1) }
        player.pause()
    }

    @Test(
        "R6: capabilities are reported as they are: no display mode for high dynamic range, external playback to a display"
    )
    func capabilities() {
        #expect(AVPlayer.availableHDRModes.isEmpty && !AVPlayer.eligibleForHDRPlayback)
        let player = AVPlayer()
        #expect(player.allowsExternalPlayback && !player.isExternalPlaybackActive)
        player.allowsExternalPlayback = false
        #expect(!player.allowsExternalPlayback)
    }
}
