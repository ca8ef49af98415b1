package import Foundation

/// A value of a property list in Apple's XML format.
package enum PropertyListValue: Sendable, Hashable {
    case string(String)
    case integer(Int64)
    case real(Double)
    case boolean(Bool)
    case date(Date)
    case data(Data)
    case array([PropertyListValue])
    case dictionary([String: PropertyListValue])

    package var string: String? {
        if case .string(let value) = self { value } else { nil }
    }

    /// A Boolean, or the integers 0 and 1.
    package var boolean: Bool? {
        switch self {
        case .boolean(let value): value
        case .integer(0): false
        case .integer(1): true
        default: nil
        }
    }

    package var array: [PropertyListValue]? {
        if case .array(let values) = self { values } else { nil }
    }

    package var dictionary: [String: PropertyListValue]? {
        if case .dictionary(let values) = self { values } else { nil }
    }

    /// The value of a dictionary's key; nil for other values.
    package subscript(key: String) -> PropertyListValue? { dictionary?[key] }
}

/// The reason why a file is not a property list, with its line.
package struct PropertyListError: Error, Sendable, Hashable, CustomStringConvertible {
    package enum Reason: Sendable, Hashable {
        case cannotBeRead(String)
        case tooLarge
        case notText
        /// A binary property list, or the format of NeXTSTEP.
        case notXML
        case unsupportedDeclaration
        case tooDeep
        case tooManyValues
        case endsEarly
        case unexpected(String)
        case keyTwice(String)
        case badValue(element: String, text: String)
        case badReference(String)
        case notADictionary
    }

    package let reason: Reason
    /// The line of the error, from 1 on; 0 where the error belongs to the whole file.
    package let line: Int
    package var file: String = "the property list"

    package var description: String {
        let place = line > 0 ? "\(file):\(line)" : file
        let sentence =
            switch reason {
            case .cannotBeRead(let reason): "the file cannot be read: \(reason)"
            case .tooLarge: "the file is larger than \(PropertyListParser.maximumBytes) bytes"
            case .notText: "the file is not UTF-8 text"
            case .notXML: "the file is not an XML property list; convert it with 'plistutil' or 'plutil -convert xml1'"
            case .unsupportedDeclaration:
                "declarations of entities are not supported; remove '[…]' from the document type"
            case .tooDeep: "values are nested deeper than \(PropertyListParser.maximumDepth) levels"
            case .tooManyValues: "the file has more than \(PropertyListParser.maximumValues) values"
            case .endsEarly: "the file ends inside a value; it may be truncated"
            case .unexpected(let text): "unexpected '\(text)'"
            case .keyTwice(let key): "the key '\(key)' occurs twice"
            case .badValue(let element, let text): "'\(text)' is not a value of <\(element)>"
            case .badReference(let text): "'&\(text);' is not a character reference of XML"
            case .notADictionary: "the property list is not a dictionary"
            }
        return "\(place): \(sentence)."
    }
}
