import CoreGraphics
import Foundation
import UIKit

/// Opens and closes the information panel of the desktop idiom, and keeps its pages up to date.
///
/// Owned by the player's panels; does not retain the controller. Main thread only.
@MainActor
final class InformationPanel {
    private weak var controller: AVPlayerViewController?
    private(set) var view: InformationView?
    private let client = ChildScreen()
    /// The pages of the open panel.
    private var pages: [TVTab] = []
    private var shown: TVTab?

    func attach(_ controller: AVPlayerViewController) { self.controller = controller }

    /// Whether the panel can be opened: the item has information, and the controls of the desktop idiom may appear.
    var isAvailable: Bool {
        guard let controller, controller.showsPlaybackControls, !controller.television.isActive,
            controller.viewOptions == nil
        else { return false }
        return controller.model.state.fault == nil && controller.television.offersInformation
    }

    /// - Returns: whether the panel could be opened or closed.
    @discardableResult
    func toggle() -> Bool {
        if close() { return true }
        guard isAvailable, let controller else { return false }
        let content = controller.content
        content.controls?.closeMenu()
        content.panels.closeShortcuts()
        content.panels.tooltip.dismiss()
        let hadKeys = content.keyFocus.current != nil
        let view = InformationView { [weak self] in
            self?.choose($0)
        } close: { [weak self] in
            self?.close()
        }
        self.view = view
        pages = currentPages
        content.addSubview(view)
        show(pages[0])
        controller.presenter.hold(.information, true)
        controller.updateControls()
        content.setNeedsLayout()
        if hadKeys {
            content.layoutIfNeeded()
            view.firstControl?.becomeFirstResponder()
        }
        return true
    }

    /// - Returns: whether the panel was open.
    @discardableResult
    func close() -> Bool {
        guard let view else { return false }
        let hadKeys = controller?.content.keyFocus.current?.isDescendant(of: view) == true
        client.removeNow()
        self.view = nil
        shown = nil
        pages = []
        view.removeFromSuperview()
        guard let controller else { return true }
        controller.presenter.hold(.information, false)
        controller.updateControls()
        controller.content.setNeedsLayout()
        // The keys return to the button of the panel, or to the player.
        if hadKeys, (controller.content.controls as? ControlsView)?.button(.info)?.becomeFirstResponder() != true {
            controller.content.becomeFirstResponder()
        }
        return true
    }

    /// Shows the present facts; closes a panel that has nothing to show any more.
    func update() {
        guard let view, let shown else { return }
        guard isAvailable else {
            close()
            return
        }
        pages = currentPages
        show(pages.contains(shown) ? shown : pages[0])
        view.setNeedsLayout()
        controller?.content.setNeedsLayout()
    }

    private var currentPages: [TVTab] {
        [.info] + (controller?.television.settings.clientTabs ?? []).map { .client($0) }
    }

    private func choose(_ index: Int) {
        guard pages.indices.contains(index), shown != pages[index] else { return }
        show(pages[index])
        controller?.content.setNeedsLayout()
    }

    private func show(_ page: TVTab) {
        guard let view, let controller else { return }
        let isSame = shown == page
        shown = page
        var clientHeight: CGFloat?
        if case .client(let screen) = page {
            let wanted = screen.preferredContentSize.height
            clientHeight = wanted > 0 ? wanted : 220
        }
        view.show(
            titles: pages.map(\.title), chosen: pages.firstIndex(of: page) ?? 0, clientHeight: clientHeight)
        switch page {
        case .client(let screen):
            guard !isSame else { return }
            view.layoutIfNeeded()
            client.show(screen, in: view.holder, of: controller, from: .zero, isInteractive: true)
        default:
            client.removeNow()
            view.page.show(controller.television.infoContent, actions: controller.television.infoActions) {
                [weak self] in self?.close()
            }
        }
    }
}
