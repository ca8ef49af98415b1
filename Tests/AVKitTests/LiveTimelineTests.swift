import CoreGraphics
import Testing
import UIKit

@testable import AVKit

/// The controls of a live stream.
@MainActor
@Suite(.english)
struct LiveTimelineTests {
    @Test("the seekable range of a live stream is the scrubber's length; a range that is too short is none")
    func scale() throws {
        #expect(LiveTimeline(nil) == nil && LiveTimeline(100..<120) == nil && LiveTimeline(0..<Double.infinity) == nil)
        let live = try #require(LiveTimeline(1_000..<1_240))
        let scale = ScrubberScale(map: InterstitialTimeMap(), live: live)
        #expect(scale.shown(1_000) == 0 && scale.shown(1_240) == 240 && scale.time(ofShown: 60) == 1_060)
        #expect(live.isLive(at: 1_230) && live.isLive(at: .nan) && !live.isLive(at: 1_200))
        let film = ScrubberScale(map: InterstitialTimeMap([10..<20]), live: nil)
        #expect(film.shown(30) == 20 && film.time(ofShown: 20) == 30)
    }

    @Test("an interstitial range of the client does not count in the length of a live stream, as in other items")
    func withStretches() throws {
        let live = try #require(LiveTimeline(100..<400))
        let scale = ScrubberScale(map: InterstitialTimeMap([50..<60, 200..<230]), live: live)
        #expect(scale.shown(100) == 0 && scale.shown(250) == 120 && scale.time(ofShown: 120) == 250)
    }

    private final class Listener: ControlsViewDelegate {
        var commands: [PlayerCommand] = []
        func controlsPerform(_ command: PlayerCommand) { commands.append(command) }
        func controlsSetVolume(_ volume: Float) {}
        func controlsBeginScrub() {}
        func controlsScrub(to seconds: Double) {}
        func controlsEndScrub(at seconds: Double?) {}
        func controlsCoverCaptions(_ covers: Bool) {}
        func controlsWantThumbnail(at seconds: Double, completion: @escaping @MainActor (CGImage?) -> Void) {}
        func controlsMenu(_ kind: ControlsView.MenuKind) -> [MenuSection] { [] }
        func controlsMenuDidChange(isOpen: Bool) {}
    }

    @Test("behind the live edge the controls show the distance, and LIVE seeks to the edge")
    func controls() throws {
        let view = ControlsView(frame: CGRect(x: 0, y: 0, width: 1_280, height: 720))
        let listener = Listener()
        view.delegate = listener
        var content = ControlsContent()
        (content.isLive, content.isAtLiveEdge, content.canSeek) = (true, false, true)
        view.content = content
        view.layoutIfNeeded()
        view.update { ($0.duration, $0.position) = (240, 30) }
        view.layoutIfNeeded()
        func label(_ text: String) -> UILabel? { view.descendants(UILabel.self).first { $0.text == text } }
        let toggle = try #require(view.descendants(TimeToggle.self).first)
        #expect(label("\u{2212}3:30") != nil)
        #expect(toggle.accessibilityLabel == "Go to live")
        #expect(!view.scrubber.isHidden)
        toggle.sendActions(for: .primaryActionTriggered)
        #expect(listener.commands == [.goLive])

        content.isAtLiveEdge = true
        view.content = content
        view.layoutIfNeeded()
        #expect(label("\u{2212}3:30") == nil && toggle.accessibilityLabel == "Live")

        content.canSeek = false
        view.content = content
        view.layoutIfNeeded()
        #expect(view.scrubber.isHidden)
    }
}
