import QuartzCore

extension PixelRect {
    /// The part inside a surface of that size; nil if there is none. Never overflows.
    func clipped(width surfaceWidth: Int, height surfaceHeight: Int) -> PixelRect? {
        guard !isEmpty else { return nil }
        let left = max(0, x)
        let top = max(0, y)
        let right = min(surfaceWidth, x.addingReportingOverflow(width).overflow ? Int.max : x + width)
        let bottom = min(surfaceHeight, y.addingReportingOverflow(height).overflow ? Int.max : y + height)
        guard right > left, bottom > top else { return nil }
        return PixelRect(x: left, y: top, width: right - left, height: bottom - top)
    }
}
