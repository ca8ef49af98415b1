import CFFmpeg
import Foundation

/// The files of a package, which are written completely or not at all.
enum PackageFiles {
    private static let chunkBytes = 1 << 20
    /// The prefix of the names of incomplete files.
    private static let temporary = ".part-"

    /// Whether a path from a manifest is inside its package.
    static func isInside(_ name: String) -> Bool {
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        guard (1...4).contains(parts.count), name.utf8.count <= 200 else { return false }
        return parts.allSatisfy { part in
            !part.isEmpty && part.first != "."
                && part.utf8.allSatisfy {
                    (0x30...0x39).contains($0) || (0x41...0x5a).contains($0) || (0x61...0x7a).contains($0)
                        || [0x2d, 0x2e, 0x5f].contains($0)
                }
        }
    }

    /// Writes a temporary file and renames it, so that a reader finds the complete file or none.
    /// - Throws: `diskFull`, or `readFailed` with the system's error.
    static func write(_ bytes: [UInt8], to name: String, in package: URL, mode: mode_t) throws(MediaError) {
        let file = package.appendingPathComponent(name)
        let folder = file.deletingLastPathComponent()
        let fresh = folder.appendingPathComponent(temporary + file.lastPathComponent)
        unlink(fresh.path)
        let descriptor = open(fresh.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode)
        guard descriptor >= 0 else { throw error(errno, "open", file) }
        var problem: (code: Int32, call: String)?
        bytes.withUnsafeBytes { buffer in
            var done = 0
            while done < buffer.count {
                let count = Glibc.write(descriptor, buffer.baseAddress?.advanced(by: done), buffer.count - done)
                if count < 0 {
                    if errno == EINTR { continue }
                    problem = (errno, "write")
                    return
                }
                done += count
            }
        }
        if problem == nil, fsync(descriptor) != 0 { problem = (errno, "fsync") }
        if close(descriptor) != 0, problem == nil { problem = (errno, "close") }
        if problem == nil, rename(fresh.path, file.path) != 0 { problem = (errno, "rename") }
        guard let problem else { return }
        unlink(fresh.path)
        throw error(problem.code, problem.call, file)
    }

    static func makeFolder(_ folder: URL, mode: Int) throws(MediaError) {
        do {
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: mode])
        } catch {
            throw MediaError(
                .noPermission,
                "The folder “\(folder.lastPathComponent)” for downloads cannot be created in “\(folder.deletingLastPathComponent().path)”"
                    + ": \(obstacle(folder)).", detail: "\(error)", url: folder)
        }
    }

    /// Why a folder cannot be created, by its nearest parent that exists.
    private static func obstacle(_ folder: URL) -> String {
        var status = stat()
        var parent = folder
        while lstat(parent.path, &status) != 0, parent.path.count > 1 { parent.deleteLastPathComponent() }
        let isFolder = stat(parent.path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
        if !isFolder { return "“\(parent.path)” is not a folder" }
        if access(parent.path, W_OK) != 0 { return "“\(parent.path)” is read-only for this user" }
        return "the file system of “\(parent.path)” does not allow it"
    }

    /// Returns nil if the file does not exist or is larger.
    static func contents(of file: URL, limit: Int) -> [UInt8]? {
        let descriptor = open(file.path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= limit else {
            return nil
        }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Int(status.st_size))
        while true {
            let chunk = [UInt8](unsafeUninitializedCapacity: chunkBytes) { buffer, used in
                used = max(0, Glibc.read(descriptor, buffer.baseAddress, chunkBytes))
            }
            guard !chunk.isEmpty, bytes.count + chunk.count <= limit else {
                return bytes.count == status.st_size ? bytes : nil
            }
            bytes += chunk
        }
    }

    /// Removes the contents of a package, its manifest first, so that an interrupted removal leaves no download to resume.
    static func removeDownload(in package: URL, otherThan retained: String) throws(MediaError) {
        do {
            let manifest = package.appendingPathComponent(DownloadManifest.fileName)
            try FileManager.default.removeItem(at: manifest)
            for name in try FileManager.default.contentsOfDirectory(atPath: package.path) where name != retained {
                try FileManager.default.removeItem(at: package.appendingPathComponent(name))
            }
        } catch {
            throw MediaError(
                .readFailed, "The files of an earlier download could not be removed.", detail: "\(error)", url: package)
        }
    }

    /// Returns the free bytes of a volume; nil if unknown.
    static func freeBytes(at folder: URL) -> Int64? {
        var status = statvfs()
        guard statvfs(folder.path, &status) == 0 else { return nil }
        let (bytes, overflowed) = Int64(clamping: status.f_bavail).multipliedReportingOverflow(
            by: Int64(clamping: status.f_frsize))
        return overflowed ? .max : bytes
    }

    /// Returns the size of the downloads in a folder, in bytes.
    static func bytesOfPackages(in folder: URL, except own: URL? = nil) -> Int64 {
        let found = try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        let others = (found ?? []).filter {
            DownloadedPackage.isPackage($0) && $0.lastPathComponent != own?.lastPathComponent
        }
        return others.reduce(0) { $0.addingReportingOverflow(bytes(of: $1)).partialValue }
    }

    /// Returns the size of a download, in bytes.
    static func bytes(of package: URL) -> Int64 {
        let keys: [URLResourceKey] = [.fileSizeKey, .isRegularFileKey]
        let files = FileManager.default.enumerator(at: package, includingPropertiesForKeys: keys)
        var sum: Int64 = 0
        while let file = files?.nextObject() as? URL {
            guard let values = try? file.resourceValues(forKeys: Set(keys)), values.isRegularFile == true else {
                continue
            }
            sum = sum.addingReportingOverflow(Int64(values.fileSize ?? 0)).partialValue
        }
        return sum
    }

    /// Returns the SHA-256 in hexadecimal digits.
    static func checksum(_ bytes: [UInt8]) -> String? {
        guard let context = av_sha_alloc() else { return nil }
        defer { av_free(UnsafeMutableRawPointer(context)) }
        guard av_sha_init(context, 256) >= 0 else { return nil }
        av_sha_update(context, bytes, bytes.count)
        var digest = [UInt8](repeating: 0, count: 32)
        av_sha_final(context, &digest)
        return digest.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }

    static func error(_ code: Int32, _ call: String, _ file: URL) -> MediaError {
        let detail = "\(call): \(String(cString: strerror(code)))"
        if code == ENOSPC || code == EDQUOT {
            return MediaError(
                .diskFull, "The disk is full: the download cannot continue. Free some space, and start it again.",
                detail: detail, url: file)
        }
        if code == EACCES || code == EPERM || code == EROFS {
            return MediaError(
                .noPermission, "Downloads require write access to “\(file.deletingLastPathComponent().path)”.",
                detail: detail, url: file)
        }
        return MediaError(.readFailed, "A file of a download could not be written.", detail: detail, url: file)
    }
}
