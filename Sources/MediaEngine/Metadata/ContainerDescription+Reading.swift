/// Chooses the reader of a container's metadata.
extension ContainerDescription {
    /// - Parameters:
    ///   - container: FFmpeg's name of the container.
    ///   - size: the size of the file in bytes; nil if unknown.
    /// - Returns: nil for containers without a reader, and if the metadata cannot be found.
    static func read(_ bytes: ContainerBytes, container: String, size: Int64?) -> ContainerDescription? {
        if container.hasPrefix("mov") { return MovieDescription.read(bytes, size: size) }
        if container.hasPrefix("matroska") { return MatroskaDescription.read(bytes, size: size) }
        switch container {
        case "ogg": return OggDescription.read(bytes)
        case "flac":
            let tag = ID3Description(bytes)
            guard var description = FLACDescription.read(bytes, from: tag?.end ?? 0) else { return nil }
            description.tags += tag?.description.tags ?? []
            return description
        case "mp3", "aac", "ac3", "tta":
            let tag = ID3Description(bytes, size: size)
            return tag?.hasText == true ? tag?.description : withLastTag(tag?.description, bytes, size: size)
        case "wav", "aiff": return ID3Chunk.read(bytes, size: size)
        case "wv", "ape": return APEDescription.read(bytes, size: size)
        default: return nil
        }
    }

    /// Adds the APE or ID3v1 tag at the end of a file to a description that has no text.
    /// - Returns: nil without such a description and an APE tag: libavformat reads the tag of ID3v1.
    private static func withLastTag(
        _ description: ContainerDescription?, _ bytes: ContainerBytes, size: Int64?
    ) -> ContainerDescription? {
        let last = APEDescription.read(bytes, size: size)
        guard var result = description ?? last.map({ _ in ContainerDescription() }) else { return nil }
        for item in last?.tags ?? ID3OldTag.read(bytes, size: size) { result.add(item) }
        for finding in last?.findings ?? [] { result.report(finding) }
        return result
    }
}
