import CFFmpeg

/// Takes the fonts out of a container's attachments.
enum AttachedFonts {
    /// Fonts beyond this number are ignored.
    static let maximumFonts = 256
    /// Larger fonts are ignored.
    static let maximumBytes = 48 << 20
    /// Fonts are ignored beyond this number of bytes in all.
    static let maximumTotalBytes = 256 << 20
    /// Longer names are cut off.
    private static let maximumNameLength = 200

    /// Moves the fonts out of the context if a track needs them: the attachments are empty afterwards.
    static func take(from context: UnsafeMutablePointer<AVFormatContext>) -> [FontFile] {
        let streams = (0..<Int(context.pointee.nb_streams)).compactMap { context.pointee.streams[$0] }
        guard streams.contains(where: { $0.pointee.codecpar?.pointee.codec_id == AV_CODEC_ID_ASS }) else { return [] }
        var fonts: [FontFile] = []
        var total = 0
        for stream in streams {
            guard let parameters = stream.pointee.codecpar, parameters.pointee.codec_type == AVMEDIA_TYPE_ATTACHMENT,
                let bytes = parameters.pointee.extradata
            else { continue }
            let count = Int(parameters.pointee.extradata_size)
            let name = tag("filename", of: stream) ?? ""
            guard isFont(name: name, type: tag("mimetype", of: stream)), count > 0, count <= maximumBytes,
                total + count <= maximumTotalBytes, fonts.count < maximumFonts
            else { continue }
            total += count
            parameters.pointee.extradata = nil
            parameters.pointee.extradata_size = 0
            fonts.append(FontFile(name: String(name.prefix(maximumNameLength)), taking: bytes, count: count))
        }
        return fonts
    }

    /// Decides by the type that the file declares, or by the name's extension: writers disagree on the types of fonts.
    static func isFont(name: String, type: String?) -> Bool {
        let type = type?.lowercased() ?? ""
        if type.hasPrefix("font/") || type.contains("truetype") || type.contains("opentype") || type.contains("-font") {
            return true
        }
        return [".ttf", ".otf", ".ttc", ".otc", ".pfb"].contains { name.lowercased().hasSuffix($0) }
    }

    private static func tag(_ key: String, of stream: UnsafeMutablePointer<AVStream>) -> String? {
        av_dict_get(stream.pointee.metadata, key, nil, 0).flatMap { $0.pointee.value }.map { String(cString: $0) }
    }
}
