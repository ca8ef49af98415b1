import Questions
import Testing

struct ParaphraseTests {
    private static func misses(_ requests: [(utterance: String, intent: Intent)], _ language: String) -> [String] {
        let parser = QuestionParser(languages: [language])
        return requests.compactMap { utterance, intent in
            let interpretation = parser.parse(utterance).interpretation
            return interpretation == .intent(intent) ? nil : "'\(utterance)' is \(interpretation), not \(intent)"
        }
    }

    @Test("R214: requests in the words of viewers are understood in each language", arguments: ParaphraseSet.all)
    func requests_areUnderstood(set: ParaphraseSet) {
        #expect(set.requests.count >= 25)
        #expect(Self.misses(set.requests, set.language).isEmpty)
    }

    @Test(
        "of the utterances that were written after the tables, nine of ten are understood, and in each language four of five"
    )
    func heldOutUtterances_share() {
        var understood = 0
        var count = 0
        for set in ParaphraseSet.all {
            let misses = Self.misses(set.heldOut, set.language)
            let share = 1 - Double(misses.count) / Double(set.heldOut.count)
            print(
                "questions: \(set.language) understands \(Int((share * 100).rounded())) % of \(set.heldOut.count)",
                misses)
            #expect(set.heldOut.count >= 25)
            #expect(share >= 0.8, "\(set.language): \(misses)")
            understood += set.heldOut.count - misses.count
            count += set.heldOut.count
        }
        #expect(Double(understood) / Double(count) >= 0.9, "\(understood) of \(count)")
    }

    @Test("what is not for the player, or has several meanings, becomes no request", arguments: ParaphraseSet.all)
    func others_areNoRequests(set: ParaphraseSet) {
        let parser = QuestionParser(languages: [set.language])
        for utterance in set.others {
            let question = parser.parse(utterance)
            if case .intent(let intent) = question.interpretation { Issue.record("'\(utterance)' became \(intent)") }
            #expect(question.examples.count >= 2, "'\(utterance)' has no examples")
        }
    }
}
