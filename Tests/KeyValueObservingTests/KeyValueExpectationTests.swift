import Foundation
import KeyValueObserving
import Synchronization
import Testing

/// Expectations of changes, as `openavkit-port` writes them for XCTest.
struct KeyValueExpectationTests {
    private final class Lamp: NSObject {
        @_Dynamic var power = 40.0
    }

    private final class Expectation: Sendable {
        let count = Mutex(0)
        func fulfill() { count.withLock { $0 += 1 } }
        var fulfillments: Int { count.withLock { $0 } }
    }

    private func expectation(_ lamp: Lamp, _ value: Double? = nil) -> Expectation {
        _keyValueExpectation(
            Expectation(), fulfill: { $0.fulfill() }, keyPath: "power", object: lamp, expectedValue: value)
    }

    @Test("an expectation is fulfilled once, by the expected value or by the first change without one")
    func values() {
        let lamp = Lamp()
        let (any, sixty, forty) = (expectation(lamp), expectation(lamp, 60), expectation(lamp, 40))
        #expect(any.fulfillments == 0 && sixty.fulfillments == 0 && forty.fulfillments == 1)
        for power in [50.0, 60, 60, 40] { lamp.power = power }
        #expect(any.fulfillments == 1 && sixty.fulfillments == 1 && forty.fulfillments == 1)
    }

    @Test("a handler replaces the condition of an expectation until it is removed")
    func handlers() {
        let lamp = Lamp()
        let any = expectation(lamp)
        _setKeyValueHandler(of: any) { object, _ in (object as? Lamp)?.power == 70 }
        lamp.power = 50
        #expect(any.fulfillments == 0)
        lamp.power = 70
        #expect(any.fulfillments == 1)
        let other = expectation(lamp)
        _setKeyValueHandler(of: other) { _, _ in false }
        lamp.power = 80
        #expect(other.fulfillments == 0)
        _setKeyValueHandler(of: other, handler: nil)
        lamp.power = 90
        #expect(other.fulfillments == 1)
    }

    @Test("a fulfilled expectation and its observation are released")
    func release() {
        let lamp = Lamp()
        weak var released: Expectation?
        do {
            let any = expectation(lamp)
            released = any
            lamp.power = 50
            #expect(any.fulfillments == 1)
        }
        #expect(released == nil)
    }
}
