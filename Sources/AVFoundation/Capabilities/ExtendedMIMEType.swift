import Foundation

/// A MIME type with its `codecs` parameter: `video/mp4; codecs="avc1.42E01E, mp4a.40.2"` (RFC 6381).
struct ExtendedMIMEType {
    let type: String
    let codecs: [String]

    /// Parses the text; nil where it has no `type/subtype`.
    init?(_ text: String) {
        let parts = text.split(separator: ";", maxSplits: 1)
        let type = parts.first?.filter { !$0.isWhitespace }.lowercased() ?? ""
        guard type.split(separator: "/", omittingEmptySubsequences: false).count == 2 else { return nil }
        self.type = type
        var codecs: [String] = []
        if parts.count == 2, let start = parts[1].range(of: "codecs=") {
            var list = parts[1][start.upperBound...]
            if list.first == "\"" {
                list = list.dropFirst()
                list = list.prefix { $0 != "\"" }
            } else {
                list = list.prefix { $0 != ";" }
            }
            codecs = list.split(separator: ",").map { String($0.filter { !$0.isWhitespace }) }
        }
        self.codecs = codecs
    }

    var isPlayable: Bool {
        Self.playableTypes.contains(type)
            && codecs.allSatisfy { codec in
                Self.playableCodecs.contains(codec.split(separator: ".").first.map { $0.lowercased() } ?? "")
            }
    }

    static let playableTypes = [
        "video/mp4", "video/quicktime", "video/x-m4v", "video/mpeg", "video/mp2t", "video/3gpp", "video/3gpp2",
        "video/webm", "video/x-matroska", "video/x-msvideo", "audio/mp4", "audio/x-m4a", "audio/mpeg", "audio/mp3",
        "audio/aac", "audio/wav", "audio/x-wav", "audio/aiff", "audio/x-aiff", "audio/x-caf", "audio/ac3", "audio/eac3",
        "audio/flac", "audio/ogg", "audio/webm", "audio/x-matroska", "audio/basic", "audio/3gpp", "audio/amr",
    ]

    private static let playableCodecs: Set<String> = [
        "avc1", "avc3", "hvc1", "hev1", "av01", "vp08", "vp09", "vp8", "vp9", "mp4v", "mp4a", "mp3", ".mp3", "ac-3",
        "ec-3",
        "opus", "vorbis", "flac", "alac", "lpcm", "wvtt", "stpp", "tx3g", "c608",
    ]
}
