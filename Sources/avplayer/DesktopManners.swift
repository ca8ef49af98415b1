import AVKit
import Foundation
import MediaEngine

/// What the desktop manners need of the program.
@MainActor
protocol DesktopHost: AnyObject {
    /// Plays files and URLs now, before the rest of the list.
    func open(_ urls: [URL])
    /// Plays an entry of the list, and those after it.
    func play(entry index: Int)
    func remove(entry index: Int)
    func end()
}

/// The manners of the program in a window on the desktop: keys, hints, panels, dropped files, title and screenshots. Main thread only.
@MainActor
final class DesktopManners {
    let controller: AVPlayerViewController
    private let window: UIWindow
    private let player: AVQueuePlayer
    private let list: MediaList
    private let loop: LoopRange
    private let size: WindowSize
    private weak var host: (any DesktopHost)?
    private(set) lazy var keyCommands = makeKeyCommands()
    private var isListOpen = false

    private var program: ProgramHooks { controller.program }
    private var texts: ProgramTexts { .current }

    init(
        _ controller: AVPlayerViewController, _ window: UIWindow, player: AVQueuePlayer, list: MediaList,
        keepsRatio: Bool, host: any DesktopHost
    ) {
        self.controller = controller
        self.window = window
        self.player = player
        self.list = list
        self.host = host
        loop = LoopRange(player)
        size = WindowSize(player, window, keepsRatio: keepsRatio)
        let program = controller.program
        program.movesWindow = true
        program.openURLs = { [weak self] in self?.opened($0) ?? false }
        program.titleDidChange = { [weak self] in self?.updateTitle() }
        program.errorActions = { [weak self] in self?.errorActions ?? [] }
        program.commands = makeMenuCommands()
        program.offersSettings = true
    }

    // MARK: Window

    func videoSizeDidChange() { size.fit() }

    /// Names the item in the title bar, in a list after its place: "[2/5] Title".
    func updateTitle() {
        let index = list.index(of: player.currentItem)
        var title = program.title ?? index.map { list.entries[$0].name } ?? "avplayer"
        if let place = index.flatMap(list.place), list.order.count > 1 {
            title = "[\(place)/\(list.order.count)] \(title)"
        }
        if window.title != title { window.title = title }
        if isListOpen { program.updatePanel() }
    }

    // MARK: Hints

    /// Tells the viewer that an entry of the list was skipped because of an error.
    func hintSkipped(_ index: Int, _ error: (any Error)?) {
        let reason = error.map(program.describe) ?? ""
        hint(texts(.skipped, list.entries[index].name, reason), "exclamationmark.triangle", seconds: 6)
    }

    func hintResumed(at seconds: Double) { hint(texts(.resumedAt, Self.clock(seconds)), "clock", seconds: 3) }

    func hintHistoryCleared() { hint(texts[.historyCleared], "clock") }

    private func hint(_ text: String, _ symbol: String, seconds: Double = 2) {
        program.showHint(text, symbol: symbol, seconds: seconds)
    }

    private static func clock(_ seconds: Double) -> String {
        let whole = Int(seconds)
        let (hours, minutes, rest) = (whole / 3600, whole / 60 % 60, whole % 60)
        let tail = "\(minutes < 10 && hours > 0 ? "0" : "")\(minutes):\(rest < 10 ? "0" : "")\(rest)"
        return hours > 0 ? "\(hours):\(tail)" : tail
    }

    // MARK: Errors

    private var errorActions: [(title: String, action: @MainActor () -> Void)] {
        var actions: [(title: String, action: @MainActor () -> Void)] = []
        if let index = list.index(of: player.currentItem), let place = list.place(of: index), place > 1 {
            let before = list.order[place - 2]
            actions.append((texts[.goBack], { [weak self] in self?.host?.play(entry: before) }))
        }
        actions.append((texts[.open], { [weak self] in self?.openDialog() }))
        actions.append((texts[.quit], { [weak self] in self?.host?.end() }))
        return actions
    }

    // MARK: Files

    /// Opens dropped or chosen files: caption files become options of the current item, media is played.
    func opened(_ urls: [URL]) -> Bool {
        let captions = urls.filter { $0.isFileURL && CaptionFile.extensions.contains($0.pathExtension.lowercased()) }
        let media = urls.filter { !captions.contains($0) }
        if !captions.isEmpty, let item = player.currentItem {
            Task { for file in captions { await add(captions: file, to: item, selects: true) } }
        }
        guard !media.isEmpty else { return !captions.isEmpty }
        guard let current = player.currentItem, current.status != .failed else {
            host?.open(media)
            return true
        }
        // A bad file must not take the place of the item that plays.
        Task { [weak self] in
            let checked = await DroppedMedia(media)
            for problem in checked.problems { self?.hint(problem, "exclamationmark.triangle", seconds: 6) }
            if !checked.playable.isEmpty { self?.host?.open(checked.playable) }
        }
        return true
    }

    private func add(captions file: URL, to item: AVPlayerItem, selects: Bool) async {
        do {
            let option = try await item.addCaptions(from: file)
            if selects, let group = try await item.asset.loadMediaSelectionGroup(for: .legible) {
                item.select(option, in: group)
                hint(texts(.captionsAdded, option.displayName), "captions.bubble")
            }
            program.optionsDidChange()
        } catch {
            let reason = program.describe(error)
            if selects {
                hint(
                    texts(.captionsFailed, file.lastPathComponent, reason), "exclamationmark.triangle",
                    seconds: 6)
            }
            Report.printError("\(file.path): \(reason)")
        }
    }

    private func openDialog() {
        Task { [weak self] in
            guard let self else { return }
            switch await window.chooseFiles(title: texts[.open]) {
            case .chosen(let files): if !files.isEmpty { _ = opened(files) }
            case .cancelled: break
            case .unavailable: hint(texts[.noOpenDialog], "exclamationmark.triangle", seconds: 5)
            }
        }
    }

    // MARK: Screenshots

    private func saveScreenshot() {
        guard let picture = program.pictureOfVideo(), let data = picture.pngData() else {
            return hint(texts[.nothingDisplayed], "exclamationmark.triangle")
        }
        let place = list.index(of: player.currentItem).map { list.entries[$0].url.deletingPathExtension() }
        do {
            let file = try ScreenshotFolder.write(data, named: place?.lastPathComponent ?? "avplayer")
            hint(texts(.screenshotSaved, file.lastPathComponent), "photo")
        } catch {
            hint(texts(.screenshotFailed, error.localizedDescription), "exclamationmark.triangle", seconds: 5)
        }
    }

    // MARK: Loop and delays

    private func advanceLoop() {
        switch loop.advance() {
        case .start(let time): hint(texts(.loopStart, Self.clock(time)), "repeat")
        case .range(let start, let end): hint(texts(.loopRange, Self.clock(start), Self.clock(end)), "repeat")
        case .off: hint(texts[.loopOff], "repeat")
        case nil: break
        }
    }

    /// The change of a delay by one key press, in milliseconds.
    private static let delayStep = 100

    private func delayAudio(by steps: Int) {
        let delay = Int((player.audioDelay * 1000).rounded()) + steps * Self.delayStep
        player.audioDelay = Double(delay) / 1000
        hint(texts(.audioDelay, Self.signed(delay)), "speaker.wave.2.fill")
    }

    private func delayCaptions(by steps: Int) {
        let delay = Int((player.captionDelay * 1000).rounded()) + steps * Self.delayStep
        player.captionDelay = Double(delay) / 1000
        hint(texts(.captionDelay, Self.signed(delay)), "captions.bubble")
    }

    private static func signed(_ number: Int) -> String { number > 0 ? "+\(number)" : "\(number)" }

    // MARK: Panels

    private func togglePlaylist() {
        if isListOpen, program.isPanelOpen {
            isListOpen = false
            return program.closePanel()
        }
        isListOpen = true
        program.openPanel { [weak self] in self?.playlist ?? PanelContent(title: "") }
    }

    private var playlist: PanelContent {
        let present = list.index(of: player.currentItem)
        let rows = list.order.map { row(of: $0, isPresent: $0 == present) }
        return PanelContent(title: texts[.playlist], sections: [PanelContent.Section(rows: rows)])
    }

    private func row(of index: Int, isPresent: Bool) -> PanelContent.Row {
        var row = PanelContent.Row(title: list.entries[index].name, isMarked: isPresent) { [weak self] in
            self?.isListOpen = false
            self?.program.closePanel()
            self?.host?.play(entry: index)
        }
        if list.order.count > 1 {
            row.remove = { [weak self] in
                self?.host?.remove(entry: index)
                self?.updateTitle()
            }
        }
        return row
    }

    private func toggleSettings() {
        isListOpen = false
        program.toggleSettings()
    }

    // MARK: Keys

    private func makeKeyCommands() -> [UIKeyCommand] {
        func command(
            _ input: String, _ flags: UIKeyModifierFlags = [], _ action: @escaping @MainActor (DesktopManners) -> Void
        ) -> UIKeyCommand {
            UIKeyCommand(input: input, modifierFlags: flags) { [weak self] _ in if let self { action(self) } }
        }
        var commands = [
            command("q") { $0.host?.end() }, command("q", .control) { $0.host?.end() },
            command("w", .control) { $0.host?.end() },
            command(UIKeyCommand.f11) { $0.program.toggleFullScreen() },
            command("\r", .alternate) { $0.program.toggleFullScreen() },
            command("s") { $0.saveScreenshot() }, command("l", .shift) { $0.advanceLoop() },
            command("o", .control) { $0.openDialog() }, command(",", .control) { $0.toggleSettings() },
            command("p", .control) { $0.togglePlaylist() }, command(UIKeyCommand.f8) { $0.togglePlaylist() },
            command("z") { $0.delayCaptions(by: -1) }, command("z", .shift) { $0.delayCaptions(by: 1) },
            command("-", .control) { $0.delayAudio(by: -1) },
        ]
        // The plus sign is on a key of its own, or above the equal sign.
        for (key, flags) in [
            ("+", UIKeyModifierFlags.control), ("+", [.control, .shift]), ("=", .control),
            ("=", [.control, .shift]),
        ] {
            commands.append(command(key, flags) { $0.delayAudio(by: 1) })
        }
        return commands
    }

    private func makeMenuCommands() -> [ProgramCommand] {
        func command(
            _ key: ProgramTexts.Key, _ shortcut: String, isInMenu: Bool = true,
            _ action: @escaping @MainActor (DesktopManners) -> Void
        ) -> ProgramCommand {
            ProgramCommand(title: ProgramTexts.current[key], key: shortcut, isInMenu: isInMenu) { [weak self] in
                if let self { action(self) }
            }
        }
        return [
            command(.open, "Ctrl+O") { $0.openDialog() }, command(.playlist, "Ctrl+P") { $0.togglePlaylist() },
            command(.settings, "Ctrl+,") { $0.toggleSettings() }, command(.screenshot, "S") { $0.saveScreenshot() },
            command(.loop, "\u{21E7} L") { $0.advanceLoop() },
            command(.delayAudio, "Ctrl + \u{2013}", isInMenu: false) { $0.delayAudio(by: 1) },
            command(.delayCaptions, "Z  \u{21E7} Z", isInMenu: false) { $0.delayCaptions(by: 1) },
            command(.fullScreen, "F11  Alt+\u{21B5}", isInMenu: false) { $0.program.toggleFullScreen() },
            command(.quit, "Q") { $0.host?.end() },
        ]
    }
}
