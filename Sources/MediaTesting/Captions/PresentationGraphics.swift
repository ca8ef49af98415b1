public import Foundation

/// A file of Presentation Graphics subtitles (.sup), which consist of pictures.
///
/// Each display set shows filled rectangles in place of all others, or nothing.
public struct PresentationGraphics: Sendable {
    public struct Box: Sendable {
        public var x: Int
        public var y: Int
        public var width: Int
        public var height: Int
        public var isForced: Bool

        public init(x: Int, y: Int, width: Int, height: Int, isForced: Bool = false) {
            self.x = x
            self.y = y
            self.width = width
            self.height = height
            self.isForced = isForced
        }
    }

    /// The size of the video that positions refer to.
    public let width: Int
    public let height: Int
    private var file = Data()
    private var number: UInt16 = 0

    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    public var data: Data { file }

    /// Shows at most two rectangles, red and opaque, from `seconds` on; none removes those before.
    public mutating func show(_ boxes: [Box], at seconds: Double) {
        let time = UInt32((seconds * 90_000).rounded())
        let boxes = boxes.prefix(2)
        var composition = Self.two(width) + Self.two(height) + [0x10] + Self.two(Int(number)) + [0x80, 0, 0]
        composition.append(UInt8(boxes.count))
        var windows = [UInt8(boxes.count)]
        for (index, box) in boxes.enumerated() {
            composition +=
                Self.two(index) + [UInt8(index), box.isForced ? 0x40 : 0] + Self.two(box.x) + Self.two(box.y)
            windows += [UInt8(index)] + Self.two(box.x) + Self.two(box.y) + Self.two(box.width) + Self.two(box.height)
        }
        add(0x16, composition, time)
        add(0x17, windows, time)
        if !boxes.isEmpty {
            // Entry 1: luma, red and blue difference of red, opaque.
            add(0x14, [0, 0, 1, 81, 240, 90, 255], time)
            for (index, box) in boxes.enumerated() {
                let picture = Self.runs(width: box.width, height: box.height)
                let count = picture.count + 4
                add(
                    0x15,
                    Self.two(index) + [0, 0xc0, UInt8(count >> 16 & 0xff)] + Self.two(count & 0xffff)
                        + Self.two(box.width) + Self.two(box.height) + picture, time)
            }
        }
        add(0x80, [], time)
        number &+= 1
    }

    private mutating func add(_ kind: UInt8, _ body: [UInt8], _ time: UInt32) {
        file += Data("PG".utf8)
        for shift in [24, 16, 8, 0] { file.append(UInt8(time >> UInt32(shift) & 0xff)) }
        file += Data([0, 0, 0, 0, kind] + Self.two(body.count) + body)
    }

    private static func two(_ number: Int) -> [UInt8] { [UInt8(number >> 8 & 0xff), UInt8(number & 0xff)] }

    /// Returns lines of color 1 in run lengths.
    private static func runs(width: Int, height: Int) -> [UInt8] {
        var line: [UInt8] = []
        var rest = width
        while rest > 0 {
            let run = min(rest, 0x3fff)
            line += run < 64 ? [0, 0x80 | UInt8(run), 1] : [0, 0xc0 | UInt8(run >> 8), UInt8(run & 0xff), 1]
            rest -= run
        }
        return Array(repeatElement(line + [0, 0], count: height).joined())
    }
}
