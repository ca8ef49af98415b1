public import Foundation

/// A protocol whose initializers let `NSValue(time:)` return a subclass.
///
/// Apple: NSValue copies the struct by its Objective-C type. Here: Foundation's boxing of structs traps, so values are boxed in a subclass,
/// which only a protocol initializer can return in place of NSValue.
public protocol _NSValueBoxingTimes {}

extension NSValue: _NSValueBoxingTimes {}

extension _NSValueBoxingTimes {
    /// Boxes a time, for arrays such as `loadedTimeRanges` and boundary times.
    public init(time: CMTime) { self = Self.box(time) }
    public init(timeRange: CMTimeRange) { self = Self.box(timeRange) }
    public init(timeMapping: CMTimeMapping) { self = Self.box(timeMapping) }

    private static func box<Content: BoxableTime>(_ content: Content) -> Self {
        guard let boxed = TimeBox(content) as? Self else {
            // Only NSValue itself conforms to the protocol; a subclass that is named explicitly cannot box a time.
            preconditionFailure("times can only be boxed in NSValue, not in \(Self.self)")
        }
        return boxed
    }
}

extension NSValue {
    /// The boxed time; invalid for other values.
    public var timeValue: CMTime { (self as? TimeBox<CMTime>)?.content ?? .invalid }
    /// The boxed range; invalid for other values.
    public var timeRangeValue: CMTimeRange { (self as? TimeBox<CMTimeRange>)?.content ?? .invalid }
    /// The boxed mapping; with invalid ranges for other values.
    public var timeMappingValue: CMTimeMapping { (self as? TimeBox<CMTimeMapping>)?.content ?? CMTimeMapping() }
}

protocol BoxableTime: Sendable {
    /// The Objective-C type encoding of the struct.
    static var typeEncoding: StaticString { get }
    var times: [CMTime] { get }
    init(times: [CMTime])
    init()
}

extension CMTime: BoxableTime {
    static var typeEncoding: StaticString { "{?=qiIq}" }
    var times: [CMTime] { [self] }
    init(times: [CMTime]) { self = times.first ?? .invalid }
}

extension CMTimeRange: BoxableTime {
    static var typeEncoding: StaticString { "{?={?=qiIq}{?=qiIq}}" }
    var times: [CMTime] { [start, duration] }
    init(times: [CMTime]) {
        self = times.count == 2 ? CMTimeRange(start: times[0], duration: times[1]) : .invalid
    }
}

extension CMTimeMapping: BoxableTime {
    static var typeEncoding: StaticString { "{?={?={?=qiIq}{?=qiIq}}{?={?=qiIq}{?=qiIq}}}" }
    var times: [CMTime] { source.times + target.times }
    init(times: [CMTime]) {
        self.init(
            source: CMTimeRange(times: Array(times.prefix(2))), target: CMTimeRange(times: Array(times.dropFirst(2))))
    }
}

/// A boxed time, range or mapping; compared by content, and immutable.
final class TimeBox<Content: BoxableTime>: NSValue, @unchecked Sendable {
    // Sendable because its only property is immutable and NSValue has none.
    let content: Content

    init(_ content: Content) {
        self.content = content
        super.init()
    }

    required init(bytes: UnsafeRawPointer, objCType: UnsafePointer<Int8>) {
        content = bytes.loadUnaligned(as: Content.self)
        super.init()
    }

    required init?(coder: NSCoder) {
        guard coder.allowsKeyedCoding, let numbers = coder.decodeObject(forKey: "times") as? [NSNumber] else {
            return nil
        }
        let times = stride(from: 0, to: numbers.count - 3, by: 4).map { i in
            CMTime(
                value: numbers[i].int64Value, timescale: numbers[i + 1].int32Value,
                flags: CMTimeFlags(rawValue: numbers[i + 2].uint32Value), epoch: numbers[i + 3].int64Value)
        }
        content = Content(times: times)
        super.init()
    }

    override func encode(with coder: NSCoder) {
        guard coder.allowsKeyedCoding else { return }
        let numbers = content.times.flatMap { time in
            [
                NSNumber(value: time.value), NSNumber(value: time.timescale), NSNumber(value: time.flags.rawValue),
                NSNumber(value: time.epoch),
            ]
        }
        coder.encode(numbers as NSArray, forKey: "times")
    }

    override var objCType: UnsafePointer<Int8> {
        // A static string is never deallocated and ends with a zero byte.
        UnsafeRawPointer(Content.typeEncoding.utf8Start).assumingMemoryBound(to: Int8.self)
    }

    override func getValue(_ value: UnsafeMutableRawPointer) {
        withUnsafeBytes(of: content) {
            value.copyMemory(from: $0.baseAddress ?? UnsafeRawPointer(value), byteCount: $0.count)
        }
    }

    override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? TimeBox else { return false }
        return other.content.times == content.times
    }

    override var hash: Int { content.times.hashValue }
    override func copy(with zone: NSZone? = nil) -> Any { self }
    override var description: String { "\(content)" }
    override var debugDescription: String { description }
}
