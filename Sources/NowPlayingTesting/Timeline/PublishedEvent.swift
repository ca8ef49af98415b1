import Foundation
public import NowPlayingValidation

/// An event of the guide's table, as a player's updates show it.
public struct PublishedEvent: Sendable, Hashable, CustomStringConvertible {
    public enum Kind: String, Sendable {
        /// The first dictionary of an item.
        case start
        case play
        case pause
        case seek
        /// The dictionary has become nil.
        case end
    }

    public var kind: Kind
    /// Seconds since the recording began.
    public var time: Double
    /// The dictionary after the event; that before it for `end`.
    public var info: NowPlayingInfo

    public var description: String {
        var text = kind.rawValue
        if let identifier = info.contentIdentifier ?? info.serviceIdentifier { text += " of '\(identifier)'" }
        if let elapsed = info.elapsed { text += " at \(Self.seconds(elapsed))" }
        if let duration = info.duration { text += " of \(Self.seconds(duration))" }
        return text
    }

    /// Formats seconds with at most two decimals.
    static func seconds(_ value: Double) -> String {
        let rounded = (value * 100).rounded() / 100
        return rounded == rounded.rounded() && abs(rounded) < 1e15 ? "\(Int(rounded)) s" : "\(rounded) s"
    }

    /// Returns the events of one player's records.
    ///
    /// An update that changes neither the rate nor, by more than the tolerance, the time that the system extrapolates, is no event.
    public static func events(of records: [NowPlayingRecord], tolerance: Double = Tolerance.elapsed) -> [PublishedEvent]
    {
        var events: [PublishedEvent] = []
        var last: (info: NowPlayingInfo, time: Double)?
        for record in records where record.hasInfo {
            defer { last = record.info.map { ($0, record.time) } }
            guard let info = record.info else {
                if let last { events.append(PublishedEvent(kind: .end, time: record.time, info: last.info)) }
                continue
            }
            guard let last, identity(last.info) == identity(info) else {
                events.append(PublishedEvent(kind: .start, time: record.time, info: info))
                continue
            }
            let jumped = abs(jump(from: last.info, to: info, after: record.time - last.time)) > tolerance
            if jumped { events.append(PublishedEvent(kind: .seek, time: record.time, info: info)) }
            guard last.info.rate != info.rate else { continue }
            if info.rate == 0 {
                events.append(PublishedEvent(kind: .pause, time: record.time, info: info))
            } else if last.info.rate == 0 {
                events.append(PublishedEvent(kind: .play, time: record.time, info: info))
            }
        }
        return events
    }

    private static func identity(_ info: NowPlayingInfo) -> String? { info.contentIdentifier ?? info.serviceIdentifier }

    private static func jump(from old: NowPlayingInfo, to new: NowPlayingInfo, after seconds: Double) -> Double {
        if let before = old.elapsed, let after = new.elapsed { return after - before - old.rate * seconds }
        if let before = old.date, let after = new.date {
            return after.timeIntervalSince(before) - old.rate * seconds
        }
        return 0
    }
}
