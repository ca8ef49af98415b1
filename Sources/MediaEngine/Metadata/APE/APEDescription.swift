import Foundation

/// Reads the APEv2 tag at the end of a file, which may have an ID3v1 tag behind it (hydrogenaud.io wiki, "APEv2 specification").
enum APEDescription {
    private static let footerBytes = 32
    private static let oldTagBytes = 128
    private static let maximumTagBytes = 48 << 20
    private static let maximumItems = 1_000

    /// - Returns: nil if there is no such tag, or if it has no title: tools that measure loudness add such tags, and the ID3v1 tag remains.
    static func read(_ bytes: ContainerBytes, size: Int64?) -> ContainerDescription? {
        guard let size else { return nil }
        guard let end = footer(bytes, before: size) ?? footer(bytes, before: size - Int64(oldTagBytes)) else {
            return nil
        }
        let foot = bytes.prefix(at: end - Int64(footerBytes), count: footerBytes)
        // The size includes the footer, but not the header.
        guard let length = little(foot, at: 12), length >= footerBytes, length <= maximumTagBytes, Int64(length) <= end,
            let count = little(foot, at: 16)
        else { return nil }
        var description = ContainerDescription()
        let content = bytes.prefix(at: end - Int64(length), count: length - footerBytes)
        addItems(content, count: min(count, maximumItems), to: &description)
        return description.tags.contains { $0.key.lowercased() == "title" } ? description : nil
    }

    /// Returns `end` if a footer stands before it.
    private static func footer(_ bytes: ContainerBytes, before end: Int64) -> Int64? {
        guard end >= Int64(footerBytes),
            bytes.prefix(at: end - Int64(footerBytes), count: 8).elementsEqual("APETAGEX".utf8)
        else { return nil }
        return end
    }

    private static func addItems(_ bytes: [UInt8], count: Int, to description: inout ContainerDescription) {
        var at = 0
        for index in 0..<count {
            guard let length = little(bytes, at: at), let flags = little(bytes, at: at + 4), at + 8 < bytes.count else {
                return description.report("The APE tag ends early, after \(index) of \(count) items.")
            }
            let key = StoredText.terminated(bytes[(at + 8)...])
            let start = at + 8 + key.count + 1
            guard start <= bytes.count, length <= bytes.count - start else {
                return description.report("The APE tag ends early, after \(index) of \(count) items.")
            }
            add(String(decoding: key, as: UTF8.self), bytes[start..<start + length], flags, to: &description)
            at = start + length
        }
    }

    private static func add(
        _ key: String, _ value: ArraySlice<UInt8>, _ flags: Int, to description: inout ContainerDescription
    ) {
        // Bits 1 and 2: text, binary data, or a link.
        guard flags >> 1 & 3 == 1 else {
            for text in value.split(separator: 0) {
                description.add(ContainerTag(.fieldName, key, .text(StoredText.decode(text))))
            }
            return
        }
        guard key.lowercased().hasPrefix("cover art") else {
            return description.add(ContainerTag(.fieldName, key, .data(Data(value))))
        }
        // A file name precedes the picture.
        let name = StoredText.terminated(value)
        description.addPicture(
            .fieldName, "METADATA_BLOCK_PICTURE", Array(value.dropFirst(name.count + 1)), info: StoredText.decode(name))
    }

    private static func little(_ bytes: [UInt8], at: Int) -> Int? {
        guard at >= 0, at + 4 <= bytes.count else { return nil }
        return bytes[at..<at + 4].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
}
