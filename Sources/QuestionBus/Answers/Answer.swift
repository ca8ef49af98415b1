package import Questions

/// The reply to a question.
package struct Answer: Sendable {
    package enum Outcome: String, Sendable {
        /// The request was performed, or the information given.
        case done
        /// The utterance has no meaning, or several.
        case notUnderstood
        /// There is no player.
        case noPlayer
        /// The player, or the item, does not permit the request, or does not publish the information.
        case unavailable
        /// The player reported an error.
        case failed
    }

    /// One sentence in the asker's language.
    package let text: String
    package let outcome: Outcome
    package let question: Question
    /// The bus name of the player that was asked.
    package var player: String?
    /// The error of the player or of the bus, for logs.
    package var detail: String?
    /// What remains to be done after the answer was given: waits, then returns the captions to what they were before. When the task is
    /// cancelled, it does that at once.
    package var afterwards: (@Sendable () async -> Void)?
}
