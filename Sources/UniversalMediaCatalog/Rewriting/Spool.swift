import Foundation

/// Text that waits in a temporary file, which has no name, until the text that precedes it is known.
final class Spool {
    private let file: UnsafeMutablePointer<FILE>
    private(set) var count = 0

    /// - Returns: nil if no temporary file can be created.
    init?() {
        guard let file = tmpfile() else { return nil }
        self.file = file
    }

    deinit { fclose(file) }

    /// - Returns: false if the disk is full.
    func append(_ text: String) -> Bool {
        var text = text
        let written = text.withUTF8 { fwrite($0.baseAddress, 1, $0.count, file) }
        count += written
        return written == text.utf8.count
    }

    /// Passes the text in a range of bytes on, in pieces.
    /// - Returns: false if the file cannot be read.
    func copy(_ range: Range<Int>, _ output: (String) throws -> Void) throws -> Bool {
        guard fseek(file, range.lowerBound, SEEK_SET) == 0 else { return false }
        var rest = range.count
        var kept: [UInt8] = []
        while rest > 0 {
            var piece = [UInt8](repeating: 0, count: min(rest, 256 << 10))
            let got = fread(&piece, 1, piece.count, file)
            guard got > 0 else { return false }
            rest -= got
            kept += piece.prefix(got)
            // A character may continue in the next piece.
            let end = rest == 0 ? kept.count : (kept.lastIndex { $0 & 0xC0 != 0x80 } ?? kept.count)
            try output(String(decoding: kept[..<end], as: UTF8.self))
            kept.removeSubrange(..<end)
        }
        return true
    }
}
