import Foundation
import Testing

@testable import avplayer

@MainActor
struct WatchHistoryTests {
    private let file = FileManager.default.temporaryDirectory.appendingPathComponent(
        "history-\(UUID().uuidString)/openavkit/history.json")
    private func url(_ name: String) throws -> URL { try #require(URL(string: "https://example.org/\(name)")) }

    @Test(
        "an item resumes between its first ten seconds and its last minute or last twentieth",
        arguments: [
            (9.9, 600.0, false), (10, 600, true), (539, 600, true), (541, 600, false), (6839, 7200, true),
            (6841, 7200, false), (30, 80, false), (10, 71, true), (5, .infinity, false), (.nan, 600, false),
        ])
    func rule(position: Double, duration: Double, resumes: Bool) {
        #expect(ResumeRule.isWorthResuming(position: position, duration: duration) == resumes)
    }

    @Test("a position is in the file, which only its owner may read, until the item has been finished")
    func positions_areStored() throws {
        let film = try url("film")
        WatchHistory(file: file).record(film, position: 120, duration: 600)
        #expect(WatchHistory(file: file).position(of: film) == 120)
        let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? NSNumber
        #expect(mode?.intValue == 0o600)
        WatchHistory(file: file).record(film, position: 590, duration: 600)
        #expect(WatchHistory(file: file).position(of: film) == nil)
        #expect(WatchHistory(file: file).entries.isEmpty)
    }

    @Test("the oldest entries are removed beyond the limit, and clearing removes the file")
    func history_isBounded() throws {
        let history = WatchHistory(file: file)
        for number in 0..<(WatchHistory.maximumEntries + 5) {
            history.record(try url("\(number)"), position: 120, duration: 600)
        }
        #expect(history.entries.count == WatchHistory.maximumEntries)
        #expect(history.position(of: try url("4")) == nil)
        #expect(history.position(of: try url("5")) == 120)
        history.clear()
        #expect(!FileManager.default.fileExists(atPath: file.path))
    }

    @Test("a damaged file is an empty history, which the next position replaces")
    func damagedFile_isReplaced() throws {
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data("{".utf8).write(to: file)
        let history = WatchHistory(file: file)
        #expect(history.entries.isEmpty)
        history.record(try url("film"), position: 120, duration: 600)
        #expect(WatchHistory(file: file).position(of: try url("film")) == 120)
    }
}

struct WindowSizeRuleTests {
    @Test(
        "a window has the video's size: at least the smallest, at most the work area, and always in the video's shape",
        arguments: [
            (CGSize(width: 854, height: 480), CGSize(width: 854, height: 480)),
            (CGSize(width: 3840, height: 2160), CGSize(width: 1600, height: 900)),
            (CGSize(width: 1080, height: 1920), CGSize(width: 506, height: 900)),
            (CGSize(width: 256, height: 256), CGSize(width: 480, height: 480)),
            (CGSize(width: 320, height: 180), CGSize(width: 480, height: 270)),
            (CGSize(width: 100, height: 2000), CGSize(width: 320, height: 900)),
        ])
    func size(video: CGSize, expected: CGSize) {
        let area = CGSize(width: 1600, height: 900)
        let least = CGSize(width: 320, height: 180)
        #expect(WindowSizeRule.size(video: video, area: area, least: least) == expected)
    }
}
