import Foundation

/// The folder of screenshots that the viewer takes: the user's pictures.
enum ScreenshotFolder {
    /// Returns the folder that `user-dirs.dirs` names, else `~/Pictures` where it exists, else the home folder.
    static func location(environment: [String: String] = ProcessInfo.processInfo.environment) -> URL {
        let home = URL(fileURLWithPath: environment["HOME"] ?? "/tmp")
        let configuration =
            environment["XDG_CONFIG_HOME"].map { URL(fileURLWithPath: $0) } ?? home.appendingPathComponent(".config")
        let lines =
            (try? String(contentsOf: configuration.appendingPathComponent("user-dirs.dirs"), encoding: .utf8)) ?? ""
        let named = lines.split(separator: "\n").compactMap { line -> String? in
            guard line.hasPrefix("XDG_PICTURES_DIR=") else { return nil }
            return line.dropFirst("XDG_PICTURES_DIR=".count).trimmingCharacters(in: CharacterSet(charactersIn: "\""))
                .replacingOccurrences(of: "$HOME", with: home.path)
        }.last
        for path in [named, home.appendingPathComponent("Pictures").path].compactMap({ $0 }) {
            var isFolder: ObjCBool = false
            if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue {
                return URL(fileURLWithPath: path)
            }
        }
        return home
    }

    /// Writes a picture under a name that no file has.
    /// - Returns: the file.
    static func write(_ data: Data, named name: String, in folder: URL = location()) throws -> URL {
        let base = name.isEmpty || name == "/" ? "avplayer" : name
        for number in 1...9999 {
            let digits = String(number)
            let suffix = String(repeating: "0", count: 4 - digits.count) + digits
            let file = folder.appendingPathComponent("\(base)-\(suffix).png")
            do {
                try data.write(to: file, options: .withoutOverwriting)
                return file
            } catch let error as CocoaError where error.code == .fileWriteFileExists {
                continue
            }
        }
        throw CocoaError(.fileWriteFileExists)
    }
}
