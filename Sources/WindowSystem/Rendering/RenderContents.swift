public import QuartzCore

/// What a render thread shows. All members are called on that thread, one at a time.
public protocol RenderContents: Sendable {
    /// Takes the newest contents for the drawing that follows.
    /// - Returns: their size in pixels; nil where there is nothing to draw.
    func takeFrame() -> (width: Int, height: Int)?

    /// Draws what was taken; the surface is valid during the call only.
    /// - Parameter isFresh: whether the surface's pixels are undefined, so that all of them must be drawn.
    /// - Returns: the rectangles that changed, in pixels.
    func render(into surface: PixelSurface, isFresh: Bool) -> [PixelRect]

    /// The drawing was handed to the display.
    func didShow()

    /// The window or the display is gone, or gives no pixels. Nothing is called after it.
    func renderingDidFail(_ error: WindowError)
}
