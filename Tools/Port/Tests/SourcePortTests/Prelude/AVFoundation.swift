// The parts of AVFoundation that the snippets use. It is compiled as the module AVFoundation.
@_exported import CoreMedia
@_exported import UIKit

open class AVPlayer: NSObject, KeyValueObservable, @unchecked Sendable {
    // `@unchecked`: the snippets use a player on one thread.
    public let _keyValueObservers = KeyValueObservers()
    private var storedRate: Float = 0
    private var storedMuted = false
    private var storedItem: AVPlayerItem?

    public override init() {}

    open var rate: Float {
        get { observed("rate", storedRate) }
        set { _keyValueObservers.changing("rate") { storedRate = newValue } }
    }

    open var isMuted: Bool {
        get { observed("isMuted", storedMuted) }
        set { _keyValueObservers.changing("isMuted") { storedMuted = newValue } }
    }

    open var currentItem: AVPlayerItem? { observed("currentItem", storedItem) }

    open func replaceCurrentItem(with item: AVPlayerItem?) {
        _keyValueObservers.changing("currentItem") { storedItem = item }
    }

    public func _observe(
        _ observer: NSObject, forKeyPath keyPath: String, options: NSKeyValueObservingOptions,
        context: UnsafeMutableRawPointer?
    ) {
        addObserver(observer, forKeyPath: keyPath, options: options, context: context)
    }

    open func addObserver(
        _ observer: NSObject, forKeyPath keyPath: String, options: NSKeyValueObservingOptions = [],
        context: UnsafeMutableRawPointer?
    ) {
        _addObserver(observer, forKeyPath: keyPath, options: options, context: context)
    }

    open func removeObserver(_ observer: NSObject, forKeyPath keyPath: String) {
        _removeObserver(observer, forKeyPath: keyPath)
    }

    open func removeObserver(_ observer: NSObject, forKeyPath keyPath: String, context: UnsafeMutableRawPointer?) {
        _removeObserver(observer, forKeyPath: keyPath, context: context)
    }

    open func play() { rate = 1 }
    open func pause() { rate = 0 }

    private func observed<Value>(_ key: String, _ value: @autoclosure () -> Value) -> Value {
        _keyValueObservers.access(key)
        return value()
    }

    public static var _namedProperties: _NamedProperties {
        _NamedProperties(of: AVPlayer.self, ["rate": \.rate, "isMuted": \.isMuted, "currentItem": \.currentItem])
    }
}

open class AVPlayerItem: NSObject, KeyValueObservable, @unchecked Sendable {
    // `@unchecked`: the snippets use an item on one thread.
    public enum Status: Int, Sendable { case unknown, readyToPlay, failed }

    public let _keyValueObservers = KeyValueObservers()
    private var storedStatus = Status.unknown

    public override init() {}

    open var status: Status {
        _keyValueObservers.access("status")
        return storedStatus
    }

    /// In place of loading.
    public func become(_ status: Status) { _keyValueObservers.changing("status") { storedStatus = status } }

    public static var _namedProperties: _NamedProperties {
        _NamedProperties(of: AVPlayerItem.self, ["status": \.status])
    }
}

extension Notification.Name {
    public static let AVPlayerItemDidPlayToEndTime = Notification.Name("AVPlayerItemDidPlayToEndTime")
}

open class AVMetadataItem: NSObject {
    public override init() {}
    open var value: Any? { nil }
    open var stringValue: String? { value as? String }
    open var numberValue: NSNumber? { (value as? Int).map { NSNumber(value: $0) } }
}

open class AVMutableMetadataItem: AVMetadataItem {
    private var stored: Any?
    open var identifier: AVMetadataIdentifier?
    open override var value: Any? {
        get { stored }
        set { stored = newValue }
    }
}

public struct AVMetadataIdentifier: RawRepresentable, Hashable, Sendable {
    public static let commonIdentifierTitle = AVMetadataIdentifier(rawValue: "title")
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
}

public struct AVMetadataKey: RawRepresentable, Hashable, Sendable {
    public static let commonKeyTitle = AVMetadataKey(rawValue: "title")
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
}
