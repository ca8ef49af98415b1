import AVFoundation
import Foundation
import MediaTesting
import Testing
import UIKit
import WindowSystem

@testable import AVKit

/// The announcements about changes of the player, to assistive technology.
@Suite(.english)
struct AnnouncementRuleTests {
    private typealias Facts = AnnouncementRule.Facts

    @Test("nothing is announced about the state in which an item begins, and each change is announced once")
    func changes() {
        var rule = AnnouncementRule()
        var facts = Facts(playback: .playing, subtitles: "English")
        #expect(rule.announcements(for: facts).isEmpty)
        #expect(rule.announcements(for: facts).isEmpty)
        facts.playback = .paused
        #expect(rule.announcements(for: facts) == [.paused])
        #expect(rule.announcements(for: facts).isEmpty)
        facts.playback = .playing
        facts.speed = 1.5
        #expect(rule.announcements(for: facts) == [.playing, .speed(1.5)])
        facts.subtitles = nil
        #expect(rule.announcements(for: facts) == [.subtitles(nil)])
        facts.isMuted = true
        #expect(rule.announcements(for: facts) == [.muted(true)])
        facts.chapter = "Chapter 2"
        #expect(rule.announcements(for: facts) == [.chapter("Chapter 2")])
        facts.playback = .ended
        #expect(rule.announcements(for: facts) == [.ended])
        rule.itemDidChange()
        facts.playback = .playing
        #expect(rule.announcements(for: facts).isEmpty)
    }

    @Test("a long wait is announced, and its end says whether playback continues")
    func waits() {
        var rule = AnnouncementRule()
        _ = rule.announcements(for: Facts(playback: .playing))
        #expect(rule.announcements(for: Facts(playback: .playing, isLoading: true)) == [.loading])
        #expect(rule.announcements(for: Facts(playback: .playing)) == [.playing])
        #expect(rule.announcements(for: Facts(playback: .playing, isLoading: true)) == [.loading])
        #expect(rule.announcements(for: Facts(playback: .paused)) == [.paused])
    }

    @Test("an error is announced once, also as the first fact about an item, and in place of other changes")
    func failures() {
        var rule = AnnouncementRule()
        #expect(rule.announcements(for: Facts(failure: "No.")) == [.failure("No.")])
        #expect(rule.announcements(for: Facts(playback: .ended, failure: "No.")).isEmpty)
        #expect(rule.announcements(for: Facts(failure: "Still no.")) == [.failure("Still no.")])
    }

    @Test("chapter and subtitles that are loaded with the item are not announced")
    func loadedMedia() {
        var rule = AnnouncementRule()
        _ = rule.announcements(for: Facts(playback: .playing))
        let facts = Facts(playback: .playing, subtitles: "English", chapter: "Chapter 1")
        rule.mediaDidLoad(facts)
        #expect(rule.announcements(for: facts).isEmpty)
    }
}

/// The announcements of a real player.
@MainActor
@Suite(.english, .serialized, .enabled(if: StreamMaker.isAvailable))
struct AnnouncementTests {
    /// Collects the texts that are passed to assistive technology.
    @MainActor
    private final class Ear {
        private(set) var texts: [String] = []
        private var token: (any NSObjectProtocol)?

        init() {
            token = NotificationCenter.default.addObserver(
                forName: UIAccessibility.announcementDidFinishNotification, object: nil, queue: nil
            ) { [weak self] note in
                let text = note.userInfo?[UIAccessibility.announcementStringValueUserInfoKey] as? String
                MainActor.assumeIsolated { if let text { self?.texts.append(text) } }
            }
        }

        isolated deinit { if let token { NotificationCenter.default.removeObserver(token) } }
    }

    @Test("playing, pausing, chapters, speed, subtitles and sound are announced when the viewer changes them")
    func viewersChanges() async throws {
        let ear = Ear()
        let stage = try await PlayerStage.clip(.rich(seconds: 24))
        defer { stage.end() }
        let started = ear.texts
        #expect(started.isEmpty, "\(started)")
        stage.key("k")
        #expect(await eventually { ear.texts == ["Playing"] }, "\(ear.texts)")
        stage.key("k")
        #expect(await eventually { ear.texts.last == "Paused" }, "\(ear.texts)")
        stage.key(.pageDown)
        #expect(await eventually { ear.texts.last == "Chapter 2 \u{00B7} Middle" }, "\(ear.texts)")
        stage.key("]")
        #expect(await eventually { ear.texts.last == "Speed 1.25\u{00D7}" }, "\(ear.texts)")
        stage.key("c")
        #expect(await eventually { ear.texts.last?.hasPrefix("Subtitles: ") == true }, "\(ear.texts)")
        let first = ear.texts.last
        stage.key("c")
        #expect(await eventually { ear.texts.last != first && ear.texts.last?.hasPrefix("Subtitles: ") == true })
        let count = ear.texts.count
        stage.key("m")
        #expect(await eventually { ear.texts.count > count && ear.texts.last == "Sound on" }, "\(ear.texts)")
        #expect(stage.controls?.button(.captions)?.accessibilityValue?.isEmpty == false)
    }

    @Test("an item that cannot be played is announced with its reason")
    func failure() async throws {
        let ear = Ear()
        let stage = PlayerStage(AVPlayer(url: URL(fileURLWithPath: "/no/such/film.mp4")))
        defer { stage.end() }
        #expect(await eventually { ear.texts.contains { $0.contains("cannot be played") } }, "\(ear.texts)")
    }

    @Test("the captions button has the name of the subtitles as its value, and the word for off without any")
    func captionsButton_hasValue() async throws {
        let stage = try await PlayerStage.clip(.rich())
        defer { stage.end() }
        let button = try #require(stage.controls?.button(.captions))
        let item = try #require(stage.player.currentItem)
        let group = try #require(try await item.asset.loadMediaSelectionGroup(for: .legible))
        item.select(nil, in: group)
        #expect(await eventually { button.accessibilityValue == "Off" })
        item.select(group.options[0], in: group)
        #expect(await eventually { button.accessibilityValue == group.options[0].displayName })
    }

    @Test("UIAccessibility.post announces a text on behalf of the key window, and reports it with its outcome")
    func post() {
        let ear = Ear()
        let window = makeWindow(UIViewController(), width: 100, height: 100)
        defer { window.isHidden = true }
        window.makeKey()
        UIAccessibility.post(notification: .announcement, argument: "Saved")
        UIAccessibility.post(notification: .layoutChanged, argument: nil)
        #expect(ear.texts == ["Saved"])
    }
}
