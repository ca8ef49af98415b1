import Foundation

/// Opens a path as a file, a device, or a stream that can only be read once.
enum FileOpening {
    static func open(_ url: URL) throws(MediaError) -> any ByteSource {
        let path = url.path
        guard !path.isEmpty else {
            throw MediaError(.badURL, "The URL does not name a file.", url: url)
        }
        // Without O_NONBLOCK, opening a pipe would block until a writer opens it.
        let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw error(errno, call: "open", url: url) }
        do throws(MediaError) {
            return try source(for: descriptor, url: url)
        } catch {
            close(descriptor)
            throw error
        }
    }

    /// Returns the source, which takes ownership of the descriptor; the descriptor remains the caller's if this throws.
    private static func source(for descriptor: Int32, url: URL) throws(MediaError) -> any ByteSource {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw error(errno, call: "fstat", url: url) }
        switch status.st_mode & S_IFMT {
        case S_IFDIR:
            throw MediaError(
                .isDirectory, "“\(url.lastPathComponent)” is a folder; choose a file inside it.", url: url)
        case S_IFREG:
            guard status.st_size > 0 || isPseudoFile(descriptor) else {
                throw MediaError(
                    .empty, "“\(url.lastPathComponent)” is empty; there is nothing in it to play.", url: url)
            }
            if status.st_size == 0 { return StreamSource(descriptor: descriptor, url: url) }
            posix_fadvise(descriptor, 0, 0, POSIX_FADV_SEQUENTIAL)
            return FileSource(descriptor: descriptor, url: url)
        case S_IFBLK:
            let size = lseek(descriptor, 0, SEEK_END)
            guard size >= 0 else { throw error(errno, call: "lseek", url: url) }
            return FileSource(descriptor: descriptor, url: url, fixedSize: Int64(size))
        default:
            return StreamSource(descriptor: descriptor, url: url)
        }
    }

    /// Files under /proc report a size of 0 although they have contents.
    private static func isPseudoFile(_ descriptor: Int32) -> Bool {
        var byte: UInt8 = 0
        return pread(descriptor, &byte, 1, 0) == 1
    }

    static func error(_ code: Int32, call: String, url: URL, offset: Int64? = nil) -> MediaError {
        let name = url.lastPathComponent
        let detail = "\(call): \(String(cString: strerror(code)))"
        let cause = POSIXError(POSIXErrorCode(rawValue: code) ?? .EIO)
        func make(_ kind: MediaError.Code, _ message: String) -> MediaError {
            MediaError(kind, message, detail: detail, url: url, byteOffset: offset, cause: cause)
        }
        switch code {
        case ENOENT, ENOTDIR:
            return make(.fileNotFound, "There is no file “\(name)”; check its name and folder.")
        case EISDIR:
            return make(.isDirectory, "“\(name)” is a folder; choose a file inside it.")
        case EACCES, EPERM:
            return make(.noPermission, "“\(name)” cannot be read: access denied; change its permissions or its owner.")
        case ENAMETOOLONG, ELOOP,
            EINVAL where call == "open":
            return make(.badURL, "“\(name.prefix(80))” is not a valid file name.")
        case ENXIO, ENODEV:
            return make(.unsupported, "“\(name)” is a socket or a device without a driver; it cannot be read.")
        case EMFILE, ENFILE:
            return make(.readFailed, "Too many files are open; close some players and try again.")
        default:
            return make(.readFailed, "“\(name)” could not be read; check the disk or the network share it is on.")
        }
    }
}
