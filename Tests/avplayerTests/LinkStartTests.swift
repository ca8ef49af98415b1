import Foundation
import MediaTesting
import Testing

@testable import avplayer

@Suite(.enabled(if: Program.url != nil && StreamMaker.isAvailable), .timeLimit(.minutes(2)))
struct LinkStartTests {
    @Test(
        "R212 R229: playback of a link starts at its resume time without a question; --start precedes it, and absurd times start at 0"
    )
    func resumeTime() async throws {
        // Playback goes on while the line is written.
        let clip = try await StreamMaker.shared.clip(.rich(seconds: 12))
        let link = URL(fileURLWithPath: clip.path).absoluteString
        func starts(_ query: String, at seconds: Double, _ arguments: String...) async throws {
            let outcome = try await ExternalCommand.run(
                try #require(Program.url),
                ["--headless", "--json", "--exit-after", "firstFrame", link + query] + arguments,
                environment: Program.environment, timeout: 60)
            let line = outcome.standardOutput.split(separator: "\n").first { $0.contains(#""event":"firstFrame""#) }
            let object = try JSONSerialization.jsonObject(with: Data((line ?? "{}").utf8)) as? [String: Any]
            let position = object?["position"] as? Double
            #expect(position.map { $0 >= seconds - 0.05 && $0 < seconds + 3.5 } == true, "\(query): \(outcome)")
        }
        try await starts("?resumeTime=5", at: 5)
        try await starts("?a=b&resumeTime=1&c", at: 1)
        try await starts("?resumeTime=-1", at: 0)
        try await starts("?resumeTime=9", at: 0)
        try await starts("?resumeTime=1.5", at: 0)
        try await starts("?resumeTime=1&resumeTime=1", at: 0)
        try await starts("?resumeTime=1", at: 3, "--start", "3")
        try await starts("", at: 0)
    }
}

@MainActor
struct LinkHistoryTests {
    @Test("the history of an item does not depend on the resume time of its link")
    func history() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("history-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let history = WatchHistory(file: folder.appendingPathComponent("history.json"))
        func url(_ text: String) throws -> URL { try #require(URL(string: text)) }
        history.record(try url("https://example.com/film.mp4?a=b&resumeTime=7"), position: 100, duration: 1_000)
        #expect(history.position(of: try url("https://example.com/film.mp4?a=b")) == 100)
        #expect(history.position(of: try url("https://example.com/film.mp4?resumeTime=9&a=b")) == 100)
        #expect(history.position(of: try url("https://example.com/film.mp4")) == nil)
    }
}
