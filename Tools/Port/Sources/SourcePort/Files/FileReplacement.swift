import Foundation

/// Writes files so that a reader sees either the old or the new text.
public enum FileReplacement {
    public struct Failure: Error {
        public let finding: Finding
    }

    /// Writes `text` to a file beside `path`, and renames that file. Permissions are kept, and a symbolic link still leads to the file.
    public static func write(_ text: String, to path: String) throws(Failure) {
        let target = URL(fileURLWithPath: path).resolvingSymlinksInPath()
        let name = ".\(target.lastPathComponent).\(ProcessInfo.processInfo.processIdentifier).port"
        let beside = target.deletingLastPathComponent().appendingPathComponent(name)
        do {
            let permissions = try? FileManager.default.attributesOfItem(atPath: target.path)[.posixPermissions]
            try Data(text.utf8).write(to: beside)
            if let permissions {
                try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: beside.path)
            }
            guard rename(beside.path, target.path) == 0 else {
                throw CocoaError(
                    .fileWriteUnknown, userInfo: [NSLocalizedDescriptionKey: String(cString: strerror(errno))])
            }
        } catch {
            try? FileManager.default.removeItem(at: beside)
            throw Failure(
                finding: Finding(
                    .error, .output, file: path, message: "the file cannot be written: \(error.localizedDescription)",
                    suggestion: "check the permissions of the folder and the free space"))
        }
    }
}
