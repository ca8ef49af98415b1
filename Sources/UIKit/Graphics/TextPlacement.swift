import CoreGraphics
import Drawing
import Foundation

/// Text that is measured and drawn in a rectangle with options.
struct TextPlacement {
    private let block: TextBlock
    private let usesDeviceMetrics: Bool
    private let isOnBaseLine: Bool

    init(
        _ text: NSAttributedString, size: CGSize, options: NSStringDrawingOptions, context: NSStringDrawingContext?
    ) {
        usesDeviceMetrics = options.contains(.usesDeviceMetrics)
        isOnBaseLine = !options.contains(.usesLineFragmentOrigin)
        var setting = TextBlock.Setting(maximumLines: isOnBaseLine ? 1 : 0)
        setting.usesFontLeading = options.contains(.usesFontLeading)
        let isWide = !size.width.isFinite || size.width <= 0 || size.width >= Self.unlimited
        if !isOnBaseLine, !isWide { setting.width = size.width }
        let runs = TextRenderer.runs(of: text)
        var block = TextBlock(runs, setting)
        var factor: CGFloat = 1
        if let smallest = context?.minimumScaleFactor, smallest > 0, smallest < 1 {
            (factor, block) = Self.scaled(runs, setting, block, into: size, smallest: smallest)
            setting.factor = factor
        }
        if options.contains(.truncatesLastVisibleLine), !isOnBaseLine {
            block = Self.truncated(runs, setting, block, height: size.height)
        }
        self.block = block
        context?.actualScaleFactor = factor
        context?.totalBounds = bounds
    }

    /// Widths from here on do not wrap text.
    private static let unlimited: CGFloat = 1e6
    /// The number of steps in which a scale factor is found.
    private static let steps = 7

    /// The bounds of the text relative to the origin of its rectangle.
    var bounds: CGRect {
        let lines = usesDeviceMetrics ? block.inkBounds : CGRect(origin: .zero, size: block.size)
        return isOnBaseLine ? lines.offsetBy(dx: 0, dy: -block.firstBaseline) : lines
    }

    func draw(on canvas: Canvas, at origin: CGPoint) {
        block.draw(
            on: canvas, at: CGPoint(x: origin.x, y: origin.y - (isOnBaseLine ? block.firstBaseline : 0)))
    }

    private static func fits(_ block: TextBlock, _ size: CGSize) -> Bool {
        (size.width <= 0 || block.size.width <= size.width) && (size.height <= 0 || block.size.height <= size.height)
    }

    /// Returns the largest factor with which the text fits, or the smallest one that is allowed.
    private static func scaled(
        _ runs: [TextRenderer.Run], _ setting: TextBlock.Setting, _ block: TextBlock, into size: CGSize,
        smallest: CGFloat
    ) -> (CGFloat, TextBlock) {
        guard !fits(block, size) else { return (1, block) }
        func layout(_ factor: CGFloat) -> TextBlock {
            var setting = setting
            setting.factor = factor
            return TextBlock(runs, setting)
        }
        var (low, high) = (smallest, CGFloat(1))
        var best = layout(low)
        guard fits(best, size) else { return (low, best) }
        for _ in 0..<steps {
            let middle = (low + high) / 2
            let candidate = layout(middle)
            if fits(candidate, size) { (low, best) = (middle, candidate) } else { high = middle }
        }
        return (low, best)
    }

    /// Returns the text with as many lines as fit in the height, at least one.
    private static func truncated(
        _ runs: [TextRenderer.Run], _ setting: TextBlock.Setting, _ block: TextBlock, height: CGFloat
    ) -> TextBlock {
        guard height > 0, block.size.height > height else { return block }
        var (fitting, low, high) = (block, 1, max(block.lineCount, 1))
        while low <= high {
            let middle = (low + high) / 2
            var limited = setting
            limited.maximumLines = middle
            let candidate = TextBlock(runs, limited)
            if candidate.size.height <= height || middle == 1 {
                (fitting, low) = (candidate, middle + 1)
            } else {
                high = middle - 1
            }
        }
        return fitting
    }
}
