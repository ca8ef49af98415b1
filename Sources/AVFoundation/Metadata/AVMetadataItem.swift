public import CoreMedia
public import Foundation
import Synchronization

/// One metadata value of the media, such as a title, an artist or an image.
///
/// Any thread may read it. Reading a lazily loaded value blocks until it is available, unless `load(_:)` was called before.
open class AVMetadataItem: NSObject, NSCopying, NSMutableCopying, AVAsynchronousKeyValueLoading, KeyErrorProviding,
    @unchecked Sendable
{
    // Sendable: the mutable state is behind the locks of `fields` and `lazyValue`.
    let fields: Mutex<MetadataFields>
    let lazyValue: LazyMetadataValue?

    init(_ fields: MetadataFields, lazyValue: LazyMetadataValue? = nil) {
        self.fields = Mutex(fields)
        self.lazyValue = lazyValue
        super.init()
    }

    /// Creates an item without a value, for clients' subclasses; `AVMutableMetadataItem` has settable properties.
    public override init() {
        fields = Mutex(MetadataFields())
        lazyValue = nil
        super.init()
    }

    /// Creates an item with the properties of another one, whose value the handler supplies when it is first requested, on any thread.
    ///
    /// The handler calls `respond(value:)` or `respond(error:)` of its request, at once or later.
    @preconcurrency
    public convenience init(
        propertiesOf metadataItem: AVMetadataItem,
        valueLoadingHandler handler: @escaping @Sendable (AVMetadataItemValueRequest) -> Void
    ) {
        var fields = metadataItem.snapshot
        fields.value = nil
        let lazy = LazyMetadataValue(handler: handler)
        self.init(fields, lazyValue: lazy)
        lazy.item.withLock { $0.object = self }
    }

    var snapshot: MetadataFields { fields.withLock { $0 } }

    /// The fields with the value; blocks until a lazily loaded value is available.
    var resolved: MetadataFields {
        var fields = snapshot
        if let lazyValue { fields.value = try? lazyValue.wait().get() }
        return fields
    }

    open var identifier: AVMetadataIdentifier? { snapshot.identifier }
    /// The BCP 47 tag; nil where the item has no language.
    open var extendedLanguageTag: String? { snapshot.extendedLanguageTag }
    open var locale: Locale? { snapshot.locale }
    /// Invalid where the item does not apply to a particular time.
    open var time: CMTime { snapshot.time }
    open var duration: CMTime { snapshot.duration }
    /// One of the `kCMMetadataBaseDataType_…` strings.
    open var dataType: String? { snapshot.dataType }
    /// An NSString, NSNumber, NSDate, NSData, NSArray or NSDictionary.
    ///
    /// Apple: `(NSCopying & NSObjectProtocol)?`. Here: `Any?`, so that mutable items take Swift's own types as well.
    open var value: Any? { resolved.value }
    open var extraAttributes: [AVMetadataExtraAttributeKey: Any]? { snapshot.extraAttributes }

    /// The value as text, for strings and numbers; nil for other values.
    open var stringValue: String? { resolved.stringValue }
    open var numberValue: NSNumber? { resolved.numberValue }
    /// The value as a date, for dates and for strings in ISO 8601.
    open var dateValue: Date? { resolved.dateValue }
    open var dataValue: Data? { resolved.dataValue }

    open var startDate: Date? { snapshot.startDate }

    open var key: (any NSCopying & NSObjectProtocol)? { snapshot.key }
    open var keySpace: AVMetadataKeySpace? { snapshot.keySpace }
    /// The corresponding key in the common key space; nil where there is none.
    open var commonKey: AVMetadataKey? { snapshot.identifier.flatMap(CommonIdentifiers.commonKey(of:)) }

    open func copy(with zone: NSZone? = nil) -> Any { AVMetadataItem(snapshot, lazyValue: lazyValue) }

    open func mutableCopy(with zone: NSZone? = nil) -> Any { AVMutableMetadataItem(resolved) }

    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? AVMetadataItem else { return false }
        if other === self { return true }
        guard lazyValue == nil, other.lazyValue == nil else { return false }
        let (a, b) = (snapshot, other.snapshot)
        return a.identifier == b.identifier && a.extendedLanguageTag == b.extendedLanguageTag && a.time == b.time
            && a.duration == b.duration && a.dataType == b.dataType && a.value == b.value
    }

    open override var hash: Int { snapshot.identifier.hashValue }

    open override var description: String {
        let fields = snapshot
        var parts = ["identifier=\(fields.identifier?.rawValue ?? "none")"]
        if let tag = fields.extendedLanguageTag { parts.append("language=\(tag)") }
        if fields.time.isValid { parts.append("time=\(fields.time.seconds)") }
        parts.append(
            "value=\(lazyValue == nil ? fields.stringValue ?? "\(fields.value.map { "\(type(of: $0))" } ?? "none")" : "on demand")"
        )
        return "<AVMetadataItem \(parts.joined(separator: ", "))>"
    }

    // MARK: Loading

    private static let valueKeys: Set<String> = ["value", "stringValue", "numberValue", "dateValue", "dataValue"]

    open func statusOfValue(forKey key: String, error outError: NSErrorPointer) -> AVKeyValueStatus {
        guard let lazyValue, Self.valueKeys.contains(key) else { return .loaded }
        let (status, error) = lazyValue.status
        if let error { outError?.pointee = error as NSError }
        return status
    }

    @preconcurrency
    open func loadValuesAsynchronously(forKeys keys: [String], completionHandler handler: (@Sendable () -> Void)?) {
        guard let lazyValue, !Self.valueKeys.isDisjoint(with: keys) else {
            if let handler { DispatchQueue.global().async(execute: handler) }
            return
        }
        lazyValue.load { _ in handler?() }
    }

    func error(forKey key: String) -> (any Error)? {
        Self.valueKeys.contains(key) ? lazyValue?.status.error : nil
    }
}

extension AVPartialAsyncProperty where Root: AVMetadataItem {
    private static func property<Value>(_ key: String, _ read: @escaping @Sendable (AVMetadataItem) -> Value)
        -> AVAsyncProperty<Root, Value>
    {
        AVAsyncProperty(key) { read($0) }
    }

    public static var value: AVAsyncProperty<Root, Any?> { property("value") { $0.value } }
    public static var stringValue: AVAsyncProperty<Root, String?> { property("stringValue") { $0.stringValue } }
    public static var numberValue: AVAsyncProperty<Root, NSNumber?> { property("numberValue") { $0.numberValue } }
    public static var dateValue: AVAsyncProperty<Root, Date?> { property("dateValue") { $0.dateValue } }
    public static var dataValue: AVAsyncProperty<Root, Data?> { property("dataValue") { $0.dataValue } }
    public static var extraAttributes: AVAsyncProperty<Root, [AVMetadataExtraAttributeKey: Any]?> {
        property("extraAttributes") { $0.extraAttributes }
    }
}
