import Foundation

/// Files of a private folder that are replaced in one step and survive the end of the process or a loss of power.
enum AtomicFile {
    /// Returns the content of a file; nil if there is none.
    static func read(_ file: URL, limit: Int) throws(SubscriptionError) -> Data? {
        // A symbolic link is not followed, and a named pipe is not waited for.
        let descriptor = open(file.path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw error(file)
        }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        var information = stat()
        guard fstat(descriptor, &information) == 0 else { throw error(file) }
        guard information.st_mode & S_IFMT == S_IFREG, information.st_uid == geteuid() else {
            throw .file(file.path, "it is not a regular file of this user; remove it")
        }
        // A file that others may read is made private again.
        if information.st_mode & 0o077 != 0 { fchmod(descriptor, 0o600) }
        do { return try handle.read(upToCount: limit + 1) ?? Data() } catch {
            throw .file(file.path, error.localizedDescription)
        }
    }

    /// Replaces a file. When the method returns, the content is on the disk.
    static func write(_ data: Data, to file: URL) throws(SubscriptionError) {
        let folder = file.deletingLastPathComponent()
        let fresh = folder.appendingPathComponent(freshPrefix + UUID().uuidString)
        let descriptor = open(fresh.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw error(fresh) }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        do {
            try handle.write(contentsOf: data)
            try handle.synchronize()
            try handle.close()
        } catch {
            unlink(fresh.path)
            throw .file(file.path, error.localizedDescription)
        }
        guard rename(fresh.path, file.path) == 0 else {
            let reason = error(file)
            unlink(fresh.path)
            throw reason
        }
        synchronize(folder)
    }

    /// Removes files that a process could not finish. Only under the lock, which every writer holds.
    static func removeUnfinished(in folder: URL) {
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        where name.hasPrefix(freshPrefix) {
            unlink(folder.appendingPathComponent(name).path)
        }
    }

    private static let freshPrefix = ".subscription."

    /// Writes the folder's entries to the disk. Some file systems do not support this, and need no such call.
    private static func synchronize(_ folder: URL) {
        let descriptor = open(folder.path, O_RDONLY | O_CLOEXEC | O_DIRECTORY)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }

    private static func error(_ file: URL) -> SubscriptionError { .file(file.path, String(cString: strerror(errno))) }
}

/// A lock between the threads and processes of an app, released by `release()` or the end of the process.
struct FileLock {
    private let descriptor: Int32

    /// Waits for the lock.
    /// - Throws: `.locked` after `limit`.
    init(_ file: URL, limit: Duration = .seconds(5)) throws(SubscriptionError) {
        descriptor = open(file.path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw .file(file.path, String(cString: strerror(errno))) }
        let end = ContinuousClock.now + limit
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            guard errno == EWOULDBLOCK || errno == EINTR, ContinuousClock.now < end else {
                let reason: SubscriptionError =
                    errno == EWOULDBLOCK ? .locked(file.path) : .file(file.path, String(cString: strerror(errno)))
                close(descriptor)
                throw reason
            }
            usleep(1_000)
        }
    }

    func release() { close(descriptor) }
}
