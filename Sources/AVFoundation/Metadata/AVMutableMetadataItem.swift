public import CoreMedia
public import Foundation
import Synchronization

/// A metadata item that can be changed.
///
/// Any thread may change it, one field at a time.
public class AVMutableMetadataItem: AVMetadataItem, @unchecked Sendable {
    /// Creates an empty item.
    public init() {
        super.init(MetadataFields())
    }

    init(_ fields: MetadataFields) {
        super.init(fields)
    }

    /// Setting the identifier also sets key and key space.
    public override var identifier: AVMetadataIdentifier? {
        get { super.identifier }
        set { fields.withLock { $0.setIdentifier(newValue) } }
    }

    /// Setting the tag also sets the locale.
    public override var extendedLanguageTag: String? {
        get { super.extendedLanguageTag }
        set { fields.withLock { $0.setLanguage(newValue) } }
    }

    public override var locale: Locale? {
        get { super.locale }
        set { fields.withLock { $0.setLocale(newValue) } }
    }

    public override var time: CMTime {
        get { super.time }
        set { fields.withLock { $0.time = newValue } }
    }

    public override var duration: CMTime {
        get { super.duration }
        set { fields.withLock { $0.duration = newValue } }
    }

    public override var dataType: String? {
        get { super.dataType }
        set { fields.withLock { $0.dataType = newValue } }
    }

    /// Accepts text, numbers, dates, data, arrays and dictionaries, of Swift or Foundation; anything else becomes nil.
    public override var value: Any? {
        get { super.value }
        set {
            let value = MetadataValue(MetadataFields.normalized(newValue))
            fields.withLock { $0.value = value.object }
        }
    }

    public override var extraAttributes: [AVMetadataExtraAttributeKey: Any]? {
        get { super.extraAttributes }
        set {
            let attributes = newValue?.compactMapValues { MetadataFields.normalized($0).map(MetadataValue.init) }
            fields.withLock { $0.extraAttributes = attributes?.compactMapValues(\.object) }
        }
    }

    public override var startDate: Date? {
        get { super.startDate }
        set { fields.withLock { $0.startDate = newValue } }
    }

    public override var key: (any NSCopying & NSObjectProtocol)? {
        get { super.key }
        set {
            let key = MetadataValue(MetadataFields.normalized(newValue))
            fields.withLock { $0.setKey(key.object as? (any NSCopying & NSObjectProtocol)) }
        }
    }

    public override var keySpace: AVMetadataKeySpace? {
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
