/// An `emsg` box (ISO 23009-1 section 5.10.3.3): an event message outside of the samples of a fragment.
struct EventMessage: Hashable {
    enum Time: Hashable {
        /// A time of the media's clock.
        case stamp(Nanoseconds)
        /// Relative to the earliest sample of its segment.
        case sinceSegment(Nanoseconds)
    }

    var scheme: String
    var value: String
    var time: Time
    /// Nil if unknown.
    var duration: Nanoseconds?
    var number: Int
    var data: [UInt8]

    /// The limits of messages per segment, and of their sizes; the rest is ignored.
    static let maximumCount = 256
    static let maximumBytes = 1 << 20
    static let maximumText = 2_048
    /// The scheme of ID3 tags (aomediacodec.github.io/id3-emsg).
    static let id3Schemes: Set<String> = [
        "https://aomedia.org/emsg/ID3", "https://developer.apple.com/streaming/emsg-id3",
    ]

    /// Returns the top-level messages of a segment.
    static func messages(in bytes: [UInt8]) -> [EventMessage] {
        guard BoxReader.isFragmented(bytes) else { return [] }
        var messages: [EventMessage] = []
        var reader = BoxReader(bytes)
        while let box = reader.next(), messages.count < maximumCount {
            guard box.type == "emsg", box.content.count <= maximumBytes else { continue }
            if let message = EventMessage(bytes, in: box.content) { messages.append(message) }
        }
        return messages
    }

    /// Nil if the box is truncated, or of an unknown version.
    private init?(_ bytes: [UInt8], in range: Range<Int>) {
        var position = range.lowerBound + 4
        func number(_ count: Int) -> Int? {
            defer { position += count }
            return bytes.number(at: position, count: count, before: range.upperBound)
        }
        func text() -> String? {
            let text = bytes[min(position, range.upperBound)..<range.upperBound].prefix(Self.maximumText)
                .prefix { $0 != 0 }
            position += text.count + 1
            // A text that is not terminated inside the box is invalid.
            return position <= range.upperBound ? String(decoding: text, as: UTF8.self) : nil
        }
        guard let version = bytes.number(at: range.lowerBound, count: 1, before: range.upperBound) else { return nil }
        let timescale: Int
        let time: Int
        let length: Int
        switch version {
        case 0:
            guard let scheme = text(), let value = text(), let scale = number(4), let delta = number(4),
                let duration = number(4), let id = number(4)
            else { return nil }
            (self.scheme, self.value, timescale, time, length, self.number) = (
                scheme, value, scale, delta, duration, id
            )
        case 1:
            guard let scale = number(4), let stamp = number(8), let duration = number(4), let id = number(4),
                let scheme = text(), let value = text()
            else { return nil }
            (self.scheme, self.value, timescale, time, length, self.number) = (
                scheme, value, scale, stamp, duration, id
            )
        default: return nil
        }
        guard timescale > 0, let at = Self.nanoseconds(time, timescale) else { return nil }
        self.time = version == 0 ? .sinceSegment(at) : .stamp(at)
        duration = length == 0xffff_ffff ? nil : Self.nanoseconds(length, timescale)
        data = Array(bytes[min(position, range.upperBound)..<range.upperBound])
    }

    /// Nil if the value overflows.
    private static func nanoseconds(_ units: Int, _ timescale: Int) -> Nanoseconds? {
        let (seconds, rest) = units.quotientAndRemainder(dividingBy: timescale)
        let (whole, overflowed) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        guard !overflowed, whole < Int(Nanoseconds.never) / 4 else { return nil }
        return Nanoseconds(whole) &+ Nanoseconds(Double(rest) / Double(timescale) * 1e9)
    }

    var content: TimedMetadata.Content {
        if Self.id3Schemes.contains(scheme) { return .id3(ID3Frame.frames(in: data[...])) }
        return .message(scheme: scheme, value: value, data: data)
    }
}
