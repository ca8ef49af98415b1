import CoreGraphics
import Foundation

/// The frames of an image and two texts in a row, with leading on the left.
struct ListContentArrangement {
    enum Placement {
        /// The second text below the first.
        case stacked
        /// The second text at the trailing edge; below the first where both do not fit.
        case sides
        /// The first text in a column that ends where the second text begins.
        case column
    }

    struct Frames {
        var image = CGRect.zero
        var text = CGRect.zero
        var detail = CGRect.zero
        /// The height that the content takes, margins included.
        var height: CGFloat = 0
    }

    /// Measures a text at a width.
    typealias Measure = (CGFloat) -> CGSize

    var placement = Placement.stacked
    /// The displayed size of the image; zero without one.
    var image = CGSize.zero
    /// The size of the area in which the image is centered, where larger than the image.
    var reserved = CGSize.zero
    var margins = NSDirectionalEdgeInsets.zero
    var imageGap: CGFloat = 0
    var textGap: CGFloat = 0
    /// The least space between texts beside each other.
    var sideGap: CGFloat = 8

    /// The part of the width that the first column takes.
    private static let columnShare: CGFloat = 0.3

    private var imageWidth: CGFloat { image.width > 0 || reserved.width > 0 ? max(image.width, reserved.width) : 0 }
    /// Where the texts begin.
    var textStart: CGFloat { margins.leading + (imageWidth > 0 ? imageWidth + imageGap : 0) }

    /// - Parameters:
    ///   - height: the height of the row, in which the content is centered; nil for the height that it needs.
    ///   - text: nil for no text.
    func frames(width: CGFloat, height: CGFloat?, text: Measure?, detail: Measure?) -> Frames {
        let room = max(0, width - textStart - margins.trailing)
        var frames = placed(room: room, text: text, detail: detail)
        let texts = frames.text.union(frames.detail)
        let inner = max(
            max(image.height, reserved.height), frames.text.isEmpty && frames.detail.isEmpty ? 0 : texts.height)
        frames.height = margins.top + inner + margins.bottom
        let middle = margins.top + (max(height ?? frames.height, 0) - margins.top - margins.bottom) / 2
        let top = (middle - texts.height / 2).rounded()
        frames.text = frames.text.offsetBy(dx: textStart, dy: top)
        frames.detail = frames.detail.offsetBy(dx: textStart, dy: top)
        frames.image = CGRect(
            x: (margins.leading + (imageWidth - image.width) / 2).rounded(), y: (middle - image.height / 2).rounded(),
            width: image.width, height: image.height)
        return frames
    }

    /// Returns the frames of the texts in an area of their own.
    private func placed(room: CGFloat, text: Measure?, detail: Measure?) -> Frames {
        func size(_ measure: Measure?, _ width: CGFloat) -> CGSize {
            guard let size = measure?(width) else { return .zero }
            return CGSize(width: min(width, size.width.rounded(.up)), height: size.height.rounded(.up))
        }
        var frames = Frames()
        switch placement {
        case .column where detail != nil:
            let start = (room * Self.columnShare).rounded()
            let (first, second) = (size(text, start), size(detail, max(0, room - start - sideGap)))
            let height = max(first.height, second.height)
            frames.text = CGRect(x: 0, y: ((height - first.height) / 2).rounded(), width: start, height: first.height)
            frames.detail = CGRect(
                x: start + sideGap, y: ((height - second.height) / 2).rounded(),
                width: max(0, room - start - sideGap), height: second.height)
        case .sides where isBeside(room, text, detail):
            let (first, second) = (size(text, room), size(detail, room))
            let height = max(first.height, second.height)
            frames.text = CGRect(
                x: 0, y: ((height - first.height) / 2).rounded(), width: first.width, height: first.height)
            frames.detail = CGRect(
                x: room - second.width, y: ((height - second.height) / 2).rounded(), width: second.width,
                height: second.height)
        default:
            let (first, second) = (size(text, room), size(detail, room))
            frames.text = CGRect(x: 0, y: 0, width: room, height: first.height)
            let top = first.height > 0 && second.height > 0 ? first.height + textGap : first.height
            frames.detail = CGRect(x: 0, y: top, width: room, height: second.height)
        }
        return frames
    }

    private func isBeside(_ room: CGFloat, _ text: Measure?, _ detail: Measure?) -> Bool {
        let widths = [text, detail].map { $0?(0).width ?? 0 }
        return widths[0] + widths[1] + sideGap <= room
    }
}
