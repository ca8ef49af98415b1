import Foundation

/// What one player has published, and what it owes. Its memory does not grow with the log.
struct PlayerTrace {
    let options: NowPlayingValidator.Options
    var promises = Promises()
    var item: ItemTrace?
    private(set) var state: NowPlayingRecord.PlaybackState?
    private(set) var commands: [String] = []
    private(set) var isPlain = false
    /// The item that was withdrawn while the state stayed `Playing`.
    var withdrawn: ItemTrace?
    /// The time of the last seek, command or change of state.
    private(set) var lastCause = -Double.infinity
    private(set) var lastSeek = -Double.infinity
    /// Findings of the present record.
    private var findings: [NowPlayingFinding] = []
    private var reportedCommands: Set<String> = []

    init(options: NowPlayingValidator.Options) { self.options = options }

    mutating func take(_ record: NowPlayingRecord, line: Int?) -> [NowPlayingFinding] {
        findings = []
        let moment = Moment(record, line: line)
        switch record.event {
        case .appeared: appear(record, moment)
        case .info: publish(record.info, moment)
        case .state: if let state = record.state { change(state, moment) }
        case .commands: if let names = record.commands { enable(names) }
        case .command: command(record, moment)
        case .seeked: seek(to: record.position ?? 0, moment)
        case .gone: leave(moment)
        }
        return findings
    }

    /// Returns the findings about updates that have not arrived in time.
    mutating func expire(at time: Double) -> [NowPlayingFinding] {
        promises.takeExpired(at: time).compactMap { kind, promise in
            if kind == .seek { item?.owesPosition = true }
            // A finding about the item counts once; before and after an item there is nothing to count with.
            guard item == nil || item?.isNew(promise.finding.rule, Self.subject(promise.finding)) == true else {
                return nil
            }
            return promise.finding
        }
    }

    /// Returns the findings that only the end of the recording shows.
    mutating func finish() -> [NowPlayingFinding] {
        findings = []
        reportIdleUpdates()
        return findings
    }

    // MARK: Reporting

    func finding(
        _ rule: NowPlayingRule, _ moment: Moment, level: NowPlayingRule.Level? = nil, seen: String, expected: String,
        remedy: String? = nil
    ) -> NowPlayingFinding {
        NowPlayingFinding(
            rule: rule, level: level ?? rule.level, player: moment.record.player, time: moment.time,
            date: moment.record.date, line: moment.line, seen: seen, expected: expected, remedy: remedy ?? rule.remedy)
    }

    /// What a finding is about. An item has one end, whatever shows that its dictionary outlived it.
    private static func subject(_ finding: NowPlayingFinding) -> String { finding.rule == .np9 ? "end" : finding.seen }

    /// Reports a violation, once for the present item.
    mutating func report(_ finding: NowPlayingFinding, subject: String? = nil) {
        guard item == nil || item?.isNew(finding.rule, subject ?? Self.subject(finding)) == true else { return }
        findings.append(finding)
    }

    mutating func promise(
        _ kind: Promises.Kind, within seconds: Double, _ finding: NowPlayingFinding, position: Double? = nil
    ) {
        promises[kind] = Promises.Promise(deadline: finding.time + seconds, finding: finding, position: position)
    }

    // MARK: The player

    private mutating func appear(_ record: NowPlayingRecord, _ moment: Moment) {
        promises.cancelAll()
        item = nil
        withdrawn = nil
        isPlain = record.isPlain
        commands = record.commands ?? []
        if let info = record.info {
            state = record.state
            begin(info, moment, isStart: !record.isEarlier)
        } else {
            state = nil
            if let new = record.state, new != .unknown { change(new, moment) }
        }
    }

    private mutating func leave(_ moment: Moment) {
        defer {
            promises.cancelAll()
            item = nil
            withdrawn = nil
        }
        guard let item, !isPlain else { return }
        reportIdleUpdates()
        guard !item.hasReported(.np9) else { return }
        report(
            finding(
                .np9, moment, seen: "the player left the bus while its dictionary was published",
                expected: "nil before the player goes"))
    }

    private mutating func change(_ new: NowPlayingRecord.PlaybackState, _ moment: Moment) {
        let old = state
        state = new
        lastCause = moment.time
        promises.cancel(.state, .command)
        if new != .playing {
            promises.cancel(.firstUpdate, .play)
            if withdrawn.take() != nil {
                promises.cancel(.withdrawn)
                promiseDisabledCommands(moment)
            }
        }
        if new != .paused, new != .interrupted { promises.cancel(.pause) }
        if new != .stopped { promises.cancel(.stopped) }
        guard old != new else { return }
        switch new {
        case .playing:
            if item == nil {
                promise(
                    .firstUpdate, within: Tolerance.firstUpdate,
                    finding(
                        .np6, moment, seen: "playback started without an update",
                        expected: "a dictionary within \(ValueChecks.seconds(Tolerance.firstUpdate))"))
            } else if item?.last.rate == 0 {
                promise(
                    .play, within: Tolerance.update,
                    finding(
                        .np7, moment, seen: "playback resumed and playbackRate stayed 0",
                        expected: "an update with playbackRate 1"))
            }
        case .paused, .interrupted:
            if let item, item.last.rate != 0 {
                promise(
                    .pause, within: Tolerance.update,
                    finding(
                        .np7, moment,
                        seen: "playback paused and playbackRate stayed \(DisplayNumber.text(item.last.rate))",
                        expected: "an update with playbackRate 0 and the elapsed time"))
            }
        case .stopped:
            if item != nil {
                promise(
                    .stopped, within: Tolerance.effect,
                    finding(
                        .np9, moment, seen: "playback stopped and the dictionary stayed published", expected: "nil"))
            }
        case .unknown: break
        }
    }

    private mutating func enable(_ names: [String]) {
        commands = names
        promises.cancel(names.isEmpty ? .commandsAfter : .commandsBefore)
    }

    private mutating func seek(to position: Double, _ moment: Moment) {
        lastCause = moment.time
        lastSeek = moment.time
        promises.cancel(.jump, .command)
        guard let item else { return }
        if item.category == .onDemand {
            guard let elapsed = item.elapsed(at: moment.time), abs(elapsed - position) > Tolerance.elapsed else {
                return
            }
            promise(
                .seek, within: Tolerance.effect,
                finding(
                    .np7, moment,
                    seen:
                        "the player sought to \(ValueChecks.seconds(position)) and elapsedPlaybackTime was not updated",
                    expected: "an update with elapsedPlaybackTime \(DisplayNumber.text(position))"), position: position)
        } else if moment.time - item.lastTime > Tolerance.event {
            promise(
                .seek, within: Tolerance.effect,
                finding(
                    .np7, moment, seen: "the player sought and currentPlaybackDate was not updated",
                    expected: "an update with the date of the new position"))
        }
    }

    private mutating func command(_ record: NowPlayingRecord, _ moment: Moment) {
        lastCause = moment.time
        guard let command = record.command else { return }
        if let status = record.status, status != 0 {
            guard reportedCommands.count < 100, reportedCommands.insert(command).inserted else { return }
            findings.append(
                finding(
                    .np21, moment, seen: "the command '\(command.prefix(60))' answered with status \(status)",
                    expected: "status 0, or the command is disabled"))
            return
        }
        guard let item, owesEffect(command, record, item, moment.time) else { return }
        promise(
            .command, within: Tolerance.effect,
            finding(
                .np21, moment, seen: "the command '\(command.prefix(60))' succeeded without any effect",
                expected: "an update within \(ValueChecks.seconds(Tolerance.effect))"))
    }

    /// Returns whether a successful command has an effect that was not seen before its answer.
    private func owesEffect(
        _ command: String, _ record: NowPlayingRecord, _ item: ItemTrace, _ time: Double
    ) -> Bool {
        let isRecent = time - item.lastEventTime <= Tolerance.event
        switch command {
        case "pause", "stop": return item.last.rate != 0
        case "play": return item.last.rate == 0
        case "togglePlayPause", "skipForward", "skipBackward": return !isRecent
        case "changePlaybackPosition":
            guard let target = record.arguments?["positionTime"]?.number, let elapsed = item.elapsed(at: time) else {
                return !isRecent
            }
            return abs(target - elapsed) > Tolerance.elapsed
        default: return false
        }
    }

    // MARK: The end of an item

    mutating func promiseDisabledCommands(_ moment: Moment) {
        guard !commands.isEmpty, !isPlain, item == nil else { return }
        promise(
            .commandsAfter, within: Tolerance.effect,
            finding(
                .np13, moment, level: .warning,
                seen: "after the dismissal \(commands.count) remote commands are still enabled, such as "
                    + "'\(commands[0].prefix(60))'", expected: "no enabled command"))
    }

    mutating func reportIdleUpdates() {
        guard let item, !item.cadence.isPeriodic, let first = item.cadence.firstIdle else { return }
        let count = item.cadence.idleCount
        report(
            finding(
                .np17, first,
                seen: count == 1 ? "an update states nothing new" : "\(count) updates state nothing new",
                expected: "updates at start, play, pause, seek and end only"))
    }
}
