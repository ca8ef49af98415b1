/// Finds the ID3 tag in a chunk of WAV (RIFF, RF64) and AIFF files.
enum ID3Chunk {
    private static let maximumChunks = 1_024
    private static let largestFile: Int64 = 1 << 50
    private static let names: [[UInt8]] = [Array("id3 ".utf8), Array("ID3 ".utf8)]

    /// - Returns: nil if there is no such chunk, or if it has no text: the text of other chunks is then that of the file.
    static func read(_ bytes: ContainerBytes, size: Int64?) -> ContainerDescription? {
        guard let start = start(bytes, size: size), let tag = ID3Description(bytes, at: start) else { return nil }
        return tag.hasText ? tag.description : nil
    }

    private static func start(_ bytes: ContainerBytes, size: Int64?) -> Int64? {
        let head = bytes.prefix(at: 0, count: 12)
        guard head.count == 12 else { return nil }
        let isBig = head.starts(with: "FORM".utf8)
        guard isBig || head.starts(with: "RIFF".utf8) || head.starts(with: "RF64".utf8) else { return nil }
        let end = size ?? .max
        var position: Int64 = 12
        var wideSize: Int64?
        for _ in 0..<maximumChunks where position < end - 8 {
            let chunk = bytes.prefix(at: position, count: 8)
            guard chunk.count == 8 else { return nil }
            if names.contains(Array(chunk[..<4])) { return position + 8 }
            let field = isBig ? Array(chunk[4...]) : chunk[4...].reversed()
            var length = field.reduce(Int64(0)) { $0 << 8 | Int64($1) }
            // RF64 has the size of the samples in a chunk of its own (EBU Tech 3306).
            if chunk.starts(with: "ds64".utf8) { wideSize = little(bytes.prefix(at: position + 16, count: 8)) }
            if length == 0xffff_ffff, chunk.starts(with: "data".utf8) {
                guard let wideSize, wideSize >= 0, wideSize < min(end, largestFile) else { return nil }
                length = wideSize
            }
            // Chunks have an even number of bytes.
            position += 8 + length + length & 1
        }
        return nil
    }

    private static func little(_ bytes: [UInt8]) -> Int64? {
        bytes.count == 8 ? bytes.reversed().reduce(0) { $0 << 8 | Int64($1) } : nil
    }
}
