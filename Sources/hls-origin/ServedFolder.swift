import ArgumentParser
import Foundation

/// The folder of `--folder`.
enum ServedFolder {
    /// Returns the URL of a readable folder, and reports a folder without the playlist that the printed URL names.
    /// - Throws: exit code 3 for a folder that cannot be read; the reason has been reported.
    static func url(of path: String) throws -> URL {
        let url = URL(fileURLWithPath: path, isDirectory: true)
        if let problem = problem(of: path) {
            OriginOutput.report("hls-origin: \(path) \(problem)")
            throw ExitCode(3)
        }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path))?.sorted() ?? []
        if !names.contains("main.m3u8") {
            let others = names.filter { $0.hasSuffix(".m3u8") }.prefix(3).joined(separator: ", ")
            let hint = others.isEmpty ? "" : "; replace it in the URL by another playlist, such as \(others)"
            OriginOutput.report("hls-origin: \(path) has no main.m3u8\(hint)")
        }
        return url
    }

    private static func problem(of path: String) -> String? {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { return "does not exist" }
        guard isFolder.boolValue else { return "is not a folder" }
        return FileManager.default.isReadableFile(atPath: path) ? nil : "cannot be read: check its permissions"
    }
}
