/// Writes messages of a subsystem and a category to the journal or to standard error.
///
/// The values of a message are evaluated only if the message is written. Thread-safe.
public struct Logger: Sendable {
    private let log: OSLog

    /// Creates a logger without subsystem and category.
    public init() { log = .default }

    public init(subsystem: String, category: String) { log = OSLog(subsystem: subsystem, category: category) }

    public init(_ logObj: OSLog) { log = logObj }

    var handle: OSLog { log }

    public func log(_ message: OSLogMessage) { log(level: .default, message) }

    public func log(level: OSLogType, _ message: OSLogMessage) {
        log.write(level) { message.text(showsPrivate: $0) }
    }

    /// Writes a message of type debug.
    public func trace(_ message: OSLogMessage) { log(level: .debug, message) }
    public func debug(_ message: OSLogMessage) { log(level: .debug, message) }
    public func info(_ message: OSLogMessage) { log(level: .info, message) }
    /// Writes a message of the default type.
    public func notice(_ message: OSLogMessage) { log(level: .default, message) }
    /// Writes a message of type error.
    public func warning(_ message: OSLogMessage) { log(level: .error, message) }
    public func error(_ message: OSLogMessage) { log(level: .error, message) }
    /// Writes a message of type fault.
    public func critical(_ message: OSLogMessage) { log(level: .fault, message) }
    public func fault(_ message: OSLogMessage) { log(level: .fault, message) }
}

/// Writes a message of the default type to the default log.
public func os_log(_ message: OSLogMessage) { OSLog.default.write(.default) { message.text(showsPrivate: $0) } }

/// Writes a message with interpolated values.
public func os_log(_ type: OSLogType, log: OSLog = .default, _ message: OSLogMessage) {
    log.write(type) { message.text(showsPrivate: $0) }
}

/// Writes a message with a format and its arguments: `os_log("%{public}@ took %.1f s", log: log, type: .info, name, seconds)`.
///
/// Strings and objects appear only where the format says `{public}`. An argument that does not fit its specifier, or is missing, appears
/// as `<?>`.
@_disfavoredOverload
public func os_log(
    _ message: StaticString, dso: UnsafeRawPointer? = nil, log: OSLog = .default, type: OSLogType = .default,
    _ args: any CVarArg...
) {
    log.write(type) { LogFormat.text(message.description, args, showsPrivate: $0) }
}

/// Writes a message with a format and its arguments.
@_disfavoredOverload
public func os_log(
    _ type: OSLogType, dso: UnsafeRawPointer? = nil, log: OSLog = .default, _ message: StaticString,
    _ args: any CVarArg...
) {
    log.write(type) { LogFormat.text(message.description, args, showsPrivate: $0) }
}
