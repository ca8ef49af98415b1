import CoreMedia
import Foundation
import Localization

/// The properties of a metadata item.
struct MetadataFields: @unchecked Sendable {
    // Sendable: values and attributes are normalised to Foundation's immutable classes when they are set, and are never changed.
    var identifier: AVMetadataIdentifier?
    var key: (any NSCopying & NSObjectProtocol)?
    var keySpace: AVMetadataKeySpace?
    var extendedLanguageTag: String?
    var locale: Locale?
    var time = CMTime.invalid
    var duration = CMTime.invalid
    var dataType: String?
    var value: NSObject?
    var extraAttributes: [AVMetadataExtraAttributeKey: Any]?
    var startDate: Date?

    init(
        identifier: AVMetadataIdentifier? = nil, value: NSObject? = nil, dataType: String? = nil,
        extendedLanguageTag: String? = nil, time: CMTime = .invalid, duration: CMTime = .invalid
    ) {
        self.value = value
        self.dataType = dataType
        self.time = time
        self.duration = duration
        setIdentifier(identifier)
        setLanguage(extendedLanguageTag)
    }

    mutating func setIdentifier(_ identifier: AVMetadataIdentifier?) {
        self.identifier = identifier
        keySpace = identifier.flatMap(AVMetadataItem.keySpace(forIdentifier:))
        key = identifier.flatMap(AVMetadataItem.key(forIdentifier:)) as? NSString
    }

    mutating func setKey(_ key: (any NSCopying & NSObjectProtocol)?) {
        self.key = key
        deriveIdentifier()
    }

    mutating func setKeySpace(_ keySpace: AVMetadataKeySpace?) {
        self.keySpace = keySpace
        deriveIdentifier()
    }

    private mutating func deriveIdentifier() {
        guard let key, let keySpace else { return }
        identifier = AVMetadataItem.identifier(forKey: key, keySpace: keySpace)
    }

    mutating func setLanguage(_ tag: String?) {
        extendedLanguageTag = tag
        locale = tag.map(Locale.init(identifier:))
    }

    mutating func setLocale(_ locale: Locale?) {
        self.locale = locale
        extendedLanguageTag = locale.map { LanguageMatching.normalized($0.identifier) }
    }

    /// Returns a value as NSString, NSNumber, NSDate, NSData, NSArray or NSDictionary; nil for anything else.
    static func normalized(_ value: Any?) -> NSObject? {
        guard let value else { return nil }
        switch value {
        case let value as NSString: return value.copy() as? NSObject
        case let value as NSNumber: return value
        case let value as NSDate: return value
        case let value as NSData: return value.copy() as? NSObject
        case let value as NSArray: return value.copy() as? NSObject
        case let value as NSDictionary: return value.copy() as? NSObject
        case let value as String: return NSString(string: value)
        case let value as Bool: return NSNumber(value: value)
        case let value as any BinaryInteger: return NSNumber(value: Int64(clamping: value))
        case let value as Double: return NSNumber(value: value)
        case let value as Float: return NSNumber(value: value)
        case let value as Date: return NSDate(timeIntervalSinceReferenceDate: value.timeIntervalSinceReferenceDate)
        case let value as Data: return NSData(data: value)
        case let value as [Any]: return NSArray(array: value)
        case let value as [String: Any]: return NSDictionary(dictionary: value)
        case let value as URL: return NSString(string: value.absoluteString)
        default: return nil
        }
    }

    var stringValue: String? {
        switch value {
        case let value as NSString: value as String
        case let value as NSNumber: value.stringValue
        case let value as NSData where dataType == kCMMetadataBaseDataType_UTF8:
            String(data: value as Data, encoding: .utf8)
        default: nil
        }
    }

    var numberValue: NSNumber? { value as? NSNumber }

    var dateValue: Date? {
        switch value {
        case let value as NSDate: value as Date
        case let value as NSString: MetadataDate.parse(value as String)
        default: nil
        }
    }

    var dataValue: Data? { (value as? NSData).map { $0 as Data } }
}
