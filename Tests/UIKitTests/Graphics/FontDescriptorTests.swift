import CoreGraphics
import Foundation
import Testing

@testable import UIKit

struct FontDescriptorTests {
    @Test("a font with other symbolic traits keeps its size, and is bold, italic or monospaced as they say")
    func traits() throws {
        let font = UIFont.systemFont(ofSize: 20)
        let both = try #require(font.fontDescriptor.withSymbolicTraits([.traitBold, .traitItalic]))
        let changed = UIFont(descriptor: both, size: 0)
        #expect(changed.pointSize == 20 && changed.weight == .bold && changed.isItalic)
        #expect(changed.fontDescriptor.symbolicTraits == [.traitBold, .traitItalic])
        let plain = try #require(both.withSymbolicTraits([]))
        #expect(UIFont(descriptor: plain, size: 0) == font)
        let mono = try #require(font.fontDescriptor.withSymbolicTraits(.traitMonoSpace))
        #expect(UIFont(descriptor: mono, size: 11) == UIFont(descriptor: mono.withSize(11), size: 0))
        #expect(
            ("iiii" as NSString).size(withAttributes: [.font: UIFont(descriptor: mono, size: 20)]).width
                == ("MMMM" as NSString).size(withAttributes: [.font: UIFont(descriptor: mono, size: 20)]).width)
    }

    @Test("the system font has serif and monospaced designs, and no rounded one; other families have no design")
    func designs() throws {
        let body = UIFontDescriptor.preferredFontDescriptor(withTextStyle: .body)
        let serif = try #require(body.withDesign(.serif))
        #expect(serif.pointSize == body.pointSize && serif.withDesign(.default) == body)
        #expect(body.withDesign(.monospaced)?.symbolicTraits == .traitMonoSpace)
        #expect(body.withDesign(.rounded) == nil)
        #expect(UIFontDescriptor(name: "Arial", size: 10).withDesign(.serif) == nil)
    }
}
