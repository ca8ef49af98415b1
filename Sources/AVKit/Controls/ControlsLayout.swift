import CoreGraphics
import Foundation

/// The frames of the controls in an area of a given size, and the selection of the controls that fit (R27: narrow and wide alike).
struct ControlsLayout: Equatable {
    /// The parts of the row of buttons, in their order from left to right.
    enum Part: Int, CaseIterable, Comparable {
        case play, previous, back, forward, next, mute, volume, time, chapterName
        case chapters, captions, speed, aspect, fullScreen

        static func < (a: Part, b: Part) -> Bool { a.rawValue < b.rawValue }
        var isOnRight: Bool { self >= .chapters }
    }

    /// The parts that are left out when the row is too narrow, in the order of removal. Play, time and full screen always stay.
    static let dispensable: [Part] = [
        .chapterName, .aspect, .volume, .speed, .chapters, .previous, .next, .captions, .back, .forward, .mute,
    ]

    static let minimumChapterNameWidth: CGFloat = 60
    /// Minimum gap between the left and the right group of the row, in points.
    static let middleGap: CGFloat = 16

    let isCompact: Bool
    private(set) var frames: [Part: CGRect] = [:]
    private(set) var scrubber: CGRect

    let sideMargin: CGFloat
    var topMargin: CGFloat { isCompact ? 10 : PlayerLook.topMargin }

    private static func isCompact(_ size: CGSize) -> Bool { size.width < 520 || size.height < 260 }

    /// Returns the margin at the left and right edges. It grows continuously with the width, so that no part disappears
    /// while a window is enlarged.
    static func sideMargin(forWidth width: CGFloat) -> CGFloat {
        max(14, min(PlayerLook.sideMargin, ((width - 352) / 12).rounded(.down)))
    }

    /// Returns the vertical center of the row of buttons.
    private static func buttonRow(in size: CGSize) -> CGFloat {
        size.height - (isCompact(size) ? 30 : PlayerLook.buttonRowFromBottom)
    }

    /// Returns the frame of the scrubber, which depends only on the size of the area.
    static func scrubberFrame(in size: CGSize, height: CGFloat) -> CGRect {
        let margin = sideMargin(forWidth: size.width)
        let center = buttonRow(in: size) - (isCompact(size) ? 34 : PlayerLook.scrubberAboveButtons)
        return CGRect(
            x: margin, y: (center - height / 2).rounded(), width: max(0, size.width - 2 * margin), height: height)
    }

    /// - Parameters:
    ///   - wanted: the parts that apply to this player.
    ///   - timeWidth: width of the widest time that can be shown.
    ///   - chapterNameWidth: width of the current chapter's name.
    init(size: CGSize, wanted: Set<Part>, timeWidth: CGFloat, chapterNameWidth: CGFloat, scrubberHeight: CGFloat) {
        isCompact = Self.isCompact(size)
        let margin = Self.sideMargin(forWidth: size.width)
        sideMargin = margin
        let rowY = Self.buttonRow(in: size)
        scrubber = Self.scrubberFrame(in: size, height: scrubberHeight)

        func width(_ part: Part) -> CGFloat {
            switch part {
            case .volume: PlayerLook.volumeWidth + 24
            case .time: timeWidth + 8
            case .chapterName: Self.minimumChapterNameWidth
            default: PlayerLook.buttonPitch
            }
        }
        let always: Set<Part> = [.play, .time, .fullScreen]
        var shown = wanted.union(always.intersection(wanted))
        let room = size.width - 2 * margin
        func needed() -> CGFloat { shown.reduce(Self.middleGap) { $0 + width($1) } - 6 }
        for part in Self.dispensable where needed() > room { shown.remove(part) }

        let button = PlayerLook.buttonSize
        // The frame of the first button, not its smaller icon, starts at the margin.
        var left = margin
        for part in shown.sorted() where !part.isOnRight {
            switch part {
            case .volume:
                frames[part] = CGRect(
                    x: left, y: rowY - button / 2, width: PlayerLook.volumeWidth, height: button)
                left += PlayerLook.volumeWidth + 24
            case .time:
                if !shown.contains(.volume) { left += 6 }
                frames[part] = CGRect(x: left, y: rowY - button / 2, width: timeWidth, height: button)
                left += timeWidth + 20
            case .chapterName:
                break
            default:
                frames[part] = CGRect(x: left, y: rowY - button / 2, width: button, height: button)
                left += PlayerLook.buttonPitch
            }
        }
        var right = size.width - margin
        for part in shown.sorted(by: >) where part.isOnRight {
            frames[part] = CGRect(x: right - button, y: rowY - button / 2, width: button, height: button)
            right -= PlayerLook.buttonPitch
        }
        if shown.contains(.chapterName) {
            let space = right - Self.middleGap - left
            if space >= Self.minimumChapterNameWidth {
                frames[.chapterName] = CGRect(
                    x: left, y: rowY - button / 2, width: min(space, chapterNameWidth), height: button)
            }
        }
    }

    /// Returns the frame of the thumbnail preview: centered over `x`, clear of the edges and of the scrubber.
    func scrubPreviewFrame(size: CGSize, overX x: CGFloat, in width: CGFloat) -> CGRect {
        let left = min(
            max(sideMargin, scrubber.minX + x - size.width / 2), max(sideMargin, width - sideMargin - size.width))
        return CGRect(
            x: left.rounded(), y: scrubber.midY - 30 - size.height, width: size.width, height: size.height)
    }

    /// Returns the frame of a menu over its button: the menu stays inside the side margins and is at most as high as the space above the
    /// button.
    func menuFrame(size: CGSize, over button: CGRect, in area: CGSize) -> CGRect {
        let bottom = button.minY - 16
        let height = min(size.height, max(60, bottom - topMargin))
        let left = max(sideMargin, min(button.midX - size.width / 2, area.width - sideMargin - size.width))
        return CGRect(x: left.rounded(), y: (bottom - height).rounded(), width: size.width, height: height.rounded())
    }
}
