import AVFoundation
import Foundation
import MediaTesting
import Testing
import WindowSystem

@testable import AVKit
@testable import UIKit

/// The desktop's setting for reduced motion in the player.
@MainActor
struct ReduceMotionTests {
    private final class Recorder: NSObject, AVPlayerViewControllerDelegate {
        var durations: [TimeInterval] = []

        func playerViewController(
            _ playerViewController: AVPlayerViewController,
            willBeginFullScreenPresentationWithAnimationCoordinator coordinator:
                any UIViewControllerTransitionCoordinator
        ) {
            durations.append(coordinator.transitionDuration)
        }
    }

    @Test("with reduced motion, entering full screen takes no time; without it, the transition is animated")
    func fullScreen_reducedMotion_isImmediate() async {
        for reducesMotion in [false, true] {
            let parent = UIViewController()
            let window = makeWindow(parent)
            let controller = AVPlayerViewController()
            let recorder = Recorder()
            controller.delegate = recorder
            parent.addChild(controller)
            parent.view.addSubview(controller.view)
            controller.view.frame = CGRect(x: 100, y: 50, width: 480, height: 270)
            controller.didMove(toParent: parent)
            window.layoutIfNeeded()
            // Set during this call only: other tests of the process run at the same time.
            UIAccessibility.update(reducesMotion: reducesMotion)
            controller.placement.enterFullScreen()
            UIAccessibility.update(reducesMotion: false)
            #expect(recorder.durations.map { $0 == 0 } == [reducesMotion])
            #expect(await eventually { !controller.placement.machine.isMoving })
            window.isHidden = true
        }
    }
}
