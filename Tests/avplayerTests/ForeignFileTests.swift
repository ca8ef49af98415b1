import Foundation
import MediaTesting
import Testing

/// Files that other programs have written, read by `avplayer inspect` and compared with dumps in the folder ForeignFiles.
///
/// A dump has no sizes, bit rates, fractions of the duration and program versions, which depend on the release of a program. OPENAVKIT_WRITE_DUMPS writes the dumps anew.
@Suite(.enabled(if: Program.url != nil && StreamMaker.isAvailable))
struct ForeignFileTests {
    private static let tests = URL(filePath: #filePath).deletingLastPathComponent()
    private static let dumps = tests.appending(path: "ForeignFiles")

    private static func dump(_ text: String) -> String {
        text.split(separator: "\n").dropFirst().map {
            String($0).replacing(/, (\d+(\.\d)?|under 0\.1) (kbit\/s|bytes)/, with: "")
        }
        .map { $0.hasPrefix("  duration") ? $0.replacing(/\.\d+$/, with: "") : $0 }
        .filter { line in
            !["size", "bit rate", "ENCODER", "itsk/©too", "id3/TSSE"].contains {
                line.hasPrefix("  \($0) ")
            }
        }
        .joined(separator: "\n") + "\n"
    }

    @Test("files of mkvmerge, AtomicParsley, MP4Box, mp4chaps, mutagen and eyeD3 are read as the dumps say")
    func files_matchDumps() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("foreign-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let script = Self.tests.deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "script/support/foreign-files.sh")
        let made = try await ExternalCommand.run(URL(filePath: "/bin/bash"), [script.path, folder.path])
        try #require(made.status == 0, "\(made.standardError)")
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        for file in files {
            let outcome = try await Program.run("inspect", file.path)
            #expect(outcome.status == 0, "\(outcome.standardError)")
            let found = Self.dump(outcome.standardOutput)
            let dump = Self.dumps.appending(path: file.lastPathComponent + ".txt")
            if ProcessInfo.processInfo.environment["OPENAVKIT_WRITE_DUMPS"] != nil {
                try Data(found.utf8).write(to: dump)
            }
            let expected = try String(contentsOf: dump, encoding: .utf8)
            #expect(found == expected, "\(file.lastPathComponent)")
        }
        // Every dump was made by this script.
        let names = try FileManager.default.contentsOfDirectory(atPath: Self.dumps.path)
        let text = try String(contentsOf: script, encoding: .utf8)
        #expect(names.allSatisfy { text.contains($0.dropLast(".txt".count)) })
    }
}
