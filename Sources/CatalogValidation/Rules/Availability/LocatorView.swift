import UniversalMediaCatalog

/// A `locator`, parsed once for all rules. Valid only during the call that receives it.
struct LocatorView {
    enum Platform: Int {
        case web, atv, ios
        /// Extensions of this project; not Apple's.
        case macos, android, linux
    }

    enum Action { case open, play }

    let node: FeedNode
    let platformText: FeedText?
    /// nil: missing or unknown. Letter case is ignored, since the spelling is inferred.
    let platform: Platform?
    let actionText: FeedText?
    let action: Action?
    let urlText: FeedText?
    /// nil: missing, or not an absolute URL.
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

    /// The link's name in messages.
    var called: String { "the `\(platformText?.cut ?? "")` `\(actionText?.cut ?? "")` link" }
}
