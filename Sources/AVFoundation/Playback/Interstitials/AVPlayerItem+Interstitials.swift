/// The properties of an item for interstitials (semantics section 14).
extension AVPlayerItem {
    /// Whether the interstitial events of a stream play. Those of an `AVPlayerInterstitialEventController` play in any case.
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

    /// The events of the item in playing order while it is a player's current item.
    package nonisolated var scheduledInterstitialEvents: [AVPlayerInterstitialEvent] {
        guard let player = core.read({ $0.attachment.host }) as? PlayerCore else { return [] }
        return player.read { $0.current === core ? $0.interstitial.events : [] }
    }

    /// The template item of an event of which this item is a copy; nil for other items.
    public nonisolated var templatePlayerItem: AVPlayerItem? { extensionStore[TemplateItem.self]?.item }
}
