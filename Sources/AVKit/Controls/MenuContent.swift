import CoreGraphics
import Foundation

/// The menus of the controls.
enum ControlsMenuKind { case chapters, captions, speed, more, context }

/// A section of a menu of the player, as a value.
struct MenuSection {
    struct Row {
        /// What a press of the row does.
        enum Role {
            /// Performs the action and closes the menu.
            case choice
            /// Performs the action and leaves the menu open.
            case repeated
            /// Opens another page in place of this one.
            case page(ControlsMenuKind)
            /// Returns to the former page.
            case back
        }

        var title: String
        /// A short label at the right: "CC", "AD", a time, a key.
        var badge: String?
        /// Whether a line surrounds the label.
        var isBadgeFramed = true
        var isOn = false
        var role = Role.choice
        /// A picture before the title, with the label below the title; nil: the row is a line of text.
        var picture: Picture?
        /// The label as it is spoken, where that differs.
        var spokenBadge: String?
        var action: @MainActor () -> Void
    }

    /// The picture of a row, which is requested when the row first becomes visible.
    struct Picture {
        /// What the picture shows, in seconds of the item: a row with another place needs another picture.
        var place: Double
        var request: @MainActor (_ completion: @escaping @MainActor (CGImage?) -> Void) -> Void
    }

    var title: String?
    var rows: [Row]

    var hasPictures: Bool { rows.contains { $0.picture != nil } }
}

/// The positions of a menu's rows and titles, and the mapping from points and keys to rows.
struct MenuGeometry: Equatable {
    enum Element: Equatable {
        case title(section: Int)
        case row(section: Int, row: Int)
        case separator
    }

    struct Slot: Equatable {
        var element: Element
        var top: Double
        var height: Double
    }

    static let padding = 8.0
    static let titleHeight = 30.0
    static let separatorHeight = 11.0

    private(set) var slots: [Slot] = []
    private(set) var height = 0.0

    /// - Parameters:
    ///   - sections: the number of rows in each, and whether it has a title.
    ///   - heights: the height of a row of each section; nil: `rowHeight` for all.
    init(
        sections: [(rows: Int, hasTitle: Bool)], rowHeight: Double, heights: [Double]? = nil,
        titleHeight: Double = Self.titleHeight
    ) {
        var top = Self.padding
        func add(_ element: Element, _ height: Double, _ slots: inout [Slot]) {
            slots.append(Slot(element: element, top: top, height: height))
            top += height
        }
        for (index, section) in sections.enumerated() where section.rows > 0 {
            if !slots.isEmpty { add(.separator, Self.separatorHeight, &slots) }
            if section.hasTitle { add(.title(section: index), titleHeight, &slots) }
            for row in 0..<section.rows { add(.row(section: index, row: row), heights?[index] ?? rowHeight, &slots) }
        }
        height = top + Self.padding
    }

    /// Returns the slot of the row at this height; nil between rows.
    func row(at y: Double) -> Int? {
        slots.firstIndex { slot in
            guard case .row = slot.element else { return false }
            return y >= slot.top && y < slot.top + slot.height
        }
    }

    /// Returns the next row up or down, wrapping around at the ends; the first or last row when no row is selected.
    func row(after slot: Int?, by step: Int) -> Int? {
        let rows = slots.indices.filter { if case .row = slots[$0].element { true } else { false } }
        guard !rows.isEmpty else { return nil }
        guard let slot, let place = rows.firstIndex(of: slot) else { return step > 0 ? rows.first : rows.last }
        return rows[((place + step) % rows.count + rows.count) % rows.count]
    }

    /// Returns the scroll offset nearest to `offset` at which a slot is visible in a window of this height.
    func scroll(toShow slot: Int, from offset: Double, visible: Double) -> Double {
        guard slots.indices.contains(slot) else { return offset }
        let top = slots[slot].top - Self.padding
        let bottom = slots[slot].top + slots[slot].height + Self.padding
        return clamp(max(min(offset, top), bottom - visible), visible: visible)
    }

    func clamp(_ offset: Double, visible: Double) -> Double { max(0, min(offset, height - visible)) }
}
