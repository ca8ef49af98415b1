import ReportText

/// The commands of `--control` that have no answer yet. When the player ends, each of them is answered with an error.
@MainActor
final class PendingAnswers {
    private var waiting: [(number: Int, id: JSONText, answer: Commander.Answer)] = []
    private var count = 0

    /// Returns a function that answers the command once; calls after the first one, and after the end of the player, do nothing.
    func register(_ id: JSONText, _ answer: @escaping Commander.Answer) -> Commander.Answer {
        count += 1
        let number = count
        waiting.append((number, id, answer))
        return { [weak self] id, error, fields in
            guard let self, let index = waiting.firstIndex(where: { $0.number == number }) else { return }
            waiting.remove(at: index)
            answer(id, error, fields)
        }
    }

    /// Answers all commands with an error, in their order.
    func end() {
        let unanswered = waiting
        waiting = []
        for command in unanswered { command.answer(command.id, "the player ended before the command's effect", []) }
    }
}
