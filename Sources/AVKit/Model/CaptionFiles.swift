import Foundation
import MediaEngine

/// The caption files that belong to a media file.
package enum CaptionFiles {
    /// Returns the caption files in the folder of a media file whose names begin with its name; see `CaptionFile`. Reads the folder.
    package static func beside(_ media: URL) -> [URL] { CaptionFile.files(beside: media) }
}
