import CoreGraphics

/// The area in which captions are placed.
struct CaptionArea: Equatable {
    /// The rectangle of the video.
    let video: CGRect
    /// The lower edge of the visible part: that of the video, or the upper edge of the controls.
    let bottom: CGFloat
    /// The lower edge of the last row.
    let lowest: CGFloat
    /// The area of the item's title; nil while it is hidden.
    let title: CGRect?
    let fontSize: CGFloat
    let density: CaptionDensity

    /// - Parameters:
    ///   - height: the height of the view.
    ///   - covered: the height of the controls at the lower edge of the view.
    ///   - title: the area of the title in the view.
    init(
        video: CGRect, height: CGFloat, covered: CGFloat, title: CGRect? = nil, fontSize: CGFloat,
        density: CaptionDensity
    ) {
        self.video = video
        self.title = title
        self.fontSize = fontSize
        self.density = density
        bottom = min(video.maxY, height - covered)
        lowest = min(video.maxY - video.height * density.margins.bottom, height - max(covered, density.floor))
    }

    /// Whether controls or the title cover a part of the video.
    var isCovered: Bool { bottom < video.maxY - 0.5 || title != nil }

    /// Returns the axes of text. Vertical lines end above the controls.
    func axes(_ writing: CaptionWriting) -> CaptionAxes {
        guard writing.isVertical else { return CaptionAxes(writing: writing, area: video) }
        let tall = CGRect(
            x: video.minX, y: video.minY, width: video.width, height: max(0, lowest - video.minY))
        return CaptionAxes(writing: writing, area: tall)
    }

    /// The edges of rows in the area as the text sees it.
    /// - Returns: the upper edge of the first row, the lower edge of the last one, and the lower edge of captions at other places.
    func rowEdges(_ axes: CaptionAxes) -> (first: CGFloat, last: CGFloat, end: CGFloat) {
        let text = axes.textArea
        let first = text.minY + video.height * density.margins.top
        guard axes.writing.isVertical else { return (first, lowest, bottom) }
        return (first, text.maxY - video.height * density.margins.bottom, text.maxY)
    }
}
