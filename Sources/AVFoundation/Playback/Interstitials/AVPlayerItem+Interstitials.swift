/// What an item has to do with things that play in between: semantics section 14.
extension AVPlayerItem {
    /// Whether the events of a stream play. Those of an `AVPlayerInterstitialEventController` play regardless.
    public nonisolated var automaticallyHandlesInterstitialEvents: Bool {
        get { core.read { $0.settings.interstitials.areHandled } }
        set {
            core.update(.client) { state in
                guard state.settings.interstitials.areHandled != newValue else { return }
                state.settings.interstitials.areHandled = newValue
                core.report(.interstitialsChanged, &state)
            }
        }
    }

    /// Whether AVKit shows events as `interstitialTimeRanges`.
    public nonisolated var translatesPlayerInterstitialEvents: Bool {
        get { core.read { $0.settings.interstitials.areTranslated } }
        set { core.adjust { $0.settings.interstitials.areTranslated = newValue } }
    }

    /// What plays in between while this is a player's current item, in the order of playing.
    package nonisolated var scheduledInterstitialEvents: [AVPlayerInterstitialEvent] {
        guard let player = core.read({ $0.attachment.host }) as? PlayerCore else { return [] }
        return player.read { $0.current === core ? $0.interlude.events : [] }
    }

    /// The item of an event that this one is a copy of; nil for others.
    public nonisolated var templatePlayerItem: AVPlayerItem? { extensionStore[TemplateItem.self]?.item }
}
