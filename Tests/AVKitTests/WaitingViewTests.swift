import CoreGraphics
import Testing
import UIKit

@testable import AVKit

@MainActor
struct WaitingViewTests {
    @Test("R38: the spinner is visible over a white frame")
    func ring_whiteFrame_isVisible() throws {
        let content = PlayerContentView(frame: .zero)
        content.surface.backgroundColor = .white
        let root = UIViewController()
        root.view.addSubview(content)
        let window = makeWindow(root, width: 320, height: 180)
        content.frame = root.view.bounds
        content.showSpinner(true)
        content.layoutIfNeeded()
        let image = try #require(window.makeScreenshot())
        // The ring's center is transparent; the disc darkens the white below it.
        #expect(image.luminance(x: 160, y: 90) < 0.6)
        #expect(image.luminance(x: 20, y: 20) > 0.95)
        content.showSpinner(false)
        let after = try #require(window.makeScreenshot())
        #expect(after.luminance(x: 160, y: 90) > 0.95)
        window.isHidden = true
    }
}

extension CGImage {
    /// The mean of red, green and blue of a pixel, 0 to 1.
    fileprivate func luminance(x: Int, y: Int) -> Double {
        withBGRA { bytes, bytesPerRow in
            (0..<3).reduce(0.0) { $0 + Double(bytes[y * bytesPerRow + x * 4 + $1]) } / 765
        }
    }
}
