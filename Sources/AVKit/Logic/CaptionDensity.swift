import CoreGraphics

/// How closely captions are set: with space around their lines, or without where captions find no place otherwise.
enum CaptionDensity {
    case comfortable, compact

    /// The space around a line for a font size.
    func padding(_ size: CGFloat) -> CGSize {
        switch self {
        case .comfortable: CGSize(width: (size * 0.35).rounded(), height: (size * 0.12).rounded())
        case .compact: CGSize(width: (size * 0.1).rounded(), height: 0)
        }
    }

    /// The distance between two lines.
    var gap: CGFloat { self == .comfortable ? 2 : 0 }

    var cornerRadius: CGFloat { self == .comfortable ? 4 : 0 }

    /// The distance of the first row from the upper edge of the video, and of the last one from the lower edge, as fractions of its height.
    var margins: (top: CGFloat, bottom: CGFloat) { self == .comfortable ? (0.02, 0.05) : (0, 0) }

    /// The least distance of the last row from the lower edge of the view.
    var floor: CGFloat { self == .comfortable ? 12 : 0 }
}
