import CoreGraphics
import Foundation
import Testing

@testable import UIKit

/// Attributed titles, alignment and symbols of buttons.
@MainActor
struct ButtonContentTests {
    private func button(_ title: String = "Play") -> UIButton {
        let button = UIButton(frame: CGRect(x: 0, y: 0, width: 200, height: 100))
        button.setTitle(title, for: .normal)
        return button
    }

    private func ink(_ image: UIImage?) -> Int {
        guard let picture = image?.rendered(fitting: CGSize(width: 48, height: 48), scale: 1, tint: .black) else {
            return 0
        }
        return (0..<picture.width)
            .reduce(0) { sum, x in
                sum + (0..<picture.height).count { picture.pixel(x: x, y: $0)?.alpha ?? 0 > 128 }
            }
    }

    @Test("an attributed title precedes the plain one, is drawn by the label and read to assistive technology")
    func attributedTitle() {
        let button = button()
        let plain = button.sizeThatFits(.zero)
        let title = NSAttributedString(string: "Watch now", attributes: [.font: UIFont.systemFont(ofSize: 40)])
        button.setAttributedTitle(title, for: .normal)
        #expect(button.attributedTitle(for: .highlighted) == title && button.currentAttributedTitle == title)
        #expect(button.sizeThatFits(.zero).height > plain.height)
        button.layoutIfNeeded()
        #expect(button.titleLabel?.text == "Watch now" && button.accessibilityLabel == "Watch now")
        button.setAttributedTitle(nil, for: .normal)
        button.layoutIfNeeded()
        #expect(button.titleLabel?.text == "Play" && button.sizeThatFits(.zero) == plain)
    }

    @Test("the content of a button is at the side that its alignment says, within the insets")
    func alignment() throws {
        let button = button()
        button.contentEdgeInsets = UIEdgeInsets(top: 3, left: 10, bottom: 5, right: 20)
        let label = try #require(button.titleLabel)
        button.contentHorizontalAlignment = .left
        button.contentVerticalAlignment = .top
        button.layoutIfNeeded()
        #expect(label.frame.origin == CGPoint(x: 10, y: 3))
        button.contentHorizontalAlignment = .trailing
        button.contentVerticalAlignment = .bottom
        button.layoutIfNeeded()
        #expect(label.frame.maxX == 180 && label.frame.maxY == 95)
        #expect(button.effectiveContentHorizontalAlignment == .right)
        button.contentHorizontalAlignment = .fill
        button.contentVerticalAlignment = .fill
        button.layoutIfNeeded()
        #expect(label.frame == CGRect(x: 10, y: 3, width: 170, height: 92))
    }

    @Test("a configuration changes the size and the strokes of a symbol, and is completed by the one it is applied to")
    func symbols() throws {
        let plain = try #require(UIImage(systemName: "xmark"))
        let large = plain.withConfiguration(UIImage.SymbolConfiguration(pointSize: 30, weight: .black, scale: .large))
        #expect(abs(large.size.width - 30 * 1.28) < 0.001)
        let light = plain.withConfiguration(UIImage.SymbolConfiguration(weight: .light))
        #expect(light.size == plain.size)
        #expect(ink(light) < ink(plain) && ink(plain) < ink(large))
        let both = UIImage.SymbolConfiguration(weight: .bold).applying(UIImage.SymbolConfiguration(pointSize: 12))
        #expect(both == UIImage.SymbolConfiguration(pointSize: 12, weight: .bold))
        let font = UIImage.SymbolConfiguration(font: .systemFont(ofSize: 17, weight: .semibold))
        #expect(font == UIImage.SymbolConfiguration(pointSize: 17, weight: .semibold))
        let style = UIImage(systemName: "xmark", withConfiguration: UIImage.SymbolConfiguration(textStyle: .title1))
        #expect(style?.size.width == UIFont.preferredFont(forTextStyle: .title1).pointSize)
    }

    @Test("a button's preferred symbol configuration sizes symbols that have no size of their own")
    func preferredSymbols() {
        let button = button("")
        button.setImage(UIImage(systemName: "xmark"), for: .normal)
        button.setPreferredSymbolConfiguration(.init(pointSize: 40), forImageIn: .normal)
        button.layoutIfNeeded()
        #expect(button.imageView?.frame.size == CGSize(width: 40, height: 40))
        #expect(button.sizeThatFits(.zero) == CGSize(width: 40, height: 40))
        button.setImage(
            UIImage(systemName: "xmark", withConfiguration: UIImage.SymbolConfiguration(pointSize: 10)), for: .normal)
        button.layoutIfNeeded()
        #expect(button.imageView?.frame.width == 10)
    }

    @Test("scales and weights of symbols have their sizes and fonts, and impossible sizes are ignored")
    func symbolValues() throws {
        let plain = try #require(UIImage(systemName: "xmark"))
        let small = plain.withConfiguration(UIImage.SymbolConfiguration(scale: .small))
        #expect(abs(small.size.width - plain.size.width * 0.78) < 0.001)
        let merged = UIImage.SymbolConfiguration(scale: .small).applying(
            UIImage.SymbolConfiguration(pointSize: 20))
        #expect(merged == UIImage.SymbolConfiguration(pointSize: 20, weight: .unspecified, scale: .small))
        #expect(merged != UIImage.SymbolConfiguration(pointSize: 20))
        #expect(UIImage.SymbolWeight.heavy.fontWeight() == .heavy && UIImage.SymbolWeight.black.fontWeight() == .black)
        for size in [0, -1, CGFloat.nan, .infinity] {
            #expect(plain.withConfiguration(UIImage.SymbolConfiguration(pointSize: size)).size == plain.size)
        }
        let view = UIImageView(image: plain)
        for size: CGFloat in [30, 40] {
            view.preferredSymbolConfiguration = UIImage.SymbolConfiguration(pointSize: size)
            #expect(view.sizeThatFits(.zero).width == size)
        }
    }

    @Test("a button follows a changed attributed title; a title of its configuration precedes it")
    func changedTitle() {
        let button = button("")
        for text in ["one", "three"] {
            button.setAttributedTitle(NSAttributedString(string: text), for: .normal)
            button.layoutIfNeeded()
            #expect(button.titleLabel?.text == text && button.titleLabel?.isHidden == false)
        }
        var configuration = UIButton.Configuration.plain()
        configuration.title = "configured"
        button.configuration = configuration
        button.layoutIfNeeded()
        #expect(button.currentAttributedTitle == nil && button.titleLabel?.text == "configured")
    }

    @Test(
        "the image of a configuration is placed at the edge that imagePlacement names",
        arguments: ["leading", "trailing", "top", "bottom"])
    func imagePlacement(_ name: String) throws {
        var configuration = UIButton.Configuration.bordered()
        configuration.title = "Play"
        configuration.image = UIImage(systemName: "play.fill")
        configuration.imagePadding = 10
        let placements: [String: NSDirectionalRectEdge] = [
            "leading": .leading, "trailing": .trailing, "top": .top, "bottom": .bottom,
        ]
        configuration.imagePlacement = try #require(placements[name])
        let button = UIButton(configuration: configuration)
        button.bounds.size = button.sizeThatFits(.zero)
        button.layoutIfNeeded()
        let label = try #require(button.titleLabel).frame
        let image = try #require(button.imageView).frame
        switch name {
        case "leading": #expect(label.minX - image.maxX == 10)
        case "trailing": #expect(image.minX - label.maxX == 10)
        case "top": #expect(label.minY - image.maxY == 10)
        default: #expect(image.minY - label.maxY == 10)
        }
        #expect(button.bounds.insetBy(dx: -1, dy: -1).contains(label.union(image)))
    }

    @Test("a configuration's size changes the insets until they are assigned")
    func buttonSize() {
        var configuration = UIButton.Configuration.borderedProminent()
        configuration.title = "Play"
        let medium = UIButton(configuration: configuration).sizeThatFits(.zero)
        configuration.buttonSize = .large
        let large = UIButton(configuration: configuration).sizeThatFits(.zero)
        #expect(large.width - medium.width == 16 && large.height - medium.height == 16)
        configuration.buttonSize = .small
        #expect(UIButton(configuration: configuration).sizeThatFits(.zero).width < medium.width)
        configuration.contentInsets = .zero
        configuration.buttonSize = .large
        #expect(configuration.contentInsets == .zero)
        configuration.setDefaultContentInsets()
        #expect(configuration.contentInsets.leading == 20)
    }

    @Test("the update handler of a configuration is called before the layout after a change of the state")
    func configurationUpdateHandler() {
        let button = UIButton(configuration: .bordered())
        button.configurationUpdateHandler = { $0.configuration?.title = $0.isSelected ? "Pause" : "Play" }
        button.layoutIfNeeded()
        #expect(button.titleLabel?.text == "Play")
        button.isSelected = true
        button.layoutIfNeeded()
        #expect(button.titleLabel?.text == "Pause")
    }
}
