import CSDL
import Foundation

/// Follows the displays of the desktop, also those that the desktop switches on and off. Main thread only.
@MainActor
package final class DisplayWatch {
    package static let shared = DisplayWatch()

    private var watch: OpaquePointer?
    private var source: LoopSource?
    private var changeHandler: @MainActor () -> Void = {}
    private var covering: [CoveringWindow] = []
    private static let limit = 16

    private init() {}

    /// Whether changes are followed.
    package var isOpen: Bool { watch != nil }

    /// Connects to the display that DISPLAY names. Where it has no XRandR 1.5, there are no changes.
    package func start(_ changeHandler: @escaping @MainActor () -> Void) {
        self.changeHandler = changeHandler
        open()
    }

    /// Keeps a window over the whole display, which may change its size or be rotated, until the window leaves full screen. For displays
    /// without a window manager, which would do this.
    func cover(_ window: DisplayWindow) {
        covering.removeAll { $0.window == nil || $0.window === window }
        covering.append(CoveringWindow(window: window))
        open()
    }

    private func open() {
        guard watch == nil, let opened = display_watch_open(nil) else { return }
        watch = opened
        let made = LoopSource(
            LoopSourceActions(dispatch: { [unowned self] in
                serve()
                return true
            }))
        made.watch(descriptor: display_watch_descriptor(opened))
        source = made
    }

    private func serve() {
        guard let watch else { return }
        switch display_watch_serve(watch) {
        case 0: break
        case 1...: displaysChanged()
        default:
            source = nil
            self.watch = nil
            display_watch_close(watch)
            displaysChanged()
        }
    }

    private func displaysChanged() {
        changeHandler()
        covering.removeAll { $0.window?.isFullScreen != true }
        guard !covering.isEmpty, watch != nil else { return }
        let displays = displays
        for present in covering { present.window?.coverDisplay(of: displays) }
    }

    /// The displays, the primary one first; those of the window driver where the display has no XRandR 1.5.
    package var displays: [DisplayInfo] {
        guard let watch else { return DisplayServer.shared.displays }
        var areas = [display_area](repeating: display_area(), count: Self.limit)
        let count = Int(display_watch_read(watch, &areas, Int32(Self.limit)))
        // A reply may have brought events along, for which the descriptor does not become readable.
        if display_watch_serve(watch) > 0 {
            DispatchQueue.main.async { MainActor.assumeIsolated { self.displaysChanged() } }
        }
        let scale = DisplayServer.shared.scale
        let known = DisplayServer.shared.displays
        let sorted = areas.prefix(count).sorted { ($1.is_primary, $0.x) < ($0.is_primary, $1.x) }
        return sorted.map { area in
            let frame = CGRect(
                x: CGFloat(area.x) / scale, y: CGFloat(area.y) / scale, width: CGFloat(area.width) / scale,
                height: CGFloat(area.height) / scale)
            let same = known.first { $0.frame == frame }
            let name = withUnsafeBytes(of: area.name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            return DisplayInfo(
                name: name, frame: frame, usableFrame: same?.usableFrame ?? frame, scale: scale,
                refreshRate: same?.refreshRate ?? 60)
        }
    }
}

/// A window that covers its display.
private struct CoveringWindow {
    weak var window: DisplayWindow?
}
