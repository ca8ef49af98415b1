import Foundation
import KeyValueObserving
import Testing

/// A class of the framework, with a table of its properties.
private class Lamp: NSObject, KeyValueObservable {
    enum Color: Int { case white, red }

    let _keyValueObservers = KeyValueObservers()
    private var stored: (isOn: Bool, color: Color, bulb: Bulb?) = (false, .white, nil)

    var isOn: Bool {
        get { read("isOn") { stored.isOn } }
        set { _keyValueObservers.changing("isOn") { stored.isOn = newValue } }
    }
    var color: Color {
        get { read("color") { stored.color } }
        set { _keyValueObservers.changing("color") { stored.color = newValue } }
    }
    var bulb: Bulb? {
        get { read("bulb") { stored.bulb } }
        set { _keyValueObservers.changing("bulb") { stored.bulb = newValue } }
    }

    private func read<Value>(_ key: String, _ value: () -> Value) -> Value {
        _keyValueObservers.access(key)
        return value()
    }

    static var _namedProperties: _NamedProperties {
        _NamedProperties(of: Lamp.self, ["isOn": \.isOn, "color": \.color, "bulb": \.bulb])
    }
}

/// A class of a client after the conversion of `@objc dynamic var`.
private final class Bulb: NSObject {
    @_Dynamic var power = 40.0
    @_Dynamic var maker: String?
    let socket = "E27"
    var halfPower: Double { power / 2 }
}

/// A client's mock of the framework's class.
private final class MockLamp: Lamp {
    var isMockOn = false
    override var isOn: Bool {
        get {
            _access("isOn")
            return isMockOn
        }
        set {
            willChangeValue(forKey: "on")
            isMockOn = newValue
            didChangeValue(forKey: "on")
        }
    }
}

private class Observer: NSObject {
    var changes: [(path: String?, change: [NSKeyValueChangeKey: Any])] = []
    var contexts: Set<UnsafeMutableRawPointer?> = []

    func observeValue(
        forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
        context: UnsafeMutableRawPointer?
    ) {
        changes.append((keyPath, change ?? [:]))
        contexts.insert(context)
    }

    func observe(_ object: NSObject, _ path: String, _ options: NSKeyValueObservingOptions = .new) {
        object.addObserver(
            self, forKeyPath: path, options: options, context: nil,
            using: Observer.observeValue(forKeyPath:of:change:context:))
    }

    func new<Value>(as type: Value.Type) -> [Value?] { changes.map { $0.change[.newKey] as? Value } }
}

struct StringKeyPathTests {
    @Test("a property is observed by the key of Objective-C, and its value can be cast as a number and as a Boolean")
    func key() {
        let (lamp, observer) = (Lamp(), Observer())
        observer.observe(lamp, "on", [.initial, .new, .old])
        lamp.isOn = true
        #expect(observer.changes.map(\.path) == ["on", "on"])
        #expect(observer.new(as: Bool.self) == [false, true])
        #expect(observer.new(as: NSNumber.self) == [0, 1])
        #expect(observer.changes[1].change[.oldKey] as? Bool == false)
        #expect(observer.changes[1].change[.kindKey] as? UInt == NSKeyValueChange.setting.rawValue)
        lamp.removeObserver(observer, forKeyPath: "on")
        lamp.isOn = false
        #expect(observer.changes.count == 2)
    }

    @Test("an enumeration is reported as the number of its case, and nil as NSNull")
    func boxes() {
        let (lamp, observer) = (Lamp(), Observer())
        observer.observe(lamp, "color")
        lamp.color = .red
        #expect(observer.new(as: NSNumber.self) == [1] && observer.new(as: Int.self) == [1])
        observer.observe(lamp, "bulb")
        lamp.bulb = nil
        #expect(observer.changes.last?.change[.newKey] is NSNull)
    }

    @Test("a path is observed in all its parts, across objects that replace each other")
    func path() {
        let (lamp, observer) = (Lamp(), Observer())
        observer.observe(lamp, "bulb.power")
        let first = Bulb()
        lamp.bulb = first
        first.power = 60
        lamp.bulb = Bulb()
        first.power = 100
        #expect(observer.new(as: Double.self) == [40, 60, 40])
    }

    @Test("a call before the change has no new value, and the context ends the observation that has it")
    func priorAndContext() {
        let (lamp, observer) = (Lamp(), Observer())
        let context = UnsafeMutableRawPointer(bitPattern: 8)
        for address in [context, nil] {
            lamp.addObserver(
                observer, forKeyPath: "on", options: [.prior, .new], context: address,
                using: Observer.observeValue(forKeyPath:of:change:context:))
        }
        lamp.removeObserver(observer, forKeyPath: "on", context: context)
        lamp.isOn = true
        #expect(observer.changes.count == 2 && observer.contexts == [nil])
        #expect(observer.changes.first?.change[.notificationIsPriorKey] as? Bool == true)
        #expect(observer.changes.first?.change[.newKey] == nil)
    }

    @Test("neither observer nor object is retained, and an observer can be removed while it is deallocated")
    func lifetime() {
        final class Temporary: Observer {
            let lamp: Lamp
            init(_ lamp: Lamp) { self.lamp = lamp }
            deinit { lamp.removeObserver(self, forKeyPath: "on") }
        }
        var lamp: Lamp? = Lamp()
        weak let goneLamp = lamp
        var observer: Temporary? = Temporary(lamp!)
        weak let goneObserver = observer
        observer?.observe(lamp!, "on")
        observer = nil
        #expect(goneObserver == nil)
        lamp?.isOn = true
        lamp = nil
        #expect(goneLamp == nil)
    }

    @Test("a converted dynamic property is observed by key paths, also through a property that is computed from it")
    func dynamicProperty() {
        let bulb = Bulb()
        nonisolated(unsafe) var values: [Double?] = []  // The handler runs within the assignments below.
        let power = bulb.observe(\.power, options: [.new]) { _, change in values.append(change.newValue) }
        let half = bulb.observe(\.halfPower, options: [.new]) { _, change in values.append(change.newValue) }
        bulb.power = 100
        #expect(values == [100, 50])
        power.invalidate()
        half.invalidate()
        bulb.power = 60
        #expect(values.count == 2)
        let observer = Observer()
        observer.observe(bulb, "maker")
        bulb.maker = "A"
        #expect(observer.new(as: String.self) == ["A"])
    }

    @Test("an override that a mock reports by willChangeValue and didChangeValue is observed by string and by key path")
    func mock() {
        let (lamp, observer) = (MockLamp(), Observer())
        observer.observe(lamp, "on")
        nonisolated(unsafe) var values: [Bool?] = []  // The handler runs within the assignment below.
        let observation = lamp.observe(\.isOn, options: [.new, .old]) { _, change in
            values += [change.oldValue, change.newValue]
        }
        lamp.isOn = true
        #expect(observer.new(as: Bool.self) == [true])
        #expect(values == [false, true])
        observation.invalidate()
    }

    @Test("values are read and set by their names, and an unknown name has no effect")
    func coding() {
        let lamp = Lamp()
        lamp.setValue(true, forKey: "on")
        lamp.setValue(1, forKey: "color")
        let bulb = Bulb()
        lamp.setValue(bulb, forKey: "bulb")
        lamp.setValue(75, forKeyPath: "bulb.power")
        #expect(lamp.isOn && lamp.color == .red && bulb.power == 75)
        #expect(lamp.value(forKeyPath: "bulb.power") as? Double == 75)
        #expect(lamp.value(forKey: "color") as? Int == 1)
        #expect(bulb.value(forKey: "socket") as? String == "E27")
        lamp.setValue("red", forKey: "color")
        lamp.setValue(1, forKey: "unknown")
        #expect(lamp.color == .red && lamp.value(forKey: "unknown") == nil)
    }
}
