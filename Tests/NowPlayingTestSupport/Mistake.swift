import Foundation
public import NowPlayingValidation

/// A mistake of an app: the clean session with one change, and the rule that must name it.
public struct Mistake: Sendable, CustomStringConvertible {
    public let title: String
    public let rule: NowPlayingRule
    /// The kinds of content in which the mistake is planted.
    public let kinds: [ContentKind]
    /// The level of the finding where it is not the rule's own.
    public let level: NowPlayingRule.Level
    /// Whether the mistake shows only where the kind of the content is given.
    public let needsKind: Bool
    /// Whether the net duration is given to the validator together with the kind.
    public let hasDuration: Bool
    public let change: @Sendable (inout SampleSession) -> Void

    init(
        _ title: String, _ rule: NowPlayingRule, _ kinds: [ContentKind], level: NowPlayingRule.Level? = nil,
        needsKind: Bool = false, hasDuration: Bool = true, _ change: @escaping @Sendable (inout SampleSession) -> Void
    ) {
        self.title = title
        self.rule = rule
        self.kinds = kinds
        self.level = level ?? rule.level
        self.needsKind = needsKind
        self.hasDuration = hasDuration
        self.change = change
    }

    public var description: String { title }

    /// Returns the clean session of a kind with the mistake.
    public func session(_ kind: ContentKind) -> SampleSession {
        var session = SampleSession.clean(kind)
        change(&session)
        return session
    }

    /// One planted mistake in one kind of content.
    public struct Case: Sendable, CustomStringConvertible {
        public let mistake: Mistake
        public let kind: ContentKind
        public var description: String { "\(mistake.rule.id), \(kind.rawValue): \(mistake.title)" }
    }

    public static let cases = all.flatMap { mistake in mistake.kinds.map { Case(mistake: mistake, kind: $0) } }
    public static let all = identifiers + matrix + events + values + commands
}

extension Mistake {
    static let onDemand: [ContentKind] = [.movie, .episode]

    static let identifiers = [
        Mistake("no identifier is published", .np1, [.movie, .event, .live]) { session in
            session.changeInfo {
                $0[.externalContentIdentifier] = nil
                $0[.serviceIdentifier] = nil
            }
        },
        Mistake("content and service identifier are published together", .np1, [.movie, .event]) { session in
            session.changeInfo { $0[.serviceIdentifier] = "com.example.channel.one" }
        },
        Mistake("a live service is published where a movie plays", .np1, [.movie], needsKind: true) { session in
            session.records = SampleSession.clean(.live).records
        },
        Mistake("a live service is published as an event", .np1, [.live], needsKind: true) { session in
            session.records = SampleSession.clean(.event).records
        },
        Mistake("AVKit and the app publish in turn", .np14, ContentKind.allCases) { session in
            let info = session.info(position: 308, rate: 1, time: 38)
            var other = info
            other[.externalContentIdentifier] = nil
            other[.serviceIdentifier] = nil
            session.insertInfo(at: 38, other)
            session.insertInfo(at: 38.3, info)
        },
        Mistake("the pause writes a new dictionary without the identifier", .np20, ContentKind.allCases) { session in
            session.changeInfo(from: 13, to: 14) {
                $0[.externalContentIdentifier] = nil
                $0[.serviceIdentifier] = nil
            }
        },
        Mistake("the letter case of the identifier changes while the item continues", .np20, onDemand) { session in
            session.changeInfo(from: 50, to: 116) {
                $0[.externalContentIdentifier] = .text(($0.contentIdentifier ?? "").uppercased())
            }
        },
        Mistake("the next episode replaces the first without nil", .np18, [.episode]) { session in
            session.remove(from: 115, to: 118)
        },
    ]

    static let matrix = [
        Mistake("the duration is missing", .np2, onDemand) { $0.changeInfo { $0[.playbackDuration] = nil } },
        Mistake("the elapsed time is missing", .np2, onDemand) { $0.changeInfo { $0[.elapsedPlaybackTime] = nil } },
        Mistake("the rate is missing at the start", .np2, [.movie]) { session in
            session.changeInfo(to: 2) { $0[.playbackRate] = nil }
        },
        Mistake("a movie has a playback date", .np2, onDemand) { session in
            session.changeInfo { $0[.currentPlaybackDate] = "2026-03-02T17:00:00.000Z" }
        },
        Mistake("a movie has the live flag 0", .np2, onDemand) { $0.changeInfo { $0[.isLiveStream] = false } },
        Mistake("the live flag of an event is missing", .np3, [.event]) { $0.changeInfo { $0[.isLiveStream] = nil } },
        Mistake("an event has a duration", .np3, [.event]) { $0.changeInfo { $0[.playbackDuration] = 7_200 } },
        Mistake("an event has a progress", .np3, [.event]) { $0.changeInfo { $0[.playbackProgress] = 0.5 } },
        Mistake("the date of an event is missing", .np3, [.event]) { session in
            session.changeInfo { $0[.currentPlaybackDate] = nil }
        },
        Mistake("a live service has an elapsed time", .np4, [.live]) { session in
            session.changeInfo { $0[.elapsedPlaybackTime] = 12 }
        },
        Mistake("the live flag of a live service is 0", .np4, [.live]) { $0.changeInfo { $0[.isLiveStream] = false } },
        Mistake("the rate of a live service is missing at the start", .np4, [.live]) { session in
            session.changeInfo(to: 2) { $0[.playbackRate] = nil }
        },
    ]

    static let events = [
        Mistake("the first update comes 5 s after the start", .np6, ContentKind.allCases) { session in
            session.change(.info, at: 1.2) { $0.time = 6 }
        },
        Mistake("the first update has the rate 0", .np6, ContentKind.allCases) { session in
            session.insertInfo(at: 0.8, session.info(position: 30, rate: 0, time: 0.8))
        },
        Mistake("the pause leaves the rate at 1", .np7, ContentKind.allCases) { session in
            session.remove(from: 50.01, to: 50.1)
        },
        Mistake("the pause has the elapsed time of the start", .np7, onDemand) { session in
            session.changeInfo(from: 13, to: 14) { $0[.elapsedPlaybackTime] = 30 }
        },
        Mistake("play leaves the rate at 0", .np7, ContentKind.allCases) { session in
            session.remove(from: 65, to: 65.005)
        },
        Mistake("a seek is not published", .np7, ContentKind.allCases) { session in
            session.remove(from: 30.01, to: 30.1)
        },
        Mistake("a seek publishes the old elapsed time", .np7, onDemand) { session in
            session.changeInfo(from: 30, to: 31) { $0[.elapsedPlaybackTime] = 52.02 }
        },
        Mistake("a seek is published only with the next pause", .np7, onDemand) { session in
            session.remove(from: 30, to: 30.1)
        },
        Mistake("updates are sent every 10 s", .np8, ContentKind.allCases) { session in
            for time in stride(from: 80.0, through: 110, by: 10) {
                session.insertInfo(at: time, session.info(position: 485 + time, rate: 1, time: time))
            }
        },
        Mistake("updates are sent every 2 s while the item is paused", .np8, onDemand) { session in
            for time in stride(from: 52.0, through: 58, by: 2) {
                session.insertInfo(at: time, session.info(position: 320, rate: 0, time: time))
            }
        },
        Mistake("the dictionary stays after the item has stopped", .np9, [.movie, .event, .live]) { session in
            session.remove(from: 115, to: 115.005)
        },
        Mistake("the dictionary stays after the end of the item", .np9, [.movie]) { session in
            session.remove(from: 115, to: 116)
        },
        Mistake("the app ends while the dictionary is published", .np9, ContentKind.allCases) { session in
            session.remove(from: 90, to: 149)
        },
        Mistake("the dictionary is nil for 5 s while the item plays", .np15, ContentKind.allCases) { session in
            session.insertInfo(at: 85, nil)
            session.insertInfo(at: 90, session.info(position: 575, rate: 1, time: 90))
        },
        Mistake("the dictionary is nil for 1 s while the item plays", .np15, ContentKind.allCases) { session in
            session.insertInfo(at: 85, nil)
            session.insertInfo(at: 86, session.info(position: 571, rate: 1, time: 86))
        },
        Mistake("one update states nothing new", .np17, ContentKind.allCases) { session in
            session.insertInfo(at: 85, session.info(position: 570, rate: 1, time: 85))
        },
        Mistake("the state stays Paused after play", .np19, ContentKind.allCases) { session in
            session.remove(from: 65.005, to: 65.1)
        },
    ]

    static let values = [
        Mistake("the duration includes advertisements", .np10, onDemand, needsKind: true) { session in
            session.changeInfo { $0[.playbackDuration] = 630 }
        },
        Mistake("the elapsed time is beyond the duration", .np10, onDemand) { session in
            session.remove(from: 75, to: 75.1)
            session.insertInfo(at: 110.02, session.info(position: 640, rate: 1, time: 110))
            var seeked = session.records.first { $0.event == .seeked }!
            (seeked.time, seeked.position) = (110, 640)
            session.insert(seeked)
        },
        Mistake("the duration changes while the item plays", .np10, onDemand, hasDuration: false) { session in
            session.changeInfo(from: 50, to: 116) { $0[.playbackDuration] = 570 }
        },
        Mistake("the progress is 1.4", .np11, onDemand) { $0.changeInfo(to: 2) { $0[.playbackProgress] = 1.4 } },
        Mistake("the progress is 1 after 42 s", .np11, onDemand) { session in
            session.changeInfo(from: 13, to: 14) { $0[.playbackProgress] = 1 }
        },
        Mistake("the credits start after the end", .np11, onDemand) { session in
            session.changeInfo(to: 2) { $0[.creditsStartTime] = 700 }
        },
        Mistake("the playback date is in the future", .np12, [.event, .live]) { session in
            session.changeInfo { info in
                info[.currentPlaybackDate] = info.date.map { .text(NowPlayingDate.text($0.addingTimeInterval(7_200))) }
            }
        },
        Mistake("the pause has the playback date of the start", .np12, [.event, .live]) { session in
            let first = session.info(position: 30, rate: 1, time: 1.2)[.currentPlaybackDate]
            session.changeInfo(from: 13, to: 14) { $0[.currentPlaybackDate] = first }
        },
        Mistake("the duration is a text", .np16, onDemand) { $0.changeInfo { $0[.playbackDuration] = "600" } },
        Mistake("the identifier is a number", .np16, [.movie, .event]) { session in
            session.changeInfo { $0[.externalContentIdentifier] = 1_234 }
        },
        Mistake("the playback date is no date", .np16, [.event, .live]) { session in
            session.changeInfo { $0[.currentPlaybackDate] = "yesterday" }
        },
        Mistake("the title is empty", .np16, [.movie]) { $0.changeInfo { $0[.title] = "" } },
    ]

    static let commands = [
        Mistake("no command is enabled before the first update", .np13, [.movie, .event, .live]) { session in
            session.change(.commands, at: 0.5) { $0.time = 40 }
        },
        Mistake("the commands stay enabled after the dismissal", .np13, [.movie, .event, .live], level: .warning) {
            session in
            session.remove(from: 115.05, to: 116)
        },
        Mistake("the command pause fails", .np21, ContentKind.allCases) { session in
            session.change(.command, at: 13.2) { $0.status = 200 }
            session.remove(from: 13.21, to: 20.1)
        },
        Mistake("the command pause succeeds without effect", .np21, ContentKind.allCases) { session in
            session.remove(from: 13.21, to: 20.1)
        },
    ]
}
