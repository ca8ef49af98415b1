import Foundation

/// The integers among the settings that a desktop publishes on an X11 display (the XSETTINGS protocol).
struct XSettings: Sendable, Hashable {
    private(set) var integers: [String: Int] = [:]

    init() {}

    /// Parses the settings property. Settings behind damaged data are ignored.
    init(property: Data) {
        var reader = Reader(bytes: [UInt8](property))
        guard let order = reader.byte() else { return }
        reader.isBigEndian = order == 1
        reader.skip(7)
        guard let count = reader.number(4) else { return }
        for _ in 0..<min(count, Self.mostSettings) {
            guard let kind = reader.byte(), reader.skip(1), let length = reader.number(2),
                let name = reader.text(length),
                reader.skip(Self.padding(length) + 4)
            else { return }
            switch kind {
            case 0:
                guard let value = reader.number(4) else { return }
                integers[name] = Int(Int32(truncatingIfNeeded: value))
            case 1:
                guard let length = reader.number(4), reader.skip(length + Self.padding(length)) else { return }
            case 2: guard reader.skip(8) else { return }
            default: return
            }
        }
    }

    /// The scale factor for whole user interfaces; nil if the desktop publishes none.
    var scaleFactor: Double? { integers["Gdk/WindowScalingFactor"].map(Double.init) }
    /// The resolution of text in dots per inch; nil if the desktop publishes none.
    var fontResolution: Double? { integers["Xft/DPI"].flatMap { $0 > 0 ? Double($0) / 1024 : nil } }

    private static let mostSettings = 1000
    /// The number of bytes that fill `length` up to a multiple of four.
    private static func padding(_ length: Int) -> Int { (4 - length % 4) % 4 }

    private struct Reader {
        let bytes: [UInt8]
        var isBigEndian = false
        private var position = 0

        init(bytes: [UInt8]) { self.bytes = bytes }

        mutating func byte() -> UInt8? { number(1).map { UInt8($0) } }

        @discardableResult
        mutating func skip(_ count: Int) -> Bool {
            guard count >= 0, count <= bytes.count - position else { return false }
            position += count
            return true
        }

        mutating func number(_ size: Int) -> Int? {
            let start = position
            guard skip(size) else { return nil }
            let part = bytes[start..<position]
            return (isBigEndian ? Array(part) : part.reversed()).reduce(0) { $0 << 8 | Int($1) }
        }

        mutating func text(_ size: Int) -> String? {
            let start = position
            guard skip(size) else { return nil }
            return String(decoding: bytes[start..<position], as: UTF8.self)
        }
    }
}
