import Foundation

/// A parser of SVG path data (SVG 2, section 9.3) with the commands M L H V C Q A Z and their relative forms.
///
/// The only input is the built-in symbols' data, never a file. Parsing stops at the first invalid token.
enum PathNotation {
    enum Segment: Equatable, Sendable {
        case move(CGPoint)
        case line(CGPoint)
        case curve(CGPoint, CGPoint, CGPoint)
        case close
    }

    static func segments(_ notation: String) -> [Segment] {
        var reader = Reader(bytes: Array(notation.utf8))
        return reader.read()
    }
}

extension PathNotation {
    private struct Reader {
        let bytes: [UInt8]
        var index = 0
        var output: [Segment] = []
        var point = CGPoint.zero
        var start = CGPoint.zero

        init(bytes: [UInt8]) { self.bytes = bytes }

        mutating func read() -> [Segment] {
            var command: UInt8 = 0
            while let next = peek() {
                if isLetter(next) {
                    command = next
                    index += 1
                } else if command == UInt8(ascii: "M") {
                    command = UInt8(ascii: "L")
                } else if command == UInt8(ascii: "m") {
                    command = UInt8(ascii: "l")
                }
                guard perform(command) else { break }
            }
            return output
        }

        private mutating func perform(_ command: UInt8) -> Bool {
            let isRelative = command >= UInt8(ascii: "a")
            let base = isRelative ? point : .zero
            switch command & 0xDF {
            case UInt8(ascii: "M"):
                guard let to = pair(base) else { return false }
                output.append(.move(to))
                point = to
                start = to
            case UInt8(ascii: "L"):
                guard let to = pair(base) else { return false }
                line(to)
            case UInt8(ascii: "H"):
                guard let x = number() else { return false }
                line(CGPoint(x: base.x + x, y: point.y))
            case UInt8(ascii: "V"):
                guard let y = number() else { return false }
                line(CGPoint(x: point.x, y: base.y + y))
            case UInt8(ascii: "C"):
                guard let first = pair(base), let second = pair(base), let to = pair(base) else { return false }
                curve(first, second, to)
            case UInt8(ascii: "Q"):
                guard let control = pair(base), let to = pair(base) else { return false }
                let from = point
                curve(mix(from, control, 2.0 / 3), mix(to, control, 2.0 / 3), to)
            case UInt8(ascii: "A"):
                guard let radius = number(), number() != nil, number() != nil, let large = number(),
                    let sweep = number(),
                    let to = pair(base)
                else { return false }
                arc(radius: radius, isLarge: large != 0, isClockwise: sweep != 0, to: to)
            case UInt8(ascii: "Z"):
                output.append(.close)
                point = start
            default:
                return false
            }
            return true
        }

        private mutating func line(_ to: CGPoint) {
            output.append(.line(to))
            point = to
        }

        private mutating func curve(_ first: CGPoint, _ second: CGPoint, _ to: CGPoint) {
            output.append(.curve(first, second, to))
            point = to
        }

        /// Appends a circular arc. The center is calculated as in SVG 2, appendix B.2.4.
        private mutating func arc(radius: Double, isLarge: Bool, isClockwise: Bool, to: CGPoint) {
            let dx = (to.x - point.x) / 2
            let dy = (to.y - point.y) / 2
            let half = (dx * dx + dy * dy).squareRoot()
            guard half > 0 else { return }
            let radius = max(abs(radius), half)
            let height = (radius * radius - half * half).squareRoot() * (isLarge == isClockwise ? -1 : 1)
            let centre = CGPoint(x: point.x + dx - dy / half * height, y: point.y + dy + dx / half * height)
            let from = atan2(point.y - centre.y, point.x - centre.x)
            var sweep = atan2(to.y - centre.y, to.x - centre.x) - from
            if isClockwise, sweep < 0 { sweep += 2 * .pi }
            if !isClockwise, sweep > 0 { sweep -= 2 * .pi }
            let count = max(1, Int((abs(sweep) / (.pi / 2)).rounded(.up)))
            let step = sweep / Double(count)
            let handle = 4.0 / 3 * tan(step / 4) * radius
            for piece in 0..<count {
                let begin = from + step * Double(piece)
                let end = begin + step
                let last = piece == count - 1
                let finish =
                    last ? to : CGPoint(x: centre.x + radius * cos(end), y: centre.y + radius * sin(end))
                curve(
                    CGPoint(x: point.x - handle * sin(begin), y: point.y + handle * cos(begin)),
                    CGPoint(x: finish.x + handle * sin(end), y: finish.y - handle * cos(end)),
                    finish)
            }
        }

        private func mix(_ a: CGPoint, _ b: CGPoint, _ part: Double) -> CGPoint {
            CGPoint(x: a.x + (b.x - a.x) * part, y: a.y + (b.y - a.y) * part)
        }

        // MARK: Characters

        private func isLetter(_ byte: UInt8) -> Bool { (65...90).contains(byte & 0xDF) }

        private mutating func peek() -> UInt8? {
            while index < bytes.count, bytes[index] == 32 || bytes[index] == 44 || bytes[index] == 10 { index += 1 }
            return index < bytes.count ? bytes[index] : nil
        }

        private mutating func number() -> Double? {
            guard peek() != nil else { return nil }
            let first = index
            var hasPoint = false
            while index < bytes.count {
                let byte = bytes[index]
                if byte == UInt8(ascii: "-"), index == first {
                } else if byte == UInt8(ascii: "."), !hasPoint {
                    hasPoint = true
                } else if !(48...57).contains(byte) {
                    break
                }
                index += 1
            }
            return Double(String(decoding: bytes[first..<index], as: UTF8.self))
        }

        private mutating func pair(_ base: CGPoint) -> CGPoint? {
            guard let x = number(), let y = number() else { return nil }
            return CGPoint(x: base.x + x, y: base.y + y)
        }
    }
}
