import BusTestSupport
import Foundation
import NowPlayingTestSupport
import NowPlayingTesting
import NowPlayingValidation
import Testing

/// The example of the article, as a service would write it.
@Suite(.enabled(if: PrivateBus.isAvailable), .timeLimit(.minutes(1)))
struct NowPlayingExampleTests {
    let bus: PrivateBus
    let app: FakePlayer

    init() async throws {
        bus = try #require(PrivateBus())
        app = try await FakePlayer(bus: bus.address)
    }

    /// Lets the app play a movie: start, pause, play, end.
    private func watchMovie() async throws {
        let session = SampleSession.clean(.movie)
        try app.enable(["pause"])
        let start = ContinuousClock.now
        try app.publish(session.info(position: 0, rate: 1, time: 0))
        let (seconds, attoseconds) = (ContinuousClock.now - start).components
        let position = Double(seconds) + Double(attoseconds) / 1e18
        for rate in [0.0, 1] { try app.publish(session.info(position: position, rate: rate, time: 0)) }
        try app.publish(nil)
        try app.enable([])
    }

    @Test("the example of the article passes")
    func example() async throws {
        let address = bus.address
        let recorder = try await NowPlayingRecorder(bus: address, player: "ServiceApp")
        try await watchMovie()
        await recorder.wait { $0.events.last?.kind == .end }
        let recording = recorder.recording()
        try recording.assert([.start("movie-1", elapsed: 0, duration: 600), .pause(), .play, .end])
        try recording.assertValid(kind: .movie, duration: 600)
    }

    @Test("the article shows the example that the test runs")
    func article_showsTheExample() throws {
        let test = URL(filePath: #filePath)
        let source = try String(contentsOf: test, encoding: .utf8)
        let top = test.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let article = try String(
            contentsOf: top.appending(path: "Sources/NowPlayingTesting/NowPlayingTesting.docc/NowPlayingTesting.md"),
            encoding: .utf8)
        let parts = article.components(separatedBy: "```")
        let lines = try #require(parts.count == 3 ? parts[1] : nil).split(separator: "\n").dropFirst()
        #expect(lines.count == 6)
        for line in lines { #expect(source.contains("\n        " + line + "\n"), "\(line)") }
    }
}
