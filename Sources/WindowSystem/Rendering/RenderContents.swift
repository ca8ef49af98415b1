package import QuartzCore

/// The content that a render thread draws. All members are called on that thread, one at a time.
package protocol RenderContents: Sendable {
    /// Latches the latest content for the following `render` call.
    /// - Returns: the size in pixels; nil if there is nothing to draw.
    func takeFrame() -> (width: Int, height: Int)?

    /// Draws the latched content; the surface is valid during the call only.
    /// - Parameter isFresh: whether the surface's pixels are undefined, so that all of them must be drawn.
    /// - Returns: the rectangles that changed, in pixels.
    func render(into surface: PixelSurface, isFresh: Bool) -> [PixelRect]

    /// Called after the frame was handed to the display.
    func didShow()

    /// Called when the window provides no pixels, was destroyed, or its display is lost. No further calls follow. The codes
    /// `.destroyed` and `.displayLost` need no report: the main thread reports them when it closes the window.
    func renderingDidFail(_ error: WindowError)
}
