/// Replies to "add this to my Up Next".
struct UpNextReply: Sendable {
    let directory: PlayerDirectory
    let say: Phrasing

    /// Adds what is playing; else what an app's page displays; else what is paused. Video covers the page from which it was started.
    func reply(playing player: PublishedPlayer?) async -> Reply {
        let item = player.flatMap { player in
            player.contentIdentifier.map {
                DisplayedPage(
                    contentIdentifier: $0, application: player.application ?? player.identity, title: player.title ?? ""
                )
            }
        }
        if player?.status != .playing || item == nil {
            let pages = await DisplayedPage.all(on: directory, preferring: player?.application)
            if let page = pages.first { return await add(page) }
        }
        guard let item else { return Reply(say(.nothingToAdd), .unavailable) }
        return await add(item)
    }

    private func add(_ page: DisplayedPage) async -> Reply {
        switch await UpNextRequest(directory: directory).add(page) {
        case .added: return Reply(say(.added, say.quoted(page.title.isEmpty ? page.contentIdentifier : page.title)))
        case .noReceiver: return Reply(say(.noUpNext), .unavailable)
        case .failed(let detail):
            var reply = Reply(say(.failed, UpNextRequest.name), .failed)
            reply.detail = detail
            return reply
        }
    }
}
