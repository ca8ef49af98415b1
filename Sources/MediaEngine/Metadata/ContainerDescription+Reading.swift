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
            // Without a text at the start, there may be a tag at the end; libavformat reads that of ID3v1.
            let tag = ID3Description(bytes, size: size)
            guard tag?.hasText != true, let other = APEDescription.read(bytes, size: size) else {
                return tag?.description
            }
            var description = tag?.description ?? ContainerDescription()
            for item in other.tags { description.add(item) }
            for finding in other.findings { description.report(finding) }
            return description
        case "wav", "aiff": return ID3Chunk.read(bytes, size: size)
        case "wv", "ape": return APEDescription.read(bytes, size: size)
        default: return nil
        }
    }
}
