import Foundation
import MediaTesting
import Testing

@testable import MediaEngine

@Suite(.ownThreads) struct ClosingTests {
    /// Waits far less than the 10 s timeout of a silent server.
    private func soon(_ condition: () -> Bool) async throws -> Bool {
        await eventually(within: .seconds(5), condition)
    }

    private func silentOrigin() throws -> FaultyOrigin {
        let origin = try FaultyOrigin()
        var faults = FaultyOrigin.Faults()
        faults.staysSilent = true
        origin.serve([1], at: "/silent.mp4", faults: faults)
        return origin
    }

    @Test("closing a session whose server does not respond ends its thread and its connection at once")
    func closeWhileOpening() async throws {
        let origin = try silentOrigin()
        weak var core: SessionCore?
        do {
            let session = PlaybackSession(asset: MediaAsset(MediaLocator(url: origin.url("/silent.mp4")))) { _ in }
            core = session.core
            session.prepare()
            #expect(await eventually { !origin.requests.isEmpty })
            session.close()
        }
        // The reader thread retains the core while it runs.
        #expect(try await soon { core == nil })
        #expect(try await soon { origin.connectionCount == 0 })
    }

    @Test("closing a session does not cancel the asset's load for other callers")
    func closeWhileAnotherWaits() async throws {
        let clip = try await StreamMaker.shared.clip(.marked(frames: 24))
        let origin = try FaultyOrigin()
        var faults = FaultyOrigin.Faults()
        faults.delay = 0.3
        origin.serve([UInt8](try Data(contentsOf: clip)), at: "/film.mp4", faults: faults)
        let asset = MediaAsset(MediaLocator(url: origin.url("/film.mp4")))
        async let info = asset.load()
        #expect(await eventually { !origin.requests.isEmpty })
        let session = PlaybackSession(asset: asset) { _ in }
        session.prepare()
        session.close()
        #expect(try await info.tracks.count == 1)
    }

    @Test("an asset whose only session was closed while opening can be opened again")
    func openAgain() async throws {
        let origin = try silentOrigin()
        let asset = MediaAsset(MediaLocator(url: origin.url("/silent.mp4")))
        let session = PlaybackSession(asset: asset) { _ in }
        session.prepare()
        #expect(await eventually { !origin.requests.isEmpty })
        session.close()
        #expect(try await soon { origin.connectionCount == 0 })
        let clip = try await StreamMaker.shared.clip(.marked(frames: 24))
        origin.serve([UInt8](try Data(contentsOf: clip)), at: "/silent.mp4")
        #expect(try await asset.load().tracks.isEmpty == false)
    }
}
