import Foundation
import NowPlayingTestSupport
import NowPlayingValidation
import Testing

struct NowPlayingLogTests {
    private func entries(_ bytes: some Collection<UInt8>, limits: LogLimits = LogLimits()) -> [NowPlayingLogReader
        .Entry]
    {
        var reader = NowPlayingLogReader(limits: limits)
        return reader.read(bytes) + reader.finish()
    }

    private func problems(_ text: String, limits: LogLimits = LogLimits()) -> [NowPlayingLogReader.Problem] {
        entries(Array(text.utf8), limits: limits).compactMap {
            if case .problem(let problem) = $0 { problem } else { nil }
        }
    }

    private func line(_ rest: String) -> String {
        #"{"time":1,"date":"2026-03-02T18:00:00.000Z","player":"a.b","# + rest + "}\n"
    }

    @Test("each record is read again as it was written", arguments: ContentKind.allCases)
    func records_survive(kind: ContentKind) {
        var session = SampleSession.clean(kind)
        session.records[0].isEarlier = true
        session.records[0].isPlain = true
        session.records[2].rate = 1.5
        let read = entries(Array(session.log.utf8)).map { entry -> NowPlayingRecord? in
            if case .record(let record, _) = entry { record } else { nil }
        }
        #expect(read.count == session.records.count)
        for (record, original) in zip(read, session.records) {
            var record = record
            // Dates are written in milliseconds.
            if let date = record?.date { #expect(abs(date.timeIntervalSince(original.date)) < 0.001) }
            record?.date = original.date
            #expect(record == original)
        }
    }

    @Test(
        "a log that is truncated at any byte loses its last line alone, and has no false finding",
        arguments: ContentKind.allCases)
    func truncatedLog_hasNoFalseFinding(kind: ContentKind) {
        let bytes = Array(SampleSession.clean(kind).log.utf8)
        var whole = LogCheck(options: .init(kind: kind))
        var lines = 0
        for (index, byte) in bytes.enumerated() {
            #expect(whole.read(CollectionOfOne(byte)) == [])
            if byte == 10 { lines += 1 }
            // The log ends here.
            var check = whole
            let outcomes = check.finish()
            let isWhole = byte == 10 || bytes[index + 1] == 10
            #expect(check.summary.isTruncated == !isWhole, "\(index)")
            #expect(outcomes.count == (isWhole ? 0 : 1), "\(index): \(outcomes)")
            if case .problem(let problem) = outcomes.first {
                #expect(problem.line == lines + 1)
                #expect(problem.isTruncation)
            }
        }
        #expect(whole.summary.records == lines)
    }

    @Test("the pieces in which a log arrives make no difference", arguments: [1, 2, 7, 64, 1_000])
    func pieces_makeNoDifference(size: Int) {
        let bytes = Array(SampleSession.clean(.event).log.utf8)
        var reader = NowPlayingLogReader()
        var read: [NowPlayingLogReader.Entry] = []
        for start in stride(from: 0, to: bytes.count, by: size) {
            read += reader.read(bytes[start..<min(bytes.count, start + size)])
        }
        #expect(read + reader.finish() == entries(bytes))
    }

    @Test(
        "a line that cannot be read is named with its number, its column and the reason",
        arguments: [
            (#"nonsense"#, 1, "object"), (#"[1]"#, 1, "object"), (#"{"time":1"#, 10, "ends early"),
            (#"{"time":01}"#, 9, "number"), (#"{"time":1e999}"#, 9, "number"), (#"{"time":-}"#, 9, "number"),
            (#"{"time":1,"time":2}"#, 11, "twice"), (#"{"a":"\x"}"#, 9, "escape"),
            (#"{"a":"\ud800"}"#, 13, "surrogate"),
            (#"{"a":tru}"#, 9, "true"), (#"{"a":1} x"#, 9, "after the object"), (#"{"a":"b}"#, 9, "ends early"),
            (#"{"a" 1}"#, 6, "':'"), (#"{"a":1 "b":2}"#, 8, "','"), ("{\"a\":\"\u{1}\"}", 7, "control"),
            (#"{"a":[[[[[[[[[1]]]]]]]]]}"#, 14, "nested"),
        ])
    func unreadableLine_isNamed(text: String, column: Int, reason: String) throws {
        let good = SampleSession.clean(.movie).log
        let found = problems(good + text + "\n" + good)
        let lines = good.count { $0 == "\n" }
        // The second copy of the log begins at an earlier time than the first ends.
        let problem = try #require(found.first)
        #expect(problem.line == lines + 1)
        #expect(problem.column == column)
        #expect(problem.message.contains(reason), "\(problem)")
        #expect(!problem.isTruncation)
    }

    @Test(
        "a record without a member that its event needs is refused with the name of the member",
        arguments: [
            (#""event":"info""#, "info"), (#""event":"info","info":7"#, "info"), (#""event":"state""#, "state"),
            (#""event":"state","state":"Dancing""#, "Playing"), (#""event":"commands""#, "commands"),
            (#""event":"commands","commands":["a",1]"#, "commands"), (#""event":"command""#, "command"),
            (#""event":"command","command":"play","status":1.5"#, "status"), (#""event":"seeked""#, "position"),
            (#""event":"dance""#, "appeared"), (#""info":{}"#, "event"),
        ])
    func incompleteRecord_isRefused(rest: String, name: String) throws {
        let problem = try #require(problems(line(rest)).first)
        #expect(problem.message.contains(name), "\(problem)")
    }

    @Test("time before the preceding line, out of range, and a date or player that cannot be used, are refused")
    func wrongHeads_areRefused() {
        let texts = [
            #"{"time":-1,"date":"2026-03-02T18:00:00Z","player":"a","event":"gone"}"#,
            #"{"time":1e12,"date":"2026-03-02T18:00:00Z","player":"a","event":"gone"}"#,
            #"{"time":"1","date":"2026-03-02T18:00:00Z","player":"a","event":"gone"}"#,
            #"{"time":1,"date":"today","player":"a","event":"gone"}"#, #"{"time":1,"player":"a","event":"gone"}"#,
            #"{"time":1,"date":"2026-03-02T18:00:00Z","player":"","event":"gone"}"#,
            #"{"time":1,"date":"2026-03-02T18:00:00Z","player":"\#(String(repeating: "a", count: 256))","event":"gone"}"#,
        ]
        for text in texts { #expect(problems(text + "\n").count == 1, "\(text)") }
        let back = line(#""event":"gone""#) + line(#""event":"gone""#).replacing("\"time\":1", with: "\"time\":0.5")
        #expect(problems(back).map(\.line) == [2])
    }

    @Test("members that the format does not name are ignored, and empty lines are skipped")
    func unknownMembers_areIgnored() {
        let read = entries(Array(("\n  \r\n" + line(#""event":"gone","new":{"a":[1,2]}"#)).utf8))
        guard case .record(let record, let number) = read.first else {
            Issue.record("\(read)")
            return
        }
        #expect(read.count == 1 && number == 3 && record.event == .gone)
    }

    @Test("each limit ends what it limits: line, text, values, problems")
    func limits_hold() throws {
        var limits = LogLimits()
        limits.lineBytes = 1_000
        let long = line(#""event":"gone","x":"\#(String(repeating: "a", count: 2_000))""#)
        let read = entries(Array((long + line(#""event":"gone""#)).utf8), limits: limits)
        #expect(read.count == 2)
        guard case .problem(let problem) = read.first, case .record(_, let next) = read.last else {
            Issue.record("\(read)")
            return
        }
        #expect(problem.message.contains("1000 bytes") && problem.line == 1 && next == 2)

        limits = LogLimits()
        limits.textBytes = 10
        #expect(problems(line(#""event":"gone","x":"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa""#), limits: limits).count == 1)
        limits = LogLimits()
        limits.values = 20
        let many = (0..<40).map(String.init).joined(separator: ",")
        #expect(
            problems(line("\"event\":\"gone\",\"x\":[\(many)]"), limits: limits).first?.message.contains("20 values")
                == true)
        limits = LogLimits()
        limits.problems = 5
        var reader = NowPlayingLogReader(limits: limits)
        let found = reader.read(Array(String(repeating: "x\n", count: 100).utf8))
        #expect(found.count == 6 && reader.hasGivenUp)
        #expect(reader.read(Array(line(#""event":"gone""#).utf8)).isEmpty && reader.finish().isEmpty)
    }

    @Test("a log of any bytes is read without a crash, and a mutated one gives findings or problems")
    func hostileLogs_areSurvived() {
        for seed in 1...200 {
            var breaker = LogBreaker(seed: UInt64(seed))
            let bytes = breaker.brokenLog()
            var check = LogCheck()
            let outcomes = check.read(bytes) + check.finish()
            #expect(outcomes.count < 20_000)
        }
    }
}
