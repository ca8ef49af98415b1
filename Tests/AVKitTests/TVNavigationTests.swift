import MediaTesting
import Testing

@testable import AVKit

/// The modes of the television idiom, without a screen.
struct TVNavigationTests {
    private typealias Input = TVNavigation.Input

    private func mode(
        after inputs: [Input], _ facts: TVNavigation.Facts = .init(), actions: inout [TVNavigation.Action]
    ) -> TVNavigation.Mode {
        var machine = TVNavigation()
        for input in inputs { actions = machine.handle(input, facts) }
        return machine.mode
    }

    private func press(_ heading: TVNavigation.Heading, isRepeat: Bool = false) -> Input {
        .heading(heading, isRepeat: isRepeat)
    }

    @Test("R223: Select with hidden controls pauses and shows the transport bar; Select on the bar toggles playback")
    func select() {
        var actions: [TVNavigation.Action] = []
        #expect(mode(after: [.select], actions: &actions) == .bar)
        #expect(actions == [.pause, .show, .focus(.bar)])
        #expect(mode(after: [.select, .select], actions: &actions) == .bar)
        #expect(actions == [.togglePlayback])
    }

    @Test("R141: Menu closes panels and menus first, then hides the controls, then dismisses the player")
    func menuOrder() {
        var machine = TVNavigation()
        let facts = TVNavigation.Facts(tabCount: 2)
        _ = machine.handle(press(.down), facts)
        _ = machine.handle(press(.down), facts)
        #expect(machine.mode == .panel(0))
        #expect(machine.handle(.menu, facts) == [.closeTabs, .focus(.bar)])
        _ = machine.handle(press(.up), facts)
        _ = machine.handle(.menuOpened, facts)
        #expect(machine.mode == .menu)
        #expect(machine.handle(.menu, facts) == [.closeMenu, .focus(.buttons)])
        #expect(machine.handle(.menu, facts) == [.hide, .focus(.video)])
        #expect(machine.handle(.menu, facts) == [.leave])
        #expect(machine.mode == .hidden)
    }

    @Test("a short press of right skips; a held one chooses a time, which Select commits and Menu cancels")
    func scrubbing() {
        var actions: [TVNavigation.Action] = []
        #expect(mode(after: [press(.right)], actions: &actions) == .bar)
        #expect(actions == [.skip(isForward: true), .show, .focus(.bar)])
        let held = [press(.right), press(.right, isRepeat: true)]
        #expect(mode(after: held, actions: &actions) == .scrubbing)
        #expect(actions == [.show, .focus(.bar), .beginScrub, .moveScrub(isForward: true, isRepeat: true)])
        #expect(mode(after: held + [.select], actions: &actions) == .bar)
        #expect(actions == [.commitScrub])
        #expect(mode(after: held + [.menu], actions: &actions) == .bar)
        #expect(actions == [.cancelScrub, .focus(.bar)])
        #expect(mode(after: held + [.playPause], actions: &actions) == .bar)
        #expect(actions == [.commitScrub])
    }

    @Test("R114 R117: Up with hidden controls shows the overlay; Menu, and Down at its lower edge, dismiss the overlay")
    func overlay() {
        let facts = TVNavigation.Facts(hasOverlay: true)
        var actions: [TVNavigation.Action] = []
        #expect(mode(after: [press(.up)], facts, actions: &actions) == .overlay)
        #expect(actions == [.presentOverlay, .focus(.overlay)])
        #expect(mode(after: [press(.up), .menu], facts, actions: &actions) == .hidden)
        #expect(actions == [.dismissOverlay, .focus(.video)])
        #expect(mode(after: [press(.up), press(.down)], facts, actions: &actions) == .overlay)
        #expect(actions == [.moveFocus(.down)])
        #expect(mode(after: [press(.up), .focusStayed(.down)], facts, actions: &actions) == .hidden)
    }

    @Test("left and right with hidden controls change the channel where that is possible, and skip elsewhere")
    func channels() {
        var actions: [TVNavigation.Action] = []
        let facts = TVNavigation.Facts(canFlip: true)
        _ = mode(after: [press(.right)], facts, actions: &actions)
        #expect(actions == [.flip(isNext: true)])
        _ = mode(after: [.channel(isNext: false)], facts, actions: &actions)
        #expect(actions == [.flip(isNext: false)])
        #expect(mode(after: [.flipBegan], facts, actions: &actions) == .flipping)
        _ = mode(after: [.flipBegan, press(.left)], facts, actions: &actions)
        #expect(actions == [.flip(isNext: false)])
        #expect(mode(after: [.flipBegan, .flipEnded], facts, actions: &actions) == .hidden)
    }

    @Test("a held key chooses times faster and faster, within the duration")
    func acceleration() {
        var scrub = RemoteScrub(at: 100)
        scrub.move(isForward: true, isRepeat: false, duration: 600)
        #expect(scrub.target == 110)
        var steps: [Double] = []
        for _ in 0..<40 {
            let before = scrub.target
            scrub.move(isForward: true, isRepeat: true, duration: 6_000)
            steps.append(scrub.target - before)
        }
        #expect(zip(steps, steps.dropFirst()).allSatisfy { $0 <= $1 } && steps[39] > steps[0] * 2)
        for _ in 0..<2_000 { scrub.move(isForward: true, isRepeat: true, duration: 6_000) }
        #expect(scrub.target == 6_000)
        scrub.move(isForward: false, isRepeat: true, duration: .nan)
        #expect(scrub.target == 6_000)
    }

    /// What the actions leave on the screen, for comparison with the mode.
    private struct Screen {
        var controls = false
        var isScrubbing = false
        var hasTabs = false
        var hasMenu = false
        var hasOverlay = false
    }

    @Test("100,000 random inputs keep the mode and the screen in agreement", arguments: [1, 2, 3] as [UInt64])
    func random(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        var machine = TVNavigation()
        var screen = Screen()
        var facts = TVNavigation.Facts()
        func perform(_ action: TVNavigation.Action) {
            switch action {
            case .show: screen.controls = true
            case .hide: screen.controls = false
            case .beginScrub:
                #expect(!screen.isScrubbing)
                screen.isScrubbing = true
            case .moveScrub: #expect(screen.isScrubbing)
            case .commitScrub, .cancelScrub:
                #expect(screen.isScrubbing)
                screen.isScrubbing = false
            case .openTab: screen.hasTabs = true
            case .closeTabs: screen.hasTabs = false
            case .closeMenu: screen.hasMenu = false
            case .presentOverlay:
                #expect(!screen.hasOverlay)
                screen.hasOverlay = true
            case .dismissOverlay: screen.hasOverlay = false
            case .leave: #expect(!screen.hasTabs && !screen.hasMenu && !screen.isScrubbing && !screen.hasOverlay)
            case .focus, .moveFocus, .togglePlayback, .pause, .skip, .flip: break
            }
        }
        for _ in 0..<33_334 {
            facts.isPlaying = Bool.random(using: &random)
            facts.canSeek = Int.random(in: 0..<4, using: &random) > 0
            facts.skipsItems = Int.random(in: 0..<8, using: &random) == 0
            facts.canFlip = Int.random(in: 0..<3, using: &random) == 0
            facts.hasBar = Int.random(in: 0..<6, using: &random) > 0
            facts.hasButtons = facts.hasBar && Bool.random(using: &random)
            facts.tabCount = Int.random(in: 0..<4, using: &random)
            facts.hasOverlay = Bool.random(using: &random)
            facts.lastTab = Int.random(in: -1..<5, using: &random)
            let heading = TVNavigation.Heading.allCases.randomElement(using: &random) ?? .up
            let input: Input =
                switch Int.random(in: 0..<16, using: &random) {
                case 0...4: .heading(heading, isRepeat: Int.random(in: 0..<3, using: &random) == 0)
                case 5: .select
                case 6, 7: .menu
                case 8: .playPause
                case 9: .channel(isNext: Bool.random(using: &random))
                case 10: .focusStayed(heading)
                case 11: .tabFocused(Int.random(in: -1..<5, using: &random))
                case 12: .menuOpened
                case 13: Bool.random(using: &random) ? .menuClosed : .itemChanged
                case 14: Bool.random(using: &random) ? .controlsHidden : .controlsShown
                default:
                    [.overlayRemoved, .flipBegan, .flipEnded].randomElement(using: &random) ?? .flipEnded
                }
            if case .menuOpened = input { screen.hasMenu = true }
            if case .menuClosed = input { screen.hasMenu = false }
            if case .overlayRemoved = input, machine.mode == .overlay { screen.hasOverlay = false }
            for action in machine.handle(input, facts) { perform(action) }
            #expect(screen.isScrubbing == (machine.mode == .scrubbing))
            #expect(screen.hasTabs == machine.isInTabs)
            #expect(screen.hasOverlay == (machine.mode == .overlay))
            #expect(screen.hasMenu == (machine.mode == .menu))
        }
    }
}
