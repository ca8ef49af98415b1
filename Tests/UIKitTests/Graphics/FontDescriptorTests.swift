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

    @Test("semibold fonts are bold, heavier ones stay so with other traits, and families are replaced")
    func weights() throws {
        let semibold = UIFont.systemFont(ofSize: 10, weight: .semibold).fontDescriptor
        #expect(semibold.symbolicTraits == .traitBold)
        let heavy = UIFont.systemFont(ofSize: 10, weight: .heavy).fontDescriptor
        let italic = try #require(heavy.withSymbolicTraits([.traitBold, .traitItalic]))
        #expect(UIFont(descriptor: italic, size: 0).weight == .heavy)
        #expect(UIFont(descriptor: heavy.withFamily("serif"), size: 0).familyName == "serif")
    }

    @Test("a descriptor of a text style with another size is no longer that of the style")
    func styles() {
        let body = UIFontDescriptor.preferredFontDescriptor(withTextStyle: .body)
        let other = body.withSize(body.pointSize + 1)
        #expect(other.withSize(body.pointSize) != body)
        #expect(UIFont(descriptor: body, size: body.pointSize + 1).fontDescriptor == other)
    }
}
