package import CoreGraphics

/// What is drawn for a caption in place of its text.
package enum CaptionGraphics: Sendable, Hashable {
    /// A line of a script in SubStation Alpha.
    case line(ScriptLine)
    /// Pictures, of which later ones cover earlier ones.
    case pictures([CaptionPicture])

    package var line: ScriptLine? { if case .line(let line) = self { line } else { nil } }

    package var pictures: [CaptionPicture] { if case .pictures(let pictures) = self { pictures } else { [] } }
}

/// A picture of a caption with its place in the video.
package struct CaptionPicture: Sendable, Hashable {
    package let image: CGImage
    /// The place of the picture, as fractions of the video's size.
    package let frame: CGRect
    /// Whether the picture is meant to be displayed for viewers who want no subtitles, too.
    package let isForced: Bool
    /// A checksum of the pixels: a picture that is decoded again after a seek is the same one.
    private let checksum: UInt64

    /// - Parameter checksum: a checksum of the pixels.
    package init(image: CGImage, frame: CGRect, isForced: Bool, checksum: UInt64) {
        self.image = image
        self.frame = frame
        self.isForced = isForced
        self.checksum = checksum
    }

    package static func == (left: Self, right: Self) -> Bool {
        left.frame == right.frame && left.isForced == right.isForced && left.checksum == right.checksum
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(checksum) }
}
