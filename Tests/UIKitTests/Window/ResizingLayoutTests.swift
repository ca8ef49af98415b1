import CoreGraphics
import Testing
import WindowSystem

@testable import UIKit

/// Layout that changes the size of its own window while the window is drawn.
@MainActor
struct ResizingLayoutTests {
    /// Red, and wants its window upright.
    private final class UprightView: UIView {
        var layoutCount = 0

        override func layoutSubviews() {
            super.layoutSubviews()
            layoutCount += 1
            backgroundColor = .red
            if let platform = window?.platform, platform.size.width > platform.size.height {
                platform.size = CGSize(width: platform.size.height, height: platform.size.width)
            }
        }
    }

    /// Changes the size of its window with each layout.
    private final class RestlessView: UIView {
        var layoutCount = 0

        override func layoutSubviews() {
            super.layoutSubviews()
            layoutCount += 1
            guard let platform = window?.platform else { return }
            platform.size = CGSize(width: platform.size.width == 640 ? 400 : 640, height: 320)
        }
    }

    @Test("a view that resizes its window in layout is drawn in the new size in the same frame")
    func layoutResizesWindow() throws {
        let root = UIViewController()
        let view = UprightView()
        let window = makeWindow(root, width: 640, height: 320)
        defer { window.isHidden = true }
        window.renderNow()
        view.frame = root.view.bounds
        view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        root.view.addSubview(view)
        window.renderNow()
        let memory = try #require(window.platform as? MemoryWindow)
        #expect(memory.pixelSize == (320, 640) && view.layoutCount > 0)
        for y in [0, 310, 639] {
            let pixel = try #require(memory.pixel(x: 319, y: y))
            #expect(pixel.red > 200 && pixel.blue < 100, "row \(y): \(pixel)")
        }
        #expect(memory.lastPresented == [PixelRect(x: 0, y: 0, width: 320, height: 640)])
    }

    @Test("a view that resizes its window in every layout does not keep the program from going on")
    func endlessResizing() {
        let root = UIViewController()
        let view = RestlessView()
        let window = makeWindow(root, width: 640, height: 320)
        defer { window.isHidden = true }
        view.frame = root.view.bounds
        view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        root.view.addSubview(view)
        window.renderNow()
        #expect(view.layoutCount > 1 && view.layoutCount < 100)
    }
}
