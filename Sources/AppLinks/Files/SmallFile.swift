import Foundation

/// Reads and writes small files of the user.
enum SmallFile {
    static let maximumBytes = 1 << 20

    /// - Returns: nil for a file that does not exist, cannot be read or is larger than `maximumBytes`.
    static func read(_ file: URL) -> Data? {
        var information = stat()
        guard stat(file.path, &information) == 0, information.st_mode & S_IFMT == S_IFREG,
            information.st_size <= maximumBytes
        else { return nil }
        return try? Data(contentsOf: file)
    }

    /// Replaces a file in one step. Creates missing folders.
    static func write(_ data: Data, to file: URL) throws {
        let folder = file.deletingLastPathComponent()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try data.write(to: file, options: .atomic)
    }
}
