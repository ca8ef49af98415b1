import CoreGraphics
import UIKit

/// The menu that is open over the controls: its kind, the pages that lead to it, and where it is placed.
///
/// Owned by the controls; does not retain them. Main thread only.
@MainActor
final class ControlsMenu {
    /// Where a menu is placed.
    enum Anchor: Equatable {
        /// Over its button, or over the button whose menu contains it.
        case button
        /// At a point of the controls, such as the pointer's.
        case point(CGPoint)
    }

    private struct Open {
        let view: GlassMenuView
        /// The kinds of the pages from the first to the displayed one.
        var path: [ControlsView.MenuKind]
        var anchor: Anchor
    }

    private weak var controls: ControlsView?
    private var open: Open?

    func attach(_ controls: ControlsView) { self.controls = controls }

    var view: GlassMenuView? { open?.view }
    /// The kind of the first page, whose button is highlighted.
    var rootKind: ControlsView.MenuKind? { open?.path.first }

    func toggle(_ kind: ControlsView.MenuKind) {
        if rootKind == kind { close() } else { show(kind, .button) }
    }

    func show(_ kind: ControlsView.MenuKind, _ anchor: Anchor) {
        close()
        present(path: [kind], anchor)
    }

    private func present(path: [ControlsView.MenuKind], _ anchor: Anchor) {
        guard let controls, let kind = path.last else { return }
        let sections = sections(path, controls)
        guard sections.contains(where: { !$0.rows.isEmpty }) else { return close() }
        let view = GlassMenuView(sections: sections)
        view.onChoose = { [weak self] in self?.chosen($0) }
        // A page replaces the former one without closing the menu.
        let hadKeys = open?.view.hasKeys ?? controls.hasKeyFocus
        let wasOpen = open != nil
        open?.view.removeFromSuperview()
        open = Open(view: view, path: path, anchor: anchor)
        controls.menuWillOpen(path.first ?? kind)
        controls.addSubview(view)
        controls.setNeedsLayout()
        if !wasOpen { controls.delegate?.controlsMenuDidChange(isOpen: true) }
        if hadKeys {
            controls.layoutIfNeeded()
            view.moveSelection(by: 1)
        }
    }

    private func sections(_ path: [ControlsView.MenuKind], _ controls: ControlsView) -> [MenuSection] {
        guard let kind = path.last else { return [] }
        let sections = controls.delegate?.controlsMenu(kind) ?? []
        guard path.count > 1, sections.contains(where: { !$0.rows.isEmpty }) else { return sections }
        let back = MenuSection.Row(title: StringTable.current[.menuBack], role: .back) {}
        return [MenuSection(title: nil, rows: [back])] + sections
    }

    private func chosen(_ row: MenuSection.Row) {
        guard let open else { return }
        switch row.role {
        case .choice:
            row.action()
            close()
        case .repeated:
            row.action()
            update()
        case .page(let kind): present(path: open.path + [kind], open.anchor)
        case .back: present(path: Array(open.path.dropLast()), open.anchor)
        }
    }

    /// Changes the rows and check marks to the present ones.
    func update() {
        guard let open, let controls, !open.view.update(sections(open.path, controls)) else { return }
        present(path: open.path, open.anchor)
    }

    /// Goes back one page.
    /// - Returns: false on the first page.
    func goBack() -> Bool {
        guard let open, open.path.count > 1 else { return false }
        present(path: Array(open.path.dropLast()), open.anchor)
        return true
    }

    func close() {
        guard let open else { return }
        let hadKeys = open.view.hasKeys
        self.open = nil
        open.view.removeFromSuperview()
        controls?.menuDidClose(open.path.first, hadKeys: hadKeys)
        controls?.delegate?.controlsMenuDidChange(isOpen: false)
    }

    /// Places the menu.
    /// - Parameter button: the frame of the button of the menu's first page.
    func place(_ layout: ControlsLayout, over button: CGRect, in area: CGSize) {
        guard let open else { return }
        let size = CGSize(
            width: min(open.view.wantedWidth, area.width - 2 * layout.sideMargin), height: open.view.wantedHeight)
        switch open.anchor {
        case .button: open.view.frame = layout.menuFrame(size: size, over: button, in: area)
        case .point(let point): open.view.frame = layout.menuFrame(size: size, at: point, in: area)
        }
    }
}
