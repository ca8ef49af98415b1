import CoreGraphics
import Foundation

/// The frames of the controls in an area of a given size (R27): one row under the scrubber, or the stacked transport of a portrait area. The
/// functions are the same everywhere: controls that do not fit are in `overflow`, whose functions the "More" menu offers.
struct ControlsLayout: Equatable {
    /// The controls below the scrubber, in their order from left to right.
    enum Part: Int, CaseIterable, Comparable {
        case play, previous, back, forward, next, mute, volume, time, chapterName
        case info, chapters, captions, speed, aspect, pictureInPicture, more, fullScreen

        static func < (a: Part, b: Part) -> Bool { a.rawValue < b.rawValue }
        var isOnRight: Bool { self >= .info }
        /// Whether the part only displays something.
        var isText: Bool { self == .time || self == .chapterName }
    }

    /// The parts that move into the menu when a row is too narrow, in the order of removal; parts of one entry leave together. Play, time and
    /// "More" always stay.
    static let dispensable: [Set<Part>] = [
        [.chapterName], [.info], [.aspect], [.volume], [.speed], [.pictureInPicture], [.chapters], [.previous, .next],
        [.captions],
        [.back, .forward],
        [.mute], [.fullScreen],
    ]

    static let minimumChapterNameWidth: CGFloat = 60
    /// Minimum gap between the left and the right group of a row, in points.
    static let middleGap: CGFloat = 16
    /// The width that the times and the gaps of a row need beside the play button and "More" in the narrowest areas.
    private static let timeRoom: CGFloat = 150
    /// The pitch of the transport buttons of a portrait area, and the distances between its rows, for buttons of the least size.
    static let stackedPitch: CGFloat = 56
    static let stackedRows: (transport: CGFloat, times: CGFloat, scrubber: CGFloat) = (50, 40, 30)

    let isCompact: Bool
    /// Whether the area is portrait: the transport buttons have a row of their own.
    let isStacked: Bool
    private(set) var frames: [Part: CGRect] = [:]
    private(set) var scrubber: CGRect
    /// The parts with a function that have no place, in their order from left to right.
    private(set) var overflow: [Part] = []
    /// Whether there is room for one time only.
    private(set) var isTimeShort = false

    let sideMargin: CGFloat
    /// The side of a button, in points.
    let buttonSize: CGFloat
    var topMargin: CGFloat { Self.topMargin(in: isCompact) }

    private static func topMargin(in isCompact: Bool) -> CGFloat { isCompact ? 10 : PlayerLook.topMargin }
    private static func isCompact(_ size: CGSize) -> Bool { size.width < 520 || size.height < 260 }
    private static func isStacked(_ size: CGSize) -> Bool { size.height >= max(320, size.width) }

    /// Returns the margin at the left and right edges. It grows continuously with the width, so that no part disappears
    /// while a window is enlarged.
    static func sideMargin(forWidth width: CGFloat) -> CGFloat {
        max(14, min(PlayerLook.sideMargin, ((width - 352) / 12).rounded(.down)))
    }

    /// Returns the side of a button: that for the viewer's text size, or less in an area in which the play button, the times and "More" would
    /// not fit. It grows continuously with the area.
    static func buttonSize(in size: CGSize) -> CGFloat {
        let room = size.width - 2 * sideMargin(forWidth: size.width) - timeRoom
        let most = min(room / 2 - PlayerLook.buttonGap, size.height / 4).rounded(.down)
        return max(PlayerLook.leastButtonSize, min(PlayerLook.buttonSize, most))
    }

    /// Returns how much farther than a button of the least size a button reaches from its center.
    private static func growth(in size: CGSize) -> CGFloat { (buttonSize(in: size) - PlayerLook.leastButtonSize) / 2 }

    /// Returns the vertical center of the lowest row of buttons.
    private static func buttonRow(in size: CGSize) -> CGFloat {
        size.height - (isCompact(size) ? 30 : PlayerLook.buttonRowFromBottom) - growth(in: size)
    }

    /// Returns the distances between the rows of a portrait area. Transport and lowest row are both of buttons.
    private static func stackedDistances(in size: CGSize) -> (transport: CGFloat, times: CGFloat, scrubber: CGFloat) {
        let growth = growth(in: size)
        return (stackedRows.transport + 2 * growth, stackedRows.times + growth, stackedRows.scrubber)
    }

    /// Returns the frame of the scrubber, which depends only on the size of the area.
    static func scrubberFrame(in size: CGSize, height: CGFloat) -> CGRect {
        let margin = sideMargin(forWidth: size.width)
        let rows = stackedDistances(in: size)
        let above =
            isStacked(size)
            ? rows.transport + rows.times + rows.scrubber
            : growth(in: size) + (isCompact(size) ? 34 : PlayerLook.scrubberAboveButtons)
        let center = buttonRow(in: size) - above
        return CGRect(
            x: margin, y: (center - height / 2).rounded(), width: max(0, size.width - 2 * margin), height: height)
    }

    /// Returns the heights at the upper and lower edge that the controls occupy while they are visible.
    /// - Parameter titleHeight: the height of the texts at the upper edge.
    static func occupied(in size: CGSize, scrubberHeight: CGFloat, titleHeight: CGFloat) -> (
        top: CGFloat, bottom: CGFloat
    ) {
        let top = topMargin(in: isCompact(size)) + max(buttonSize(in: size), titleHeight)
        return (top, size.height - scrubberFrame(in: size, height: scrubberHeight).minY)
    }

    /// - Parameters:
    ///   - wanted: the parts that apply to this player. `more` is added where parts have no place.
    ///   - timeWidth: width of the widest times that can be shown.
    ///   - shortTimeWidth: width of one time, for an area with no room for two; nil: the same as `timeWidth`.
    ///   - chapterNameWidth: width of the current chapter's name.
    ///   - hasClientItems: whether "More" has elements of the client, so that it is always there.
    init(
        size: CGSize, wanted: Set<Part>, timeWidth: CGFloat, shortTimeWidth: CGFloat? = nil, chapterNameWidth: CGFloat,
        scrubberHeight: CGFloat, hasClientItems: Bool = false
    ) {
        isCompact = Self.isCompact(size)
        isStacked = Self.isStacked(size)
        sideMargin = Self.sideMargin(forWidth: size.width)
        buttonSize = Self.buttonSize(in: size)
        scrubber = Self.scrubberFrame(in: size, height: scrubberHeight)
        let wanted = wanted.subtracting([.more])
        let widths = Widths(
            button: buttonSize, time: timeWidth, shortTime: shortTimeWidth ?? timeWidth, chapterName: chapterNameWidth)
        if isStacked {
            placeStacked(wanted, size, widths, needsMore: hasClientItems)
        } else {
            placeRow(wanted, size, widths, needsMore: hasClientItems)
        }
    }

    private struct Widths {
        var button: CGFloat
        var time: CGFloat
        var shortTime: CGFloat
        var chapterName: CGFloat
        var isShort = false

        func pitch(_ part: Part) -> CGFloat {
            switch part {
            case .volume: PlayerLook.volumeWidth + 24
            case .time: (isShort ? shortTime : time) + 8
            case .chapterName: ControlsLayout.minimumChapterNameWidth
            default: button + PlayerLook.buttonGap
            }
        }

        func needed(_ parts: Set<Part>) -> CGFloat {
            parts.reduce(ControlsLayout.middleGap) { $0 + pitch($1) } - 6
        }
    }

    /// Removes parts until the rest fits, and adds "More" if a removed part has a function or another row lacks room already.
    private mutating func select(_ wanted: Set<Part>, room: CGFloat, _ widths: inout Widths, needsMore: Bool) -> Set<
        Part
    > {
        var shown = wanted
        if needsMore { shown.insert(.more) }
        for parts in Self.dispensable where widths.needed(shown) > room && !shown.isDisjoint(with: parts) {
            shown.subtract(parts)
            if parts != [.chapterName] { shown.insert(.more) }
        }
        if widths.needed(shown) > room, shown.contains(.time) {
            widths.isShort = true
            isTimeShort = true
            shown.insert(.more)
        }
        overflow = (overflow + wanted.subtracting(shown).filter { !$0.isText }).sorted()
        return shown
    }

    // MARK: One row

    private mutating func placeRow(_ wanted: Set<Part>, _ size: CGSize, _ widths: Widths, needsMore: Bool) {
        var widths = widths
        let shown = select(wanted, room: size.width - 2 * sideMargin, &widths, needsMore: needsMore)
        let y = Self.buttonRow(in: size)
        let left = placeLeft(shown.filter { !$0.isOnRight }, y: y, widths)
        let right = placeRight(shown.filter(\.isOnRight), from: size.width - sideMargin, y: y)
        guard shown.contains(.chapterName) else { return }
        let space = right - Self.middleGap - left
        if space >= Self.minimumChapterNameWidth {
            frames[.chapterName] = frame(x: left, y: y, width: min(space, widths.chapterName))
        }
    }

    private func buttonFrame(x: CGFloat, y: CGFloat) -> CGRect {
        CGRect(x: x, y: y - buttonSize / 2, width: buttonSize, height: buttonSize)
    }

    /// Returns the frame of a text or slider. Its height does not depend on the text size, so that it keeps clear of the rows beside it.
    private func frame(x: CGFloat, y: CGFloat, width: CGFloat) -> CGRect {
        CGRect(x: x, y: y - PlayerLook.leastButtonSize / 2, width: width, height: PlayerLook.leastButtonSize)
    }

    /// Places parts from the left margin. The frame of the first button, not its smaller icon, starts at the margin.
    /// - Returns: where the next part would start.
    private mutating func placeLeft(_ parts: Set<Part>, y: CGFloat, _ widths: Widths) -> CGFloat {
        var left = sideMargin
        for part in parts.sorted() {
            switch part {
            case .volume:
                frames[part] = frame(x: left, y: y, width: PlayerLook.volumeWidth)
                left += PlayerLook.volumeWidth + 24
            case .time:
                if !parts.contains(.volume) { left += 6 }
                let width = widths.isShort ? widths.shortTime : widths.time
                frames[part] = frame(x: left, y: y, width: width)
                left += width + 20
            case .chapterName:
                break
            default:
                frames[part] = buttonFrame(x: left, y: y)
                left += buttonSize + PlayerLook.buttonGap
            }
        }
        return left
    }

    /// Places parts to the left of an edge.
    /// - Returns: where the next part would end.
    private mutating func placeRight(_ parts: Set<Part>, from edge: CGFloat, y: CGFloat) -> CGFloat {
        var right = edge
        for part in parts.sorted(by: >) {
            frames[part] = buttonFrame(x: right - buttonSize, y: y)
            right -= buttonSize + PlayerLook.buttonGap
        }
        return right
    }

    // MARK: Stacked

    private static let transport: Set<Part> = [.play, .previous, .back, .forward, .next]
    /// The transport buttons around the play button in the middle.
    private static let transportOrder: [Part] = [.previous, .back, .play, .forward, .next]

    private mutating func placeStacked(_ wanted: Set<Part>, _ size: CGSize, _ widths: Widths, needsMore: Bool) {
        let room = size.width - 2 * sideMargin
        let utilityY = Self.buttonRow(in: size)
        let rows = Self.stackedDistances(in: size)
        let transportY = utilityY - rows.transport
        let timesY = transportY - rows.times

        // The transport: the outer buttons leave first.
        let widest = Self.stackedPitch + buttonSize - PlayerLook.leastButtonSize
        let pitch = min(widest, max(buttonSize + 2, room / 5))
        var transport = wanted.intersection(Self.transport)
        for pair in [[Part.previous, .next], [.back, .forward]]
        where CGFloat(transport.count - 1) * pitch + buttonSize > room {
            overflow += transport.intersection(pair)
            transport.subtract(pair)
        }
        let buttons = Self.transportOrder.filter(transport.contains)
        // Without one of the neighbours, the play button stays in the middle.
        let middle = Self.transportOrder.firstIndex(of: .play) ?? 0
        for part in buttons {
            let place = CGFloat((Self.transportOrder.firstIndex(of: part) ?? 0) - middle)
            frames[part] = buttonFrame(x: (size.width / 2 + place * pitch - buttonSize / 2).rounded(), y: transportY)
        }

        placeTimes(wanted, y: timesY, width: size.width, widths)

        var utility = widths
        let shown = select(
            wanted.subtracting(Self.transport).subtracting([.time, .chapterName]), room: room, &utility,
            needsMore: needsMore || !overflow.isEmpty || isTimeShort)
        _ = placeLeft(shown.filter { !$0.isOnRight }, y: utilityY, utility)
        _ = placeRight(shown.filter(\.isOnRight), from: size.width - sideMargin, y: utilityY)
    }

    /// Places the times at the left margin and the chapter's name at the right margin.
    private mutating func placeTimes(_ wanted: Set<Part>, y: CGFloat, width: CGFloat, _ widths: Widths) {
        let room = width - 2 * sideMargin
        var left = sideMargin
        if wanted.contains(.time) {
            isTimeShort = widths.time > room
            let time = isTimeShort ? widths.shortTime : widths.time
            frames[.time] = frame(x: left, y: y, width: time)
            left += time + 20
        }
        let space = width - sideMargin - left
        if wanted.contains(.chapterName), space >= Self.minimumChapterNameWidth {
            let name = min(space, widths.chapterName)
            frames[.chapterName] = frame(x: width - sideMargin - name, y: y, width: name)
        }
    }

    // MARK: Preview and menus

    /// Returns the frame of the thumbnail preview: centered over `x`, clear of the edges and of the scrubber.
    func scrubPreviewFrame(size: CGSize, overX x: CGFloat, in width: CGFloat) -> CGRect {
        let left = min(
            max(sideMargin, scrubber.minX + x - size.width / 2), max(sideMargin, width - sideMargin - size.width))
        return CGRect(
            x: left.rounded(), y: scrubber.midY - 30 - size.height, width: size.width, height: size.height)
    }

    /// The height above the scrubber that a thumbnail preview may use.
    var previewHeight: CGFloat { max(0, scrubber.midY - 30 - topMargin) }

    /// Returns the frame of a menu over its button: the menu stays inside the side margins and is at most as high as the space above the
    /// button.
    func menuFrame(size: CGSize, over button: CGRect, in area: CGSize) -> CGRect {
        let bottom = button.minY - 16
        let height = min(size.height, max(60, bottom - topMargin))
        let left = max(sideMargin, min(button.midX - size.width / 2, area.width - sideMargin - size.width))
        return CGRect(x: left.rounded(), y: (bottom - height).rounded(), width: size.width, height: height.rounded())
    }

    /// Returns the frame of a menu at a point: to the right of and below the point where there is room, and inside the area.
    func menuFrame(size: CGSize, at point: CGPoint, in area: CGSize) -> CGRect {
        let height = min(size.height, max(60, area.height - 2 * Self.menuEdge))
        let wantedX = point.x + size.width + Self.menuEdge <= area.width ? point.x : point.x - size.width
        let x = max(Self.menuEdge, min(wantedX, area.width - Self.menuEdge - size.width))
        let y = max(Self.menuEdge, min(point.y, area.height - Self.menuEdge - height))
        return CGRect(x: x.rounded(), y: y.rounded(), width: size.width, height: height.rounded())
    }

    /// The distance of a menu at a point from the edges of the area.
    private static let menuEdge: CGFloat = 8
}
