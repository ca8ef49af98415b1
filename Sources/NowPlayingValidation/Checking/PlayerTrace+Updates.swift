import Foundation

extension PlayerTrace {
    mutating func publish(_ info: NowPlayingInfo?, _ moment: Moment) {
        guard let info else { return end(moment) }
        guard let item else { return begin(info, moment, isStart: true) }
        let old = item.last.identity
        guard let new = info.identity, let old, new != old else { return update(info, moment) }
        let isContinued = item.elapsed(at: moment.time).flatMap { expected in
            info.elapsed.map { $0 > Tolerance.jump && abs($0 - expected) <= Tolerance.elapsed }
        }
        if isContinued == true {
            report(
                finding(
                    .np20, moment,
                    seen:
                        "the identifier changed from '\(old.prefix(100))' to '\(new.prefix(100))' while the item continued",
                    expected: "the same identifier until the dictionary is nil"))
            return update(info, moment)
        }
        report(
            finding(
                .np18, moment,
                seen: "'\(new.prefix(100))' replaced '\(old.prefix(100))' without nil in between",
                expected: "nil between two items"))
        reportIdleUpdates()
        begin(info, moment, isStart: true)
    }

    // MARK: Start

    mutating func begin(_ info: NowPlayingInfo, _ moment: Moment, isStart: Bool) {
        let back = withdrawn.take()
        let wasPromised = promises[.withdrawn] != nil
        promises.cancelAll()
        let category = PropertyMatrix.category(of: info, expected: options.kind?.category)
        item = ItemTrace(info, category: category, time: moment.time)
        var isStart = isStart
        if let back, wasPromised, back.last.identity == info.identity, isContinuation(of: back, info, moment.time) {
            isStart = false
            report(
                finding(
                    .np15, moment, seen: "the dictionary was nil for a while, and the state stayed Playing",
                    expected: "the dictionary as long as the item plays"))
        }
        checkKind(info, category, moment)
        checkValues(info, moment)
        if isStart {
            if info.number(.playbackRate).map({ abs($0 - 1) > 0.001 }) == true {
                report(
                    finding(
                        .np6, moment, seen: "the first update has playbackRate \(DisplayNumber.text(info.rate))",
                        expected: "playbackRate 1 when playback starts"))
            }
            if commands.isEmpty {
                promise(
                    .commandsBefore, within: Tolerance.order,
                    finding(
                        .np13, moment, seen: "no remote command is enabled at the first update",
                        expected: "at least one command with a target"))
            }
        }
        promiseState(moment)
        promiseCompletion(moment)
    }

    private func isContinuation(of old: ItemTrace, _ info: NowPlayingInfo, _ time: Double) -> Bool {
        guard let before = old.last.elapsed, let now = info.elapsed else { return true }
        return now >= before - Tolerance.elapsed && now > Tolerance.jump
    }

    private mutating func checkKind(_ info: NowPlayingInfo, _ category: ContentCategory, _ moment: Moment) {
        let hasContent = info.has(.externalContentIdentifier)
        let hasService = info.has(.serviceIdentifier)
        guard hasContent != hasService else {
            if isPlain, !hasContent {
                return report(
                    finding(
                        .np1, moment, level: .info,
                        seen: "the player publishes MPRIS properties alone, without identifiers",
                        expected: "the interface org.openavkit.NowPlaying1",
                        remedy: "a player of another toolkit can only be checked for events and times"))
            }
            return report(
                finding(
                    .np1, moment,
                    seen: hasContent
                        ? "externalContentIdentifier and serviceIdentifier are both present"
                        : "externalContentIdentifier and serviceIdentifier are both absent",
                    expected: category == .live ? "serviceIdentifier alone" : "externalContentIdentifier alone"))
        }
        if let kind = options.kind, kind.category != category {
            report(
                finding(
                    .np1, moment, seen: "the dictionary is that of \(category.title)",
                    expected: "that of \(kind.category.title) (\(kind.rawValue))"))
        }
    }

    // MARK: Update

    private mutating func update(_ info: NowPlayingInfo, _ moment: Moment) {
        guard let item else { return }
        let old = item.last
        let time = moment.time
        checkIdentifiers(old, info, moment)
        checkValues(info, moment)
        if options.duration == nil, let before = old.duration, let after = info.duration,
            abs(before - after) > Tolerance.duration
        {
            report(
                finding(
                    .np10, moment,
                    seen:
                        "playbackDuration changed from \(ValueChecks.seconds(before)) to \(ValueChecks.seconds(after))",
                    expected: "the same duration until the dictionary is nil"), subject: "change")
        }
        let rateChanged = abs(old.rate - info.rate) > 0.001
        let jump = Self.jump(item, info, time)
        let jumped = abs(jump) > (item.category == .onDemand ? Tolerance.elapsed : Tolerance.date)
        if rateChanged { checkRateChange(item, info, jump, moment) }
        settle(info, rateChanged: rateChanged, jumped: jumped, time)
        self.item?.update(info, time: time)
        if rateChanged || jumped || time - max(lastCause, item.lastEventTime) <= Tolerance.event {
            if rateChanged || jumped { self.item?.lastEventTime = time }
        } else if let interval = self.item?.cadence.add(moment, isIdle: Self.isIdle(old, info)) {
            report(
                finding(
                    .np8, moment,
                    seen:
                        "\(Tolerance.timerUpdates) updates at intervals of \(ValueChecks.seconds(interval)) without an event",
                    expected: "updates at start, play, pause, seek and end only"), subject: "timer")
        }
        if rateChanged { promiseState(moment) }
        promiseCompletion(moment)
    }

    /// Returns how far the dictionary's time is ahead of the extrapolated time, in seconds.
    private static func jump(_ item: ItemTrace, _ info: NowPlayingInfo, _ time: Double) -> Double {
        if item.category == .onDemand {
            guard let expected = item.elapsed(at: time), let elapsed = info.elapsed else { return 0 }
            return elapsed - expected
        }
        guard let expected = item.date(at: time), let date = info.date else { return 0 }
        return date.timeIntervalSince(expected)
    }

    /// Returns whether a dictionary differs from another one in nothing but the passing of time.
    private static func isIdle(_ old: NowPlayingInfo, _ new: NowPlayingInfo) -> Bool {
        var (old, new) = (old, new)
        for key in [NowPlayingKey.elapsedPlaybackTime, .currentPlaybackDate, .playbackProgress] {
            old[key] = nil
            new[key] = nil
        }
        return old == new
    }

    /// Cancels the promises that an update keeps.
    private mutating func settle(_ info: NowPlayingInfo, rateChanged: Bool, jumped: Bool, _ time: Double) {
        promises.cancel(info.rate == 0 ? .pause : .play)
        if rateChanged || jumped { promises.cancel(.command) }
        guard let seek = promises[.seek] else { return }
        if let target = seek.position, let elapsed = info.elapsed {
            let expected = target + info.rate * (time - seek.finding.time)
            if abs(elapsed - expected) <= Tolerance.elapsed { promises.cancel(.seek) }
        } else {
            promises.cancel(.seek)
        }
    }

    private mutating func checkIdentifiers(_ old: NowPlayingInfo, _ info: NowPlayingInfo, _ moment: Moment) {
        let has = info.has(.externalContentIdentifier) || info.has(.serviceIdentifier)
        if has, let dropped = promises[.identifiers] {
            promises.cancel(.identifiers)
            var found = dropped.finding
            found.rule = .np14
            found.level = NowPlayingRule.np14.level
            found.seen = "a dictionary without identifiers came between two with identifiers"
            found.expected = "dictionaries of one writer"
            found.remedy = NowPlayingRule.np14.remedy
            report(found)
        } else if !has, old.has(.externalContentIdentifier) || old.has(.serviceIdentifier) {
            promise(
                .identifiers, within: Tolerance.effect,
                finding(
                    .np20, moment, seen: "the update has no identifier any more",
                    expected: "the identifiers of the first update"))
        }
    }

    private mutating func checkRateChange(
        _ item: ItemTrace, _ info: NowPlayingInfo, _ jump: Double, _ moment: Moment
    ) {
        let old = item.last
        let played = (moment.time - item.lastTime) * old.rate
        if info.rate == 0, played > Tolerance.elapsed {
            if item.category == .onDemand, let before = old.elapsed, let after = info.elapsed,
                abs(before - after) < 0.01
            {
                self.item?.owesPosition = true
                return report(
                    finding(
                        .np7, moment,
                        seen:
                            "the pause has the elapsedPlaybackTime \(DisplayNumber.text(after)) of the update before, "
                            + "\(ValueChecks.seconds(played)) of playback earlier",
                        expected: "the player's current time"), subject: "stale")
            }
            if item.category != .onDemand, let before = old.date, before == info.date {
                return report(
                    finding(
                        .np12, moment,
                        seen: "the pause has the currentPlaybackDate of the update before, "
                            + "\(ValueChecks.seconds(played)) of playback earlier",
                        expected: "the date of the displayed frame"), subject: "stale")
            }
        }
        guard item.category == .onDemand, let before = old.elapsed, let after = info.elapsed,
            jump > Tolerance.jump || after < before - Tolerance.jump, lastSeek < item.lastTime
        else { return }
        guard !item.owesPosition else {
            self.item?.owesPosition = false
            return
        }
        promise(
            .jump, within: Tolerance.order,
            finding(
                .np7, moment,
                seen: "elapsedPlaybackTime jumped to \(ValueChecks.seconds(after)) in an update that changes the rate",
                expected: "an update at the seek"))
    }

    /// Checks the property matrix, and the types and ranges of the values.
    private mutating func checkValues(_ info: NowPlayingInfo, _ moment: Moment) {
        guard let category = item?.category else { return }
        let hasOneIdentifier = info.has(.externalContentIdentifier) != info.has(.serviceIdentifier)
        if !isPlain || hasOneIdentifier {
            let cells = PropertyMatrix.violations(of: info, in: category).filter {
                hasOneIdentifier || ($0.key != .externalContentIdentifier && $0.key != .serviceIdentifier)
            }
            if !cells.isEmpty { reportMatrix(cells, info, category, moment) }
        }
        var violations = ValueChecks.types(info)
        if category == .onDemand { violations += ValueChecks.times(info, duration: options.duration) }
        if category != .onDemand { violations += ValueChecks.date(info, now: moment.record.date) }
        for violation in violations {
            report(
                finding(violation.rule, moment, seen: violation.seen, expected: violation.expected),
                subject: violation.subject)
        }
    }

    private mutating func reportMatrix(
        _ cells: [PropertyMatrix.Violation], _ info: NowPlayingInfo, _ category: ContentCategory, _ moment: Moment
    ) {
        let rule: NowPlayingRule =
            switch category {
            case .onDemand: .np2
            case .event: .np3
            case .live: .np4
            }
        let seen = cells.map { cell in
            info[cell.key].map { "\(cell.key.rawValue) is \($0.shown)" } ?? "\(cell.key.rawValue) is absent"
        }
        let expected = cells.map { cell in
            let demand = cell.demand == .forbidden ? "no \(cell.key.rawValue)" : cell.key.rawValue
            return cell.key == .isLiveStream && cell.demand == .required ? "isLiveStream 1" : demand
        }
        report(
            finding(
                rule, moment, seen: seen.joined(separator: ", "),
                expected: expected.joined(separator: ", ") + " for \(category.title)"),
            subject: cells.map { "\($0.key.rawValue) \($0.demand.rawValue)" }.joined(separator: " "))
    }

    // MARK: State and completion

    private mutating func promiseState(_ moment: Moment) {
        promises.cancel(.state)
        guard let item, let state else { return }
        let isMoving = item.last.rate != 0
        let agrees =
            switch state {
            case .playing: isMoving
            case .paused, .stopped, .interrupted: !isMoving
            case .unknown: true
            }
        guard !agrees else { return }
        promise(
            .state, within: Tolerance.effect,
            finding(
                .np19, moment,
                seen: "playbackRate is \(DisplayNumber.text(item.last.rate)) and the state is \(state.rawValue)",
                expected: isMoving ? "the state Playing" : "the state Paused"))
    }

    private mutating func promiseCompletion(_ moment: Moment) {
        promises.cancel(.completion)
        guard let end = item?.end else { return }
        promise(
            .completion, within: end - moment.time + Tolerance.completion,
            finding(
                .np9, moment, seen: "the item has reached its end and the dictionary stayed published", expected: "nil")
        )
    }

    private mutating func end(_ moment: Moment) {
        guard let ended = item else { return }
        reportIdleUpdates()
        item = nil
        promises.cancelAll()
        if state == .playing {
            withdrawn = ended
            promise(
                .withdrawn, within: Tolerance.effect,
                finding(
                    .np15, moment, seen: "the dictionary became nil and the state stayed Playing",
                    expected: "the dictionary as long as the item plays"))
        } else {
            promiseDisabledCommands(moment)
        }
    }
}
