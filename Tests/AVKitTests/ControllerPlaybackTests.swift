import Foundation
import MediaTesting
import Testing
import WindowSystem

@testable import AVKit

/// A player view controller with real media, in a window in memory.
@Suite(.enabled(if: StreamMaker.isAvailable))
@MainActor
struct ControllerPlaybackTests {
    private func player(_ recipe: ClipRecipe = .markedWithTone(seconds: 8)) async throws -> AVPlayer {
        let player = AVPlayer(url: try await StreamMaker.shared.clip(recipe))
        player.isMuted = true
        return player
    }

    private func embed(_ controller: AVPlayerViewController) -> (UIViewController, UIWindow) {
        let parent = UIViewController()
        let window = makeWindow(parent)
        parent.addChild(controller)
        parent.view.addSubview(controller.view)
        controller.view.frame = CGRect(x: 100, y: 50, width: 480, height: 270)
        controller.didMove(toParent: parent)
        window.layoutIfNeeded()
        return (parent, window)
    }

    @Test(
        "R3 R85 S10.13: a controller presented with a playing player shows its video and controls in the playing state")
    func presentedWhilePlaying() async throws {
        let player = try await player()
        player.play()
        #expect(await eventually { player.timeControlStatus == .playing })
        let root = UIViewController()
        let window = makeWindow(root)
        let controller = AVPlayerViewController()
        controller.player = player
        var shownStates: [Bool] = []
        root.present(controller, animated: true) {
            controller.presenter.showControls()
            shownStates.append((controller.content.controls as? ControlsView)?.content.isPlaying ?? false)
        }
        #expect(await eventually { controller.isReadyForDisplay })
        #expect(await eventually { controller.content.controls.map { !$0.isHidden && $0.alpha > 0.9 } ?? false })
        #expect(shownStates == [true])
        #expect(player.rate == 1 && player.timeControlStatus == .playing)
        let controls = try #require(controller.content.controls as? ControlsView)
        #expect(controls.content.canSeek && !controls.scrubber.isHidden)
        player.pause()
        window.isHidden = true
    }

    @Test("R7: items of AVAsset, of AVURLAsset and of a file's URL are displayed")
    func assets() async throws {
        let url = try await StreamMaker.shared.clip(.markedWithTone(seconds: 2))
        let items = [
            AVPlayerItem(asset: AVAsset(url: url)), AVPlayerItem(asset: AVURLAsset(url: url, options: nil)),
            AVPlayerItem(url: url),
        ]
        let controller = AVPlayerViewController()
        let window = makeWindow(controller)
        for item in items {
            controller.player = AVPlayer(playerItem: item)
            #expect(await eventually { item.status == .readyToPlay && controller.isReadyForDisplay })
            controller.player = nil
            #expect(await eventually { !controller.isReadyForDisplay })
        }
        window.isHidden = true
    }

    @Test("R99 S10.7: isReadyForDisplay of a controller becomes true at the first frame, and observers are notified")
    func readiness() async throws {
        let controller = AVPlayerViewController()
        let window = makeWindow(controller)
        var values: [Bool] = []
        let token = controller.observe(\.isReadyForDisplay, options: [.initial]) { object, _ in
            MainActor.assumeIsolated { values.append(object.isReadyForDisplay) }
        }
        controller.player = try await player(.markedWithTone(seconds: 1))
        #expect(await eventually { values.last == true })
        #expect(values == [false, true])
        token.invalidate()
        window.isHidden = true
    }

    @Test(
        "R28 R65 R215 R216 S10.10: in full screen a wide item starts filled and another fitted; a double tap toggles the mode",
        arguments: [(640, 272, true), (320, 240, false)])
    func gravity(width: Int, height: Int, isFilled: Bool) async throws {
        AVPlayerViewController.viewerGravity = nil
        let controller = AVPlayerViewController()
        let window = makeWindow(controller)
        controller.player = try await player(.markedWithTone(seconds: 2, width: width, height: height))
        let layer = controller.content.surface.playerLayer
        #expect(await eventually { controller.isReadyForDisplay })
        let first: AVLayerVideoGravity = isFilled ? .resizeAspectFill : .resizeAspect
        let second: AVLayerVideoGravity = isFilled ? .resizeAspect : .resizeAspectFill
        #expect(layer.videoGravity == first)
        func tapTwice(at time: Double) {
            for time in [time, time + 0.1] {
                for phase in [TouchEvent.Phase.began, .ended] {
                    (window.platform as? MemoryWindow)?.inject(
                        .touch(TouchEvent(phase: phase, finger: 1, location: CGPoint(x: 640, y: 300), timestamp: time)))
                }
            }
        }
        // With the client's own controls the double tap works as well.
        controller.showsPlaybackControls = false
        tapTwice(at: 10)
        #expect(layer.videoGravity == second)
        controller.showsPlaybackControls = true
        tapTwice(at: 20)
        #expect(layer.videoGravity == first)
        AVPlayerViewController.viewerGravity = nil
        window.isHidden = true
    }

    @Test("R30 S10.11: muting by the viewer lowers the volume in steps, the slider with it, and mutes at the end")
    func muting() async throws {
        let controller = AVPlayerViewController()
        let window = makeWindow(controller)
        let player = AVPlayer()
        controller.player = player
        controller.presenter.showControls()
        let slider = try #require(
            Self.views(in: controller.content).compactMap { $0 as? VolumeSliderView }.first)
        var volumes: [Float] = []
        var positions: [Float] = []
        // Other tests can keep the main thread busy for longer than the ramp; it is then repeated.
        for attempt in 1...20 {
            (volumes, positions) = ([], [])
            controller.run(.toggleMute)
            let isMuted = await eventually(every: .milliseconds(5)) {
                if player.isMuted { return true }
                volumes.append(player.volume)
                positions.append(slider.value)
                return false
            }
            try #require(isMuted)
            if Set(volumes).count > 3 || attempt == 20 { break }
            controller.run(.toggleMute)
            try #require(await eventually { !player.isMuted && player.volume == 1 })
        }
        #expect(volumes == volumes.sorted(by: >) && positions == positions.sorted(by: >))
        #expect(Set(volumes).count > 3 && Set(positions).count > 3, "\(volumes)")
        #expect(volumes.allSatisfy { $0 > 0 } && slider.value == 0 && player.volume == 1)
        window.isHidden = true
    }

    @Test(
        "R38 R231 S6.28 S10.14: loading that takes more than two seconds shows a centred spinner on black and nothing else"
    )
    func slowLoading() async throws {
        let bytes = [UInt8](try Data(contentsOf: try await StreamMaker.shared.clip(.markedWithTone(seconds: 4))))
        let origin = try FaultyOrigin()
        defer { origin.stop() }
        var faults = FaultyOrigin.Faults()
        // The response arrives when the resource is served without the delay.
        faults.delay = 60
        origin.serve(bytes, at: "/film.mp4", faults: faults)
        let controller = AVPlayerViewController()
        let window = makeWindow(controller)
        let player = AVPlayer(url: origin.url("/film.mp4"))
        player.isMuted = true
        let clock = ContinuousClock()
        let begin = clock.now
        controller.player = player
        player.play()
        #expect(await eventually { controller.content.spinner?.isAnimating == true })
        #expect(begin.duration(to: clock.now) > .milliseconds(1900))
        window.layoutIfNeeded()
        let content = controller.content
        let spinner = try #require(content.spinner)
        #expect(abs(spinner.center.x - content.bounds.midX) < 1 && abs(spinner.center.y - content.bounds.midY) < 1)
        #expect(content.card == nil && content.errorView == nil && content.controls == nil)
        #expect(controller.view.backgroundColor == .black)
        origin.serve(bytes, at: "/film.mp4", faults: FaultyOrigin.Faults())
        #expect(
            await eventually {
                player.timeControlStatus == .playing && controller.content.spinner?.isAnimating == false
            })
        player.pause()
        window.isHidden = true
    }

    @Test(
        "R55 R57 R177: external metadata that is set before the controller exists gives title and cover, and the asset the rest"
    )
    func externalMetadata() async throws {
        func item(_ identifier: AVMetadataIdentifier, _ value: Any) -> AVMetadataItem {
            let item = AVMutableMetadataItem()
            item.identifier = identifier
            item.extendedLanguageTag = "und"
            item.value = value
            return item
        }
        let picture = UIGraphicsImageRenderer(size: CGSize(width: 40, height: 30)).pngData { context in
            UIColor.red.setFill()
            context.fill(CGRect(x: 0, y: 0, width: 40, height: 30))
        }
        // A file without metadata gets all of it from the client, another one only what it lacks.
        let plain = try await player(.audioOnly(container: .wav))
        plain.currentItem?.externalMetadata = [
            item(AVMetadataCommonIdentifierTitle, "Night train"), item(AVMetadataCommonIdentifierArtwork, picture),
        ]
        let tagged = try await player(.audioOnly(container: .m4a))
        tagged.currentItem?.externalMetadata = [item(.commonIdentifierTitle, "Another title")]
        let controller = AVPlayerViewController()
        let window = makeWindow(controller)
        controller.player = plain
        #expect(await eventually { controller.content.card?.accessibilityLabel == "Night train" })
        controller.presenter.showControls()
        #expect((controller.content.controls as? ControlsView)?.content.title == "Night train")
        #expect(controller.model.media.description.cover?.size.width ?? 0 > 0)
        controller.player = tagged
        #expect(await eventually { controller.model.media.description.subtitle?.contains("The oscillator") == true })
        #expect(controller.model.media.description.title == "Another title")
        #expect(controller.model.media.description.cover != nil)
        window.isHidden = true
    }

    @Test("an item without video displays its title once: in visible controls, otherwise on the card")
    func titleOfAudio() async throws {
        let title = AVMutableMetadataItem()
        title.identifier = .commonIdentifierTitle
        title.extendedLanguageTag = "und"
        title.value = "Night train"
        let player = try await player(.audioOnly(container: .m4a))
        player.currentItem?.externalMetadata = [title]
        let controller = AVPlayerViewController()
        let window = makeWindow(controller)
        defer { window.isHidden = true }
        controller.player = player
        let description = { controller.model.media.description }
        #expect(
            await eventually {
                description().title == "Night train" && description().subtitle?.contains("The oscillator") == true
                    && controller.content.card != nil
            })
        controller.presenter.showControls()
        func expectOnce<View: UIView>(in type: View.Type) {
            window.layoutIfNeeded()
            for text in [description().title, description().subtitle] {
                let labels = controller.content.descendants(UILabel.self).filter { $0.text == text && $0.isSeen }
                #expect(labels.count == 1 && labels.allSatisfy { $0.isInside(type) }, "\(text ?? "")")
            }
        }
        expectOnce(in: TitleView.self)
        controller.showsPlaybackControls = false
        expectOnce(in: TitleCardView.self)
        controller.showsPlaybackControls = true
        expectOnce(in: TitleView.self)
    }

    @Test(
        "the card of an item without video lies between the title and the time line of the controls",
        arguments: [(1280.0, 720.0), (360, 640), (640, 360)])
    func placeOfCard(width: Double, height: Double) async throws {
        let player = try await player(.audioOnly(container: .m4a))
        let controller = AVPlayerViewController()
        let window = makeWindow(controller, width: width, height: height)
        defer { window.isHidden = true }
        controller.player = player
        #expect(await eventually { controller.content.card != nil })
        controller.presenter.showControls()
        window.layoutIfNeeded()
        let controls = try #require(controller.content.controls as? ControlsView)
        let card = try #require(controller.content.card)
        let title = try #require(controls.descendants(TitleView.self).first)
        let views = card.descendants(UILabel.self) + card.descendants(UIImageView.self)
        let frames = views.filter(\.isSeen).map { $0.convert($0.bounds, to: controller.content) }
        #expect(!frames.isEmpty)
        #expect(frames.allSatisfy { $0.minY >= title.frame.maxY && $0.maxY <= controls.scrubber.frame.midY - 6 })
    }

    @Test("R39: the menus offer the item's subtitles and audio, select them and notify the delegate")
    func selectionMenu() async throws {
        let controller = AVPlayerViewController()
        let window = makeWindow(controller)
        let player = try await player(.rich(container: .mkv))
        controller.player = player
        let item = try #require(player.currentItem)
        #expect(await eventually { item.status == .readyToPlay && controller.menu(.captions).count == 2 })
        let menu = controller.menu(.captions)
        #expect(menu.map(\.rows.count) == [4, 3])
        #expect(menu.allSatisfy { $0.rows.map(\.isOn).firstIndex(of: true) == 0 })
        let audible = try #require(
            try await item.asset.loadMediaSelectionGroup(for: .audible))
        let legible = try #require(
            try await item.asset.loadMediaSelectionGroup(for: .legible))
        for (section, group) in [(1, audible), (0, legible)] {
            let german = try #require(menu[section].rows.last)
            german.action()
            let selected = item.currentMediaSelection.selectedMediaOption(in: group)
            #expect(selected?.locale?.language.languageCode == "de" && selected?.displayName == german.title)
            #expect(controller.menu(.captions)[section].rows.last?.isOn == true)
        }
        menu[0].rows[1].action()
        #expect(item.currentMediaSelection.selectedMediaOption(in: legible) == nil)
        #expect(controller.menu(.captions)[0].rows.map(\.isOn) == [false, true, false, false])
        window.isHidden = true
    }

    @Test("R24: seeking to a chapter's start goes there, by the client and by the chapter menu")
    func chapters() async throws {
        let controller = AVPlayerViewController()
        let window = makeWindow(controller)
        let player = try await player(.rich(container: .mkv))
        controller.player = player
        let asset = try #require(player.currentItem?.asset)
        let groups = try await asset.loadChapterMetadataGroups(
            bestMatchingPreferredLanguages: Locale.preferredLanguages)
        #expect(groups.count == 3)
        #expect(await eventually { player.currentItem?.status == .readyToPlay })
        #expect(await player.seek(to: groups[1].timeRange.start, toleranceBefore: .zero, toleranceAfter: .zero))
        #expect(player.currentTime() == groups[1].timeRange.start)
        #expect(
            await eventually { controller.menu(.chapters).first?.rows.map(\.title) == ["Opening", "Middle", "End"] })
        controller.menu(.chapters)[0].rows[2].action()
        #expect(await eventually { player.currentTime() == groups[2].timeRange.start })
        #expect(await eventually { controller.menu(.chapters)[0].rows.map(\.isOn) == [false, false, true] })
        window.isHidden = true
    }

    @Test(
        "R25: an item with chapters has a button in the controls that opens the list of chapters; an item without has none"
    )
    func chapterSelection_isPresented() async throws {
        let controller = AVPlayerViewController()
        let window = makeWindow(controller)
        let player = try await player(.rich(container: .mkv))
        controller.player = player
        func button() -> CircleButton? {
            controller.presenter.showControls()
            window.layoutIfNeeded()
            let all = controller.content.controls?.descendants(CircleButton.self) ?? []
            return all.first { $0.accessibilityLabel == StringTable.current[.chapters] && !$0.isHidden }
        }
        #expect(await eventually { button() != nil })
        button()?.sendActions(for: .primaryActionTriggered)
        window.layoutIfNeeded()
        let menu = try #require((controller.content.controls as? ControlsView)?.menu)
        let titles = menu.descendants(UILabel.self).compactMap(\.text)
        for title in ["Opening", "Middle", "End"] { #expect(titles.contains(title)) }
        let plain = AVPlayerItem(url: try await StreamMaker.shared.clip(.markedWithTone(seconds: 2)))
        player.replaceCurrentItem(with: plain)
        #expect(await eventually { plain.status == .readyToPlay && button() == nil })
        window.isHidden = true
    }

    @Test("R24: while the chapter menu is open, its check mark follows playback and seeks into other chapters")
    func chapterMenuFollowsPlayback() async throws {
        var recipe = ClipRecipe.markedWithTone(seconds: 3)
        recipe.chapters = [.init(from: 0, title: "A"), .init(from: 0.5, title: "B")]
        let controller = AVPlayerViewController()
        let window = makeWindow(controller)
        let player = try await player(recipe)
        controller.player = player
        #expect(await eventually { controller.menu(.chapters).first?.rows.count == 2 })
        controller.presenter.showControls()
        let controls = try #require(controller.content.controls as? ControlsView)
        controls.openMenu(.chapters)
        let menu = try #require(controls.menu)
        #expect(menu.checkedTitles == ["A"])
        player.play()
        #expect(await eventually { menu.checkedTitles == ["B"] })
        player.pause()
        #expect(await player.seek(to: .zero, toleranceBefore: .zero, toleranceAfter: .zero))
        #expect(await eventually { menu.checkedTitles == ["A"] })
        #expect(controls.menu === menu)
        window.isHidden = true
    }

    @Test("R39: while the menu of subtitles and audio is open, its check marks follow the client's selection")
    func selectionMenuFollowsClient() async throws {
        let controller = AVPlayerViewController()
        let window = makeWindow(controller)
        let player = try await player(.rich(container: .mkv))
        controller.player = player
        let item = try #require(player.currentItem)
        #expect(await eventually { item.status == .readyToPlay && controller.menu(.captions).count == 2 })
        let legible = try #require(try await item.asset.loadMediaSelectionGroup(for: .legible))
        controller.presenter.showControls()
        let controls = try #require(controller.content.controls as? ControlsView)
        controls.openMenu(.captions)
        let menu = try #require(controls.menu)
        for option in legible.options {
            item.select(option, in: legible)
            #expect(await eventually { menu.checkedTitles.first == option.displayName })
        }
        #expect(controls.menu === menu)
        window.isHidden = true
    }

    @Test("R91: a contained controller follows the Auto Layout constraints of its view, also when the window grows")
    func constraints() async throws {
        let parent = UIViewController()
        let window = makeWindow(parent)
        let controller = AVPlayerViewController()
        controller.player = try await player(.markedWithTone(seconds: 1))
        parent.addChild(controller)
        parent.view.addSubview(controller.view)
        controller.view.translatesAutoresizingMaskIntoConstraints = false
        NSLayoutConstraint.activate([
            controller.view.leadingAnchor.constraint(equalTo: parent.view.leadingAnchor, constant: 40),
            controller.view.trailingAnchor.constraint(equalTo: parent.view.trailingAnchor, constant: -40),
            controller.view.topAnchor.constraint(equalTo: parent.view.topAnchor, constant: 20),
            controller.view.heightAnchor.constraint(equalTo: controller.view.widthAnchor, multiplier: 9.0 / 16),
        ])
        controller.didMove(toParent: parent)
        window.layoutIfNeeded()
        #expect(controller.view.frame == CGRect(x: 40, y: 20, width: 1200, height: 675))
        #expect(await eventually { controller.isReadyForDisplay })
        #expect(controller.videoBounds == CGRect(x: 0, y: 0, width: 1200, height: 675))
        window.frame = CGRect(x: 0, y: 0, width: 720, height: 720)
        window.layoutIfNeeded()
        #expect(controller.view.frame == CGRect(x: 40, y: 20, width: 640, height: 360))
        #expect(controller.content.frame == controller.view.bounds)
        #expect(await eventually { controller.videoBounds == CGRect(x: 0, y: 0, width: 640, height: 360) })
        window.isHidden = true
    }

    @Test(
        "R96 R97 S10.8: the viewer's play enters full screen and the end leaves it, unless the client plays or the viewer scrubs"
    )
    func automaticFullScreen() async throws {
        let controller = AVPlayerViewController()
        controller.entersFullScreenWhenPlaybackBegins = true
        controller.exitsFullScreenWhenPlaybackEnds = true
        let player = try await player(.markedWithTone(seconds: 1))
        controller.player = player
        let (parent, window) = embed(controller)
        player.play()
        #expect(await eventually { player.timeControlStatus == .playing })
        #expect(!controller.placement.machine.isFullScreen)
        player.pause()
        controller.run(.togglePlayback)
        #expect(controller.placement.machine.isFullScreen)
        #expect(await eventually { !controller.placement.machine.isFullScreen })
        #expect(player.rate == 0)
        // While the viewer scrubs to the end, full screen stays.
        controller.placement.enterFullScreen()
        #expect(
            await eventually { !controller.placement.machine.isMoving && controller.placement.machine.isFullScreen })
        controller.controlsBeginScrub()
        await player.seek(to: .zero)
        player.rate = 2
        let item = try #require(player.currentItem)
        #expect(
            await eventually {
                player.rate == 0 && player.currentTime() >= item.duration - CMTime(value: 1, timescale: 10)
            })
        #expect(controller.placement.machine.isFullScreen && !controller.placement.machine.isMoving)
        controller.controlsEndScrub(at: nil)
        withExtendedLifetime(parent) {}
        window.isHidden = true
    }

    @Test("R142: a presented controller that leaves at the end of playback asks and notifies its delegate like Escape")
    func automaticDismissal() async throws {
        let root = UIViewController()
        let window = makeWindow(root)
        let controller = AVPlayerViewController()
        let delegate = DelegateRecorder()
        controller.delegate = delegate
        controller.exitsFullScreenWhenPlaybackEnds = true
        let player = try await player(.markedWithTone(seconds: 1))
        controller.player = player
        root.present(controller, animated: false)
        player.play()
        #expect(await eventually { delegate.events.last == "did dismiss" })
        #expect(root.presentedViewController == nil)
        #expect(delegate.events.filter { $0.contains("dismiss") } == ["should dismiss", "will dismiss", "did dismiss"])
        window.isHidden = true
    }

    @Test("R119: a view in contentOverlayView stays visible while the controls are hidden")
    func overlayStays() async throws {
        let controller = AVPlayerViewController()
        let window = makeWindow(controller)
        let logo = UIView(frame: CGRect(x: 20, y: 20, width: 60, height: 30))
        controller.contentOverlayView?.addSubview(logo)
        let player = try await player()
        controller.player = player
        player.play()
        #expect(await eventually { controller.content.controls.map { !$0.isHidden } ?? false })
        controller.presenter.dismiss()
        #expect(await eventually { controller.content.controls?.isHidden == true })
        #expect(logo.window === window)
        #expect(sequence(first: logo, next: \.superview).allSatisfy { !$0.isHidden && $0.alpha == 1 })
        player.pause()
        window.isHidden = true
    }

    @Test(
        "S10.16: selectedSpeed follows the player's default rate, is nil outside the list, and a selected speed applies at once"
    )
    func speedsBothWays() async throws {
        let controller = AVPlayerViewController()
        let window = makeWindow(controller)
        let player = try await player()
        controller.player = player
        player.play()
        player.defaultRate = 1.5
        #expect(await eventually { controller.selectedSpeed?.rate == 1.5 })
        player.defaultRate = 1.1
        #expect(await eventually { controller.selectedSpeed == nil })
        controller.selectSpeed(try #require(controller.speeds.first { $0.rate == 2 }))
        #expect(player.defaultRate == 2 && player.rate == 2 && controller.selectedSpeed?.rate == 2)
        player.pause()
        window.isHidden = true
    }

    @Test("R22: the data of an artwork item is an image, and a name without a file gives nil")
    func artworkImage() async throws {
        let asset = AVURLAsset(url: try await StreamMaker.shared.clip(.audioOnly(container: .m4a)), options: nil)
        let items = AVMetadataItem.metadataItems(
            from: try await asset.load(.metadata), filteredByIdentifier: AVMetadataCommonIdentifierArtwork)
        let data = try #require(items.first?.dataValue)
        let image = try #require(UIImage(data: data))
        #expect(image.size.width > 0 && image.size.height > 0 && image.cgImage != nil)
        #expect(UIImage(data: Data(data.prefix(20))) == nil)
        #expect(UIImage(named: "there is no such picture") == nil)
    }

    private static func views(in view: UIView) -> [UIView] { [view] + view.subviews.flatMap { views(in: $0) } }
}

extension GlassMenuView {
    /// The titles of the rows with a visible check mark that assistive technology reports as selected too, from the top.
    var checkedTitles: [String] {
        func rows(in view: UIView) -> [MenuRowView] {
            view.subviews.flatMap { ($0 as? MenuRowView).map { [$0] } ?? rows(in: $0) }
        }
        return rows(in: self).filter { row in
            row.accessibilityTraits.contains(.selected)
                && row.subviews.contains { $0 is UIImageView && !$0.isHidden }
        }
        .sorted { $0.frame.minY < $1.frame.minY }
        .map(\.content.title)
    }
}

extension UIView {
    /// Whether the view and all views around it are visible.
    fileprivate var isSeen: Bool { !isHidden && alpha > 0.01 && superview?.isSeen ?? true }

    fileprivate func isInside<View: UIView>(_ type: View.Type) -> Bool {
        self is View || superview?.isInside(type) == true
    }
}
