import Foundation

/// A private folder for the artwork's files of this process, removed at its end.
///
/// The folder has a locked file. A folder whose file is not locked belongs to a process that was killed; the next process removes it.
package final class ArtworkFolder: Sendable {
    /// The folder of all processes: `openavkit/nowplaying` in the user's cache.
    package static var standardParent: URL {
        let environment = ProcessInfo.processInfo.environment
        func value(_ name: String) -> String? { environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil } }
        let cache = value("XDG_CACHE_HOME") ?? (value("HOME") ?? NSTemporaryDirectory()) + "/.cache"
        return URL(fileURLWithPath: cache).appendingPathComponent("openavkit/nowplaying", isDirectory: true)
    }

    private static let prefix = "player-"
    private static let newPrefix = "new-"
    private static let lockName = "lock"
    /// The age in seconds of a folder that its process has not finished to create.
    private static let abandonedAge = 3600.0

    package let url: URL
    /// The locked file.
    private let descriptor: Int32

    /// Creates the folder and removes those of dead processes; nil if no folder can be created.
    package init?(parent: URL) {
        let manager = FileManager.default
        let permissions: [FileAttributeKey: Any] = [.posixPermissions: 0o700]
        try? manager.createDirectory(at: parent, withIntermediateDirectories: true, attributes: permissions)
        Self.removeAbandoned(in: parent)
        let name = "\(getpid())-\(UUID().uuidString.prefix(8))"
        let new = parent.appendingPathComponent(Self.newPrefix + name, isDirectory: true)
        // A folder appears under its name only after its file is locked.
        guard mkdir(new.path, 0o700) == 0 else { return nil }
        let file = open(
            new.appendingPathComponent(Self.lockName).path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else {
            try? manager.removeItem(at: new)
            return nil
        }
        let final = parent.appendingPathComponent(Self.prefix + name, isDirectory: true)
        guard flock(file, LOCK_EX | LOCK_NB) == 0, rename(new.path, final.path) == 0 else {
            close(file)
            try? manager.removeItem(at: new)
            return nil
        }
        descriptor = file
        url = final
        ArtworkFolders.add(final)
    }

    deinit {
        ArtworkFolders.remove(url)
        try? FileManager.default.removeItem(at: url)
        close(descriptor)
    }

    /// Writes a file, in place of an earlier one with that name.
    func write(_ data: Data, name: String) -> URL? {
        let file = url.appendingPathComponent(name)
        do {
            try data.write(to: file, options: .atomic)
            return file
        } catch {
            return nil
        }
    }

    func remove(_ file: URL) { try? FileManager.default.removeItem(at: file) }

    private static func removeAbandoned(in parent: URL) {
        let manager = FileManager.default
        for name in (try? manager.contentsOfDirectory(atPath: parent.path)) ?? [] {
            let folder = parent.appendingPathComponent(name, isDirectory: true)
            if name.hasPrefix(newPrefix) {
                let created = (try? manager.attributesOfItem(atPath: folder.path))?[.modificationDate] as? Date
                if let created, created.timeIntervalSinceNow < -abandonedAge { try? manager.removeItem(at: folder) }
            } else if name.hasPrefix(prefix) {
                let file = open(folder.appendingPathComponent(lockName).path, O_RDWR | O_CLOEXEC | O_NOFOLLOW)
                if file < 0 {
                    if errno == ENOENT { try? manager.removeItem(at: folder) }
                    continue
                }
                if flock(file, LOCK_EX | LOCK_NB) == 0 { try? manager.removeItem(at: folder) }
                close(file)
            }
        }
    }
}

/// The folders to be removed when the process exits.
package enum ArtworkFolders {
    // Used under `lock` only, also at exit.
    nonisolated(unsafe) private static var folders: [URL] = []
    nonisolated(unsafe) private static var isRegistered = false
    private static let lock = NSLock()

    fileprivate static func add(_ folder: URL) {
        lock.withLock {
            folders.append(folder)
            guard !isRegistered else { return }
            isRegistered = true
            atexit { ArtworkFolders.removeAll() }
        }
    }

    fileprivate static func remove(_ folder: URL) { lock.withLock { folders.removeAll { $0 == folder } } }

    /// Removes all folders of the process. A program that ends without exit handlers calls it.
    package static func removeAll() {
        for folder in lock.withLock({ folders }) { try? FileManager.default.removeItem(at: folder) }
    }
}
