public import CoreGraphics

/// Returns the largest rectangle with an aspect ratio that fits into a rectangle, in its centre, such as the place of a video in its view.
///
/// - Parameter aspectRatio: a width and a height. Where one of them is not positive, the result is an empty rectangle in the centre.
public func AVMakeRect(aspectRatio: CGSize, insideRect boundingRect: CGRect) -> CGRect {
    let box = boundingRect.standardized
    var size = CGSize.zero
    if aspectRatio.width > 0, aspectRatio.height > 0, box.width > 0, box.height > 0 {
        let scale = min(box.width / aspectRatio.width, box.height / aspectRatio.height)
        size = CGSize(width: aspectRatio.width * scale, height: aspectRatio.height * scale)
    }
    return CGRect(x: box.midX - size.width / 2, y: box.midY - size.height / 2, width: size.width, height: size.height)
}
