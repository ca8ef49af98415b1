import AVFoundation
import CoreGraphics
import Foundation
import Localization
import MediaTesting
import Testing
import UIKit

@testable import AVKit

/// The time line of a live programme, whose dates the client declares in the external metadata.
@MainActor
@Suite(.english, .serialized)
struct ProgrammeTimelineTests {
    private static let evening = Date(timeIntervalSince1970: 1_767_294_000)  // 2026-01-01 19:00 UTC

    private static func item(_ identifier: String, _ value: Any) -> AVMetadataItem {
        let item = AVMutableMetadataItem()
        item.identifier = AVMetadataIdentifier(rawValue: identifier)
        item.value = value
        return item
    }

    private static func bound(_ seconds: Double, isExact: Bool = true) -> ProgrammeDates.Bound {
        .init(date: evening.addingTimeInterval(seconds), isExact: isExact)
    }

    // MARK: Dates

    @Test("dates are read from dates and from ISO 8601 text; an exact date takes precedence over an approximate one")
    func metadata() {
        let dates = ProgrammeDates([
            Self.item(AVKitMetadataIdentifierApproximateStartDate, Self.evening.addingTimeInterval(60)),
            Self.item(AVKitMetadataIdentifierExactStartDate, Self.evening),
            Self.item(AVKitMetadataIdentifierApproximateEndDate, "2026-01-01T20:30:00Z"),
        ])
        #expect(dates.start == Self.bound(0) && dates.end == Self.bound(5_400, isExact: false))
        let none = ProgrammeDates([Self.item(AVKitMetadataIdentifierExactEndDate, "soon")])
        #expect(none.isEmpty)
    }

    @Test("a programme extends from its start to its end in the item's time, and an unknown end is that of the stream")
    func range() throws {
        let both = ProgrammeDates(start: Self.bound(0), end: Self.bound(3_600, isExact: false))
        // The item is at 500 s, ten minutes into the programme.
        let now = Self.evening.addingTimeInterval(600)
        let line = try #require(ProgrammeTimeline(both, seekable: 300..<520, time: 500, date: now))
        #expect(line.start == -100 && line.end == 3_500)
        #expect(line.startClock == Self.evening && line.endClock == nil)
        let open = try #require(
            ProgrammeTimeline(ProgrammeDates(start: Self.bound(0)), seekable: 300..<520, time: 500, date: now))
        #expect(open.start == -100 && open.end == 520 && open.endClock == nil)
        let ending = try #require(
            ProgrammeTimeline(ProgrammeDates(end: Self.bound(900)), seekable: 300..<520, time: 500, date: now))
        #expect(ending.start == 300 && ending.end == 800)
    }

    @Test("another part of the stream than the programme, reversed dates and no dates have no programme's time line")
    func outside() {
        let both = ProgrammeDates(start: Self.bound(0), end: Self.bound(3_600))
        func line(_ dates: ProgrammeDates, after seconds: Double) -> ProgrammeTimeline? {
            ProgrammeTimeline(
                dates, seekable: 300..<520, time: 500, date: Self.evening.addingTimeInterval(seconds))
        }
        #expect(line(both, after: -60) == nil && line(both, after: 3_700) == nil)
        // A seek to the start may land before it.
        #expect(line(both, after: -6) != nil && line(both, after: 3_600) != nil)
        #expect(line(ProgrammeDates(start: Self.bound(100), end: Self.bound(0)), after: 50) == nil)
        #expect(line(ProgrammeDates(), after: 50) == nil)
        #expect(ProgrammeTimeline(both, seekable: 300..<520, time: .nan, date: Self.evening) == nil)
    }

    @Test("a drag, a step of the remote and the live edge stay within the part that can be sought")
    func limits() {
        var model = ScrubberModel(duration: 3_600, width: 360)
        model.programme = .init(reachable: 400...620, start: nil, end: nil, zero: nil)
        #expect(model.edge == 620 && model.reachable(3_000) == 620 && model.reachable(0) == 400)
        model.beginScrub(x: 300)
        #expect(model.scrubPosition == 620)
        model.scrub(toX: 10, distance: 0)
        #expect(model.scrubPosition == 400)
        model.scrub(toX: 50, distance: 0)
        #expect(model.scrubPosition == 500)
        var remote = RemoteScrub(at: 615)
        remote.move(isForward: true, isRepeat: false, duration: 3_600, within: 400...620)
        #expect(remote.target == 620)
    }

    @Test("clock times are written as usual in the viewer's language, with the digits of the other times")
    func clock() {
        let zone = TimeZone(secondsFromGMT: 3_600) ?? .current
        func text(_ language: String) -> String {
            ViewerLanguages.$override.withValue([language]) { ClockText.text(Self.evening, timeZone: zone) }
        }
        #expect(text("de") == "20:00" && text("fr") == "20:00" && text("ja") == "20:00" && text("en-GB") == "20:00")
        #expect(text("en").hasPrefix("8:00") && text("en").hasSuffix("PM"))
        #expect(text("ar").contains("8:00"))
    }

    // MARK: Controls

    private static func programme(isExact: Bool) -> ScrubberModel.Programme {
        isExact
            ? .init(reachable: 400...620, start: evening, end: evening.addingTimeInterval(3_600), zero: evening)
            : .init(reachable: 400...620, start: nil, end: nil, zero: nil)
    }

    private static func liveContent(canSeek: Bool = true) -> ControlsContent {
        var content = ControlsContent()
        (content.isLive, content.isAtLiveEdge, content.canSeek) = (true, false, canSeek)
        return content
    }

    private static func texts(_ view: UIView) -> [String] {
        view.descendants(UILabel.self).filter { !$0.isHidden && !($0.text ?? "").isEmpty }.compactMap(\.text)
    }

    @Test(
        "S12: the desktop bar of a programme with exact dates has their clock times at its ends; approximate ones show none",
        arguments: [true, false])
    func desktop(isExact: Bool) throws {
        let view = ControlsView(frame: CGRect(x: 0, y: 0, width: 1_280, height: 720))
        view.content = Self.liveContent()
        view.layoutIfNeeded()
        let wide = view.scrubber.frame
        view.update {
            ($0.duration, $0.position) = (3_600, 500)
            $0.programme = Self.programme(isExact: isExact)
        }
        view.layoutIfNeeded()
        let texts = Self.texts(view)
        let clocks = [ClockText.text(Self.evening), ClockText.text(Self.evening.addingTimeInterval(3_600))]
        // The distance is that from the live edge, not from the programme's end.
        #expect(texts.contains("\u{2212}2:00"))
        for clock in clocks { #expect(texts.contains(clock) == isExact) }
        #expect((view.scrubber.frame == wide) != isExact)
        #expect(view.scrubber.model.width == Double(view.scrubber.bounds.width))
        if isExact {
            let labels = clocks.compactMap { text in view.descendants(UILabel.self).first { $0.text == text } }
            #expect(labels.first.map { $0.frame.maxX < view.scrubber.frame.minX } == true)
            #expect(labels.last.map { $0.frame.minX > view.scrubber.frame.maxX } == true)
        }
        let preview = try #require(view.descendants(ScrubPreviewView.self).first)
        view.scrubber.isHovered = true
        view.scrubber.pointerMoved(to: CGPoint(x: view.scrubber.bounds.width * 0.125, y: 10))
        let hovered = Self.texts(preview)
        #expect(hovered == [isExact ? ClockText.text(Self.evening.addingTimeInterval(450)) : "\u{2212}2:50"])
    }

    @Test("a programme's progress is displayed for a stream that cannot be sought, without a knob")
    func unseekable() {
        let view = ControlsView(frame: CGRect(x: 0, y: 0, width: 1_280, height: 720))
        view.content = Self.liveContent(canSeek: false)
        view.layoutIfNeeded()
        #expect(view.scrubber.isHidden)
        view.update {
            ($0.duration, $0.position) = (3_600, 500)
            $0.programme = Self.programme(isExact: true)
        }
        view.layoutIfNeeded()
        #expect(!view.scrubber.isHidden && !view.scrubber.isEnabled)
        view.update {
            $0.duration = .nan
            $0.programme = nil
        }
        view.layoutIfNeeded()
        #expect(view.scrubber.isHidden && Self.texts(view).allSatisfy { !$0.contains(":") })
    }

    @Test("S12: the tv bar of a programme has the clock times of exact dates below its ends", arguments: [true, false])
    func television(isExact: Bool) {
        let view = TVControlsView(frame: CGRect(x: 0, y: 0, width: 1_280, height: 720))
        view.content = Self.liveContent()
        view.update {
            ($0.duration, $0.position) = (3_600, 500)
            $0.programme = Self.programme(isExact: isExact)
        }
        view.layoutIfNeeded()
        let texts = Self.texts(view)
        #expect(texts.contains("\u{2212}2:00") && texts.contains("LIVE"))
        let clocks = [ClockText.text(Self.evening), ClockText.text(Self.evening.addingTimeInterval(3_600))]
        let labels = clocks.compactMap { text in view.descendants(UILabel.self).first { $0.text == text } }
        #expect(labels.filter { !$0.isHidden }.count == (isExact ? 2 : 0))
        if isExact {
            #expect(labels.first?.frame.minX == view.bar.frame.minX && labels.last?.frame.maxX == view.bar.frame.maxX)
        }
        view.showTarget(450)
        let target = isExact ? ClockText.text(Self.evening.addingTimeInterval(450)) : "\u{2212}2:50"
        #expect(view.shownPreview.map(Self.texts) == [target])
    }

    // MARK: A real stream

    @Test(
        "S12: the bar of a live stream follows the dates that the client sets and changes, and ends at the live edge without them",
        .enabled(if: StreamMaker.isAvailable))
    func stream() async throws {
        let live = try LiveLadder(try await Ladder.make(.small)) {
            ($0.window, $0.secondsBefore) = (.sliding(60), 100)
        }
        let origin = try Origin(live)
        let player = AVPlayer(url: origin.url("/main.m3u8"))
        player.isMuted = true
        let stage = PlayerStage(player)
        defer { stage.end() }
        let model = stage.controller.model
        player.play()
        try #require(await eventually { model.isLive && model.isFrameReady && model.liveTimeline != nil })
        stage.showControls()
        stage.controller.presenter.hold(.external, true)
        let controls = try #require(stage.controls)
        func clocks() -> [String] { Self.texts(controls).filter { $0.hasSuffix("AM") || $0.hasSuffix("PM") } }
        #expect(controls.scrubber.model.programme == nil && clocks().isEmpty)

        let item = try #require(player.currentItem)
        let (start, end) = (live.date.addingTimeInterval(-300), live.date.addingTimeInterval(1_500))
        item.externalMetadata = [
            Self.item(AVKitMetadataIdentifierExactStartDate, start),
            Self.item(AVKitMetadataIdentifierExactEndDate, end),
        ]
        try #require(await eventually { controls.scrubber.model.programme?.start == start })
        stage.window.layoutIfNeeded()
        #expect(abs(controls.scrubber.model.duration - 1_800) < 0.001)
        #expect(Set(clocks()) == [ClockText.text(start), ClockText.text(end)])
        // The stream began 300 s into the programme; its live edge moves on while the test runs.
        let reachable = try #require(controls.scrubber.model.programme?.reachable)
        #expect(reachable.lowerBound > 298 && reachable.upperBound < 298 + live.publishedSeconds + 10)
        let position = try #require(item.currentDate()).timeIntervalSince(start)
        #expect(abs(controls.scrubber.model.position - position) < 10)

        // A press beyond the live edge goes to the edge.
        let time = try #require(model.liveTimeline)
        stage.click(at: stage.point(in: controls.scrubber, x: 0.95, y: 0.5))
        #expect(await eventually { model.navigation.pendingTarget == nil && model.time > time.edge - 12 })
        #expect(model.time < (model.liveTimeline?.edge ?? 0) + 2)

        // Away from the scrubber, whose preview shows a clock time.
        stage.move(to: CGPoint(x: 640, y: 200))
        item.externalMetadata = [Self.item(AVKitMetadataIdentifierApproximateStartDate, start)]
        try #require(
            await eventually { controls.scrubber.model.programme.map { $0.start == nil } ?? false })
        stage.window.layoutIfNeeded()
        #expect(controls.scrubber.model.duration > 300)
        item.externalMetadata = []
        #expect(await eventually { controls.scrubber.model.programme == nil })
    }
}
