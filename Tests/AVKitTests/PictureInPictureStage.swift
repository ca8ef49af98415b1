import AVFoundation
import CoreGraphics
import Foundation
import MediaTesting
import Testing
import UIKit
import WindowSystem

@testable import AVKit

/// Records the calls of both delegates of Picture in Picture, in order.
@MainActor
final class PictureInPictureRecorder: NSObject, AVPlayerViewControllerDelegate, AVPictureInPictureControllerDelegate {
    var events: [String] = []
    var dismisses = true
    var willStart: () -> Void = {}
    /// Receives the handler of a request to restore the user interface.
    var restore: (@escaping @Sendable (Bool) -> Void) -> Void = { $0(true) }

    // MARK: View controller

    func playerViewControllerWillStartPictureInPicture(_ playerViewController: AVPlayerViewController) {
        events.append("willStart")
        willStart()
    }
    func playerViewControllerDidStartPictureInPicture(_ playerViewController: AVPlayerViewController) {
        events.append("didStart")
    }
    func playerViewController(
        _ playerViewController: AVPlayerViewController, failedToStartPictureInPictureWithError error: any Error
    ) {
        events.append("failed \((error as? AVKitError)?.code == .pictureInPictureStartFailed)")
    }
    func playerViewControllerWillStopPictureInPicture(_ playerViewController: AVPlayerViewController) {
        events.append("willStop")
    }
    func playerViewControllerDidStopPictureInPicture(_ playerViewController: AVPlayerViewController) {
        events.append("didStop")
    }
    func playerViewControllerShouldAutomaticallyDismissAtPictureInPictureStart(
        _ playerViewController: AVPlayerViewController
    ) -> Bool {
        events.append("shouldDismiss")
        return dismisses
    }
    func playerViewController(
        _ playerViewController: AVPlayerViewController,
        restoreUserInterfaceForPictureInPictureStopWithCompletionHandler completionHandler:
            @escaping @Sendable (Bool) -> Void
    ) {
        events.append("restore")
        restore(completionHandler)
    }

    // MARK: Controller of a layer

    func pictureInPictureControllerWillStartPictureInPicture(_ controller: AVPictureInPictureController) {
        events.append("willStart \(controller.isPictureInPictureActive)")
    }
    func pictureInPictureControllerDidStartPictureInPicture(_ controller: AVPictureInPictureController) {
        events.append("didStart \(controller.isPictureInPictureActive)")
    }
    func pictureInPictureController(
        _ controller: AVPictureInPictureController, failedToStartPictureInPictureWithError error: any Error
    ) {
        events.append("failed \((error as? AVKitError)?.code == .pictureInPictureStartFailed)")
    }
    func pictureInPictureControllerWillStopPictureInPicture(_ controller: AVPictureInPictureController) {
        events.append("willStop \(controller.isPictureInPictureActive)")
    }
    func pictureInPictureControllerDidStopPictureInPicture(_ controller: AVPictureInPictureController) {
        events.append("didStop \(controller.isPictureInPictureActive)")
    }
    func pictureInPictureController(
        _ controller: AVPictureInPictureController,
        restoreUserInterfaceForPictureInPictureStopWithCompletionHandler completionHandler:
            @escaping @Sendable (Bool) -> Void
    ) {
        events.append("restore")
        restore(completionHandler)
    }
}

extension PictureInPictureEnvironment {
    /// An environment in which Picture in Picture is possible with windows in memory.
    static func inMemory() throws -> PictureInPictureEnvironment {
        var environment = PictureInPictureEnvironment()
        environment.isSupported = { true }
        environment.hasBackgroundAudio = { true }
        environment.needsDisplay = false
        environment.audioSession = AVAudioSession(environment: QuietEnvironment())
        try environment.audioSession.setCategory(.playback)
        return environment
    }
}

extension PictureInPictureSession {
    var memory: MemoryWindow? { window?.window.platform as? MemoryWindow }
    var buttons: [CircleButton] { window?.view.controls.buttons ?? [] }
    func button(_ name: String) -> CircleButton? { buttons.first { $0.accessibilityLabel == name && !$0.isHidden } }

    /// Clicks in the window, in its coordinates.
    func click(_ button: CircleButton) {
        guard let memory, let window = window?.window else { return }
        window.layoutIfNeeded()
        let point = button.convert(CGPoint(x: button.bounds.midX, y: button.bounds.midY), to: window)
        memory.inject(.pointer(PointerEvent(phase: .moved, location: point)))
        memory.inject(
            .pointer(
                PointerEvent(phase: .pressed, location: point, button: .primary, heldButtons: [.primary], clickCount: 1)
            ))
        memory.inject(.pointer(PointerEvent(phase: .released, location: point, button: .primary)))
    }

    func key(_ usage: KeyUsage) {
        for phase in [KeyEvent.Phase.down, .up] {
            memory?.inject(.key(KeyEvent(phase: phase, usage: usage, characters: "")))
        }
    }
}
