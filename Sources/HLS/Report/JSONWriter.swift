import CoreMedia

/// Writes JSON as UTF-8, member by member.
struct JSONWriter {
    private(set) var bytes: [UInt8] = []

    mutating func raw(_ text: String) { bytes.append(contentsOf: text.utf8) }

    mutating func list<Element>(_ elements: [Element], _ write: (inout JSONWriter, Element) -> Void) {
        for (index, element) in elements.enumerated() {
            if index > 0 { bytes.append(0x2c) }
            write(&self, element)
        }
    }

    /// Writes a string. Control characters are escaped.
    mutating func text(_ text: String) {
        bytes.append(0x22)
        for byte in text.utf8 {
            switch byte {
            case 0x22, 0x5c: bytes.append(contentsOf: [0x5c, byte])
            case 0x0a: raw("\\n")
            case 0..<0x20, 0x7f: escape(byte)
            // U+0080 to U+009F are control characters, too.
            case 0x80..<0xa0 where bytes.last == 0xc2:
                bytes.removeLast()
                escape(byte)
            default: bytes.append(byte)
            }
        }
        bytes.append(0x22)
    }

    private mutating func escape(_ byte: UInt8) {
        let digits = String(byte, radix: 16)
        raw("\\u" + String(repeating: "0", count: 4 - digits.count) + digits)
    }

    mutating func number(_ number: Double) { raw(Int(exactly: number).map(String.init) ?? "\(number)") }

    /// Writes milliseconds as seconds, without a rounding error.
    mutating func seconds(milliseconds: Int64) {
        raw(String(milliseconds / 1_000))
        let rest = milliseconds % 1_000
        guard rest > 0 else { return }
        bytes.append(0x2e)
        for divisor in [Int64(100), 10, 1] { bytes.append(0x30 + UInt8(rest / divisor % 10)) }
    }
}

extension WebVTTCue {
    /// The times in milliseconds.
    var milliseconds: (start: Int64, end: Int64) {
        func milliseconds(_ time: CMTime) -> Int64 { time.convertScale(1_000, method: .default).value }
        return (milliseconds(start), milliseconds(end))
    }
}

extension JSONWriter {
    mutating func write(_ fault: PlaylistFault) {
        raw("{\"line\":\(fault.line),\"rule\":")
        text("\(fault.rule)")
        raw(",\"level\":\"\(fault.level.rawValue)\",\"message\":")
        text(fault.message)
        raw("}")
    }

    mutating func write(_ region: WebVTTRegion) {
        raw("{\"id\":")
        text(region.identifier)
        raw(",\"width\":")
        number(region.width)
        raw(",\"lines\":")
        number(region.lines)
        raw(",\"regionAnchor\":")
        write(region.anchor)
        raw(",\"viewportAnchor\":")
        write(region.viewportAnchor)
        if region.scrollsUp { raw(",\"scroll\":\"up\"") }
        raw("}")
    }

    private mutating func write(_ point: WebVTTRegion.Point) {
        raw("{\"x\":")
        number(point.x)
        raw(",\"y\":")
        number(point.y)
        raw("}")
    }

    mutating func write(_ cue: WebVTTCue) {
        raw("{")
        if !cue.identifier.isEmpty {
            raw("\"id\":")
            text(cue.identifier)
            raw(",")
        }
        raw("\"start\":")
        seconds(milliseconds: cue.milliseconds.start)
        raw(",\"end\":")
        seconds(milliseconds: cue.milliseconds.end)
        if cue.settings != WebVTTCueSettings() {
            raw(",\"settings\":{")
            write(cue.settings)
            raw("}")
        }
        if !cue.payload.isEmpty {
            raw(",\"text\":")
            text(cue.payload)
            raw(",\"nodes\":[")
            list(cue.nodes) { $0.write($1) }
            raw("]")
        }
        raw("}")
    }

    /// Writes the settings that differ from their defaults.
    private mutating func write(_ settings: WebVTTCueSettings) {
        var isFirst = true
        func name(_ name: String, _ writer: inout JSONWriter) {
            writer.raw(isFirst ? "\"\(name)\":" : ",\"\(name)\":")
            isFirst = false
        }
        func word(_ key: String, _ value: String, _ writer: inout JSONWriter) {
            name(key, &writer)
            writer.text(value)
        }
        if settings.direction != .horizontal { word("vertical", settings.direction.rawValue, &self) }
        switch settings.line {
        case .number(let line)?:
            name("line", &self)
            number(line)
        case .percentage(let line)?:
            name("line", &self)
            number(line)
            raw(",\"snapToLines\":false")
        case nil: break
        }
        if settings.lineAlignment != .start { word("lineAlign", settings.lineAlignment.rawValue, &self) }
        if let position = settings.position {
            name("position", &self)
            number(position)
        }
        if let alignment = settings.positionAlignment { word("positionAlign", alignment.rawValue, &self) }
        if settings.size != 100 {
            name("size", &self)
            number(settings.size)
        }
        if settings.alignment != .center { word("align", settings.alignment.rawValue, &self) }
        if let region = settings.region { word("region", region.identifier, &self) }
    }

    private mutating func write(_ node: WebVTTNode) {
        switch node {
        case .text(let text):
            raw("{\"text\":")
            self.text(text)
        case .timestamp(let nanoseconds):
            raw("{\"timestamp\":")
            seconds(milliseconds: nanoseconds / 1_000_000)
        case .element(let element):
            raw("{\"tag\":\"\(element.tag.rawValue)\"")
            if !element.classes.isEmpty {
                raw(",\"classes\":[")
                list(element.classes) { $0.text($1) }
                raw("]")
            }
            if !element.annotation.isEmpty {
                raw(",\"annotation\":")
                text(element.annotation)
            }
            raw(",\"children\":[")
            list(element.children) { $0.write($1) }
            raw("]")
        }
        raw("}")
    }
}
