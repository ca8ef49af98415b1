package import DBus
import Foundation
import Localization
package import Questions

/// Answers questions through the players and apps on a session bus, from what they publish.
package struct QuestionAnswerer: Sendable {
    private let directory: PlayerDirectory
    private let wantedPlayer: String?
    private let pollInterval: Duration

    /// - Parameters:
    ///   - player: the name of the player to ask, such as "vlc"; nil for the one in use.
    ///   - pollInterval: the time between two looks at the position while captions are shown for a repeated dialogue.
    package init(_ connection: BusConnection, player: String? = nil, pollInterval: Duration = .milliseconds(500)) {
        directory = PlayerDirectory(connection)
        wantedPlayer = player
        self.pollInterval = pollInterval
    }

    package func answer(_ question: Question) async -> Answer {
        guard case .intent(let intent) = question.interpretation else { return Self.explanation(of: question) }
        return await perform(intent, question, Phrasing(language: question.language))
    }

    /// Returns the answer to an utterance that has no meaning or several, with utterances that would be understood.
    package static func explanation(of question: Question) -> Answer {
        let say = Phrasing(language: question.language)
        let key: AnswerTexts.Key =
            switch question.interpretation {
            case .unknown(.tooLong): .tooLong
            case .unknown(.outOfRange): .outOfRange
            case .ambiguous: .ambiguous
            case .unknown, .intent: .unknown
            }
        return Answer(text: say(key, say.examples(question.examples)), outcome: .notUnderstood, question: question)
    }

    /// Returns the answer where there is no session bus, and therefore no player that could be asked.
    package static func withoutPlayers(_ question: Question, because error: BusError) -> Answer {
        Answer(
            text: Phrasing(language: question.language)(.noPlayer), outcome: .noPlayer, question: question,
            detail: error.description)
    }

    private func perform(_ intent: Intent, _ question: Question, _ say: Phrasing) async -> Answer {
        var player: PublishedPlayer?
        do throws(BusError) {
            player = try await directory.players(named: wantedPlayer).first
        } catch {
            return Answer(text: say(.noPlayer), outcome: .noPlayer, question: question, detail: error.description)
        }
        if intent == .addToUpNext {
            var reply = await UpNextReply(directory: directory, say: say).reply(playing: player)
            reply.player = player?.name
            return reply.answer(question)
        }
        guard let player else { return Answer(text: say(.noPlayer), outcome: .noPlayer, question: question) }
        let replies = PlayerReplies(
            remote: PlayerRemote(directory: directory, player: player), say: say, language: question.language,
            pollInterval: pollInterval)
        var reply = await replies.reply(to: intent)
        reply.player = player.name
        return reply.answer(question)
    }
}

/// An answer without its question.
struct Reply: Sendable {
    var text: String
    var outcome = Answer.Outcome.done
    var player: String?
    var detail: String?
    var afterwards: (@Sendable () async -> Void)?

    init(_ text: String, _ outcome: Answer.Outcome = .done) {
        self.text = text
        self.outcome = outcome
    }

    func answer(_ question: Question) -> Answer {
        Answer(text: text, outcome: outcome, question: question, player: player, detail: detail, afterwards: afterwards)
    }
}
