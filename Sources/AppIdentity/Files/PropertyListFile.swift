package import Foundation

/// A dictionary read from a property list.
package struct PropertyListFile: Sendable, Equatable {
    package let url: URL
    package let values: [String: PropertyListValue]

    /// Reads a file.
    /// - Returns: nil if the file does not exist.
    /// - Throws: `PropertyListError` with the path and the line.
    package static func read(_ url: URL) throws(PropertyListError) -> PropertyListFile? {
        do throws(PropertyListError) {
            guard let data = try content(of: url) else { return nil }
            guard case .dictionary(let values) = try PropertyListParser.parse(data) else {
                throw PropertyListError(reason: .notADictionary, line: 0)
            }
            return PropertyListFile(url: url, values: values)
        } catch {
            var error = error
            error.file = url.path
            throw error
        }
    }

    private static func content(of url: URL) throws(PropertyListError) -> Data? {
        // O_NONBLOCK: opening a named pipe must not wait for a writer.
        let descriptor = open(url.path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            throw PropertyListError(reason: .cannotBeRead(String(cString: strerror(errno))), line: 0)
        }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        var information = stat()
        guard fstat(descriptor, &information) == 0, information.st_mode & S_IFMT == S_IFREG else {
            throw PropertyListError(reason: .cannotBeRead("it is not a regular file"), line: 0)
        }
        do {
            let data = try handle.read(upToCount: PropertyListParser.maximumBytes + 1) ?? Data()
            try handle.close()
            return data
        } catch {
            throw PropertyListError(reason: .cannotBeRead("\(error.localizedDescription)"), line: 0)
        }
    }
}
