import NowPlayingTestSupport
import NowPlayingValidation
import Testing

/// The guide's event table, recorded without a mistake and with each planted one.
struct PlantedMistakeTests {
    private func findings(
        _ session: SampleSession, kind: ContentKind? = nil, duration: Double? = nil
    ) -> [NowPlayingFinding] {
        var check = LogCheck(options: .init(kind: kind, duration: duration))
        let outcomes = check.read(session.log.utf8) + check.finish()
        return outcomes.compactMap { outcome in
            guard case .finding(let finding) = outcome else {
                Issue.record("\(outcome)")
                return nil
            }
            return finding
        }
    }

    @Test(
        "R167, R179 to R198, R200, R203: a session of the guide's event table without a mistake has no finding",
        arguments: ContentKind.allCases)
    func cleanSession_hasNoFinding(kind: ContentKind) {
        let session = SampleSession.clean(kind)
        #expect(findings(session) == [])
        #expect(findings(session, kind: kind, duration: kind.category == .onDemand ? 600 : nil) == [])
    }

    @Test("the mistakes are at least 30, and each rule that a log alone can show has one")
    func mistakes_coverEveryRule() {
        #expect(Mistake.all.count >= 30)
        #expect(Set(Mistake.all.map(\.title)).count == Mistake.all.count)
        // NP5 compares with feeds: `umc nowplaying`.
        #expect(Set(Mistake.all.map(\.rule)) == Set(NowPlayingRule.allCases).subtracting([.np5]))
    }

    @Test(
        "R167, R179 to R198, R200, R203: each planted mistake is found, named by its rule, and nothing else is reported",
        arguments: Mistake.cases)
    func mistake_isNamed(example: Mistake.Case) throws {
        let mistake = example.mistake
        let session = mistake.session(example.kind)
        let isOnDemand = example.kind.category == .onDemand
        var runs = [
            findings(
                session, kind: example.kind, duration: isOnDemand && mistake.hasDuration ? SampleSession.duration : nil)
        ]
        if !mistake.needsKind { runs.append(findings(session)) }
        for found in runs {
            // Two episodes can have the same mistake.
            let items = example.kind == .episode ? 2 : 1
            #expect((1...items).contains(found.count), "\(found.map(\.message))")
            let finding = try #require(found.first)
            #expect(
                found.allSatisfy { $0.rule == mistake.rule && $0.level == mistake.level }, "\(found.map(\.message))")
            #expect(finding.player == SampleSession.player)
            #expect(!finding.seen.isEmpty && !finding.expected.isEmpty && !finding.remedy.isEmpty)
            let line = try #require(finding.line)
            #expect(abs(session.records[line - 1].time - finding.time) < 1e-6)
        }
    }

    @Test("a finding is reported when the deadline of the missing update passes, without a further record")
    func missingUpdate_isReported_whenTimePasses() throws {
        let session = SampleSession.clean(.movie)
        var validator = NowPlayingValidator()
        for record in session.records where record.time <= 50 { #expect(validator.add(record) == []) }
        #expect(validator.advance(to: 51) == [])
        let found = validator.advance(to: 52)
        #expect(found.map(\.rule) == [.np7])
        #expect(found.first?.time == 50)
        #expect(validator.advance(to: 1_000).allSatisfy { $0.rule == .np9 })
    }

    @Test("a player that was on the bus before the recording began is not checked for its start")
    func earlierPlayer_hasNoStartFindings() {
        var session = SampleSession.clean(.movie)
        session.records.removeAll { $0.time < 30 }
        var record = NowPlayingRecord(
            time: 25, date: SampleSession.start, player: SampleSession.player, event: .appeared)
        record.info = session.info(position: 47, rate: 2, time: 25)
        record.hasInfo = true
        record.state = .playing
        record.commands = []
        session.insert(record)
        #expect(findings(session).map(\.rule).contains(.np6))
        #expect(findings(session).map(\.rule).contains(.np13))
        session.records[0].isEarlier = true
        #expect(findings(session) == [])
    }

    @Test("several players are checked separately, and more of them than the limit do not grow the memory")
    func severalPlayers_areSeparate() throws {
        var validator = NowPlayingValidator()
        let clean = SampleSession.clean(.movie).records
        let other = Mistake.all.first { $0.rule == .np8 }!.session(.movie).records
        let merged =
            (clean.map { record in
                var record = record
                record.player = "org.mpris.MediaPlayer2.Other.instance7"
                return record
            } + other).enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(
                \.element)
        var found: [NowPlayingFinding] = []
        for record in merged { found += validator.add(record) }
        #expect(found.map(\.rule) == [.np8])
        #expect(found.map(\.player) == [SampleSession.player])

        var crowd = NowPlayingValidator()
        for number in 0..<1_000 {
            var record = clean[0]
            record.player = "org.mpris.MediaPlayer2.p\(number)"
            _ = crowd.add(record)
        }
        #expect(crowd.summary.players == 1_000)
    }

    @Test(
        "a player is named by its bus name, or without prefix and instance",
        arguments: [
            ("org.mpris.MediaPlayer2.ServiceApp.instance100", true), ("ServiceApp.instance100", true),
            ("ServiceApp", true), ("Service", false), ("instance100", false), ("serviceapp", false),
        ])
    func playerName_matches(name: String, isMatch: Bool) {
        #expect(NowPlayingValidator.matches(SampleSession.player, name) == isMatch)
        #expect(NowPlayingValidator.matches(SampleSession.player, nil))
    }
}
