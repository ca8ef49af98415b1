import Foundation

/// The regular file that a path leads to, so that two spellings of one path compare as equal.
struct FileIdentity: Equatable {
    private let device: UInt
    private let number: UInt

    /// Returns nil if there is no regular file at the path.
    init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        (device, number) = (UInt(status.st_dev), UInt(status.st_ino))
    }
}
