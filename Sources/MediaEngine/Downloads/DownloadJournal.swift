import Foundation

/// The journal of the downloaded files with their checksums.
///
/// The line of a file is appended before the file gets its final name, so that an incomplete file has no line, or one with another
/// checksum.
struct DownloadJournal {
    static let fileName = "journal"
    /// The name of the journal in downloads of earlier versions, which is only read.
    private static let formerFileName = "pieces"
    private static let maximumBytes = 64 << 20

    struct Entry: Equatable {
        var byteCount: Int
        var checksum: String
        /// The ETag or Last-Modified with which the server sent the file; nil without one, and in downloads of earlier versions.
        var validator: String?
    }

    /// Longer validators are not stored.
    private static let longestValidator = 300

    private let file: URL
    private(set) var entries: [String: Entry] = [:]

    init(in package: URL) {
        file = package.appendingPathComponent(Self.fileName)
        for name in [Self.formerFileName, Self.fileName] { readEntries(of: package.appendingPathComponent(name)) }
    }

    /// Reads the lines of a journal. Later lines of a file replace earlier ones.
    private mutating func readEntries(of journal: URL) {
        guard let bytes = PackageFiles.contents(of: journal, limit: Self.maximumBytes) else { return }
        for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
            let fields = line.split(separator: " ")
            guard fields.count == 3 || fields.count == 4, let count = Int(fields[1]), count >= 0, fields[2].count == 64
            else { continue }
            entries[String(fields[0])] = Entry(
                byteCount: count, checksum: String(fields[2]),
                validator: fields.count == 4 ? String(fields[3]).removingPercentEncoding : nil)
        }
    }

    /// - Parameter validator: the validator of the server's response.
    mutating func append(_ name: String, _ bytes: [UInt8], validator: String? = nil) throws(MediaError) {
        guard let checksum = PackageFiles.checksum(bytes) else {
            throw MediaError(.outOfMemory, "There is not enough memory for a checksum.", url: file)
        }
        // Start a new line, because the last one may be incomplete.
        let encoded = validator.flatMap { validator in
            validator.utf8.count > Self.longestValidator
                ? nil : validator.addingPercentEncoding(withAllowedCharacters: .alphanumerics)
        }
        let line = "\n\(name) \(bytes.count) \(checksum)\(encoded.map { " " + $0 } ?? "")\n"
        let descriptor = open(file.path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0o644)
        guard descriptor >= 0 else { throw PackageFiles.error(errno, "open", file) }
        let written = Array(line.utf8).withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        let code = errno
        guard close(descriptor) == 0, written == line.utf8.count else {
            throw PackageFiles.error(written < 0 ? code : ENOSPC, "write", file)
        }
        entries[name] = Entry(
            byteCount: bytes.count, checksum: checksum, validator: encoded == nil ? nil : validator)
    }

    /// Returns the size of a file whose checksum is right; nil for any other file.
    func verified(_ name: String, in package: URL) -> Int? {
        guard let entry = entries[name],
            let bytes = PackageFiles.contents(of: package.appendingPathComponent(name), limit: entry.byteCount),
            bytes.count == entry.byteCount, PackageFiles.checksum(bytes) == entry.checksum
        else { return nil }
        return bytes.count
    }
}
