/// A bitmap into which a `CGContext` paints, with y pointing downwards.
///
/// The memory is allocated when something is first painted. Not thread-safe.
package final class BitmapContext {
    /// In points.
    package let context: CGContext

    /// - Parameters:
    ///   - size: in points.
    ///   - scale: pixels per point.
    /// - Returns: nil for an empty or impossible size.
    package init?(size: CGSize, scale: CGFloat, isOpaque: Bool = false) {
        let limit = CGFloat(CGImage.maximumSide)
        let (width, height) = ((size.width * scale).rounded(.up), (size.height * scale).rounded(.up))
        guard width >= 1, height >= 1, width <= limit, height <= limit,
            let format = BitmapFormat(width: Int(width), height: Int(height), isOpaque: isOpaque)
        else { return nil }
        context = CGContext(format: format, scale: scale) {
            ContextBitmap(format).flatMap { ContextTarget($0, scale: scale, isYUp: false) }
        }
    }

    /// Returns a copy of the painted image; nil while nothing has been painted.
    package func makeImage() -> CGImage? { context.targetIfUsed?.bitmap.makeImage() }
}
