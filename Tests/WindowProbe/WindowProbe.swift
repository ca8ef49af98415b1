import Foundation
import QuartzCore
import WindowSystem

/// A window that is red on the left and blue on the right, and that prints its events until `q` is typed.
@MainActor
final class ColourWindow {
    let window: DisplayWindow
    private var draws = 0

    init(_ options: WindowOptions) throws {
        let start = MonotonicTime.now
        try DisplayServer.shared.open()
        let opened = MonotonicTime.now
        window = try DisplayWindow(options)
        let made = MonotonicTime.now
        window.eventHandler = { [unowned self] in received($0) }
        window.show()
        let shown = MonotonicTime.now
        try draw()
        let drawn = MonotonicTime.now
        tell(
            String(
                format: "times main %.1f open %.1f create %.1f show %.1f draw %.1f", (start - began) * 1000,
                (opened - start) * 1000, (made - opened) * 1000, (shown - made) * 1000, (drawn - shown) * 1000))
        tell("shown \(window.pixelSize.width)x\(window.pixelSize.height) scale \(window.scale)")
    }

    func draw() throws {
        try window.draw { surface, isFresh in
            draws += 1
            for y in 0..<surface.height {
                let row = (surface.base + y * surface.bytesPerRow).assumingMemoryBound(to: UInt32.self)
                for x in 0..<surface.width { row[x] = x < surface.width / 2 ? 0xFFFF_0000 : 0xFF00_00FF }
            }
            return [PixelRect(x: -10, y: -10, width: surface.width + 20, height: surface.height + 20)]
        }
    }

    private func received(_ event: WindowEvent) {
        switch event {
        case .pointer(let pointer):
            tell(
                "pointer \(pointer.phase) \(Int(pointer.location.x)),\(Int(pointer.location.y))"
                    + " button \(pointer.button?.rawValue ?? 0) clicks \(pointer.clickCount)")
        case .wheel(let wheel): tell("wheel \(wheel.deltaX) \(wheel.deltaY)")
        case .key(let key):
            tell(
                "key \(key.phase) \(key.usage?.rawValue ?? 0) '\(key.characters)' modifiers \(key.modifiers.rawValue)"
                    + (key.mediaKey.map { " media \($0)" } ?? ""))
            if key.phase == .down { act(key.characters) }
        case .text(let text): tell("text \(text)")
        case .composition(let composition): tell("composition \(composition.text)")
        case .resized:
            tell("resized \(window.pixelSize.width)x\(window.pixelSize.height)")
            redraw()
        case .visibilityChanged(let visible):
            tell("visible \(visible)")
            if visible { redraw() }
        case .exposed:
            tell("exposed")
            redraw()
        case .fullScreenChanged(let full): tell("fullScreen \(full)")
        case .focusChanged(let focused): tell("focus \(focused)")
        case .closeRequested:
            tell("close")
            MainLoop.shared.quit()
        case .lost(let loss): tell("lost \(loss)")
        case .moved, .touch, .gamepad, .drop: break
        }
    }

    private func redraw() {
        do { try draw() } catch { tell("error \(error)") }
    }

    private func act(_ characters: String) {
        switch characters {
        case "q": MainLoop.shared.quit(code: 0)
        case "f": window.isFullScreen.toggle()
        case "r": window.size = CGSize(width: 400, height: 300)
        case "c":
            DisplayServer.shared.clipboardText = "clip"
            tell("clipboard \(DisplayServer.shared.clipboardText ?? "")")
        default: break
        }
    }
}

@MainActor
func probeWindow(_ arguments: [String]) {
    do {
        let window = try ColourWindow(
            WindowOptions(title: "probe", size: CGSize(width: 320, height: 240), position: CGPoint(x: 100, y: 50)))
        for display in DisplayServer.shared.displays {
            tell("display \(Int(display.frame.width))x\(Int(display.frame.height)) \(display.refreshRate)")
        }
        MainLoop.shared.schedule(after: .seconds(60)) { MainLoop.shared.quit(code: 9) }
        let code = try MainLoop.shared.run()
        window.window.close()
        tell("done \(code)")
        exit(code)
    } catch let error as WindowError {
        tell("error \(error.code) \(error.message)")
        exit(3)
    } catch {
        tell("error \(error)")
        exit(3)
    }
}
