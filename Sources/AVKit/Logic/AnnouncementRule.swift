/// A change of a player that assistive technology announces.
enum Announcement: Equatable, Sendable {
    case playing, paused, ended, loading
    case muted(Bool)
    case speed(Float)
    /// The name of the subtitles; nil: none are displayed.
    case subtitles(String?)
    case chapter(String)
    /// The failed item and the reason.
    case failure(String)
}

/// Decides which changes of a player are announced: each once, an error in place of everything else, and nothing about the state in which
/// an item begins. A value type without a clock.
struct AnnouncementRule: Equatable, Sendable {
    enum Playback: Equatable, Sendable { case playing, paused, ended }

    struct Facts: Equatable, Sendable {
        var playback = Playback.paused
        /// Whether the player has waited long enough for the spinner.
        var isLoading = false
        var isMuted = false
        var speed: Float = 1
        var subtitles: String?
        /// The name of the chapter that the viewer has gone to, or that playback has entered while that is reported.
        var chapter: String?
        var failure: String?
    }

    private(set) var last: Facts?

    /// Forgets the former item: the next facts are those in which another one begins.
    mutating func itemDidChange() { last = nil }

    /// Takes over chapter and subtitles without announcing them, because they have been loaded and not chosen.
    mutating func mediaDidLoad(_ facts: Facts) {
        last?.chapter = facts.chapter
        last?.subtitles = facts.subtitles
    }

    /// Returns the announcements for the present facts, in their order.
    mutating func announcements(for facts: Facts) -> [Announcement] {
        let former = last
        last = facts
        guard let failure = facts.failure else {
            guard let former else { return [] }
            return changes(from: former, to: facts)
        }
        return failure == former?.failure ? [] : [.failure(failure)]
    }

    private func changes(from former: Facts, to facts: Facts) -> [Announcement] {
        var all: [Announcement] = []
        if facts.isLoading, !former.isLoading {
            all.append(.loading)
        } else if facts.playback != former.playback || former.isLoading && !facts.isLoading {
            switch facts.playback {
            case .playing: if !facts.isLoading { all.append(.playing) }
            case .paused: all.append(.paused)
            case .ended: all.append(.ended)
            }
        }
        if facts.chapter != former.chapter, let chapter = facts.chapter { all.append(.chapter(chapter)) }
        if facts.speed != former.speed { all.append(.speed(facts.speed)) }
        if facts.subtitles != former.subtitles { all.append(.subtitles(facts.subtitles)) }
        if facts.isMuted != former.isMuted { all.append(.muted(facts.isMuted)) }
        return all
    }
}
