public import NowPlayingValidation

/// A row of the guide's event table that a test expects an app to have published. Times are in seconds; nil accepts any.
public enum NowPlayingExpectation: Sendable, Hashable, CustomStringConvertible {
    /// The first dictionary of an item, with its content or service identifier; nil accepts any, or none.
    case start(_ identifier: String? = nil, elapsed: Double? = nil, duration: Double? = nil)
    case play
    case pause(at: Double? = nil)
    case seek(to: Double? = nil)
    /// The dictionary has become nil.
    case end

    public var description: String {
        switch self {
        case .start(let identifier, let elapsed, let duration):
            "start" + (identifier.map { " of '\($0)'" } ?? "")
                + (elapsed.map { " at \(PublishedEvent.seconds($0))" } ?? "")
                + (duration.map { " of \(PublishedEvent.seconds($0))" } ?? "")
        case .play: "play"
        case .pause(let time): "pause" + (time.map { " at \(PublishedEvent.seconds($0))" } ?? "")
        case .seek(let time): "seek" + (time.map { " to \(PublishedEvent.seconds($0))" } ?? "")
        case .end: "end"
        }
    }

    func matches(_ event: PublishedEvent, tolerance: Double) -> Bool {
        func isNear(_ value: Double?, _ wanted: Double?) -> Bool {
            guard let wanted else { return true }
            return value.map { abs($0 - wanted) <= tolerance } ?? false
        }
        switch (self, event.kind) {
        case (.start(let identifier, let elapsed, let duration), .start):
            return (identifier == nil || identifier == event.info.contentIdentifier ?? event.info.serviceIdentifier)
                && isNear(event.info.elapsed, elapsed) && isNear(event.info.duration, duration)
        case (.play, .play), (.end, .end): return true
        case (.pause(let time), .pause), (.seek(let time), .seek): return isNear(event.info.elapsed, time)
        default: return false
        }
    }
}

/// The reason why a recording is not as a test expects it.
public struct NowPlayingMismatch: Error, Sendable, CustomStringConvertible {
    public let description: String
}

/// The records of one player, for the assertions of a test.
public struct NowPlayingRecording: Sendable {
    public let records: [NowPlayingRecord]

    public init(_ records: [NowPlayingRecord]) { self.records = records }

    /// The events of the guide's table that the records show.
    public var events: [PublishedEvent] { PublishedEvent.events(of: records) }

    /// Checks that the player has published exactly these events, in this order.
    /// - Parameter tolerance: of times, in seconds.
    /// - Throws: `NowPlayingMismatch` with both lists.
    public func assert(_ expected: [NowPlayingExpectation], tolerance: Double = 1) throws(NowPlayingMismatch) {
        let events = events
        let isEqual =
            events.count == expected.count
            && zip(expected, events).allSatisfy { $0.matches($1, tolerance: tolerance) }
        guard !isEqual else { return }
        var lines = ["The player has not published the expected events."]
        for index in 0..<max(expected.count, events.count) {
            let wanted = index < expected.count ? expected[index].description : "nothing"
            let found = index < events.count ? events[index].description : "nothing"
            let isMatch =
                index < expected.count && index < events.count
                && expected[index].matches(events[index], tolerance: tolerance)
            lines.append("\(isMatch ? "  " : "! ")expected: \(wanted); published: \(found)")
        }
        throw NowPlayingMismatch(description: lines.joined(separator: "\n"))
    }

    /// Returns the violations of the rules in the records.
    public func findings(_ options: NowPlayingValidator.Options = .init()) -> [NowPlayingFinding] {
        var validator = NowPlayingValidator(options: options)
        let found = records.flatMap { validator.add($0) }
        return found + validator.finish()
    }

    /// Checks that the records violate no rule.
    /// - Parameters:
    ///   - kind: the kind of the content; nil: derived from the dictionaries.
    ///   - duration: the item's net duration in seconds; nil: not checked.
    ///   - level: the lowest level of findings that counts.
    /// - Throws: `NowPlayingMismatch` with the findings and their remedies.
    public func assertValid(
        kind: ContentKind? = nil, duration: Double? = nil, level: NowPlayingRule.Level = .error
    ) throws(NowPlayingMismatch) {
        let found = findings(.init(kind: kind, duration: duration)).filter { $0.level >= level }
        guard !found.isEmpty else { return }
        let lines = found.map { finding in
            "\((finding.time * 1_000).rounded() / 1_000) s: \(finding.level.rawValue): \(finding.rule.id) \(finding.message)\n"
                + "    fix: \(finding.remedy)"
        }
        throw NowPlayingMismatch(
            description: (["The player violates \(found.count) rules of Now Playing."] + lines).joined(separator: "\n"))
    }

    /// The log of the records, as `avplayer nowplaying --check` reads it.
    public var log: String { records.map(NowPlayingLogWriter.line).joined() }
}
