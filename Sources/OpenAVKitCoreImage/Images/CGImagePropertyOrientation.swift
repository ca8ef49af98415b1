/// How the rows and columns of a stored image lie in the displayed image; the values are those of EXIF.
public enum CGImagePropertyOrientation: UInt32, Sendable, CaseIterable {
    case up = 1
    case upMirrored = 2
    case down = 3
    case downMirrored = 4
    case leftMirrored = 5
    /// Turned a quarter to the right for display.
    case right = 6
    case rightMirrored = 7
    /// Turned a quarter to the left for display.
    case left = 8
}
