import CoreGraphics
import Foundation
import QuartzCore
import UIKit
import WindowSystem

/// Windows that a test controls by lines of standard input: "COMMAND NAME ARGUMENT…". Each command prints one or more lines.
@MainActor
private final class ProbeWindows {
    private var windows: [String: (window: UIWindow, video: ProbeVideo)] = [:]

    func perform(_ line: String) {
        let words = line.split(separator: " ").map(String.init)
        guard let command = words.first else { return }
        let name = words.dropFirst().first ?? ""
        let numbers = words.dropFirst(2).compactMap(Double.init)
        switch command {
        case "open": open(name, numbers, styles: Set(words.dropFirst(2)))
        case "panel": openPanel(name, numbers)
        case "quit": exit(0)
        case "pause":
            usleep(UInt32(numbers.first ?? 0) * 1000)
            tell("paused")
        case "application": tell("application \(UIApplication.shared.applicationState)")
        default:
            guard let (window, video) = windows[name] else { return tell("no window \(name)") }
            perform(command, name, window, video, numbers)
        }
    }

    private func perform(
        _ command: String, _ name: String, _ window: UIWindow, _ video: ProbeVideo, _ numbers: [Double]
    ) {
        switch command {
        case "play":
            // Waits for each frame to be drawn.
            Thread.detachNewThread { tell("played \(name) \(video.play(frames: Int(numbers.first ?? 1)))") }
        case "flash":
            // Waits for no frame.
            Thread.detachNewThread { tell("flashed \(name) \(video.flash(frames: Int(numbers.first ?? 1)))") }
        case "color":
            video.show(0xFF00_0000 | UInt32(numbers.first ?? 0))
            tell("colored \(name)")
        case "wakeful":
            WakefulContents.shared.set(numbers.first != 0, for: ObjectIdentifier(video))
            tell("set \(name)")
        case "state": tell("state \(name) visible \(window.platform?.isVisible ?? false) hidden \(window.isHidden)")
        case "title":
            window.title = "changed"
            tell("titled \(name)")
        case "blink":
            window.isHidden = true
            window.isHidden = false
            tell("blinked \(name)")
        case "show":
            window.makeKeyAndVisible()
            window.platform?.position = .zero
            told(name, window)
        case "close":
            window.close()
            windows[name] = nil
            tell("closed \(name)")
        case "frame":
            window.windowScene?.titlebar?.titleVisibility = numbers.first == 0 ? .hidden : .visible
            tell("framed \(name)")
        case "top":
            window.windowLevel = numbers.first == 0 ? .normal : .statusBar
            tell("raised \(name)")
        case "minimum":
            window.windowScene?.sizeRestrictions?.minimumSize = CGSize(width: numbers[0], height: numbers[1])
            tell("limited \(name)")
        case "uniform":
            window.windowScene?.requestGeometryUpdate(
                UIWindowScene.GeometryPreferences.Vision(
                    size: CGSize(width: numbers[0], height: numbers[1]), resizingRestrictions: .uniform))
            tell("limited \(name)")
        case "fixed":
            window.windowScene?.requestGeometryUpdate(
                UIWindowScene.GeometryPreferences.Vision(resizingRestrictions: UIWindowScene.ResizingRestrictions.none))
            tell("limited \(name)")
        case "free":
            window.windowScene?.requestGeometryUpdate(
                UIWindowScene.GeometryPreferences.Vision(resizingRestrictions: .freeform))
            tell("limited \(name)")
        case "scale":
            let image = window.makeScreenshot()
            tell("scale \(name) screen \(UIScreen.main.scale) screenshot \(image?.width ?? 0)x\(image?.height ?? 0)")
        case "place":
            window.movePanel(to: CGRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3]))
            tell("placed \(name)")
        case "where":
            let frame = window.frameOnDesktop ?? .zero
            tell("where \(name) \(Int(frame.minX)) \(Int(frame.minY)) \(Int(frame.width)) \(Int(frame.height))")
        case "minimise":
            window.platform?.minimise()
            tell("minimised \(name)")
        case "forward":
            window.bringForward()
            tell("forwarded \(name)")
        case "size": tell("size \(name) \(Int(window.bounds.width))x\(Int(window.bounds.height))")
        default: tell("unknown \(command)")
        }
    }

    /// Opens a panel, and reports its close requests and its loss.
    private func openPanel(_ name: String, _ numbers: [Double]) {
        let panel = WindowPanel(
            title: name, frame: CGRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3]),
            minimumSize: CGSize(width: 64, height: 36), maximumSize: .zero)
        panel.closeHandler = { tell("close requested \(name)") }
        panel.lossHandler = { tell("lost \(name)") }
        let window = UIWindow(panel: panel)
        let controller = UIViewController()
        controller.view.backgroundColor = .blue
        window.rootViewController = controller
        window.isHidden = false
        windows[name] = (window, ProbeVideo())
        told(name, window)
    }

    private func open(_ name: String, _ numbers: [Double], styles: Set<String>) {
        let video = ProbeVideo()
        let window = makeWindow(video, size: CGSize(width: numbers[0], height: numbers[1]))
        if styles.contains("frameless") { window.windowScene?.titlebar?.titleVisibility = .hidden }
        if styles.contains("top") { window.windowLevel = .statusBar }
        window.title = name
        windows[name] = (window, video)
        let tap = UITapGestureRecognizer { [weak window] recognizer in
            guard let window else { return }
            let place = recognizer.location(in: window)
            let isOnVideo = window.hitTest(place, with: nil) !== window.rootViewController?.view
            tell("tapped \(name) \(Int(place.x)),\(Int(place.y))\(isOnVideo ? " video" : "")")
        }
        window.rootViewController?.view.addGestureRecognizer(tap)
        window.makeKeyAndVisible()
        if numbers.count > 3 { window.platform?.position = CGPoint(x: numbers[2], y: numbers[3]) }
        told(name, window)
    }

    /// Prints the kind of the window, and its X11 ID.
    private func told(_ name: String, _ window: UIWindow) {
        let identifier = (window.platform as? DisplayWindow)?.systemIdentifier
        tell("opened \(name) \(identifier.map { "\($0)" } ?? "memory")")
    }
}

extension ProbeVideo {
    /// Presents frames, 60 per second.
    /// - Returns: the number of frames that were drawn before the next one was presented.
    func flash(frames: Int) -> Int {
        var drawn = 0
        for frame in 0..<frames {
            let generation = show(0xFF00_0000 | UInt32(frame & 0xFF) << 8)
            usleep(16_667)
            if drawnGeneration >= generation { drawn += 1 }
        }
        return drawn
    }
}

/// Prints when the display is kept awake, and when no longer.
private final class WakefulnessReport {
    init() { tell("display kept awake") }
    deinit { tell("display may sleep") }
}

/// Executes commands until "quit"; the program also ends when its last window is closed by the user, with code 4.
@MainActor
func probeWindows() {
    let windows = ProbeWindows()
    UIApplication.endsWithLastWindow = true
    UIApplication.inhibitorMaker = { WakefulnessReport() }
    Thread.detachNewThread {
        while let line = readLine() { DispatchQueue.main.async { MainActor.assumeIsolated { windows.perform(line) } } }
    }
    MainLoop.shared.schedule(after: .seconds(80)) { exit(9) }
    let code = (try? MainLoop.shared.run()) ?? 1
    exit(code == 0 ? 4 : code)
}
