import Foundation

@testable import AppIdentity

/// A folder with an executable of a name, for identities under test. Removed with its last reference.
final class AppFolder {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("app-\(UUID().uuidString)")
    let executable: URL

    init(executable name: String = "Player") throws {
        executable = url.appendingPathComponent("bin").appendingPathComponent(name)
        try FileManager.default.createDirectory(
            at: executable.deletingLastPathComponent(), withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// Writes a file, whose path is relative to the executable's folder.
    func write(_ text: String, to name: String) throws {
        let file = executable.deletingLastPathComponent().appendingPathComponent(name).standardizedFileURL
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    func identity(_ environment: [String: String] = [:]) -> AppIdentity {
        AppIdentity(environment: environment, executable: executable)
    }

    /// A property list with a dictionary of the given entries, which are written as they are.
    static func list(_ entries: String) -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0">
        <dict>
        \(entries)
        </dict>
        </plist>

        """
    }
}
