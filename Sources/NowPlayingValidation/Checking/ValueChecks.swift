import Foundation
import ReportText

/// Checks of a single dictionary, without regard to those before it.
enum ValueChecks {
    struct Violation {
        var rule: NowPlayingRule
        /// What is wrong, for reporting each violation once.
        var subject: String
        var seen: String
        var expected: String
    }

    /// Returns the violations of the documented types and ranges.
    static func types(_ info: NowPlayingInfo) -> [Violation] {
        NowPlayingKey.allCases.compactMap { key in
            guard let value = info[key], let expected = fault(key, value) else { return nil }
            return Violation(
                rule: .np16, subject: key.rawValue, seen: "\(key.rawValue) is \(value.shown)", expected: expected)
        }
    }

    /// Returns what is expected in place of a wrong value; nil for a right one.
    private static func fault(_ key: NowPlayingKey, _ value: NowPlayingValue) -> String? {
        switch key.type {
        case .number:
            guard let number = value.number, number.isFinite else { return "a number" }
            switch key {
            case .playbackDuration: return number > 0 ? nil : "a number of seconds above 0"
            case .elapsedPlaybackTime, .creditsStartTime: return number >= 0 ? nil : "a number of seconds from 0 on"
            default: return nil
            }
        case .text: return value.text.map { !$0.isEmpty } == true ? nil : "a text that is not empty"
        case .boolean: return value.boolean == nil ? "true or false, or 1 or 0" : nil
        case .date: return value.text.flatMap(NowPlayingDate.parse) == nil ? "a date" : nil
        }
    }

    /// Returns the violations of duration, elapsed time and progress.
    /// - Parameter duration: the item's net duration; nil: not known.
    static func times(_ info: NowPlayingInfo, duration wanted: Double?) -> [Violation] {
        var violations: [Violation] = []
        if let duration = info.duration, duration > 0 {
            if let wanted, abs(duration - wanted) > Tolerance.duration {
                violations.append(
                    Violation(
                        rule: .np10, subject: "duration", seen: "playbackDuration is \(seconds(duration))",
                        expected: "the item's net duration, \(seconds(wanted)) within \(seconds(Tolerance.duration))"))
            }
            if let elapsed = info.elapsed, elapsed > duration + Tolerance.duration {
                violations.append(
                    Violation(
                        rule: .np10, subject: "elapsed",
                        seen: "elapsedPlaybackTime is \(seconds(elapsed)), beyond the duration \(seconds(duration))",
                        expected: "at most the duration"))
            }
            if let credits = info.number(.creditsStartTime), credits > duration + Tolerance.duration {
                violations.append(
                    Violation(
                        rule: .np11, subject: "credits",
                        seen: "creditsStartTime is \(seconds(credits)), beyond the duration \(seconds(duration))",
                        expected: "at most the duration"))
            }
        }
        guard let progress = info.number(.playbackProgress) else { return violations }
        if !(0...1).contains(progress) {
            violations.append(
                Violation(
                    rule: .np11, subject: "range", seen: "playbackProgress is \(DisplayNumber.text(progress))",
                    expected: "a number from 0 to 1"))
        } else if progress > 0.999, let duration = info.duration, duration > 0, let elapsed = info.elapsed,
            elapsed < duration * Tolerance.creditsShare
        {
            violations.append(
                Violation(
                    rule: .np11, subject: "early",
                    seen: "playbackProgress is 1 at \(seconds(elapsed)) of \(seconds(duration))",
                    expected: "1 only when the end credits begin, in the last 15 % of the item"))
        }
        return violations
    }

    /// Returns the violation of the live matrix by a date in the future.
    static func date(_ info: NowPlayingInfo, now: Date) -> [Violation] {
        guard let date = info.date, date.timeIntervalSince(now) > Tolerance.date else { return [] }
        return [
            Violation(
                rule: .np12, subject: "future",
                seen: "currentPlaybackDate is \(seconds(date.timeIntervalSince(now))) in the future",
                expected: "the program date-time of the displayed frame, within \(seconds(Tolerance.date))")
        ]
    }

    static func seconds(_ value: Double) -> String { "\(DisplayNumber.text(value)) s" }
}

/// Numbers of messages: with at most two decimals.
enum DisplayNumber {
    static func text(_ value: Double) -> String {
        guard abs(value) < 1e12 else { return "\(value)" }
        return JSONText.number((value * 100).rounded() / 100).description
    }
}
