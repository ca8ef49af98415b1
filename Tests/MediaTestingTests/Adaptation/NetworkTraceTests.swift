import MediaTesting
import Testing

@Suite("Network traces")
struct NetworkTraceTests {
    private func trace(_ steps: (Double, Double)...) throws -> NetworkTrace {
        try #require(NetworkTrace(name: "test", steps: steps.map { .init(seconds: $0.0, bitsPerSecond: $0.1) }))
    }

    @Test("bits take the time that the steps imply, across outages and the end of the trace")
    func carrying() throws {
        let trace = try trace((2, 1e6), (3, 0), (5, 2e6))
        #expect(trace.time(toCarry: 1e6, from: 0) == 1)
        #expect(trace.time(toCarry: 3e6, from: 0) == 5.5)
        #expect(trace.time(toCarry: 1e6, from: 3) == 5.5)
        #expect(trace.time(toCarry: 12e6, from: 0) == 10)
        #expect(trace.time(toCarry: 13e6, from: 0) == 11)
        #expect(trace.time(toCarry: 24e6, from: 10) == 30)
        #expect(trace.rate(at: 3).bitsPerSecond == 0)
        #expect(trace.rate(at: 3).until == 5)
        #expect(trace.rate(at: 11).bitsPerSecond == 1e6)
        #expect(trace.meanRate == 1.2e6)
    }

    @Test("the sum over all steps equals the bits per pass", arguments: NetworkTrace.Family.allCases)
    func walking(family: NetworkTrace.Family) {
        let trace = NetworkTrace.generated(family, seed: 3)
        var (time, bits) = (0.0, 0.0)
        while time < 900 {
            let (rate, until) = trace.rate(at: time)
            bits += rate * (until - time)
            #expect(until > time)
            time = until
        }
        // The end can be in an outage, where every time is correct.
        #expect(trace.time(toCarry: bits * 0.999, from: 0) <= time)
        #expect(trace.time(toCarry: bits * 1.001, from: 0) >= time)
    }

    @Test("the same seed gives the same trace, and another seed another", arguments: NetworkTrace.Family.allCases)
    func seeds(family: NetworkTrace.Family) {
        #expect(NetworkTrace.generated(family, seed: 5) == .generated(family, seed: 5))
        #expect(NetworkTrace.generated(family, seed: 5).steps != NetworkTrace.generated(family, seed: 6).steps)
    }

    @Test("a trace without any rate is invalid")
    func nothing() {
        #expect(NetworkTrace(name: "", steps: []) == nil)
        #expect(NetworkTrace(name: "", steps: [.init(seconds: 5, bitsPerSecond: 0)]) == nil)
        #expect(NetworkTrace(name: "", steps: [.init(seconds: .nan, bitsPerSecond: 1)]) == nil)
    }

    @Test("an origin gets the same rates")
    func origin() throws {
        let rates = try trace((2, 1e6), (3, 0), (5, 2e6)).rateTrace
        #expect(rates.bitsPerSecond(at: 1) == 1e6)
        #expect(rates.bitsPerSecond(at: 4) == 0)
        #expect(rates.bitsPerSecond(at: 16) == 2e6)
    }

    @Test("two columns of seconds and megabits are parsed")
    func pensieve() throws {
        let trace = try NetworkTrace.pensieve("# a comment\n0.0 1.5\n\n1.0\t2\n3.0 0.25\n", name: "p")
        #expect(
            trace.steps == [
                .init(seconds: 1, bitsPerSecond: 1.5e6), .init(seconds: 2, bitsPerSecond: 2e6),
                .init(seconds: 2, bitsPerSecond: 0.25e6),
            ])
    }

    @Test(
        "an invalid line is reported with its number",
        arguments: [
            ("0 1\n1", 2), ("0 1\n1 x", 2), ("0 1\n1 -3", 2), ("0 1\n0 2", 2), ("0 1\n1 nan", 2), ("0 1\n1 1e99", 2),
            ("0 1 2", 1), ("0 1\n9e9 1", 2),
        ])
    func faultyPensieve(text: String, line: Int) {
        #expect { _ = try NetworkTrace.pensieve(text, name: "") } throws: { ($0 as? NetworkTraceError)?.line == line }
    }

    @Test("a mahimahi trace of milliseconds is parsed")
    func mahimahi() throws {
        // One packet per millisecond for a second is 12 Mb/s, followed by half a second without packets.
        let text = (0..<1000).map(String.init).joined(separator: "\n") + "\n1500\n"
        let trace = try NetworkTrace.mahimahi(text, name: "m")
        #expect(trace.rate(at: 0.7).bitsPerSecond == 12e6)
        #expect(trace.rate(at: 1.2).bitsPerSecond == 0)
    }

    @Test(
        "an invalid millisecond is reported with its line number",
        arguments: [("1\nx", 2), ("5\n4", 2), ("-1", 1), ("1\n99999999999999", 2), ("1.5", 1)])
    func faultyMahimahi(text: String, line: Int) {
        #expect { _ = try NetworkTrace.mahimahi(text, name: "") } throws: { ($0 as? NetworkTraceError)?.line == line }
    }

    @Test("empty files are rejected")
    func empty() {
        #expect(throws: NetworkTraceError.self) { try NetworkTrace.pensieve("", name: "") }
        #expect(throws: NetworkTraceError.self) { try NetworkTrace.pensieve("0 0", name: "") }
        #expect(throws: NetworkTraceError.self) { try NetworkTrace.mahimahi("\n#\n", name: "") }
    }
}
