import CoreGraphics

/// The direction in which a caption is written.
enum CaptionWriting: CaseIterable {
    case horizontal, verticalRightToLeft, verticalLeftToRight

    var isVertical: Bool { self != .horizontal }
}

/// Converts between an area of the video and the area as its text sees it: lines run from left to right, and the first one is at the top.
struct CaptionAxes {
    let writing: CaptionWriting
    /// The area of the video.
    let area: CGRect

    /// The area as the text sees it. In vertical writing its origin is zero.
    var textArea: CGRect {
        writing.isVertical ? CGRect(x: 0, y: 0, width: area.height, height: area.width) : area
    }

    /// Returns the place in the video of a rectangle of the text's area.
    func place(_ frame: CGRect) -> CGRect {
        switch writing {
        case .horizontal: frame
        case .verticalRightToLeft:
            CGRect(
                x: area.maxX - frame.maxY, y: area.minY + frame.minX, width: frame.height, height: frame.width)
        case .verticalLeftToRight:
            CGRect(
                x: area.minX + frame.minY, y: area.minY + frame.minX, width: frame.height, height: frame.width)
        }
    }

    /// Returns the rectangle of the text's area at a place in the video.
    func textFrame(_ place: CGRect) -> CGRect {
        switch writing {
        case .horizontal: place
        case .verticalRightToLeft:
            CGRect(x: place.minY - area.minY, y: area.maxX - place.maxX, width: place.height, height: place.width)
        case .verticalLeftToRight:
            CGRect(x: place.minY - area.minY, y: place.minX - area.minX, width: place.height, height: place.width)
        }
    }
}
