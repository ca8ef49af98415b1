/// The state machine of the television idiom: what a press of the remote does in each state of the screen.
///
/// A value type without views or clock. Each input returns the actions that the owner performs in order. The owner reports the results that
/// the machine cannot derive: a focus that could not move, controls that a timer has hidden, an interstitial of a channel that has gone.
struct TVNavigation: Equatable, Sendable {
    enum Mode: Equatable, Sendable {
        /// Only the video is visible.
        case hidden
        /// The transport bar is visible and focused.
        case bar
        /// The viewer chooses a time on the transport bar; playback is paused until the choice is committed or cancelled.
        case scrubbing
        /// One of the buttons above the transport bar is focused.
        case buttons
        /// The menu of a button is open.
        case menu
        /// A tab is focused, and its panel is visible.
        case tabs(Int)
        /// A part of a tab's panel is focused.
        case panel(Int)
        /// One of the client's contextual actions is focused.
        case actions(isOverControls: Bool)
        /// The client's overlay covers the video.
        case overlay
        /// An interstitial screen is visible until another channel is ready.
        case flipping
    }

    enum Heading: Equatable, Sendable, CaseIterable { case up, down, left, right }

    enum Input: Equatable, Sendable {
        case heading(Heading, isRepeat: Bool)
        case select
        /// The remote's Menu or Back button, or Escape.
        case menu
        case playPause
        case channel(isNext: Bool)
        /// `moveFocus` has found no target.
        case focusStayed(Heading)
        case tabFocused(Int)
        case menuOpened
        case menuClosed
        case controlsHidden
        case controlsShown
        /// The contextual actions have disappeared.
        case actionsRemoved
        /// The overlay is not available any more.
        case overlayRemoved
        case flipBegan
        case flipEnded
        /// The player shows another item.
        case itemChanged
    }

    enum Region: Equatable, Sendable { case video, bar, buttons, menu, tab(Int), panel, actions, overlay }

    enum Action: Equatable, Sendable {
        case show
        case hide
        case focus(Region)
        /// Move the focus within the present region; report `focusStayed` without a target.
        case moveFocus(Heading)
        case togglePlayback
        case pause
        case skip(isForward: Bool)
        case beginScrub
        case moveScrub(isForward: Bool, isRepeat: Bool)
        case commitScrub
        case cancelScrub
        case openTab(Int)
        case closeTabs
        case closeMenu
        case presentOverlay
        case dismissOverlay
        case flip(isNext: Bool)
        /// Dismiss the player.
        case leave
    }

    /// The properties of the player and its controls at the time of an input.
    struct Facts: Equatable, Sendable {
        var isPlaying = true
        var canSeek = true
        /// Whether left and right skip items instead of seconds.
        var skipsItems = false
        var canFlip = false
        var hasBar = true
        var hasButtons = true
        var tabCount = 1
        var hasOverlay = false
        /// Whether contextual actions are displayed.
        var hasActions = false
        /// The tab that was used last.
        var lastTab = 0
    }

    private(set) var mode = Mode.hidden

    mutating func handle(_ input: Input, _ facts: Facts) -> [Action] {
        switch input {
        case .heading(let heading, let isRepeat): return move(heading, isRepeat, facts)
        case .select: return select(facts)
        case .menu: return goBack()
        case .playPause:
            guard mode == .scrubbing else { return [.togglePlayback] }
            mode = .bar
            return [.commitScrub]
        case .channel(let isNext): return facts.canFlip && mode != .scrubbing ? [.flip(isNext: isNext)] : []
        case .focusStayed(let heading): return stayed(heading, facts)
        case .tabFocused(let tab):
            guard isInTabs, (0..<facts.tabCount).contains(tab), mode != .tabs(tab) else { return [] }
            mode = .tabs(tab)
            return [.openTab(tab)]
        case .menuOpened:
            var actions: [Action] = []
            if mode == .scrubbing { actions.append(.cancelScrub) }
            if isInTabs { actions.append(.closeTabs) }
            if mode == .overlay { actions.append(.dismissOverlay) }
            if case .actions = mode { actions.append(.show) }
            mode = .menu
            return actions + [.focus(.menu)]
        case .menuClosed: return mode == .menu ? enter(facts.hasButtons ? .buttons : .bar) : []
        case .controlsHidden: return controlsHidden()
        case .controlsShown:
            if mode == .actions(isOverControls: false) { mode = .actions(isOverControls: true) }
            return mode == .hidden ? enter(.bar) : []
        case .actionsRemoved:
            guard case .actions(let isOverControls) = mode else { return [] }
            return enter(isOverControls ? .bar : .hidden)
        case .overlayRemoved: return mode == .overlay ? enter(.hidden) : []
        case .flipBegan:
            let actions = abandonAll()
            mode = .flipping
            return actions + [.hide]
        case .flipEnded: return mode == .flipping ? enter(.hidden) : []
        case .itemChanged: return mode == .scrubbing ? [.cancelScrub] + enter(.bar) : []
        }
    }

    var isInTabs: Bool {
        switch mode {
        case .tabs, .panel: true
        default: false
        }
    }

    /// Whether the controls stay visible without input in this mode.
    var holdsControls: Bool {
        switch mode {
        case .menu, .tabs, .panel: true
        default: false
        }
    }

    // MARK: Presses

    private mutating func move(_ heading: Heading, _ isRepeat: Bool, _ facts: Facts) -> [Action] {
        switch (mode, heading) {
        case (.hidden, .up):
            if isRepeat { return [] }
            if facts.hasOverlay { return [.presentOverlay] + enter(.overlay) }
            return [.show] + enter(facts.hasButtons ? .buttons : .bar)
        case (.hidden, .down) where facts.hasActions: return isRepeat ? [] : enter(.actions(isOverControls: false))
        case (.hidden, .down), (.bar, .down), (.actions(false), .down): return isRepeat ? [] : openTabs(facts)
        case (.actions(true), .down): return isRepeat ? [] : enter(facts.hasButtons ? .buttons : .bar)
        case (.actions(false), .up): return isRepeat ? [] : enter(.hidden)
        case (.actions, _): return [.moveFocus(heading)]
        case (.bar, .up) where !facts.hasButtons && facts.hasActions:
            return isRepeat ? [] : enter(.actions(isOverControls: true))
        case (.bar, .up): return facts.hasButtons && !isRepeat ? enter(.buttons) : []
        case (.hidden, .left) where facts.canFlip, (.hidden, .right) where facts.canFlip:
            return isRepeat ? [] : [.flip(isNext: heading == .right)]
        case (.hidden, .left), (.hidden, .right), (.bar, .left), (.bar, .right):
            return skip(isForward: heading == .right, isRepeat, facts)
        case (.scrubbing, .left), (.scrubbing, .right):
            return [.moveScrub(isForward: heading == .right, isRepeat: isRepeat)]
        case (.scrubbing, _): return []
        case (.buttons, .down): return isRepeat ? [] : enter(.bar)
        case (.tabs, .up): return isRepeat ? [] : [.closeTabs] + enter(.bar)
        case (.tabs(let tab), .down): return isRepeat ? [] : enter(.panel(tab))
        case (.flipping, .left), (.flipping, .right): return isRepeat ? [] : [.flip(isNext: heading == .right)]
        case (.flipping, _): return []
        case (.buttons, _), (.menu, _), (.tabs, _), (.panel, _), (.overlay, _): return [.moveFocus(heading)]
        }
    }

    private mutating func skip(isForward: Bool, _ isRepeat: Bool, _ facts: Facts) -> [Action] {
        if facts.skipsItems { return isRepeat ? [] : [.skip(isForward: isForward)] }
        guard facts.canSeek else { return [.show] + enter(.bar) }
        guard isRepeat, facts.hasBar else { return [.skip(isForward: isForward), .show] + enter(.bar) }
        mode = .scrubbing
        return [.show, .focus(.bar), .beginScrub, .moveScrub(isForward: isForward, isRepeat: true)]
    }

    private mutating func select(_ facts: Facts) -> [Action] {
        switch mode {
        case .hidden: return (facts.isPlaying ? [.pause] : [.togglePlayback]) + [.show] + enter(.bar)
        case .bar: return [.togglePlayback]
        case .scrubbing:
            mode = .bar
            return [.commitScrub]
        // The focused control handles the press itself.
        case .buttons, .menu, .tabs, .panel, .actions, .overlay, .flipping: return []
        }
    }

    /// Panels and menus close first, then the controls hide, then the player is dismissed.
    private mutating func goBack() -> [Action] {
        switch mode {
        case .menu: return [.closeMenu] + enter(.buttons)
        case .tabs, .panel: return [.closeTabs] + enter(.bar)
        case .scrubbing: return [.cancelScrub] + enter(.bar)
        case .bar, .buttons, .actions(true): return [.hide] + enter(.hidden)
        case .actions(false): return enter(.hidden)
        case .overlay: return [.dismissOverlay] + enter(.hidden)
        case .hidden, .flipping: return [.leave]
        }
    }

    private mutating func openTabs(_ facts: Facts) -> [Action] {
        guard facts.tabCount > 0 else { return mode == .hidden ? [.show] + enter(.bar) : [] }
        let tab = max(0, min(facts.lastTab, facts.tabCount - 1))
        return [.show, .openTab(tab)] + enter(.tabs(tab))
    }

    private mutating func stayed(_ heading: Heading, _ facts: Facts) -> [Action] {
        switch (mode, heading) {
        case (.panel(let tab), .up): return enter(.tabs(tab))
        case (.overlay, .down): return [.dismissOverlay] + enter(.hidden)
        case (.buttons, .up) where facts.hasActions: return enter(.actions(isOverControls: true))
        case (.buttons, .up), (.actions(true), .up):
            return facts.hasOverlay ? [.hide, .presentOverlay] + enter(.overlay) : []
        default: return []
        }
    }

    private mutating func controlsHidden() -> [Action] {
        switch mode {
        case .bar, .buttons: return enter(.hidden)
        case .scrubbing: return [.cancelScrub] + enter(.hidden)
        case .menu: return [.closeMenu] + enter(.hidden)
        case .tabs, .panel: return [.closeTabs] + enter(.hidden)
        case .actions:
            mode = .actions(isOverControls: false)
            return []
        case .hidden, .overlay, .flipping: return []
        }
    }

    private mutating func abandonAll() -> [Action] {
        switch mode {
        case .scrubbing: [.cancelScrub]
        case .menu: [.closeMenu]
        case .tabs, .panel: [.closeTabs]
        case .overlay: [.dismissOverlay]
        case .hidden, .bar, .buttons, .actions, .flipping: []
        }
    }

    private mutating func enter(_ next: Mode) -> [Action] {
        mode = next
        switch next {
        case .hidden, .flipping: return [.focus(.video)]
        case .bar, .scrubbing: return [.focus(.bar)]
        case .buttons: return [.focus(.buttons)]
        case .menu: return [.focus(.menu)]
        case .tabs(let tab): return [.focus(.tab(tab))]
        case .panel: return [.focus(.panel)]
        case .actions: return [.focus(.actions)]
        case .overlay: return [.focus(.overlay)]
        }
    }
}

/// The target of a time chosen with the remote's left and right keys. Held keys accelerate.
struct RemoteScrub: Equatable, Sendable {
    private(set) var target: Double
    private var repeats = 0

    init(at position: Double) { target = position.isFinite ? position : 0 }

    /// - Parameters:
    ///   - duration: the displayed duration in seconds.
    ///   - limits: the times that can be sought; nil: the whole duration.
    mutating func move(isForward: Bool, isRepeat: Bool, duration: Double, within limits: ClosedRange<Double>? = nil) {
        guard duration.isFinite, duration > 0 else { return }
        repeats = isRepeat ? min(repeats + 1, 1_000) : 0
        // A held key repeats about 25 times in a second: at first by two seconds each, then faster, up to the whole duration in two seconds.
        let held = min(max(2, duration * 0.002) * (1 + Double(repeats) / 15), max(2, duration / 50))
        let step = isRepeat ? held : min(KeyBindings.skipSeconds, duration)
        let limits = limits ?? 0...duration
        target = max(limits.lowerBound, min(limits.upperBound, target + (isForward ? step : -step)))
    }
}
