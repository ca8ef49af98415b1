import Foundation
import Testing

@testable import UIKit

struct SymbolTests {
    @Test("the outlines of every symbol can be parsed and stay inside their grid")
    func symbols_areReadable() {
        for name in SymbolCatalog.names {
            let shape = SymbolCatalog.shape(named: name)
            #expect(shape?.parts.isEmpty == false, "\(name)")
            for part in shape?.parts ?? [] {
                let segments = PathNotation.segments(part.notation)
                #expect(segments.count >= 2, "\(name): \(part.notation)")
                for point in segments.flatMap(Self.points) {
                    #expect((0...24).contains(point.x) && (0...24).contains(point.y), "\(name): \(point)")
                }
            }
        }
    }

    @Test(
        "the symbols for players exist under Apple's names",
        arguments: [
            "play.fill", "pause.fill", "gobackward.10", "goforward.10", "gobackward.15", "goforward.30",
            "speaker.wave.2.fill", "speaker.slash.fill", "arrow.up.left.and.arrow.down.right",
            "arrow.down.right.and.arrow.up.left", "xmark", "captions.bubble", "list.bullet", "pip.enter",
            "airplayvideo",
            "checkmark", "chevron.left", "chevron.right", "chevron.up", "chevron.down", "forward.end.fill",
            "backward.end.fill", "aspectratio", "exclamationmark.triangle", "music.note",
        ])
    func names(name: String) { #expect(SymbolCatalog.shape(named: name) != nil) }

    @Test(
        "an unknown symbol name gives nil",
        arguments: ["", "nothing", "gobackward.", "gobackward.x", "goforward.100"])
    func unknown(name: String) { #expect(SymbolCatalog.shape(named: name) == nil) }

    @Test("SVG 2, 9.3: moves, lines, relative commands and closepath are parsed")
    func notation_lines() {
        let read = PathNotation.segments("M1 2L3,4h-2v.5Z")
        #expect(
            read == [
                .move(CGPoint(x: 1, y: 2)), .line(CGPoint(x: 3, y: 4)), .line(CGPoint(x: 1, y: 4)),
                .line(CGPoint(x: 1, y: 4.5)), .close,
            ])
    }

    @Test("SVG 2, 9.5: a half circle passes through its farthest point and ends exactly at its end point")
    func notation_arc() {
        let read = PathNotation.segments("M0 12A12 12 0 0 1 24 12")
        #expect(read.count == 3)
        guard case .curve(_, _, let middle) = read[1], case .curve(_, _, let end) = read[2] else {
            Issue.record("two curves expected")
            return
        }
        #expect(abs(middle.x - 12) < 0.001 && abs(middle.y) < 0.001)
        #expect(end == CGPoint(x: 24, y: 12))
    }

    @Test(
        "SVG 2, 9.5.4: an outline ends at the first invalid command",
        arguments: ["", "Q", "M", "M 1", "L x", "M1 2 K3 4"])
    func notation_broken(text: String) { #expect(PathNotation.segments(text).count <= 1) }

    private static func points(_ segment: PathNotation.Segment) -> [CGPoint] {
        switch segment {
        case .move(let point), .line(let point): [point]
        case .curve(_, _, let point): [point]
        case .close: []
        }
    }
}

struct ColorTests {
    @Test("colours return their components and are compared by value")
    func color_parts() {
        let color = UIColor(red: 0.25, green: 0.5, blue: 0.75, alpha: 0.5)
        var (red, green, blue, alpha): (CGFloat, CGFloat, CGFloat, CGFloat) = (0, 0, 0, 0)
        color.getRed(&red, green: &green, blue: &blue, alpha: &alpha)
        #expect([red, green, blue, alpha] == [0.25, 0.5, 0.75, 0.5])
        #expect(color == UIColor(red: 0.25, green: 0.5, blue: 0.75, alpha: 0.5))
        #expect(UIColor(cgColor: color.cgColor) == color)
        #expect(color.withAlphaComponent(1) != color)
    }

    @Test(
        "hue is periodic",
        arguments: zip([0.0, 1.0 / 3, 2.0 / 3, 1, -1], [[1.0, 0, 0], [0, 1, 0], [0, 0, 1], [1, 0, 0], [1, 0, 0]]))
    func hue(hue: CGFloat, parts: [Double]) {
        var (red, green, blue): (CGFloat, CGFloat, CGFloat) = (0, 0, 0)
        UIColor(hue: hue, saturation: 1, brightness: 1, alpha: 1).getRed(&red, green: &green, blue: &blue, alpha: nil)
        #expect(abs(red - parts[0]) < 0.001 && abs(green - parts[1]) < 0.001 && abs(blue - parts[2]) < 0.001)
    }
}

struct FontTests {
    @Test("system fonts are Inter; monospaced-digit fonts have digits of one width")
    func fonts() {
        let font = UIFont.monospacedDigitSystemFont(ofSize: 14, weight: .semibold)
        #expect(font.pointSize == 14 && font.hasMonospacedDigits && font.weight.openType == 600)
        #expect(UIFont.systemFont(ofSize: 12) == UIFont.systemFont(ofSize: 12))
        #expect(UIFont.systemFont(ofSize: 12) != UIFont.boldSystemFont(ofSize: 12))
        #expect(UIFont.systemFont(ofSize: .nan).pointSize == UIFont.systemFontSize)
    }

    @Test(
        "font weights map to OpenType weight classes",
        arguments: zip(
            [UIFont.Weight.thin, .regular, .medium, .semibold, .bold, .black], [200, 400, 500, 600, 700, 900]))
    func weights(weight: UIFont.Weight, openType: Int) { #expect(weight.openType == openType) }
}
