import ArgumentParser
import DBus
import Foundation
import Localization
import QuestionBus
import Questions
import ReportText
import Synchronization

/// `avplayer ask "…"`: answers a question about what is playing, on any player of the session.
struct AskCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ask",
        abstract: "Answers a question about what is playing, or controls the player, in words.",
        discussion: """
            Examples: "what did she say?", "who is in this?", "how long is left?", "go back 20 seconds", "go to 1:20:00", "next episode", \
            "play it in German", "subtitles off", "speed 1.5", "add this to my Up Next". English, German, French, Spanish, Japanese and \
            Arabic are understood.

            The player is the one that is playing, of any program with the MPRIS interface; programs that use OpenAVKit publish more. After \
            "what did she say?" the command stays until the player is back at the place of the question, then switches the subtitles off.

            Exit codes: 0 done; 1 not understood, or not possible; 2 wrong usage; 3 there is no player; 130 Ctrl-C.
            """)

    @Argument(help: "The question, with or without quotation marks around it.")
    var question: [String]

    @Option(
        help:
            "The language of the question: en, de, fr, es, ja or ar; default: the session's languages, then the others."
    )
    var language: String?

    @Option(help: "The player to ask, by the end of its bus name, such as vlc; default: the one that is playing.")
    var player: String?

    @Flag(help: "Print one JSON object instead of the answer.")
    var json = false

    func validate() throws {
        guard let language else { return }
        let primary = language.prefix { $0 != "-" && $0 != "_" }.lowercased()
        guard QuestionParser.supportedLanguages.contains(primary) else {
            throw ValidationError(
                "--language '\(language.prefix(20))' is not understood; use \(QuestionParser.supportedLanguages.joined(separator: ", "))."
            )
        }
    }

    func run() throws {
        let languages = language.map { [$0] } ?? ViewerLanguages.current + QuestionParser.supportedLanguages
        let question = QuestionParser(languages: languages).parse(question.joined(separator: " "))
        let task = Task.detached { [self] () -> Answer.Outcome in
            // Ctrl-C does not interrupt a request that the player may already perform.
            let answer = await Task.detached { await reply(to: question) }.value
            report(answer)
            await answer.afterwards?()
            return answer.outcome
        }
        signal(SIGINT, SIG_IGN)
        let interrupt = DispatchSource.makeSignalSource(signal: SIGINT, queue: .global())
        interrupt.setEventHandler { task.cancel() }
        interrupt.resume()
        defer { interrupt.cancel() }
        let outcome = Self.wait(for: task)
        if task.isCancelled { throw ExitCode(PlayerExit.interrupted.rawValue) }
        switch outcome {
        case .done: return
        case .noPlayer: throw ExitCode(PlayerExit.nothingRead.rawValue)
        case .notUnderstood, .unavailable, .failed: throw ExitCode(PlayerExit.playbackFailed.rawValue)
        }
    }

    private func reply(to question: Question) async -> Answer {
        guard case .intent = question.interpretation else { return QuestionAnswerer.explanation(of: question) }
        do throws(BusError) {
            return await QuestionAnswerer(try await BusConnection.session(), player: player).answer(question)
        } catch {
            return QuestionAnswerer.withoutPlayers(question, because: error)
        }
    }

    /// Blocks the main thread, which has nothing else to do.
    private static func wait(for task: Task<Answer.Outcome, Never>) -> Answer.Outcome {
        let box = OutcomeBox()
        Task.detached { box.finish(await task.value) }
        return box.wait()
    }

    private func report(_ answer: Answer) {
        guard json else {
            Report.line(answer.text, isError: false)
            if let detail = answer.detail { Report.printError(detail) }
            return
        }
        var fields: [(String, JSONText)] = [
            ("question", .text(question.joined(separator: " "))), ("language", .text(answer.question.language)),
        ]
        switch answer.question.interpretation {
        case .intent(let intent): fields += [("intent", .text(intent.kind.rawValue))] + intent.jsonValues
        case .ambiguous(let intents):
            fields += [("intent", .null), ("meanings", .list(intents.map { .text($0.kind.rawValue) }))]
        case .unknown(let reason): fields += [("intent", .null), ("reason", .text(reason.rawValue))]
        }
        fields += [
            ("player", JSONText(answer.player)), ("outcome", .text(answer.outcome.rawValue)),
            ("answer", .text(answer.text)),
        ]
        if !answer.question.examples.isEmpty {
            fields.append(("examples", .list(answer.question.examples.map(JSONText.text))))
        }
        if let detail = answer.detail { fields.append(("detail", .text(detail))) }
        Report.line(JSONText.object(fields).description, isError: false)
    }
}

/// The outcome of a task for the thread that waits for it.
private final class OutcomeBox: Sendable {
    private let outcome = Mutex<Answer.Outcome?>(nil)
    private let semaphore = DispatchSemaphore(value: 0)

    func finish(_ value: Answer.Outcome) {
        outcome.withLock { $0 = value }
        semaphore.signal()
    }

    func wait() -> Answer.Outcome {
        semaphore.wait()
        return outcome.withLock { $0 } ?? .failed
    }
}

extension Intent {
    /// The values of a request as members of a JSON object.
    fileprivate var jsonValues: [(String, JSONText)] {
        switch self {
        case .repeatDialogue(let seconds), .skip(let seconds), .seek(let seconds): [("seconds", .number(seconds))]
        case .chapter(let number): [("number", .integer(number))]
        case .audio(let tag), .captions(.language(let tag)): [("option", .text(tag))]
        case .setRate(let rate): [("rate", .number(rate))]
        default: []
        }
    }
}
