import QuartzCore

extension PixelRect {
    /// Returns the part inside a surface of this size; nil if there is none. Does not overflow.
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
