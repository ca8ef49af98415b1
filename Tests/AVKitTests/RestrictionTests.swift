import AVFoundation
import Foundation
import MediaEngine
import MediaTesting
import Synchronization
import Testing
import UIKit
import WindowSystem

@testable import AVFoundation
@testable import AVKit

/// Parental restrictions in a real controller with real media (data/semantics.tsv, section 12).
@MainActor
@Suite(.english, .enabled(if: StreamMaker.isAvailable))
struct RestrictionTests {
    @MainActor
    private final class Answers {
        var list: [String] = []
    }

    /// An item with a rating and the restrictions that apply to it.
    private func item(_ rating: String?, _ settings: String, _ recipe: ClipRecipe = .markedWithTone(seconds: 6))
        async throws -> AVPlayerItem
    {
        restricted(AVPlayerItem(url: try await StreamMaker.shared.clip(recipe)), rating, try .init(settings))
    }

    private func restricted(
        _ item: AVPlayerItem, _ rating: String?, _ settings: RestrictionSettings
    ) -> AVPlayerItem {
        if let rating { item.externalMetadata = [.contentRating(rating)] }
        item.restrictionSource = FixedRestrictions(settings: settings)
        return item
    }

    private func player(_ item: AVPlayerItem) -> AVPlayer {
        let player = AVPlayer(playerItem: item)
        player.isMuted = true
        return player
    }

    @Test(
        "R131 R132 R135 R138 R140 S12.7 S12.8: nothing of a restricted item is visible or audible before the right passcode, and then it plays"
    )
    func passcode_precedesPlayback() async throws {
        let output = CapturingAudioOutput(clock: SystemHostClock())
        var environment = PlaybackEnvironment.system
        environment.makeAudioOutput = { output }
        let url = try await StreamMaker.shared.clip(.markedWithTone(seconds: 6))
        let item = restricted(
            AVPlayerItem(asset: AVURLAsset(url: url), environment: environment), "R",
            try .init("movies=PG-13,passcode=2468"))
        let player = AVPlayer(playerItem: item, environment: environment)
        let stage = await PresentedStage(player)
        defer { stage.end() }
        let controller = try #require(stage.controller)
        player.play()
        #expect(await eventually { stage.passcode != nil })
        #expect(item.status == .readyToPlay)
        // The passcode screen hides nothing that was there before: behind it the window is black.
        for _ in 0..<50 {
            output.pull(frames: 480)
            await Task.yield()
        }
        stage.passcode?.isHidden = true
        stage.locked?.isHidden = true
        #expect(stage.greatestBrightness() <= 1)
        stage.passcode?.isHidden = false
        stage.locked?.isHidden = false
        #expect(output.samples.isEmpty)
        #expect(!controller.isReadyForDisplay && player.timeControlStatus == .waitingToPlayAtSpecifiedRate)
        #expect(controller.content.surface.playerLayer.displayedPixelBuffer() == nil)
        var thumbnail: CGImage?
        var isAnswered = false
        controller.controlsWantThumbnail(at: 1) {
            thumbnail = $0
            isAnswered = true
        }
        #expect(isAnswered && thumbnail == nil)

        stage.type("1111")
        let labels = stage.passcode?.descendants(UILabel.self).compactMap(\.text) ?? []
        #expect(labels.contains("This item is rated R") && labels.contains("Wrong passcode. 2 attempts left."))
        #expect(output.samples.isEmpty && player.timeControlStatus == .waitingToPlayAtSpecifiedRate)
        stage.type("2468")
        #expect(stage.passcode == nil)
        #expect(await eventually { controller.isReadyForDisplay && player.timeControlStatus == .playing })
        #expect(stage.locked == nil && player.rate == 1)
        #expect(
            await eventually {
                output.pull(frames: 480)
                return output.samples.contains { abs($0) > 0.01 }
            })
        #expect(stage.greatestBrightness() > 100)
        #expect(stage.dismissals.isEmpty)
    }

    @Test("R132: the passcode is entered with the pointer, and with arrow keys and Return as on a remote")
    func passcode_byPointerAndArrows() async throws {
        for usesPointer in [true, false] {
            let item = try await item("R", "movies=PG-13,passcode=1205")
            let player = player(item)
            let stage = await PresentedStage(player)
            defer { stage.end() }
            #expect(await eventually { stage.passcode != nil })
            let view = try #require(stage.passcode)
            view.layoutIfNeeded()
            if usesPointer {
                for digit in "9" + "1205" {
                    let key = try #require(view.descendants(ScreenButton.self).first { $0.title == "\(digit)" })
                    stage.click(key)
                    if digit == "9" {
                        let delete = try #require(
                            view.descendants(ScreenButton.self).first { $0.accessibilityLabel == "Delete digit" })
                        stage.click(delete)
                    }
                }
            } else {
                // From 1 to 2, to 0, to 5.
                let keys: [KeyUsage] = [
                    .rightArrow, .returnOrEnter, .rightArrow, .returnOrEnter, .downArrow, .downArrow, .downArrow,
                    .returnOrEnter, .upArrow, .upArrow, .returnOrEnter,
                ]
                for key in keys { stage.key(key) }
            }
            #expect(item.isPlaybackAuthorized, "pointer: \(usesPointer)")
            #expect(await eventually { stage.controller?.isReadyForDisplay == true && stage.locked == nil })
            #expect(player.rate == 0 && stage.isPresented)
        }
    }

    @Test(
        "R134 R141 R142 S12.8 S12.10: three wrong passcodes or Escape dismiss the player through the delegate, and it stays paused",
        arguments: [true, false])
    func failure_dismisses(escapes: Bool) async throws {
        let item = try await item("NC-17", "movies=PG-13,passcode=1205")
        let player = player(item)
        let stage = await PresentedStage(player)
        defer { stage.end() }
        player.play()
        #expect(await eventually { stage.passcode != nil })
        if escapes { stage.key(.escape) } else { stage.type("000011112222") }
        #expect(await eventually { !stage.isPresented && stage.dismissals.count == 3 })
        #expect(stage.dismissals == ["should dismiss", "will dismiss", "did dismiss"])
        #expect(player.rate == 0 && player.isHeldByGate && stage.controller?.isReadyForDisplay == false)
        // R137: it does not ask again by itself, but where the client presents and plays the item once more.
        await stage.present()
        #expect(stage.passcode == nil && stage.locked != nil)
        player.play()
        #expect(await eventually { stage.passcode != nil })
        stage.type("1205")
        #expect(await eventually { player.timeControlStatus == .playing })
    }

    @Test(
        "R133 R134 R142: a profile and a missing rating dismiss the player without a passcode screen",
        arguments: ["profile-movies=PG,passcode=1205", "movies=PG,unrated=deny,passcode=1205"])
    func profileAndUnknown_dismiss(settings: String) async throws {
        let item = try await item(settings.hasPrefix("profile") ? "PG-13" : nil, settings)
        let player = player(item)
        // The request may fail before the presentation has ended, and pauses a player that was played before.
        player.play()
        let stage = await PresentedStage(player)
        defer { stage.end() }
        #expect(await eventually { !stage.isPresented && stage.dismissals.count == 3 })
        #expect(stage.passcode == nil && player.rate == 0)
        #expect(stage.dismissals == ["should dismiss", "will dismiss", "did dismiss"])
        let error = await #expect(throws: AVKitError.self) {
            try await item.requestPlaybackRestrictionsAuthorization()
        }
        #expect(
            error?.code == (settings.hasPrefix("profile") ? .contentDisallowedByProfile : .contentRatingUnknown))
    }

    @Test("R142: a delegate that refuses the dismissal keeps the player, which says why and asks again on request")
    func refusedDismissal_staysLocked() async throws {
        let item = try await item("R", "movies=PG-13,passcode=1205")
        let player = player(item)
        let stage = await PresentedStage(player)
        defer { stage.end() }
        stage.recorder.mayDismiss = false
        #expect(await eventually { stage.passcode != nil })
        stage.key(.escape)
        #expect(await eventually { stage.locked?.retryButton != nil })
        #expect(stage.dismissals == ["should dismiss"] && stage.isPresented)
        #expect(stage.locked?.text == "This item requires the passcode")
        stage.key(.returnOrEnter)
        #expect(await eventually { stage.passcode != nil })
        stage.type("1205")
        #expect(await eventually { player.timeControlStatus == .playing && stage.locked == nil })
    }

    @Test("an item within the limits, and any item without restrictions, plays without a screen")
    func allowed_plays() async throws {
        for settings in ["movies=PG-13,passcode=1205", "movies=all"] {
            let item = try await item("PG", settings)
            let player = player(item)
            let stage = await PresentedStage(player)
            defer { stage.end() }
            player.play()
            #expect(await eventually { player.timeControlStatus == .playing })
            #expect(stage.passcode == nil && stage.locked == nil)
        }
        #expect(!AVPlayerItem(url: URL(fileURLWithPath: "/none")).restrictionSettings.isActive)
    }

    @Test("R130 R139 S12.6: the client's ratings count before the asset's, which come from Matroska and iTunes tags")
    func ratingSources() async throws {
        var recipe = ClipRecipe.markedWithTone(seconds: 2)
        recipe.container = .mkv
        recipe.metadata = ["LAW_RATING": "R"]
        let settings = "movies=PG-13,passcode=1205"
        let own = try await item(nil, settings, recipe)
        #expect(await ContentRating.ratings(of: own) == ["R"])
        let stage = await PresentedStage(player(own))
        defer { stage.end() }
        #expect(await eventually { stage.passcode != nil })
        let client = try await item("PG", settings, recipe)
        #expect(await ContentRating.ratings(of: client) == ["PG"])
        #expect(try await client.requestPlaybackRestrictionsAuthorization())
        // R130: of several ratings the region's counts.
        let german = try await item(nil, "region=DE,movies=FSK 12", recipe)
        german.externalMetadata = [.contentRating("R"), .contentRating("FSK 12")]
        #expect(try await german.requestPlaybackRestrictionsAuthorization())
        let tag = AVMutableMetadataItem()
        tag.identifier = AVMetadataIdentifier(rawValue: "mdta/iTunEXTC")
        tag.value = "mpaa|NC-17|500|" as NSString
        #expect(ContentRating.texts(in: [tag]) == ["mpaa|NC-17|500|"])
    }

    @Test(
        "R136 R137 S12.9: a request without a controller shows its own passcode screen, and an authorized item is not asked for again"
    )
    func request_withoutController() async throws {
        let item = try await item("R", "movies=PG-13,passcode=1205")
        let root = UIViewController()
        let window = makeWindow(root)
        defer { window.isHidden = true }
        let memory = window.platform as? MemoryWindow
        let answers = Answers()
        item.requestPlaybackRestrictionsAuthorization { answers.list.append("first \($0) \($1 == nil)") }
        #expect(answers.list.isEmpty)
        let passcode = { root.presentedViewController as? PasscodeViewController }
        #expect(await eventually { passcode()?.viewIfLoaded?.window != nil })
        // A second request joins the first, here from another thread.
        await Task.detached { [item, answers] in
            item.requestPlaybackRestrictionsAuthorization { answers.list.append("second \($0) \($1 == nil)") }
        }.value
        #expect(await eventually { passcode()?.view.isFirstResponder == true })
        for character in "1205" {
            memory?.inject(.key(KeyEvent(phase: .down, usage: nil, characters: String(character))))
            memory?.inject(.key(KeyEvent(phase: .up, usage: nil, characters: String(character))))
        }
        #expect(await eventually { answers.list == ["first true true", "second true true"] })
        #expect(await eventually { root.presentedViewController == nil })
        #expect(try await item.requestPlaybackRestrictionsAuthorization())
        let player = player(item)
        let stage = await PresentedStage(player)
        defer { stage.end() }
        player.rate = 1
        #expect(await eventually { player.timeControlStatus == .playing })
        #expect(stage.passcode == nil && stage.locked == nil)
    }

    @Test("S12.9: cancelling a request, or closing its screen, fails it with contentDisallowedByPasscode")
    func request_cancelled() async throws {
        let root = UIViewController()
        let window = makeWindow(root)
        defer { window.isHidden = true }
        for closes in [false, true] {
            let item = try await item("R", "movies=PG-13,passcode=1205")
            var answer: (Bool, AVKitError.Code?)?
            item.requestPlaybackRestrictionsAuthorization { answer = ($0, ($1 as? AVKitError)?.code) }
            #expect(await eventually { root.presentedViewController?.viewIfLoaded?.window != nil })
            #expect(await eventually { root.presentedViewController?.isBeingPresented == false })
            if closes {
                root.dismiss(animated: false)
            } else {
                item.cancelPlaybackRestrictionsAuthorizationRequest()
            }
            #expect(await eventually { answer != nil })
            #expect(answer?.0 == false && answer?.1 == .contentDisallowedByPasscode)
            #expect(await eventually { root.presentedViewController == nil })
        }
        let noPasscode = try await item("R", "movies=PG-13")
        let error = await #expect(throws: AVKitError.self) {
            try await noPasscode.requestPlaybackRestrictionsAuthorization()
        }
        #expect(error?.code == .contentDisallowedByPasscode)
        let cast = error as Any as? NSError
        #expect(cast?.domain == AVKitErrorDomain && cast?.code == -1101)
        #expect((cast as (any Error)?) as? AVKitError == error)
        noPasscode.cancelPlaybackRestrictionsAuthorizationRequest()
    }

    @Test(
        "a controller that is released, and a window that is closed, during the passcode entry leave the player paused")
    func releasedDuringPasscode() async throws {
        let item = try await item("R", "movies=PG-13,passcode=1205")
        let player = player(item)
        var answers: [Bool] = []
        weak var released: AVPlayerViewController?
        do {
            let stage = await PresentedStage(player)
            player.play()
            #expect(await eventually { stage.passcode != nil })
            item.requestPlaybackRestrictionsAuthorization { success, _ in answers.append(success) }
            await Task.yield()
            stage.window.isHidden = true
            #expect(stage.passcode != nil && player.isHeldByGate)
            released = stage.controller
            var isGone = false
            stage.root.dismiss(animated: false) { isGone = true }
            #expect(await eventually { isGone })
            stage.release()
        }
        #expect(await eventually { released == nil && answers == [false] })
        #expect(player.rate == 0 && !player.isHeldByGate && !item.isPlaybackAuthorized)
    }

    @Test("an item that fails, and one that is replaced, during the check end the request without a dismissal")
    func failingAndReplacedItems() async throws {
        let broken = restricted(
            AVPlayerItem(url: URL(fileURLWithPath: "/no/such/item.mp4")), "R", try .init("movies=PG,passcode=1205"))
        let player = player(broken)
        let stage = await PresentedStage(player)
        defer { stage.end() }
        player.play()
        #expect(await eventually { stage.controller?.content.errorView != nil })
        #expect(stage.passcode == nil && stage.locked == nil)
        let item = try await item("R", "movies=PG,passcode=1205")
        player.replaceCurrentItem(with: item)
        #expect(await eventually { stage.passcode != nil })
        let free = try await self.item("G", "movies=PG,passcode=1205")
        player.replaceCurrentItem(with: free)
        player.play()
        #expect(await eventually { player.timeControlStatus == .playing && stage.passcode == nil })
        #expect(stage.dismissals.isEmpty && !item.isPlaybackAuthorized)
    }
}
