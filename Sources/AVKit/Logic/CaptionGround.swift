import CoreGraphics

/// An area with a color behind captions, from their text attributes; lengths are fractions of the video's size.
struct CaptionGround: Hashable {
    private var area: CGRect
    /// Opacity, red, green and blue.
    var color: [Double]

    init?(_ numbers: [Double]) {
        guard numbers.count == 8, numbers.allSatisfy(\.isFinite), numbers[2] > 0, numbers[3] > 0 else { return nil }
        area = CGRect(
            x: numbers[0] / 100, y: numbers[1] / 100, width: numbers[2] / 100, height: numbers[3] / 100)
        color = Array(numbers[4...])
    }

    /// Returns the rectangle of the area in a video; an empty one where the area is outside of it.
    func frame(in video: CGRect) -> CGRect {
        let frame = CGRect(
            x: video.minX + video.width * area.minX, y: video.minY + video.height * area.minY,
            width: video.width * area.width, height: video.height * area.height)
        return frame.intersects(video) ? frame.intersection(video) : .zero
    }
}
