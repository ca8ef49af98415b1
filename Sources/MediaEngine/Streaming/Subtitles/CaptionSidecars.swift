package import Foundation

/// The caption files beside a media file, and what is wrong with them.
package struct CaptionSidecars: Sendable {
    package private(set) var files: [CaptionFile] = []
    /// Files that cannot be read, contain no captions, or are not encoded in UTF-8.
    package private(set) var findings: [MediaError] = []

    /// Files beyond this number are ignored.
    private static let maximumFiles = 50

    package init() {}

    /// Reads the files in the folder of a media file whose names begin with its name; see `CaptionFile`. Blocks. URLs of other schemes have
    /// no such files.
    package init(beside media: URL) {
        for url in CaptionFile.files(beside: media).prefix(Self.maximumFiles) {
            do throws(MediaError) {
                let file = try CaptionFile(url)
                files.append(file)
                guard let encoding = file.encoding else { continue }
                findings.append(
                    MediaError(
                        .malformed,
                        "“\(url.lastPathComponent)” is not encoded in UTF-8; it was read as \(encoding). "
                            + "If its letters are wrong, save it as UTF-8.", url: url))
            } catch {
                findings.append(error)
            }
        }
    }
}
