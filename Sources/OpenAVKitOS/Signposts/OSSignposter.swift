import Foundation
import Synchronization

/// Identifies an interval among those of the same name.
public struct OSSignpostID: RawRepresentable, Hashable, Comparable, Sendable {
    public let rawValue: UInt64
    public init(rawValue: UInt64) { self.rawValue = rawValue }
    public init(_ rawValue: UInt64) { self.rawValue = rawValue }

    /// For intervals that do not overlap with others of their name.
    public static let exclusive = OSSignpostID(rawValue: 0xEEEE_B0B5_B2B2_EEEE)
    public static let invalid = OSSignpostID(rawValue: .max)
    public static let null = OSSignpostID(rawValue: 0)

    /// Creates an identifier that this process has not used yet.
    public init(log: OSLog) { self = Self.next() }

    /// Creates the identifier of an object: the same one while the object exists.
    public init(log: OSLog, object: AnyObject) { rawValue = UInt64(UInt(bitPattern: ObjectIdentifier(object))) }

    public static func < (a: OSSignpostID, b: OSSignpostID) -> Bool { a.rawValue < b.rawValue }

    private static let last = Atomic<UInt64>(0)

    static func next() -> OSSignpostID { OSSignpostID(last.add(1, ordering: .relaxed).newValue) }
}

/// What a signpost marks.
public struct OSSignpostType: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let event = OSSignpostType(rawValue: 0)
    public static let begin = OSSignpostType(rawValue: 1)
    public static let end = OSSignpostType(rawValue: 2)
}

/// An interval that has begun.
public final class OSSignpostIntervalState: Sendable {
    let id: OSSignpostID

    init(id: OSSignpostID) { self.id = id }
}

/// Writes signposts: events, and intervals with their durations.
///
/// Apple: Instruments displays signposts. Here: they are written like messages of type debug, if OPENAVKIT_LOG_SIGNPOSTS=1 is set, and
/// otherwise cost one comparison.
public struct OSSignposter: Sendable {
    private let log: OSLog

    /// Creates a signposter without subsystem and category.
    public init() { log = .default }
    public init(subsystem: String, category: String) { log = OSLog(subsystem: subsystem, category: category) }
    public init(subsystem: String, category: OSLog.Category) { log = OSLog(subsystem: subsystem, category: category) }
    public init(logHandle: OSLog) { log = logHandle }
    public init(logger: Logger) { log = logger.handle }

    /// A signposter that writes nothing.
    public static var disabled: OSSignposter { OSSignposter(logHandle: .disabled) }

    public var isEnabled: Bool { log.signpostsEnabled }

    public func makeSignpostID() -> OSSignpostID { .next() }
    public func makeSignpostID(from object: AnyObject) -> OSSignpostID { OSSignpostID(log: log, object: object) }

    public func beginInterval(_ name: StaticString, id: OSSignpostID = .exclusive) -> OSSignpostIntervalState {
        SignpostWriter.write(log, .begin, name, id) { _ in "" }
        return OSSignpostIntervalState(id: id)
    }

    public func beginInterval(_ name: StaticString, id: OSSignpostID = .exclusive, _ message: OSLogMessage)
        -> OSSignpostIntervalState
    {
        SignpostWriter.write(log, .begin, name, id) { message.text(showsPrivate: $0) }
        return OSSignpostIntervalState(id: id)
    }

    public func endInterval(_ name: StaticString, _ state: OSSignpostIntervalState) {
        SignpostWriter.write(log, .end, name, state.id) { _ in "" }
    }

    public func endInterval(_ name: StaticString, _ state: OSSignpostIntervalState, _ message: OSLogMessage) {
        SignpostWriter.write(log, .end, name, state.id) { message.text(showsPrivate: $0) }
    }

    public func emitEvent(_ name: StaticString, id: OSSignpostID = .exclusive) {
        SignpostWriter.write(log, .event, name, id) { _ in "" }
    }

    public func emitEvent(_ name: StaticString, id: OSSignpostID = .exclusive, _ message: OSLogMessage) {
        SignpostWriter.write(log, .event, name, id) { message.text(showsPrivate: $0) }
    }

    /// Runs `task` within an interval.
    public func withIntervalSignpost<T>(
        _ name: StaticString, id: OSSignpostID = .exclusive, around task: () throws -> T
    ) rethrows -> T {
        let state = beginInterval(name, id: id)
        defer { endInterval(name, state) }
        return try task()
    }

    /// Runs `task` within an interval that has a message.
    public func withIntervalSignpost<T>(
        _ name: StaticString, id: OSSignpostID = .exclusive, _ message: OSLogMessage, around task: () throws -> T
    ) rethrows -> T {
        let state = beginInterval(name, id: id, message)
        defer { endInterval(name, state) }
        return try task()
    }
}

/// Writes a signpost.
public func os_signpost(
    _ type: OSSignpostType, dso: UnsafeRawPointer? = nil, log: OSLog, name: StaticString,
    signpostID: OSSignpostID = .exclusive
) {
    SignpostWriter.write(log, type, name, signpostID) { _ in "" }
}

/// Writes a signpost with a format and its arguments.
@_disfavoredOverload
public func os_signpost(
    _ type: OSSignpostType, dso: UnsafeRawPointer? = nil, log: OSLog, name: StaticString,
    signpostID: OSSignpostID = .exclusive, _ format: StaticString, _ arguments: any CVarArg...
) {
    SignpostWriter.write(log, type, name, signpostID) {
        LogFormat.text(format.description, arguments, showsPrivate: $0)
    }
}

/// Writes signposts, and measures intervals from their beginnings.
enum SignpostWriter {
    private struct Interval: Hashable {
        var subsystem: String
        var category: String
        var name: String
        var id: OSSignpostID
    }

    /// Beginnings without their ends; the most that are remembered.
    static let maximumIntervals = 4096
    private static let begun = Mutex<[Interval: ContinuousClock.Instant]>([:])

    static func write(
        _ log: OSLog, _ type: OSSignpostType, _ name: StaticString, _ id: OSSignpostID,
        _ message: (_ showsPrivate: Bool) -> String
    ) {
        guard log.signpostsEnabled else { return }
        let output = LogOutput.shared
        let now = ContinuousClock.now
        let interval = Interval(subsystem: log.subsystem, category: log.category, name: name.description, id: id)
        var fields = [("SIGNPOST", name.description), ("SIGNPOST_ID", String(id.rawValue, radix: 16))]
        var words = ["signpost", "event", name.description]
        switch type {
        case .begin:
            words[1] = "begin"
            begun.withLock { if $0.count < maximumIntervals { $0[interval] = now } }
        case .end:
            words[1] = "end"
            if let start = begun.withLock({ $0.removeValue(forKey: interval) }) {
                let milliseconds = String(format: "%.3f", (now - start) / .milliseconds(1))
                words.append("\(milliseconds) ms")
                fields.append(("SIGNPOST_MS", milliseconds))
            }
        default: break
        }
        let text = message(output.settings.showsPrivate)
        if !text.isEmpty { words.append(text) }
        output.write(
            LogRecord(
                type: .debug, subsystem: log.subsystem, category: log.category, text: words.joined(separator: " "),
                fields: fields))
    }
}
