import UniversalMediaCatalog

/// A `locator`, read once for all rules. Lives no longer than the call that was given it.
struct LocatorView {
    enum Platform: Int {
        case web, atv, ios
        /// Of this project, not Apple's.
        case macos, android, linux
    }

    enum Action { case open, play }

    let node: FeedNode
    let platformText: FeedText?
    /// nil: it says none, or none that is known. Case does not count: the spelling is a guess.
    let platform: Platform?
    let actionText: FeedText?
    let action: Action?
    let urlText: FeedText?
    /// nil: there is none, or it is not absolute.
    let link: LinkText?

    init(_ node: FeedNode) {
        self.node = node
        platformText = node[.platform]?.trimmed
        actionText = node[.action]?.trimmed
        urlText = node[.url]?.trimmed
        link = urlText.flatMap { LinkText($0) }
        platform = platformText.flatMap(Self.platform)
        action = actionText.flatMap { text in
            text.isIgnoringCase("play") ? .play : text.isIgnoringCase("open") ? .open : nil
        }
    }

    private static func platform(_ text: FeedText) -> Platform? {
        if text.isIgnoringCase("atv") { return .atv }
        if text.isIgnoringCase("ios") { return .ios }
        if text.isIgnoringCase("web") { return .web }
        if text.isIgnoringCase("macos") { return .macos }
        if text.isIgnoringCase("android") { return .android }
        if text.isIgnoringCase("linux") { return .linux }
        return nil
    }

    /// As messages call it.
    var called: String { "the `\(platformText?.cut ?? "")` `\(actionText?.cut ?? "")` link" }
}
