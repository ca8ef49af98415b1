import Foundation

/// One message or signpost.
struct LogRecord {
    var type: OSLogType
    var subsystem: String
    var category: String
    var text: String
    /// Further fields for the journal, with upper-case names.
    var fields: [(name: String, value: String)] = []

    /// The priority of syslog.
    var priority: Int {
        switch type {
        case .debug: 7
        case .info: 6
        case .error: 3
        case .fault: 2
        default: 5
        }
    }

    /// The line for standard error: time, process and thread, type, subsystem and category, text.
    func line(time: timespec, process: String, identifiers: String) -> String {
        let word =
            switch type {
            case .debug: "debug "
            case .info: "info "
            case .error: "error "
            case .fault: "fault "
            default: ""
            }
        let source = subsystem.isEmpty && category.isEmpty ? "" : "[\(subsystem):\(category)] "
        return "\(OutputTime.text(time)) \(process)[\(identifiers)] \(word)\(source)\(text)\n"
    }

    /// The most bytes of a message that are written; what exceeds them is replaced by three points.
    static let maximumBytes = 32_768

    /// The datagram for the journal's socket: one field a line, and those with line breaks with their length.
    func datagram(process: String, thread: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        func append(_ name: String, _ value: String) {
            bytes += name.utf8
            if value.utf8.contains(UInt8(ascii: "\n")) {
                bytes.append(UInt8(ascii: "\n"))
                withUnsafeBytes(of: UInt64(value.utf8.count).littleEndian) { bytes += $0 }
            } else {
                bytes.append(UInt8(ascii: "="))
            }
            bytes += value.utf8
            bytes.append(UInt8(ascii: "\n"))
        }
        append("MESSAGE", text)
        append("PRIORITY", String(priority))
        append("SYSLOG_IDENTIFIER", process)
        append("TID", String(thread))
        if !subsystem.isEmpty { append("SUBSYSTEM", subsystem) }
        if !category.isEmpty { append("CATEGORY", category) }
        for field in fields { append(field.name, field.value) }
        return bytes
    }

    /// The record with at most `maximumBytes` of text.
    func truncated() -> LogRecord {
        guard text.utf8.count > Self.maximumBytes else { return self }
        var record = self
        var end = text.utf8.index(text.startIndex, offsetBy: Self.maximumBytes)
        while end.samePosition(in: text) == nil { end = text.utf8.index(before: end) }
        record.text = text[..<end] + "…"
        return record
    }
}

/// Times in lines of standard error.
enum OutputTime {
    /// Returns the local date and time with microseconds and the offset from UTC.
    static func text(_ time: timespec) -> String {
        var seconds = time.tv_sec
        var parts = tm()
        localtime_r(&seconds, &parts)
        let offset = parts.tm_gmtoff / 60
        return text(parts)
            + String(
                format: ".%06ld%@%02ld%02ld", time.tv_nsec / 1000, offset < 0 ? "-" : "+", abs(offset) / 60,
                abs(offset) % 60)
    }

    static func text(seconds: Int) -> String {
        var seconds = time_t(seconds)
        var parts = tm()
        localtime_r(&seconds, &parts)
        return text(parts)
    }

    private static func text(_ parts: tm) -> String {
        String(
            format: "%04d-%02d-%02d %02d:%02d:%02d", parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday,
            parts.tm_hour,
            parts.tm_min, parts.tm_sec)
    }
}
