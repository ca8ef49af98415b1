import Foundation

/// Whether a window covers its display, as the program has requested and the window manager has confirmed.
enum DisplayCover: Equatable {
    case windowed
    /// The program has requested the former frame; the window manager may still show full screen.
    case leaving
    /// The program has requested full screen; the window manager may still show the former frame.
    case entering(former: CGRect)
    case covering(former: CGRect)

    /// The frame before full screen in points of the desktop; nil where the window is not in full screen.
    var former: CGRect? {
        switch self {
        case .windowed, .leaving: nil
        case .entering(let former), .covering(let former): former
        }
    }

    /// Updates the state from the window manager's.
    /// - Parameters:
    ///   - shown: 1: the window manager shows full screen; 0: it does not; negative: it is not known.
    ///   - frame: the frame of the window before the change.
    /// - Returns: whether the window is in full screen now, if the window manager has changed that by itself; otherwise nil.
    mutating func windowManagerShows(_ shown: Int32, frame: CGRect) -> Bool? {
        switch (self, shown) {
        case (.entering(let former), 1): self = .covering(former: former)
        case (.leaving, 0): self = .windowed
        case (.covering, 0):
            self = .windowed
            return false
        case (.windowed, 1):
            self = .covering(former: frame)
            return true
        default: break
        }
        return nil
    }
}
