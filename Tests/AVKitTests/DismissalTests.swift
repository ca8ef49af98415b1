import AVFoundation
import Foundation
import MediaTesting
import Testing
import UIKit
import WindowSystem

@testable import AVKit

/// The order of the delegate's dismissal calls, by the viewer's key and for automatic reasons (data/semantics.tsv, section 12).
@MainActor
@Suite(.english)
struct DismissalTests {
    @Test("R141 S12.10: Escape asks, reports the beginning, ends full screen and reports the end, in this order")
    func escape_presented() async {
        let stage = await PresentedStage(AVPlayer())
        defer { stage.end() }
        stage.recorder.events = []
        stage.key(.escape)
        #expect(await eventually { !stage.isPresented && stage.recorder.events.last == "did dismiss" })
        #expect(
            stage.recorder.events == ["should dismiss", "will dismiss", "end", "ended false", "did dismiss"])
    }

    @Test("R141: a delegate that refuses keeps the player, and is asked again by the next key")
    func refused() async {
        let stage = await PresentedStage(AVPlayer())
        defer { stage.end() }
        stage.recorder.mayDismiss = false
        stage.key(.escape)
        stage.key(.escape)
        #expect(stage.dismissals == ["should dismiss", "should dismiss"] && stage.isPresented)
        stage.recorder.mayDismiss = true
        stage.key(.escape)
        #expect(await eventually { !stage.isPresented && stage.dismissals.count == 5 })
    }

    @Test("R141: keys and automatic reasons during a dismissal ask nothing again")
    func repeated() async {
        let stage = await PresentedStage(AVPlayer())
        defer { stage.end() }
        stage.key(.escape)
        stage.key(.escape)
        stage.controller?.placement.dismissAutomatically()
        #expect(await eventually { !stage.isPresented && stage.dismissals.last == "did dismiss" })
        #expect(stage.dismissals == ["should dismiss", "will dismiss", "did dismiss"])
        await stage.present()
        stage.key(.escape)
        #expect(await eventually { !stage.isPresented && stage.dismissals.count == 6 })
    }

    @Test("R142: an automatic dismissal makes the same calls, and for an embedded player only the question")
    func automatic() async {
        let stage = await PresentedStage(AVPlayer())
        defer { stage.end() }
        stage.controller?.placement.dismissAutomatically()
        #expect(await eventually { !stage.isPresented && stage.dismissals.count == 3 })
        #expect(stage.dismissals == ["should dismiss", "will dismiss", "did dismiss"])
        let embedded = PlayerStage(embeddedIn: CGRect(x: 0, y: 0, width: 640, height: 360))
        defer { embedded.end() }
        let recorder = DelegateRecorder()
        embedded.controller.delegate = recorder
        embedded.controller.placement.dismissAutomatically()
        #expect(recorder.events == ["should dismiss"])
        #expect(embedded.controller.viewIfLoaded?.window != nil)
    }

    @Test("R142: an automatic dismissal of an expanded inline player ends its full screen and asks the client")
    func automatic_expanded() async {
        let stage = PlayerStage(embeddedIn: CGRect(x: 0, y: 0, width: 640, height: 360))
        defer { stage.end() }
        let recorder = DelegateRecorder()
        stage.controller.delegate = recorder
        stage.controller.placement.enterFullScreen()
        #expect(await eventually { stage.controller.placement.machine.place == .fullScreen(.shown) })
        stage.controller.placement.dismissAutomatically()
        #expect(await eventually { stage.controller.placement.machine.place == .inline })
        #expect(recorder.events.filter { $0.hasSuffix("dismiss") } == ["should dismiss"])
    }

    @Test(
        "R145: the status and the error of an item that fails are observable, and the player shows the failure",
        .enabled(if: StreamMaker.isAvailable))
    func failedItem() async throws {
        let item = AVPlayerItem(url: URL(fileURLWithPath: "/no/such/item.mp4"))
        var statuses: [AVPlayerItem.Status] = []
        let token = item.observe(\.status, options: .initial) { item, _ in
            MainActor.assumeIsolated { statuses.append(item.status) }
        }
        let stage = await PresentedStage(AVPlayer(playerItem: item))
        defer { stage.end() }
        #expect(await eventually { stage.controller?.content.errorView != nil })
        #expect(statuses == [.unknown, .failed] && item.error != nil && stage.isPresented)
        token.invalidate()
    }
}
