/// The ID3v1 tag in the last 128 bytes of a file (id3.org, "ID3v1"), as the frames of later versions.
enum ID3OldTag {
    static let byteCount = 128

    static func read(_ bytes: ContainerBytes, size: Int64?) -> [ContainerTag] {
        guard let size, size >= byteCount else { return [] }
        let tag = bytes.prefix(at: size - Int64(byteCount), count: byteCount)
        guard tag.count == byteCount, tag.starts(with: "TAG".utf8) else { return [] }
        // The last two bytes of a comment may be a zero and the number of the track.
        let hasTrack = tag[125] == 0 && tag[126] != 0
        let fields: [(name: String, text: String)] = [
            ("TIT2", text(tag[3..<33])), ("TPE1", text(tag[33..<63])), ("TALB", text(tag[63..<93])),
            ("TYER", text(tag[93..<97])), ("COMM", text(tag[97..<(hasTrack ? 125 : 127)])),
            ("TRCK", hasTrack ? "\(tag[126])" : ""), ("TCON", GenreNames.name(Int(tag[127])) ?? ""),
        ]
        return fields.filter { !$0.text.isEmpty }.map { ContainerTag(.id3, $0.name, .text($0.text)) }
    }

    /// Returns a text without the zeros or blanks that fill its field.
    private static func text(_ field: ArraySlice<UInt8>) -> String {
        var text = StoredText.decode(StoredText.terminated(field))
        while text.last == " " { text.removeLast() }
        return text
    }
}
