/// What an item has to do with things that play in between: semantics section 14.
extension AVPlayerItem {
    /// Whether the events of a stream play. Those of an `AVPlayerInterstitialEventController` play regardless.
    public nonisolated var automaticallyHandlesInterstitialEvents: Bool {
        get { core.read { $0.settings.handlesInterstitials } }
        set {
            core.update { state in
                guard state.settings.handlesInterstitials != newValue else { return }
                state.settings.handlesInterstitials = newValue
                core.tell(.interstitialsChanged, state)
            }
        }
    }

    /// Whether AVKit shows events as `interstitialTimeRanges`.
    public nonisolated var translatesPlayerInterstitialEvents: Bool {
        get { core.read { $0.settings.translatesInterstitials } }
        set { core.update { $0.settings.translatesInterstitials = newValue } }
    }

    /// What plays in between while this is a player's current item, in the order of playing.
    package nonisolated var scheduledInterstitialEvents: [AVPlayerInterstitialEvent] {
        guard let player = core.read({ $0.host }) as? PlayerCore else { return [] }
        return player.read { $0.current === core ? $0.interlude.events : [] }
    }

    /// The item of an event that this one is a copy of; nil for others.
    public nonisolated var templatePlayerItem: AVPlayerItem? { extensionStore[TemplateItem.self]?.item }
}
