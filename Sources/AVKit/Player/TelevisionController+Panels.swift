import AVFoundation
import CoreGraphics
import Foundation
import UIKit

/// A tab beneath the transport bar.
enum TVTab: Equatable {
    case info
    case chapters
    case client(UIViewController)

    @MainActor var title: String {
        switch self {
        case .info: StringTable.current[.information]
        case .chapters: StringTable.current[.chapters]
        case .client(let controller): controller.title ?? ""
        }
    }
}

/// Tabs with panels, buttons and menus of the television controls.
extension TelevisionController: TVControlsDelegate {
    // MARK: Contents

    /// The item's facts for the information panel.
    var infoContent: InfoContent {
        if let infoCache { return infoCache }
        let info = InfoContent(
            external: model?.item?.externalMetadata ?? [], asset: model?.media.assetMetadata ?? [],
            title: model?.media.description.title)
        infoCache = info
        return info
    }

    var infoActions: [UIAction] {
        settings.infoActions ?? [
            UIAction(title: StringTable.current[.playFromBeginning], image: UIImage(systemName: "play.fill")) {
                [weak self] _ in
                guard let model = self?.model else { return }
                model.seek(to: 0, endsSeries: true)
                if !model.isPlaying { model.togglePlayback() }
            }
        ]
    }

    func makeTabs() -> [TVTab] {
        guard let model, model.item != nil else { return [] }
        var tabs: [TVTab] = []
        if !infoActions.isEmpty || !infoContent.isEmpty { tabs.append(.info) }
        if model.chapters.count > 1 { tabs.append(.chapters) }
        return tabs + settings.clientTabs.map { .client($0) }
    }

    func makeButtons() -> [TVButtonItem] {
        guard let controller else { return [] }
        let strings = StringTable.current
        var items: [TVButtonItem] = []
        for (index, element) in settings.menuItems.enumerated() where !Self.isHidden(element) {
            items.append(
                TVButtonItem(
                    kind: .custom(index), image: element.image, text: String(element.title.prefix(2)),
                    name: element.title))
        }
        if settings.overlay != nil {
            items.append(
                TVButtonItem(
                    kind: .overlay, image: UIImage(systemName: "chevron.up"),
                    name: settings.overlay?.title ?? strings[.more]))
        }
        if !controller.subtitleSection.rows.isEmpty {
            items.append(
                TVButtonItem(
                    kind: .subtitles, image: UIImage(systemName: "captions.bubble"), name: strings[.subtitles]))
        }
        if !controller.audioSection.rows.isEmpty {
            items.append(
                TVButtonItem(
                    kind: .audio, image: UIImage(systemName: "speaker.wave.2.fill"), name: strings[.audio]))
        }
        if controller.speeds.count > 1, !controller.model.isLinear {
            items.append(
                TVButtonItem(
                    kind: .speed, text: AVPlaybackSpeed.numericName(of: controller.model.speed),
                    name: strings[.speed]))
        }
        if pictureInPictureAction != nil, controller.model.hasVideo {
            items.append(
                TVButtonItem(
                    kind: .pictureInPicture, image: UIImage(systemName: "pip.enter"),
                    name: strings[.pictureInPictureButton]))
        }
        if controller.program.offersSettings {
            items.append(TVButtonItem(kind: .settings, image: UIImage(systemName: "gear"), name: strings[.settings]))
        }
        return items
    }

    private static func isHidden(_ element: UIMenuElement) -> Bool {
        (element as? UIAction)?.attributes.contains(.hidden) ?? false
    }

    /// Updates buttons, tabs, the open menu and the open panel.
    func refresh() {
        guard isActive, let controls else { return }
        controls.setButtons(makeButtons())
        let tabs = makeTabs()
        if tabs != self.tabs {
            self.tabs = tabs
            controls.setTabs(tabs.map(\.title))
            if let open = controls.panel?.tab, navigation.isInTabs {
                if tabs.indices.contains(open) { openTab(open) } else { apply(.menu) }
            }
        }
        if let menu = controls.tvMenu {
            let sections = sections(of: menu.kind)
            if !menu.view.update(sections) { controls.showMenu(sections, kind: menu.kind) }
        }
        chapterList?.show(chapterEntries)
    }

    /// Title, cover or chapters of the item have changed.
    func mediaDidChange() {
        infoCache = nil
        guard isActive else { return }
        refresh()
        if shown == .info, let panel = controls?.panel?.view as? InfoPanelView { show(in: panel) }
    }

    private func show(in panel: InfoPanelView) {
        panel.show(infoContent, actions: infoActions) { [weak self] in
            if self?.navigation.isInTabs == true { self?.apply(.menu) }
        }
    }

    // MARK: Panels

    func openTab(_ index: Int) {
        guard let controls, let controller else { return }
        refreshTabs(controls)
        guard tabs.indices.contains(index) else { return }
        lastTab = index
        if let panel = controls.panel, panel.tab == index, shown == tabs[index] { return }
        clientPanel.removeNow()
        chapterList = nil
        shown = tabs[index]
        switch tabs[index] {
        case .info:
            let view = InfoPanelView(look: controls.look)
            show(in: view)
            controls.showPanel(view, height: InfoPanelView.height(controls.look), tab: index)
        case .chapters:
            let view = makeChapterList(controls.look)
            chapterList = view
            controls.showPanel(view, height: ChapterListView.height(controls.look), tab: index)
        case .client(let client):
            let wanted = client.preferredContentSize.height
            let holder = UIView(frame: .zero)
            let height = wanted > 0 ? wanted : InfoPanelView.height(controls.look)
            controls.showPanel(holder, height: height, tab: index)
            clientPanel.show(client, in: holder, of: controller, from: .zero, isInteractive: true)
        }
        controller.content.placeCaptions()
    }

    private func refreshTabs(_ controls: TVControlsView) {
        let tabs = makeTabs()
        guard tabs != self.tabs else { return }
        self.tabs = tabs
        controls.setTabs(tabs.map(\.title))
    }

    func closeTabs() {
        shown = nil
        chapterList = nil
        clientPanel.hide(to: .zero)
        controls?.showPanel(nil)
        controller?.content.placeCaptions()
    }

    /// Creates a list of the item's chapters, which seeks to the chosen one.
    func makeChapterList(_ look: TVLook) -> ChapterListView {
        let view = ChapterListView(look: look)
        view.picture = { [weak self] index, completion in
            self?.picture(index, width: look(TVLook.cardSize.width) * 1.1, completion)
        }
        view.onSelect = { [weak self] index in
            guard let model = self?.model, model.chapters.indices.contains(index) else { return }
            model.seek(to: model.chapters[index].start, endsSeries: true)
            if self?.navigation.isInTabs == true { self?.apply(.menu) }
        }
        view.show(chapterEntries)
        return view
    }

    private var chapterEntries: [ChapterListView.Entry] {
        guard let model else { return [] }
        let strings = StringTable.current
        let now = model.navigation.pendingTarget ?? model.time
        let present = model.chapterIndex(at: now)
        return model.chapters.enumerated().map { index, chapter in
            ChapterListView.Entry(
                title: chapter.title ?? strings.chapter(index + 1), time: TimeText.text(chapter.start),
                spokenTime: TimeText.spoken(chapter.start), isPresent: index == present)
        }
    }

    private func picture(
        _ index: Int, width: CGFloat, _ completion: @escaping @MainActor (CGImage?) -> Void
    ) {
        guard let model, model.chapters.indices.contains(index) else { return completion(nil) }
        picture(of: model.chapters, index, width: width, completion)
    }

    /// Makes the picture of a chapter or marker; nil where frames of the item cannot or may not be shown.
    /// - Parameter width: the largest width of the pictures of the item, in points.
    func picture(
        of chapters: [ScrubberModel.Chapter], _ index: Int, width: CGFloat,
        _ completion: @escaping @MainActor (CGImage?) -> Void
    ) {
        guard let model, let item = model.item, chapters.indices.contains(index),
            model.hasVideo || chapters[index].artwork != nil
        else { return completion(nil) }
        if pictures == nil {
            let scale = max(1, controller?.content.traitCollection.displayScale ?? 1)
            pictures = ChapterPictures(asset: item.asset, width: (width * scale).rounded()) { [weak self] in
                self?.controller?.player?.isHeldByGate == false
            }
        }
        let start = chapters[index].start
        let end = index + 1 < chapters.count ? chapters[index + 1].start : model.end
        pictures?.picture(
            start: start, length: end - start, artwork: chapters[index].artwork, completion: completion)
    }

    /// Whether there is information about the item beside its title: from the client, or a description in the item itself.
    var offersInformation: Bool {
        guard let model, let item = model.item, settings.includesTabs else { return false }
        if !item.externalMetadata.isEmpty || settings.infoActions?.isEmpty == false || !settings.clientTabs.isEmpty {
            return true
        }
        return InfoContent.hasSummary(model.media.assetMetadata)
    }

    // MARK: Menus

    func tvButtonPressed(_ kind: TVButton.Kind) {
        guard let controls else { return }
        switch kind {
        case .pictureInPicture: pictureInPictureAction?()
        case .overlay: if settings.overlay != nil { openOverlayFromButton() }
        case .settings: controller?.program.toggleSettings()
        case .custom(let index):
            guard settings.menuItems.indices.contains(index) else { return }
            if let action = settings.menuItems[index] as? UIAction {
                action.performWithSender(controls, target: nil)
                controller?.presenter.noteInput()
            } else {
                open(kind)
            }
        case .subtitles, .audio, .speed: open(kind)
        }
    }

    private func open(_ kind: TVButton.Kind) {
        guard let controls else { return }
        if controls.tvMenu?.kind == kind {
            controls.removeMenu()
            apply(.menuClosed)
            return
        }
        controls.showMenu(sections(of: kind), kind: kind)
        if controls.tvMenu != nil { apply(.menuOpened) }
    }

    func tvMenuChosen() {
        controls?.removeMenu()
        apply(.menuClosed)
    }

    func tvTabFocused(_ index: Int) {
        if navigation.isInTabs {
            apply(.tabFocused(index))
        } else {
            lastTab = index
            apply(.heading(.down, isRepeat: false))
        }
    }

    func tvControlsRebuilt() {
        if let panel = controls?.panel, navigation.isInTabs {
            shown = nil
            openTab(panel.tab)
        }
        refocus()
    }

    func tvRefresh() { refresh() }

    func sections(of kind: TVButton.Kind) -> [MenuSection] {
        switch kind {
        case .subtitles: controller.map { [$0.subtitleSection] } ?? []
        case .audio: controller.map { [$0.audioSection] } ?? []
        case .speed: controller?.menu(.speed) ?? []
        case .custom(let index): [customSection(index)]
        case .pictureInPicture, .overlay, .settings: []
        }
    }

    /// The client's elements as sections of a menu: its actions, and each of its menus with the menu's title.
    var customSections: [MenuSection] {
        let actions = settings.menuItems.compactMap { $0 as? UIAction }.filter { !Self.isHidden($0) }
        let rows = actions.map { action in
            MenuSection.Row(title: action.title, isOn: action.state == .on) {
                guard !action.attributes.contains(.disabled) else { return }
                action.performWithSender(nil, target: nil)
            }
        }
        let menus = settings.menuItems.indices.filter { settings.menuItems[$0] is UIMenu }.map(customSection)
        return ([MenuSection(title: nil, rows: rows)] + menus).filter { !$0.rows.isEmpty }
    }

    private func customSection(_ index: Int) -> MenuSection {
        guard settings.menuItems.indices.contains(index), let menu = settings.menuItems[index] as? UIMenu else {
            return MenuSection(rows: [])
        }
        // A menu inside the menu is ignored.
        let actions = menu.children.compactMap { $0 as? UIAction }.filter { !$0.attributes.contains(.hidden) }
        let rows = actions.map { action in
            MenuSection.Row(title: action.title, isOn: action.state == .on) {
                guard !action.attributes.contains(.disabled) else { return }
                if menu.options.contains(.singleSelection) {
                    for other in actions { other.state = other === action ? .on : .off }
                }
                action.performWithSender(nil, target: nil)
            }
        }
        return MenuSection(title: menu.title.isEmpty ? nil : menu.title, rows: rows)
    }
}
