import Foundation

/// Parses EXT-X-DATERANGE; several tags may describe one range (bis section 4.4.5.1).
enum DateRangeReader {
    static func read(
        into ranges: inout [DateRange], index: inout [String: Int], _ context: inout ParserContext
    ) throws(TagFailure) {
        let id = try context.needed(try context.quoted("ID"), "ID", "hls.daterange.id")
        let known = index[id]
        let start = try date("START-DATE", &context)
        guard let begin = start ?? known.map({ ranges[$0].start }) else {
            throw .drop("hls.daterange.start", context.missing("START-DATE") + " The tag is ignored.")
        }
        var range = DateRange(id: id, start: begin, line: context.line)
        range.category = try context.quoted("CLASS")
        range.endDate = try date("END-DATE", &context)
        range.duration = try seconds("DURATION", &context)
        range.plannedDuration = try seconds("PLANNED-DURATION", &context)
        range.cues = try cues(&context)
        range.endsOnNext = try endsOnNext(&context)
        range.spliceCommand = try context.hexadecimal("SCTE35-CMD")
        range.spliceOut = try context.hexadecimal("SCTE35-OUT")
        range.spliceIn = try context.hexadecimal("SCTE35-IN")
        for entry in context.attributes.entries where context.bytes.starts(entry.name, with: "X-") {
            range.attributes[context.bytes.text(entry.name)] = try value(entry, &context)
        }
        if let known { range = merge(range, into: ranges[known], statesStart: start != nil, &context) }
        try check(range)
        if let known {
            ranges[known] = range
        } else {
            index[id] = ranges.count
            ranges.append(range)
        }
    }

    private static func date(_ name: StaticString, _ context: inout ParserContext) throws(TagFailure) -> Date? {
        guard let text = try context.quoted(name) else { return nil }
        let bytes = Array(text.utf8)
        guard let date = DateText.date(bytes, 0..<bytes.count) else {
            throw .drop(
                "hls.daterange.date", "\(name) is not a date such as \"2026-11-21T12:00:00.000Z\". The tag is ignored.")
        }
        return date
    }

    private static func seconds(_ name: StaticString, _ context: inout ParserContext) throws(TagFailure) -> Double? {
        guard context.has(name) else { return nil }
        guard let seconds = context.number(name, reportsFault: false) else {
            throw .drop(
                "hls.daterange.duration", "\(name) must be a number of seconds of 0 or more. The tag is ignored.")
        }
        return seconds
    }

    private static func cues(_ context: inout ParserContext) throws(TagFailure) -> DateRange.Cues {
        var cues: DateRange.Cues = []
        for word in try context.list("CUE") {
            switch word {
            case "PRE": cues.insert(.pre)
            case "POST": cues.insert(.post)
            case "ONCE": cues.insert(.once)
            default:
                context.warn(
                    "hls.daterange.cue", "CUE has the unknown word “\(word.prefix(40))”. Write PRE, POST or ONCE.")
            }
        }
        if cues.isSuperset(of: [.pre, .post]) {
            throw .drop("hls.daterange.cue", "CUE must not have both PRE and POST. The tag is ignored.")
        }
        return cues
    }

    private static func endsOnNext(_ context: inout ParserContext) throws(TagFailure) -> Bool {
        guard let word = context.word("END-ON-NEXT") else { return false }
        guard word == "YES" else {
            throw .drop("hls.daterange.end-on-next", "The only value of END-ON-NEXT is YES. The tag is ignored.")
        }
        return true
    }

    private static func value(
        _ entry: AttributeList.Entry, _ context: inout ParserContext
    ) throws(TagFailure) -> DateRange.Value? {
        if entry.isQuoted { return .text(try context.text(entry.value)) }
        let written = Array(try context.text(entry.value).utf8)
        if let bytes = DecimalText.hexadecimal(written, 0..<written.count) { return .bytes(bytes) }
        if let number = DecimalText.number(written, 0..<written.count, signed: true) { return .number(number) }
        context.warn(
            "hls.daterange.value",
            "\(context.bytes.text(entry.name).prefix(80)) is neither a quoted string, nor 0x…, nor a number. The attribute is "
                + "ignored."
        )
        return nil
    }

    /// Merges a later tag into a range: it adds attributes; conflicting values are not changed.
    private static func merge(
        _ new: DateRange, into old: DateRange, statesStart: Bool, _ context: inout ParserContext
    ) -> DateRange {
        var result = old
        var conflicts: [String] = []
        func add<Value: Equatable>(_ path: WritableKeyPath<DateRange, Value?>, _ name: String) {
            guard let value = new[keyPath: path] else { return }
            if let known = result[keyPath: path], known != value {
                conflicts.append(name)
            } else {
                result[keyPath: path] = value
            }
        }
        if statesStart, new.start != old.start { conflicts.append("START-DATE") }
        add(\.category, "CLASS")
        add(\.endDate, "END-DATE")
        add(\.duration, "DURATION")
        add(\.plannedDuration, "PLANNED-DURATION")
        add(\.spliceCommand, "SCTE35-CMD")
        add(\.spliceOut, "SCTE35-OUT")
        add(\.spliceIn, "SCTE35-IN")
        if !new.cues.isEmpty {
            if !old.cues.isEmpty, old.cues != new.cues { conflicts.append("CUE") } else { result.cues = new.cues }
        }
        result.endsOnNext = old.endsOnNext || new.endsOnNext
        var isFull = false
        for (name, value) in new.attributes {
            if let known = old.attributes[name], known != value {
                conflicts.append(name)
            } else if result.attributes.count >= context.limits.attributeCount, old.attributes[name] == nil {
                isFull = true
            } else {
                result.attributes[name] = value
            }
        }
        if isFull {
            context.warn(
                "hls.limit.attributes",
                "The range \(old.id.prefix(80)) has more than \(context.limits.attributeCount) custom attributes, the maximum; "
                    + "the others are ignored.")
        }
        if !conflicts.isEmpty {
            context.warn(
                "hls.daterange.conflict",
                "An earlier tag gives the range \(old.id.prefix(80)) a different "
                    + "\(conflicts.sorted().joined(separator: ", ")). The first value is used."
            )
        }
        return result
    }

    private static func check(_ range: DateRange) throws(TagFailure) {
        if let end = range.endDate, end < range.start {
            throw .drop("hls.daterange.end", "END-DATE is before START-DATE. The tag is ignored.")
        }
        if let end = range.endDate, let duration = range.duration,
            abs(end.timeIntervalSince(range.start) - duration) > 0.01
        {
            throw .drop(
                "hls.daterange.end", "START-DATE, DURATION and END-DATE contradict each other. The tag is ignored.")
        }
        if range.endsOnNext, range.category == nil || range.endDate != nil || range.duration != nil {
            throw .drop(
                "hls.daterange.end-on-next",
                "END-ON-NEXT requires CLASS and excludes DURATION and END-DATE. The tag is ignored.")
        }
    }
}
