import AVFoundation
import Foundation
import MediaTesting
import Testing
import UIKit
import WindowSystem

@testable import AVKit

/// A player view controller that another controller presents, in a window in memory that receives pointer and key events.
@MainActor
final class PresentedStage {
    let root = UIViewController()
    let window: UIWindow
    let recorder = DelegateRecorder()
    private(set) var controller: AVPlayerViewController?

    init(_ player: AVPlayer?) async {
        window = makeWindow(root)
        let controller = AVPlayerViewController()
        self.controller = controller
        controller.delegate = recorder
        controller.player = player
        await present()
    }

    func present() async {
        guard let controller else { return }
        var isDone = false
        root.present(controller, animated: false) { isDone = true }
        _ = await eventually { isDone }
    }

    /// Releases the controller, which must have been dismissed or its window closed.
    func release() { controller = nil }

    func end() {
        controller?.player = nil
        controller = nil
        window.isHidden = true
    }

    var isPresented: Bool { root.presentedViewController != nil }
    /// The dismissal calls of the delegate, in their order.
    var dismissals: [String] { recorder.events.filter { $0.hasSuffix("dismiss") } }
    var passcode: PasscodeView? { controller?.content.subviews.lazy.compactMap { $0 as? PasscodeView }.first }
    var locked: LockedView? { controller?.content.subviews.lazy.compactMap { $0 as? LockedView }.first }
    var memory: MemoryWindow? { window.platform as? MemoryWindow }

    func key(_ usage: KeyUsage, _ characters: String = "") {
        for phase in [KeyEvent.Phase.down, .up] {
            memory?.inject(.key(KeyEvent(phase: phase, usage: usage, characters: characters)))
        }
        window.layoutIfNeeded()
    }

    func type(_ text: String) {
        for character in text {
            for phase in [KeyEvent.Phase.down, .up] {
                memory?.inject(.key(KeyEvent(phase: phase, usage: nil, characters: String(character))))
            }
        }
        window.layoutIfNeeded()
    }

    func click(_ view: UIView) {
        let point = view.convert(CGPoint(x: view.bounds.midX, y: view.bounds.midY), to: window)
        for phase in [PointerEvent.Phase.moved, .pressed, .released] {
            memory?.inject(
                .pointer(
                    PointerEvent(
                        phase: phase, location: point, button: .primary,
                        heldButtons: phase == .pressed ? [.primary] : [], clickCount: 1)))
        }
        window.layoutIfNeeded()
    }

    /// The brightness of the brightest pixel on a grid over the window, 0 to 255.
    func greatestBrightness(in area: CGRect? = nil) -> Int {
        window.renderNow()
        guard let memory else { return -1 }
        let area = area ?? window.bounds
        var brightest = -1
        for y in stride(from: area.minY + 4, to: area.maxY, by: 24) {
            for x in stride(from: area.minX + 4, to: area.maxX, by: 24) {
                guard let pixel = memory.pixel(x: Int(x), y: Int(y)) else { continue }
                brightest = max(brightest, (Int(pixel.red) + Int(pixel.green) + Int(pixel.blue)) / 3)
            }
        }
        return brightest
    }
}

extension AVMetadataItem {
    /// A content rating as the session's slides make it.
    static func contentRating(_ rating: String) -> AVMetadataItem {
        let item = AVMutableMetadataItem()
        item.identifier = .iTunesMetadataContentRating
        item.value = rating as NSString
        item.extendedLanguageTag = "und"
        return item
    }

    static func text(_ text: String, _ identifier: AVMetadataIdentifier) -> AVMetadataItem {
        let item = AVMutableMetadataItem()
        item.identifier = identifier
        item.value = text as NSString
        item.extendedLanguageTag = "und"
        return item
    }
}
