import CoreMedia
public import Foundation

/// A style for the captions of an item, as attributes `kCMTextMarkupAttribute_…`; see `AVPlayerItem.textStyleRules`.
open class AVTextStyleRule: NSObject, NSCopying, @unchecked Sendable {
    // Sendable: the properties are constant, and the attributes are property list values, which nothing changes.

    open private(set) var textMarkupAttributes: [String: Any]
    /// The part of the text that the rule applies to; nil for all of it. Here: a rule with a selector has no effect.
    open private(set) var textSelector: String?

    public convenience init?(textMarkupAttributes: [String: Any]) {
        self.init(textMarkupAttributes: textMarkupAttributes, textSelector: nil)
    }

    /// Returns nil where an attribute is unknown, or where its value has another type than the attribute.
    public init?(textMarkupAttributes: [String: Any], textSelector: String?) {
        var attributes: [String: Any] = [:]
        for (name, value) in textMarkupAttributes {
            guard let valid = Self.validated(name, value) else { return nil }
            attributes[name] = valid
        }
        self.textMarkupAttributes = attributes
        self.textSelector = textSelector
        super.init()
    }

    open func copy(with zone: NSZone? = nil) -> Any { self }

    private static let flags: Set<String> = [
        kCMTextMarkupAttribute_BoldStyle, kCMTextMarkupAttribute_ItalicStyle, kCMTextMarkupAttribute_UnderlineStyle,
    ]
    private static let colors: Set<String> = [
        kCMTextMarkupAttribute_ForegroundColorARGB, kCMTextMarkupAttribute_CharacterBackgroundColorARGB,
    ]
    private static let texts: Set<String> = [
        kCMTextMarkupAttribute_FontFamilyName, kCMTextMarkupAttribute_Alignment,
        kCMTextMarkupAttribute_CharacterEdgeStyle,
    ]
    private static let numbers: Set<String> = [
        kCMTextMarkupAttribute_RelativeFontSize, kCMTextMarkupAttribute_WritingDirectionSizePercentage,
        kCMTextMarkupAttribute_BaseFontSizePercentageRelativeToVideoHeight,
        kCMTextMarkupAttribute_TextPositionPercentageRelativeToWritingDirection,
        kCMTextMarkupAttribute_OrthogonalLinePositionPercentageRelativeToWritingDirection,
    ]

    /// Returns the value with numbers as Double; nil where the attribute is unknown or the value has another type.
    private static func validated(_ name: String, _ value: Any) -> Any? {
        if flags.contains(name) { return value as? Bool }
        if texts.contains(name) { return value as? String }
        if numbers.contains(name) { return number(value) }
        guard colors.contains(name), let parts = value as? [Any], parts.count == 4 else { return nil }
        let components = parts.compactMap(number)
        return components.count == 4 ? components : nil
    }

    /// Apple: every number is an NSNumber. Here: an integer in a literal is an Int.
    private static func number(_ value: Any) -> Double? {
        switch value {
        case is Bool: nil
        case let value as Double: value
        case let value as Int: Double(value)
        case let value as Float: Double(value)
        default: (value as? NSNumber)?.doubleValue
        }
    }

    private static let attributesKey = "textMarkupAttributes"
    private static let selectorKey = "textSelector"

    /// Returns a property list from which `textStyleRules(fromPropertyList:)` makes the rules again.
    open class func propertyList(for textStyleRules: [AVTextStyleRule]) -> Any {
        textStyleRules.map { rule -> [String: Any] in
            var list: [String: Any] = [attributesKey: rule.textMarkupAttributes]
            list[selectorKey] = rule.textSelector
            return list
        }
    }

    /// Returns nil where the property list was not made by `propertyList(for:)`.
    open class func textStyleRules(fromPropertyList plist: Any) -> [AVTextStyleRule]? {
        guard let lists = plist as? [[String: Any]] else { return nil }
        var rules: [AVTextStyleRule] = []
        for list in lists {
            guard let attributes = list[attributesKey] as? [String: Any],
                let rule = AVTextStyleRule(
                    textMarkupAttributes: attributes, textSelector: list[selectorKey] as? String)
            else { return nil }
            rules.append(rule)
        }
        return rules
    }
}

extension [AVTextStyleRule] {
    /// Returns the text with the attributes of the rules where it has none of its own; later rules win.
    func applied(to text: NSAttributedString) -> NSAttributedString {
        var attributes: [NSAttributedString.Key: Any] = [:]
        for rule in self where rule.textSelector == nil {
            for (name, value) in rule.textMarkupAttributes { attributes[NSAttributedString.Key(name)] = value }
        }
        guard !attributes.isEmpty, text.length > 0 else { return text }
        let styled = NSMutableAttributedString(string: "")
        text.enumerateAttributes(in: NSRange(location: 0, length: text.length)) { own, range, _ in
            let merged = attributes.merging(own) { $1 }
            styled.append(
                NSAttributedString(string: text.attributedSubstring(from: range).string, attributes: merged))
        }
        return styled
    }
}
