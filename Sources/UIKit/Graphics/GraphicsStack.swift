public import CoreGraphics
public import Foundation

/// The stack of current contexts for drawing calls without a context parameter, innermost last. Each thread has its
/// own.
final class GraphicsStack {
    struct Entry {
        let context: CGContext
        /// Set for contexts created by `UIGraphicsBeginImageContextWithOptions`.
        var bitmap: BitmapContext?
        var scale: CGFloat = 1
    }

    private(set) var entries: [Entry] = []
    private static let key = "UIKit.GraphicsStack"

    static var current: GraphicsStack {
        if let stack = Thread.current.threadDictionary[key] as? GraphicsStack { return stack }
        let stack = GraphicsStack()
        Thread.current.threadDictionary[key] = stack
        return stack
    }

    func push(_ entry: Entry) { entries.append(entry) }
    func pop() { _ = entries.popLast() }

    /// Draws into a new bitmap.
    /// - Returns: nil where the size is invalid or nothing was drawn.
    static func makeImage(
        size: CGSize, scale: CGFloat, isOpaque: Bool = false, _ body: (CGContext) -> Void
    ) -> CGImage? {
        guard let bitmap = BitmapContext(size: size, scale: scale, isOpaque: isOpaque) else { return nil }
        let stack = current
        stack.push(Entry(context: bitmap.context, bitmap: bitmap, scale: scale))
        body(bitmap.context)
        stack.pop()
        return bitmap.makeImage()
    }
}

/// Returns the context that `UIColor.setFill()`, `UIBezierPath.fill()` and similar calls use on this thread; nil
/// outside of drawing.
public func UIGraphicsGetCurrentContext() -> CGContext? { GraphicsStack.current.entries.last?.context }

public func UIGraphicsPushContext(_ context: CGContext) { GraphicsStack.current.push(.init(context: context)) }
public func UIGraphicsPopContext() { GraphicsStack.current.pop() }

/// Starts drawing into a new bitmap. Each call must be balanced by `UIGraphicsEndImageContext()`;
/// `UIGraphicsImageRenderer` does so by itself.
/// - Parameter scale: pixels per point; 0 means 1.
public func UIGraphicsBeginImageContextWithOptions(_ size: CGSize, _ opaque: Bool, _ scale: CGFloat) {
    let scale = scale.isFinite && scale > 0 ? scale : 1
    let bitmap = BitmapContext(size: size, scale: scale, isOpaque: opaque)
    // An invalid size still pushes a context, which discards all drawing, because the caller will pop one.
    let context = bitmap?.context ?? .withoutBitmap
    GraphicsStack.current.push(.init(context: context, bitmap: bitmap, scale: scale))
}

public func UIGraphicsBeginImageContext(_ size: CGSize) { UIGraphicsBeginImageContextWithOptions(size, false, 1) }

public func UIGraphicsGetImageFromCurrentImageContext() -> UIImage? {
    guard let entry = GraphicsStack.current.entries.last, let bitmap = entry.bitmap else { return nil }
    bitmap.context.allocateBitmap()
    return bitmap.makeImage().map { UIImage(cgImage: $0, scale: entry.scale, orientation: .up) }
}

public func UIGraphicsEndImageContext() {
    guard GraphicsStack.current.entries.last?.bitmap != nil else { return }
    GraphicsStack.current.pop()
}

public func UIRectFill(_ rect: CGRect) { UIGraphicsGetCurrentContext()?.fill(rect) }
/// Strokes a frame one point wide inside the rectangle.
public func UIRectFrame(_ rect: CGRect) {
    UIGraphicsGetCurrentContext()?.stroke(rect.insetBy(dx: 0.5, dy: 0.5), width: 1)
}
public func UIRectClip(_ rect: CGRect) { UIGraphicsGetCurrentContext()?.clip(to: rect) }
