import Foundation
import NowPlayingTestSupport
import NowPlayingValidation

// Checks mutated logs of Now Playing: see script/soak nowplaying.

let arguments = CommandLine.arguments.dropFirst()
guard let seconds = arguments.first.flatMap({ Double($0) }), arguments.count < 3 else {
    FileHandle.standardError.write(Data("usage: nowplaying-soak SECONDS [SEED]\n".utf8))
    exit(2)
}
var breaker = LogBreaker(seed: arguments.dropFirst().first.flatMap { UInt64($0) } ?? UInt64.random(in: 1...UInt64.max))
/// The processor time of this thread, which other programs do not lengthen.
func processorTime() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}

let start = ContinuousClock.now
var (rounds, findings, slowest) = (0, 0, Duration.zero)
repeat {
    // Printed before the round, so that a crash can be reproduced.
    let seed = breaker.state
    if rounds % 1_000 == 0 { print("seed \(seed), \(rounds) logs, \(findings) findings, slowest \(slowest)") }
    let log = breaker.brokenLog()
    let begin = processorTime()
    for format in NowPlayingReport.Format.allCases {
        var check = LogCheck(options: .init(kind: ContentKind.allCases[rounds % 4], duration: 600))
        var report = NowPlayingReport(.init(format: format, source: "log")) {
            findings += $0.utf8.count > 0 ? 1 : 0
        }
        for outcome in check.read(log) + check.finish() { report.add(outcome) }
        report.finish(check.summary)
    }
    let took = processorTime() - begin
    slowest = max(slowest, took)
    if took > .seconds(1) {
        print("seed \(seed): \(took) for \(log.count) bytes")
        exit(1)
    }
    rounds += 1
} while ContinuousClock.now - start < .seconds(seconds)
print("\(rounds) logs, slowest \(slowest), no failure")
