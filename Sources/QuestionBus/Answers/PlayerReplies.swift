import Foundation
import Localization
import Questions

/// Replies to requests that concern one player.
struct PlayerReplies: Sendable {
    let remote: PlayerRemote
    let say: Phrasing
    /// The asker's language, in BCP 47.
    let language: String
    let pollInterval: Duration

    private var player: PublishedPlayer { remote.player }

    func reply(to intent: Intent) async -> Reply {
        switch intent {
        case .play: result(await remote.play(), say(.playing))
        case .pause: result(await remote.pause(), say(.paused))
        case .skip(let seconds):
            result(
                await remote.skip(seconds: seconds),
                say(seconds < 0 ? .skippedBack : .skippedForward, say.duration(seconds.magnitude)))
        case .seek(let seconds): await seek(to: seconds)
        case .restart: result(await remote.seek(toSeconds: 0), say(.restarted))
        case .move(.next, .episode):
            result(await remote.next(), say(.nextEpisode), unsupported: say(.noNextEpisode))
        case .move(.previous, .episode):
            result(await remote.previous(), say(.previousEpisode), unsupported: say(.noPreviousEpisode))
        case .move(let direction, .chapter): await moveChapter(direction)
        case .chapter(let number): await chapter(number - 1)
        case .repeatDialogue(let seconds): await repeatDialogue(seconds)
        case .audio(let tag): await audio(tag)
        case .captions(let change): await captions(change)
        case .setRate(let rate): await setRate(rate)
        case .changeRate(let change): await changeRate(change)
        case .remainingTime: remaining
        case .identify: identification
        case .namePeople: people
        case .addToUpNext: Reply(say(.nothingToAdd), .unavailable)
        }
    }

    private func result(_ outcome: PlayerRemote.Outcome, _ text: String, unsupported: String? = nil) -> Reply {
        switch outcome {
        case .done: return Reply(text)
        case .unsupported: return Reply(unsupported ?? say(.unsupported, player.identity), .unavailable)
        case .failed(let detail):
            var reply = Reply(say(.failed, player.identity), .failed)
            reply.detail = detail
            return reply
        }
    }

    // MARK: Information

    private var shownTitle: String? { player.title.map(say.quoted) }

    private var identification: Reply {
        guard let title = shownTitle else { return Reply(say(.noTitle, player.identity), .unavailable) }
        let people = player.people.prefix(Self.maximumPeople)
        return Reply(people.isEmpty ? say(.title, title) : say(.titleAndPeople, title, say.list(Array(people))))
    }

    private var people: Reply {
        let title = shownTitle ?? player.identity
        let people = player.people.prefix(Self.maximumPeople)
        guard !people.isEmpty else { return Reply(say(.noPeople, player.identity, title), .unavailable) }
        return Reply(say(.people, title, say.list(Array(people))))
    }

    private static let maximumPeople = 10

    private var remaining: Reply {
        if player.isLive { return Reply(say(.live)) }
        guard let duration = player.duration, let position = player.position else {
            return Reply(say(.noDuration, player.identity), .unavailable)
        }
        return Reply(say(.remainingOf, say.duration(max(0, duration - position)), say.duration(duration)))
    }

    // MARK: Position

    private func seek(to seconds: Double) async -> Reply {
        if let duration = player.duration, seconds > duration {
            return Reply(say(.beyondEnd, say.duration(duration)), .unavailable)
        }
        return result(await remote.seek(toSeconds: seconds), say(.sought, say.clock(seconds)))
    }

    private func moveChapter(_ direction: Intent.Direction) async -> Reply {
        // A position shortly before a chapter is in it: seeks end at frames.
        let position = (player.position ?? 0) + 0.5
        let current = player.chapters.lastIndex { $0.start <= position } ?? -1
        return await chapter(max(0, direction == .next ? current + 1 : current - 1))
    }

    /// - Parameter index: counted from 0.
    private func chapter(_ index: Int) async -> Reply {
        let chapters = player.chapters
        guard !chapters.isEmpty else { return Reply(say(.noChapters), .unavailable) }
        guard chapters.indices.contains(index) else {
            return Reply(say(.noSuchChapter, "\(chapters.count)"), .unavailable)
        }
        let title = chapters[index].title
        let name = "\(index + 1)" + (title.isEmpty ? "" : " " + say.quoted(title))
        return result(await remote.seek(toSeconds: chapters[index].start), say(.chapter, name))
    }

    private func repeatDialogue(_ seconds: Double) async -> Reply {
        let outcome = await remote.skip(seconds: -seconds)
        let interval = say.duration(seconds)
        guard outcome == .done else { return result(outcome, "") }
        if let selected = player.selectedLanguages, selected.contains(where: { $0.kind == .legible }) {
            return Reply(say(.repeatedCaptionsAreOn, interval))
        }
        let options = player.languages.filter { $0.kind == .legible }
        let audible = player.selectedLanguages?.first { $0.kind == .audible }?.tag
        guard let option = option(in: options, [language, audible].compactMap(\.self)) ?? options.first,
            await remote.enable(option) == .done
        else { return Reply(say(.repeated, interval)) }
        var reply = Reply(say(.repeatedWithCaptions, interval))
        let loan = CaptionLoan(remote: remote, option: option, interval: seconds, pollInterval: pollInterval)
        reply.afterwards = { await loan.finish() }
        return reply
    }

    // MARK: Languages

    /// Returns the option of the first tag that has one.
    private func option(in options: [PublishedPlayer.Language], _ tags: [String]) -> PublishedPlayer.Language? {
        for tag in tags {
            if let best = LanguageMatching.best(tag, in: options.map(\.tag)) { return options.first { $0.tag == best } }
        }
        return nil
    }

    private func names(of options: [PublishedPlayer.Language]) -> String {
        var names: [String] = []
        for option in options {
            let name = say.languageName(option.tag)
            if !names.contains(name) { names.append(name) }
        }
        return say.list(names)
    }

    private func audio(_ tag: String) async -> Reply {
        let options = player.languages.filter { $0.kind == .audible }
        guard !options.isEmpty else { return result(.unsupported, "") }
        guard let option = option(in: options, [tag]) else {
            return Reply(say(.noAudio, say.languageName(tag), names(of: options)), .unavailable)
        }
        return result(await remote.enable(option), say(.audio, say.languageName(tag)))
    }

    private func captions(_ change: Intent.CaptionChange) async -> Reply {
        let options = player.languages.filter { $0.kind == .legible }
        switch change {
        case .off:
            let selected = player.selectedLanguages?.first { $0.kind == .legible }
            if player.selectedLanguages != nil, selected == nil { return Reply(say(.captionsOff)) }
            return result(
                await remote.disable(selected ?? PublishedPlayer.Language(kind: .legible, tag: "")), say(.captionsOff))
        case .on:
            let audible = player.selectedLanguages?.first { $0.kind == .audible }?.tag
            guard let option = option(in: options, [language, audible].compactMap(\.self)) ?? options.first else {
                return noCaptions
            }
            return result(await remote.enable(option), say(.captionsOn, say.languageName(option.tag)))
        case .language(let tag):
            guard !options.isEmpty else { return noCaptions }
            guard let option = option(in: options, [tag]) else {
                return Reply(say(.noCaptions, say.languageName(tag), names(of: options)), .unavailable)
            }
            return result(await remote.enable(option), say(.captionsOn, say.languageName(tag)))
        }
    }

    private var noCaptions: Reply {
        player.commands.contains("enableLanguageOption")
            ? Reply(say(.noCaptionsAtAll), .unavailable) : result(.unsupported, "")
    }

    // MARK: Speed

    private static let rates = [0.5, 0.75, 1, 1.25, 1.5, 2]

    private func setRate(_ rate: Double) async -> Reply {
        result(await remote.setRate(rate), say(.rate, say.number(rate)))
    }

    private func changeRate(_ change: Intent.RateChange) async -> Reply {
        // The rate of a paused player is 0 in some of them.
        let rate = player.rate > 0 ? player.rate : 1
        switch change {
        case .faster:
            guard let next = Self.rates.first(where: { $0 > rate + 0.01 }) else {
                return Reply(say(.fastest), .unavailable)
            }
            return await setRate(next)
        case .slower:
            guard let next = Self.rates.last(where: { $0 < rate - 0.01 }) else {
                return Reply(say(.slowest), .unavailable)
            }
            return await setRate(next)
        }
    }
}
