import Foundation

/// The types that this module knows, with their tags and supertypes.
struct TypeTable: Sendable {
    struct Entry: Sendable {
        var identifier: String
        var name: String
        var parents: [String]
        var extensions: [String]
        var mimeTypes: [String]
    }

    static let shared = TypeTable(rows)

    private let entries: [String: Entry]
    private let byTag: [String: [String]]

    private init(_ rows: [(String, String, parents: String, extensions: String, mimeTypes: String)]) {
        var entries: [String: Entry] = [:]
        var byTag: [String: [String]] = [:]
        func words(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }
        for (identifier, name, parents, extensions, mimeTypes) in rows {
            let entry = Entry(
                identifier: identifier, name: name, parents: words(parents), extensions: words(extensions),
                mimeTypes: words(mimeTypes))
            entries[identifier] = entry
            for tag in entry.extensions {
                byTag["\(UTTagClass.filenameExtension) \(tag)", default: []].append(identifier)
            }
            for tag in entry.mimeTypes { byTag["\(UTTagClass.mimeType) \(tag)", default: []].append(identifier) }
        }
        self.entries = entries
        self.byTag = byTag
    }

    /// Case is ignored.
    func entry(_ identifier: String) -> Entry? { entries[identifier] ?? entries[identifier.lowercased()] }

    /// The types with a normalized tag, in the order of the table.
    func identifiers(tag: String, tagClass: UTTagClass) -> [String] { byTag["\(tagClass) \(tag)"] ?? [] }

    /// The tag in lower case, an extension without its dot, a MIME type without parameters. nil if nothing is left or it has line breaks.
    static func normalized(_ tag: String, _ tagClass: UTTagClass) -> String? {
        var text = tag[...]
        if tagClass == .mimeType { text = text.prefix { $0 != ";" } }
        if tagClass == .filenameExtension, text.first == "." { text = text.dropFirst() }
        let trimmed = text.trimmingCharacters(in: .whitespaces).lowercased()
        return trimmed.isEmpty || trimmed.contains(where: \.isNewline) ? nil : trimmed
    }

    /// Identifier, name, supertypes, extensions and MIME types, the preferred ones first. Where types share a tag, the first one has it.
    private static let rows: [(String, String, parents: String, extensions: String, mimeTypes: String)] = [
        ("public.item", "item", "", "", ""),
        ("public.content", "content", "", "", ""),
        ("public.composite-content", "composite content", "public.content", "", ""),
        ("public.data", "data", "public.item", "", ""),
        ("public.directory", "directory", "public.item", "", ""),
        ("public.folder", "folder", "public.directory", "", ""),
        ("com.apple.package", "package", "public.directory", "", ""),
        ("com.apple.bundle", "bundle", "public.directory", "", ""),
        ("public.database", "database", "", "", ""),
        ("public.message", "message", "", "", ""),
        ("public.contact", "contact", "", "", ""),
        ("public.archive", "archive", "", "", ""),
        ("public.disk-image", "disk image", "public.archive", "", ""),
        ("public.executable", "executable", "public.item", "", ""),
        ("public.url", "URL", "public.data", "", ""),
        ("public.file-url", "file URL", "public.url", "", ""),
        ("public.text", "text", "public.data public.content", "", ""),
        ("public.plain-text", "plain text", "public.text", "txt text", "text/plain"),
        ("public.utf8-plain-text", "Unicode text", "public.plain-text", "", ""),
        ("public.utf16-plain-text", "Unicode text", "public.plain-text", "", ""),
        ("public.delimited-values-text", "delimited text", "public.text", "", ""),
        (
            "public.comma-separated-values-text", "comma-separated values", "public.delimited-values-text", "csv",
            "text/csv text/comma-separated-values"
        ),
        (
            "public.tab-separated-values-text", "tab-separated values", "public.delimited-values-text", "tsv",
            "text/tab-separated-values"
        ),
        ("public.source-code", "source code", "public.plain-text", "", ""),
        ("public.swift-source", "Swift source", "public.source-code", "swift", ""),
        ("public.script", "script", "public.source-code", "", ""),
        ("public.html", "HTML text", "public.text", "html htm shtml", "text/html"),
        ("public.xml", "XML text", "public.text", "xml", "application/xml text/xml"),
        ("public.json", "JSON", "public.text", "json", "application/json"),
        ("public.yaml", "YAML", "public.text", "yml yaml", "application/x-yaml"),
        ("public.rtf", "rich text", "public.text", "rtf", "text/rtf"),
        ("com.apple.property-list", "property list", "public.data", "plist", ""),
        ("com.apple.xml-property-list", "XML property list", "public.xml com.apple.property-list", "", ""),
        ("com.apple.binary-property-list", "binary property list", "com.apple.property-list", "", ""),
        ("com.adobe.pdf", "PDF document", "public.data public.composite-content", "pdf", "application/pdf"),
        (
            "org.idpf.epub-container", "EPUB document", "public.data public.composite-content", "epub",
            "application/epub+zip"
        ),
        ("public.zip-archive", "ZIP archive", "public.data public.archive", "zip", "application/zip"),
        (
            "org.gnu.gnu-zip-archive", "gzip archive", "public.data public.archive", "gz gzip",
            "application/gzip application/x-gzip"
        ),
        ("public.bzip2-archive", "bzip2 archive", "public.data public.archive", "bz2", "application/x-bzip2"),
        ("public.tar-archive", "tar archive", "public.data public.archive", "tar", "application/x-tar"),
        ("public.image", "image", "public.data public.content", "", ""),
        ("public.jpeg", "JPEG image", "public.image", "jpeg jpg jpe", "image/jpeg image/jpg"),
        ("public.png", "PNG image", "public.image", "png", "image/png"),
        ("public.tiff", "TIFF image", "public.image", "tiff tif", "image/tiff"),
        ("com.compuserve.gif", "GIF image", "public.image", "gif", "image/gif"),
        ("com.microsoft.bmp", "BMP image", "public.image", "bmp", "image/bmp"),
        ("com.microsoft.ico", "Windows icon", "public.image", "ico", "image/vnd.microsoft.icon image/x-icon"),
        ("com.apple.icns", "Apple icon", "public.image", "icns", ""),
        ("org.webmproject.webp", "WebP image", "public.image", "webp", "image/webp"),
        ("public.heif-standard", "HEIF image", "public.image", "hif heif", "image/heif"),
        ("public.heif", "HEIF image", "public.heif-standard", "heif", "image/heif"),
        ("public.heic", "HEIC image", "public.heif-standard", "heic", "image/heic"),
        ("public.avif", "AVIF image", "public.heif-standard", "avif", "image/avif"),
        ("public.svg-image", "SVG image", "public.image public.xml", "svg svgz", "image/svg+xml"),
        ("public.camera-raw-image", "raw image", "public.image", "", ""),
        ("public.audiovisual-content", "audiovisual content", "public.data public.content", "", ""),
        ("public.movie", "movie", "public.audiovisual-content", "", ""),
        ("public.video", "video", "public.movie", "", ""),
        ("public.audio", "audio", "public.audiovisual-content", "", ""),
        ("com.apple.quicktime-movie", "QuickTime movie", "public.movie", "mov qt", "video/quicktime"),
        (
            "public.mpeg", "MPEG movie", "public.movie", "mpg mpeg mpe m75 m15",
            "video/mpeg video/mpg video/x-mpeg video/x-mpg"
        ),
        ("public.mpeg-2-video", "MPEG-2 video", "public.video", "m2v", "video/mpeg2"),
        ("public.mpeg-2-transport-stream", "MPEG-2 transport stream", "public.movie", "ts", "video/mp2t"),
        ("public.mpeg-4", "MPEG-4 movie", "public.movie", "mp4 mpg4", "video/mp4 video/mp4v"),
        ("com.apple.m4v-video", "Apple MPEG-4 movie", "public.movie", "m4v", "video/x-m4v"),
        ("public.avi", "AVI movie", "public.movie", "avi vfw", "video/avi video/msvideo video/x-msvideo"),
        ("public.dv-movie", "DV movie", "public.movie", "dv dif", "video/x-dv"),
        ("public.3gpp", "3GPP movie", "public.movie", "3gp 3gpp", "video/3gpp audio/3gpp"),
        ("public.3gpp2", "3GPP2 movie", "public.movie", "3g2 3gp2", "video/3gpp2 audio/3gpp2"),
        ("org.matroska.mkv", "Matroska video", "public.movie", "mkv", "video/x-matroska"),
        ("org.matroska.mka", "Matroska audio", "public.audio", "mka", "audio/x-matroska"),
        ("org.webmproject.webm", "WebM movie", "public.movie", "webm", "video/webm"),
        ("com.microsoft.windows-media-wmv", "Windows Media video", "public.movie", "wmv", "video/x-ms-wmv"),
        (
            "com.microsoft.advanced-systems-format", "Advanced Systems Format",
            "public.data public.audiovisual-content", "asf", "video/x-ms-asf"
        ),
        ("com.adobe.flash.video", "Flash video", "public.movie", "flv", "video/x-flv"),
        ("org.xiph.ogv", "Ogg video", "public.movie", "ogv", "video/ogg"),
        ("public.mpeg-4-audio", "MPEG-4 audio", "public.audio public.mpeg-4", "mp4 mpg4", "audio/mp4"),
        ("com.apple.m4a-audio", "Apple MPEG-4 audio", "public.mpeg-4-audio", "m4a", "audio/x-m4a"),
        ("com.apple.protected-mpeg-4-audio", "protected MPEG-4 audio", "public.mpeg-4-audio", "m4p", ""),
        ("com.apple.protected-mpeg-4-audio-b", "audiobook", "com.apple.protected-mpeg-4-audio", "m4b", ""),
        ("public.aac-audio", "AAC audio", "public.audio", "aac adts", "audio/aac audio/aacp audio/x-aac"),
        (
            "public.mp3", "MP3 audio", "public.audio", "mp3 mpga",
            "audio/mpeg audio/mp3 audio/mpg audio/x-mpeg audio/x-mp3"
        ),
        ("public.mp2", "MP2 audio", "public.audio", "mp2", "audio/mp2"),
        ("public.ac3-audio", "AC-3 audio", "public.audio", "ac3", "audio/ac3"),
        ("public.enhanced-ac3-audio", "Enhanced AC-3 audio", "public.audio", "eac3 ec3", "audio/eac3"),
        ("public.aiff-audio", "AIFF audio", "public.audio", "aiff aif", "audio/aiff audio/x-aiff"),
        ("public.aifc-audio", "AIFF-C audio", "public.aiff-audio", "aifc", "audio/aiff audio/x-aiff"),
        (
            "com.microsoft.waveform-audio", "Waveform audio", "public.audio", "wav wave bwf",
            "audio/wav audio/wave audio/vnd.wave audio/x-wav"
        ),
        ("com.apple.coreaudio-format", "Core Audio format", "public.audio", "caf", "audio/x-caf"),
        ("public.au-audio", "AU audio", "public.audio", "au ulw snd", "audio/basic"),
        ("public.midi-audio", "MIDI audio", "public.audio", "midi mid smf kar", "audio/midi"),
        ("org.xiph.flac", "FLAC audio", "public.audio", "flac", "audio/flac audio/x-flac"),
        ("org.xiph.ogg-audio", "Ogg audio", "public.audio", "ogg oga", "audio/ogg application/ogg"),
        ("org.xiph.opus", "Opus audio", "public.audio", "opus", "audio/opus"),
        ("com.microsoft.windows-media-wma", "Windows Media audio", "public.audio", "wma", "audio/x-ms-wma"),
        ("public.playlist", "playlist", "", "", ""),
        (
            "public.m3u-playlist", "M3U playlist", "public.text public.playlist", "m3u8 m3u",
            "application/vnd.apple.mpegurl application/x-mpegurl audio/mpegurl audio/x-mpegurl"
        ),
        ("public.mpeg-dash-manifest", "DASH manifest", "public.xml public.playlist", "mpd", "application/dash+xml"),
        ("public.pls-playlist", "PLS playlist", "public.text public.playlist", "pls", "audio/x-scpls"),
        ("org.w3.webvtt", "WebVTT captions", "public.text", "vtt", "text/vtt"),
        ("public.subrip", "SubRip captions", "public.text", "srt", "application/x-subrip"),
        ("com.scenarist.closed-caption", "Scenarist captions", "public.text", "scc", ""),
        ("org.smpte.timed-text", "timed text", "public.xml", "ttml itt dfxp", "application/ttml+xml"),
        ("public.font", "font", "", "", ""),
    ]
}
