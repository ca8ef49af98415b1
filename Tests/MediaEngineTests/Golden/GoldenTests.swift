import Foundation
import MediaEngine
import MediaTesting
import Testing

/// Playback sessions, compared with their records in `Dumps`.
///
/// Each scenario plays in a process of its own, on a fake clock that advances only while every thread of that process
/// sleeps. The dump lists what a client observes: frames by the numbers encoded in them, audio by its pitch, events in
/// order, the server's requests, and the end.
///
///     swift test --filter GoldenTests                             compares
///     OPENAVKIT_GOLDEN=write swift test --filter GoldenTests      writes the dumps again; review the difference first
///     OPENAVKIT_GOLDEN=seek-exact swift test --filter GoldenTests compares the scenarios whose names have this prefix
///
/// The dump of a scenario with a `defect` contains the correct behavior: its test expects the difference until the
/// defect is fixed, and the dump is never written.
@Suite(.enabled(if: StreamMaker.isAvailable), .serialized)
struct GoldenTests {
    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Dumps")
    private static let wish = ProcessInfo.processInfo.environment["OPENAVKIT_GOLDEN"] ?? ""
    private static let writes = wish.hasPrefix("write")
    /// Names of the scenarios to play.
    static let names: [String] = {
        let start = writes ? String(wish.dropFirst(6)) : wish
        let names = GoldenScenario.all.map(\.name).filter { $0.hasPrefix(start) }
        guard let (part, count) = part else { return names }
        return names.enumerated().filter { $0.offset % count == part - 1 }.map(\.element)
    }()
    /// The part of the scenarios to play, from 1, and the number of parts: `script/test` distributes them to several processes.
    private static let part: (part: Int, count: Int)? = {
        let numbers = (ProcessInfo.processInfo.environment["OPENAVKIT_GOLDEN_PART"] ?? "").split(separator: "/")
            .compactMap { Int($0) }
        return numbers.count == 2 && numbers[0] >= 1 && numbers[0] <= numbers[1] ? (numbers[0], numbers[1]) : nil
    }()

    @Test("a playback session produces the events of its golden dump", arguments: names)
    func playback(_ name: String) async throws {
        let scenario = try #require(GoldenScenario.all.first { $0.name == name })
        try await scenario.prepare()
        let result = FileManager.default.temporaryDirectory.appendingPathComponent(
            "openavkit-golden-\(UUID().uuidString).txt")
        defer { try? FileManager.default.removeItem(at: result) }
        let path = result.path
        await #expect(processExitsWith: .success, "\(name)") { [name = name as String, path = path as String] in
            try await GoldenProcess.play(name, into: path)
        }
        let actual = (try? String(contentsOf: result, encoding: .utf8)) ?? ""
        let file = Self.folder.appendingPathComponent("\(name).txt")
        if Self.writes, scenario.defect == nil {
            try actual.write(to: file, atomically: true, encoding: .utf8)
            return
        }
        let expected = (try? String(contentsOf: file, encoding: .utf8)) ?? "(no dump; write it)"
        let differences = GoldenComparison.differences(expected: expected, actual: actual)
        if let defect = scenario.defect {
            withKnownIssue("\(defect)") {
                #expect(differences.isEmpty, "\(name): \(Self.reported(differences, actual))")
            }
        } else {
            #expect(differences.isEmpty, "\(name): \(Self.reported(differences, actual))")
        }
    }

    private static func reported(_ differences: [String], _ actual: String) -> Comment {
        Comment(rawValue: differences.joined(separator: "\n") + "\nwhole dump:\n" + actual)
    }

    @Test("every dump belongs to a scenario, and names are unique")
    func dumpsAndScenariosMatch() throws {
        let names = GoldenScenario.all.map(\.name)
        #expect(Set(names).count == names.count)
        let dumps = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path).filter {
            $0.hasSuffix(".txt")
        }
        #expect(Set(dumps) == Set(names.map { $0 + ".txt" }))
    }

    @Test("measured values may differ slightly, everything else must be equal")
    func comparison() {
        #expect(GoldenComparison.isEqual("  ~1.000 ended", "  ~1.020 ended"))
        #expect(!GoldenComparison.isEqual("  ~1.000 ended", "  ~1.050 ended"))
        #expect(GoldenComparison.isEqual("~1.00…~2.00 track 0", "~1.06…~1.95 track 0"))
        #expect(!GoldenComparison.isEqual("~1.00…~2.00 track 0", "~1.06…~1.95 track 1"))
        #expect(!GoldenComparison.isEqual("seek landed at 1.000", "seek landed at 1.001"))
        #expect(GoldenComparison.differences(expected: "a\nb", actual: "a\nb").isEmpty)
        #expect(GoldenComparison.differences(expected: "a\nb", actual: "a").count == 1)
    }
}

/// The process that plays one scenario.
enum GoldenProcess {
    /// The real seconds after which the process terminates itself.
    private static let lifetime: UInt32 = 100

    static func play(_ name: String, into path: String) async throws {
        alarm(lifetime)
        // Stored throughput of earlier streams must not influence the choice of variants.
        let cache = FileManager.default.temporaryDirectory.appendingPathComponent("golden-\(UUID().uuidString)")
        setenv("XDG_CACHE_HOME", cache.path, 1)
        setenv("OPENAVKIT_HWDEC", "no", 1)
        defer { try? FileManager.default.removeItem(at: cache) }
        guard let scenario = GoldenScenario.all.first(where: { $0.name == name }) else { return }
        let clock = FakeHostClock()
        let (url, origin) = try await scenario.open(clock)
        let run = GoldenRun(scenario, url, origin, clock)
        scenario.script(run)
        let dump = GoldenDump(scenario, run).text
        try dump.write(toFile: path, atomically: true, encoding: .utf8)
        run.session.close()
        origin?.stop()
    }
}
