import AVFoundation
import Foundation
import MediaEngine
import MediaTesting
import Testing

enum FaultSoak {
    static let seconds = ProcessInfo.processInfo.environment["OPENAVKIT_FAULTS"].flatMap(Double.init) ?? 0
    static let only = Set(
        (ProcessInfo.processInfo.environment["OPENAVKIT_FAULTS_ONLY"] ?? "").split(separator: ",").map(String.init))
}

/// Plays a live and a recorded ladder while their servers break something every ten seconds, and reckons up what was seen.
///
/// `script/soak faults SECONDS` says how long; without it there is nothing to test.
@Suite(.enabled(if: FaultSoak.seconds > 0 && StreamMaker.isAvailable), .serialized)
struct FaultSoakTests {
    private static let stepSeconds = 10.0
    private static let framesPerSecond = 24

    @Test(
        "spec sections 10 and 13: what a server still serves is played, the rest is told, and memory stays",
        .timeLimit(.minutes(180)))
    func soak() async throws {
        var recipe = LadderRecipe.small
        recipe.seconds = 64
        let live = try await LiveUnderFaults(recipe)
        var recorded = LadderRecipe.transportStream
        recorded.variants = recipe.variants
        recorded.seconds = 64
        recorded.encryption = .aes128(segmentsPerKey: 2, hasExplicitVectors: false)
        // Time stamps run over in the middle.
        recorded.firstStamp = (1 << 33) - 30 * 90_000
        let film = try await FilmUnderFaults(recorded)
        defer {
            live.stop()
            film.stop()
        }
        var schedule = FaultSchedule(seed: 11)
        let start = ContinuousClock.now
        var nextStep = start + .seconds(20)
        var current: FaultSchedule.Step?
        var nextReport = start + .seconds(60)
        var early = 0
        while ContinuousClock.now - start < .seconds(FaultSoak.seconds) {
            if ContinuousClock.now >= nextStep {
                // The end is without faults, so that what was begun can be seen to its end.
                let isOver = ContinuousClock.now - start > .seconds(FaultSoak.seconds - 60)
                let step = isOver ? FaultSchedule.Step(name: "nothing") : schedule.next()
                live.apply(step)
                film.apply(step)
                current = step
                nextStep = ContinuousClock.now + .seconds(Self.stepSeconds * Double(step.length))
            }
            live.look()
            film.look()
            if ContinuousClock.now >= nextReport {
                let minutes = Int((ContinuousClock.now - start) / .seconds(60))
                print(
                    "faults: \(minutes) min, resident \(Self.residentMegabytes) MB, \(current?.name ?? ""), live \(live.line), film \(film.line)"
                )
                if minutes <= 5 { early = Self.residentMegabytes }
                nextReport += .seconds(60)
            }
            try await Task.sleep(for: .milliseconds(8))
        }
        for line in live.report() + film.report() { print("faults: \(line)") }
        print("faults: resident \(early) MB after five minutes, \(Self.residentMegabytes) MB at the end")
        let (liveLost, filmLost) = (live.unexplained(), film.unexplained())
        #expect(liveLost.isEmpty)
        #expect(filmLost.isEmpty)
        #expect(live.hasPlayedOn)
        #expect(film.hasPlayedOn)
        #expect(Self.residentMegabytes - early < 15)
    }

    private static var residentMegabytes: Int {
        let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
        let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        return pages * 4096 / 1_048_576
    }
}

/// What both kinds have in common: a player, its log, and when media may have been lost.
final class Sufferer {
    let player: AVPlayer
    private(set) var item: AVPlayerItem
    private(set) var reader = MarkReader()
    private let url: URL
    private var told = 0
    private(set) var toldInAll = 0
    /// Wall times at which losing is allowed.
    private(set) var shadows: [(from: Double, to: Double, name: String)] = []
    private(set) var failures: [String] = []
    /// What was told last, for the report.
    private(set) var lastWords: [String] = []

    init(_ url: URL) {
        self.url = url
        item = AVPlayerItem(url: url)
        player = AVPlayer(playerItem: item)
        player.isMuted = true
        item.add(reader.output)
        player.play()
    }

    static var now: Double { Double(SystemHostClock().now) / 1e9 }

    func shade(_ step: FaultSchedule.Step) {
        guard step.mayLose else { return }
        let length = Double(step.length) * 10
        shadows.append((Self.now - 24, Self.now + length + 30, step.name))
    }

    func isShaded(_ time: Double) -> Bool { shadows.contains { $0.from <= time && time <= $0.to } }

    /// Begins anew where the item has failed: an app would, too. Told in the report.
    func revive() -> Bool {
        for event in (item.errorLog()?.events ?? []).dropFirst(told) {
            told += 1
            toldInAll += 1
            lastWords.append(event.errorComment ?? "?")
            if lastWords.count > 12 { lastWords.removeFirst() }
        }
        guard item.status == .failed || (item.error != nil && player.timeControlStatus == .paused) else { return false }
        // What is opened while nobody answers fails at once, and should.
        if item.duration.isNumeric || item.currentTime().seconds > 0 {
            failures.append("\(Int(Self.now)): \(item.error.map { "\($0)" } ?? "?")".prefix(200).description)
        }
        begin()
        return true
    }

    /// Where it stands, in a few words.
    var status: String {
        let ranges = item.seekableTimeRanges.last.map { range in
            "\(Int(range.timeRangeValue.start.seconds))-\(Int(range.timeRangeValue.end.seconds))"
        }
        return "\(player.timeControlStatus) at \(Int(item.currentTime().seconds)) of \(ranges ?? "nothing")"
    }

    func begin() {
        told = 0
        item = AVPlayerItem(url: url)
        reader = MarkReader()
        item.add(reader.output)
        player.replaceCurrentItem(with: item)
        player.play()
    }

    func stop() {
        player.pause()
        player.replaceCurrentItem(with: nil)
    }
}

final class LiveUnderFaults {
    private let live: LiveLadder
    private let origin: Origin
    private let sufferer: Sufferer
    private var ledger: PictureLedger
    private let recipe: LadderRecipe
    /// When segment 0 began.
    private let start: Double
    private var lastSeen = 0.0
    private let rate = 24

    init(_ recipe: LadderRecipe) async throws {
        self.recipe = recipe
        live = try LiveLadder(try await Ladder.make(recipe)) { $0.window = .sliding(8) }
        start = Sufferer.now - live.settings.secondsBefore
        origin = try Origin(live, lifetime: FaultSoak.seconds + 120)
        sufferer = Sufferer(origin.url("/main.m3u8"))
        ledger = PictureLedger(framesPerSegment: recipe.segmentSeconds * rate)
    }

    func apply(_ step: FaultSchedule.Step) {
        origin.clearFaults()
        live.clearFaults()
        sufferer.shade(step)
        for (kind, match, times) in step.kinds { origin.inject(kind, for: match, times: times) }
        if let fault = step.playlist { live.inject(fault) }
    }

    func look() {
        if sufferer.revive() { return }
        switch sufferer.reader.look(sufferer.item) {
        case .frame(let number):
            // Laps repeat: the newest one that has been on air.
            let onAir = Int((Sufferer.now - start) * Double(rate))
            let lap = recipe.seconds * rate
            ledger.see(frame: max(0, (onAir - number) / lap * lap + number))
            lastSeen = Sufferer.now
        case .spoilt: ledger.seeSpoilt()
        case nil: break
        }
    }

    private var range: ClosedRange<Int> {
        let known = ledger.segments.keys
        let (first, last) = ((known.min() ?? 0) + 1, (known.max() ?? 0) - 1)
        return first...max(first, last)
    }

    var hasPlayedOn: Bool { Sufferer.now - lastSeen < 5 }
    var line: String {
        "\(ledger.pictures) pictures, \(ledger.lost(range).count) segments lost, \(sufferer.toldInAll) told"
    }

    /// Segments that were served and not seen.
    func unexplained() -> [String] {
        ledger.lost(range).filter { !sufferer.isShaded(start + Double(($0 + 1) * recipe.segmentSeconds)) }
            .map { "live segment \($0) at \($0 * recipe.segmentSeconds) s: \(ledger.segments[$0]?.count ?? 0) frames" }
            + (sufferer.toldInAll == 0 && !ledger.lost(range).isEmpty ? ["nothing was told"] : [])
    }

    func report() -> [String] {
        ["live: \(range.count) segments, \(line), \(ledger.unreadable) spoilt pictures, failures \(sufferer.failures)"]
            + unexplained() + sufferer.lastWords.map { "  " + $0 }
    }

    func stop() {
        sufferer.stop()
        origin.stop()
    }
}

final class FilmUnderFaults {
    private let origin: Origin
    private let sufferer: Sufferer
    private let recipe: LadderRecipe
    private var ledger: PictureLedger
    private var round = 0
    private var roundStart = Sufferer.now
    private var lost: [String] = []
    private var rounds = 0
    private var lastSeen = 0.0
    private var lastPictures = 0
    private let rate = 24

    init(_ recipe: LadderRecipe) async throws {
        self.recipe = recipe
        origin = try Origin(try await Ladder.make(recipe), lifetime: FaultSoak.seconds + 120)
        sufferer = Sufferer(origin.url("/main.m3u8"))
        ledger = PictureLedger(framesPerSegment: recipe.segmentSeconds * rate)
    }

    func apply(_ step: FaultSchedule.Step) {
        origin.clearFaults()
        // Nobody has to hurry here: only what cannot be known to be wrong may be lost.
        if ["noise", "swapped content"].contains(step.name) { sufferer.shade(step) }
        if ["404 three times"].contains(step.name) { sufferer.shade(step) }
        for (kind, match, times) in step.kinds { origin.inject(kind, for: match, times: times) }
    }

    func look() {
        let (item, player) = (sufferer.item, sufferer.player)
        if sufferer.revive() {
            reckon(to: ledger.segments.keys.max() ?? 0)
            return
        }
        if case .frame(let number)? = sufferer.reader.look(item) {
            ledger.see(frame: number)
            lastSeen = Sufferer.now
        }
        guard item.status == .readyToPlay, player.timeControlStatus == .paused,
            item.currentTime().seconds > item.duration.seconds - 0.5
        else { return }
        reckon(to: recipe.segmentCount - 1)
        rounds += 1
        // A film that is opened anew is loaded anew.
        sufferer.begin()
    }

    private func reckon(to last: Int) {
        lastPictures += ledger.pictures
        for number in ledger.lost(0...max(0, last)) {
            // When it was loaded is known to the length of the buffer.
            let seen = roundStart + Double(number * recipe.segmentSeconds)
            let isShaded = stride(from: -50.0, through: 10, by: 10).contains { sufferer.isShaded(seen + $0) }
            lost.append(
                "film segment \(number) of round \(rounds): \(ledger.segments[number]?.count ?? 0) frames\(isShaded ? " (shaded)" : "")"
            )
        }
        ledger = PictureLedger(framesPerSegment: recipe.segmentSeconds * rate)
        roundStart = Sufferer.now
    }

    var hasPlayedOn: Bool { Sufferer.now - lastSeen < 5 }
    var line: String {
        "\(rounds) rounds, \(lastPictures + ledger.pictures) pictures, \(lost.count) segments lost, \(sufferer.toldInAll) told"
    }

    func unexplained() -> [String] { lost.filter { !$0.hasSuffix("(shaded)") } + sufferer.failures }

    func report() -> [String] {
        ["film: \(line), failures \(sufferer.failures)"] + lost + sufferer.lastWords.map { "  " + $0 }
    }

    func stop() {
        sufferer.stop()
        origin.stop()
    }
}

extension LadderRecipe {
    fileprivate var segmentCount: Int { seconds / segmentSeconds }
}
