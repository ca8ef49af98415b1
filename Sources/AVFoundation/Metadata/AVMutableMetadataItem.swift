public import CoreMedia
public import Foundation
import Synchronization

/// A metadata item that can be changed.
///
/// Any thread may change it, one field at a time.
open class AVMutableMetadataItem: AVMetadataItem, @unchecked Sendable {
    /// Creates an empty item.
    public override init() {
        super.init(MetadataFields())
    }

    init(_ fields: MetadataFields) {
        super.init(fields)
    }

    /// Setting the identifier also sets key and key space.
    open override var identifier: AVMetadataIdentifier? {
        get { super.identifier }
        set { fields.withLock { $0.setIdentifier(newValue) } }
    }

    /// Setting the tag also sets the locale.
    open override var extendedLanguageTag: String? {
        get { super.extendedLanguageTag }
        set { fields.withLock { $0.setLanguage(newValue) } }
    }

    open override var locale: Locale? {
        get { super.locale }
        set { fields.withLock { $0.setLocale(newValue) } }
    }

    open override var time: CMTime {
        get { super.time }
        set { fields.withLock { $0.time = newValue } }
    }

    open override var duration: CMTime {
        get { super.duration }
        set { fields.withLock { $0.duration = newValue } }
    }

    open override var dataType: String? {
        get { super.dataType }
        set { fields.withLock { $0.dataType = newValue } }
    }

    /// Accepts text, numbers, dates, data, arrays and dictionaries, of Swift or Foundation; anything else becomes nil.
    open override var value: Any? {
        get { super.value }
        set {
            let value = MetadataValue(MetadataFields.normalized(newValue))
            fields.withLock { $0.value = value.object }
        }
    }

    open override var extraAttributes: [AVMetadataExtraAttributeKey: Any]? {
        get { super.extraAttributes }
        set {
            let attributes = newValue?.compactMapValues { MetadataFields.normalized($0).map(MetadataValue.init) }
            fields.withLock { $0.extraAttributes = attributes?.compactMapValues(\.object) }
        }
    }

    open override var startDate: Date? {
        get { super.startDate }
        set { fields.withLock { $0.startDate = newValue } }
    }

    open override var key: (any NSCopying & NSObjectProtocol)? {
        get { super.key }
        set {
            let key = MetadataValue(MetadataFields.normalized(newValue))
            fields.withLock { $0.setKey(key.object as? (any NSCopying & NSObjectProtocol)) }
        }
    }

    open override var keySpace: AVMetadataKeySpace? {
        get { super.keySpace }
        set { fields.withLock { $0.setKeySpace(newValue) } }
    }
}

/// A normalised value that can be sent between threads.
struct MetadataValue: @unchecked Sendable {
    // Sendable: an immutable object of Foundation.
    let object: NSObject?
    init(_ object: NSObject?) { self.object = object }
}
