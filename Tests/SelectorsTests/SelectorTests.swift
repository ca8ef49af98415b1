import Foundation
import Testing

@testable import Selectors

private class Receiver: NSObject {
    var log: [String] = []
    func tap() { log.append("tap") }
    func tap(_ sender: Any?) { log.append("tap \(sender ?? "nil")") }
    func name(_ first: String, _ last: String) -> String { "\(first) \(last)" }
    func change(_ notification: Notification) { log.append(notification.name.rawValue) }
    func changeOld(_ notification: NSNotification) { log.append("old \(notification.name.rawValue)") }
    func tick(_ timer: Timer) { log.append("tick \(timer.userInfo ?? "nil")") }
    var title = "title"
    func sum(_ a: Int, _ b: Int, _ c: Int, _ d: Int) -> Int { a + b + c + d }
    func load(_ name: String) throws -> String {
        if name.isEmpty { throw CocoaError(.fileNoSuchFile) }
        return "loaded \(name)"
    }
}

/// A receiver of calls on other threads.
private final class ThreadReceiver: NSObject, Sendable {
    let calls = AsyncStream.makeStream(of: String.self)
    func fetch() async { calls.continuation.yield("fetched") }
    func fetch(_ name: String) async throws {
        calls.continuation.yield("fetched \(name)")
        throw CocoaError(.fileNoSuchFile)
    }
    func fetch(_ name: String, from place: String) async { calls.continuation.yield("fetched \(name) from \(place)") }
    func run(_ argument: Any?) { calls.continuation.yield("ran \(argument ?? "nil"), main: \(Thread.isMainThread)") }
}

private final class Subclass: Receiver {
    override func tap() { log.append("subclass") }
}

private let tap = Selector("tap", Receiver.tap as (Receiver) -> () -> Void)
private let tapSender = Selector("tap:", Receiver.tap(_:))

struct SelectorTests {
    @Test("a selector calls the override of a subclass, with as many arguments as the method has parameters")
    func call() {
        let receiver = Subclass()
        tap.call(on: receiver, with: ["control", "event"])
        tapSender.call(on: receiver, with: ["control", "event"])
        tapSender.call(on: receiver)
        #expect(receiver.log == ["subclass", "tap control", "tap nil"])
    }

    @Test("a method with four parameters is called")
    func fourParameters() {
        let sum = Selector("sum::::", Receiver.sum)
        #expect(sum.result(on: Receiver(), with: [1, 2, 3, 4]) as? Int == 10)
        #expect(!sum.call(on: Receiver(), with: [1, 2, 3]))
    }

    @Test("a throwing method is called; its error counts as a call without a result")
    func throwingMethod() {
        let load = Selector("load:error:", Receiver.load(_:))
        #expect(load.result(on: Receiver(), with: ["a"]) as? String == "loaded a")
        #expect(load.call(on: Receiver(), with: [""]))
        #expect(load.result(on: Receiver(), with: [""]) as? String == nil)
    }

    @Test("a call of an async method starts it", .timeLimit(.minutes(1)))
    func asyncMethod() async {
        let receiver = ThreadReceiver()
        var calls = receiver.calls.stream.makeAsyncIterator()
        let fetch = Selector(
            "fetchWithCompletionHandler:", ThreadReceiver.fetch as (ThreadReceiver) -> () async -> Void)
        #expect(fetch.call(on: receiver))
        #expect(await calls.next() == "fetched")
        #expect(Selector("fetch:completionHandler:", ThreadReceiver.fetch(_:)).call(on: receiver, with: ["a"]))
        #expect(await calls.next() == "fetched a")
        let third = Selector("fetch:from:completionHandler:", ThreadReceiver.fetch(_:from:))
        #expect(third.call(on: receiver, with: ["a", "b"]))
        #expect(await calls.next() == "fetched a from b")
        #expect(!third.call(on: receiver, with: [1, 2]))
    }

    @Test("threads call selectors", .timeLimit(.minutes(1)))
    func threads() async {
        let receiver = ThreadReceiver()
        var calls = receiver.calls.stream.makeAsyncIterator()
        let run = Selector("run:", ThreadReceiver.run)
        Thread(target: receiver, selector: run, object: "a").start()
        #expect(await calls.next() == "ran a, main: false")
        Thread.detachNewThreadSelector(run, toTarget: receiver, with: nil)
        #expect(await calls.next() == "ran nil, main: false")
    }

    @Test("a target of another class and an argument of another type are not called")
    func mismatch() {
        #expect(!tap.call(on: NSObject()))
        #expect(!Selector("tick:", Receiver.tick).call(on: Receiver(), with: ["no timer"]))
        #expect(!Selector("tap").call(on: Receiver()))
    }

    @Test("selectors are equal when their names are, and have the name of Objective-C")
    func names() {
        #expect(tap == Selector("tap"))
        #expect(tap != tapSender)
        #expect(NSStringFromSelector(Selector("name", Receiver.name)) == "name::")
        #expect(NSSelectorFromString("tap").description == "tap")
    }

    @Test("a getter and a setter are called by selectors")
    func accessors() {
        let receiver = Receiver()
        Selector(setter: "setTitle:", \Receiver.title).call(on: receiver, with: ["new"])
        let getter = Selector(getter: "title", \Receiver.title)
        #expect(receiver.perform(getter).takeUnretainedValue() as? String == "new")
    }

    @Test("an object responds to methods of its class and of superclasses")
    func responds() {
        #expect(Subclass().responds(to: tap))
        #expect(!NSObject().responds(to: tap))
        #expect(!Receiver().responds(to: NSSelectorFromString("tap")))
    }

    @Test("a performed method's result is returned, and nil for a method that returns nothing")
    func perform() {
        let receiver = Receiver()
        let result = receiver.perform(Selector("name::", Receiver.name), with: "A", with: "B")
        #expect(result?.takeUnretainedValue() as? String == "A B")
        #expect(receiver.perform(tapSender, with: 1) == nil)
        #expect(receiver.log == ["tap 1"])
    }
}

/// Notifications that call selectors.
struct SelectorNotificationTests {
    private let center = NotificationCenter()
    private let name = Notification.Name("changed")
    private let change = Selector("change:", Receiver.change)

    @Test("an observer receives the notification of its name and object, as value or as object, until it is removed")
    func observation() {
        let receiver = Receiver()
        let source = NSObject()
        center.addObserver(receiver, selector: change, name: name, object: source)
        center.addObserver(receiver, selector: Selector("changeOld:", Receiver.changeOld), name: name, object: nil)
        center.post(name: name, object: NSObject())
        #expect(receiver.log == ["old changed"])
        center.post(name: name, object: source)
        #expect(receiver.log.count == 3)
        center.removeObserver(receiver, name: name, object: source)
        center.post(name: name, object: source)
        #expect(receiver.log.suffix(1) == ["old changed"] && receiver.log.count == 4)
        center.removeObserver(receiver)
        center.post(name: name, object: source)
        #expect(receiver.log.count == 4)
    }

    @Test("an observer of all names receives each notification")
    func allNames() {
        let receiver = Receiver()
        center.addObserver(receiver, selector: change, name: nil, object: nil)
        center.post(name: Notification.Name("a"), object: nil)
        center.post(name: Notification.Name("b"), object: nil)
        #expect(receiver.log == ["a", "b"])
    }

    @Test("an observer is not retained, and a token is still removed by removeObserver")
    func lifetime() {
        var receiver: Receiver? = Receiver()
        weak let gone = receiver
        center.addObserver(receiver!, selector: change, name: name, object: nil)
        receiver = nil
        #expect(gone == nil)
        center.post(name: name, object: nil)
        nonisolated(unsafe) var count = 0  // The center calls on the thread that posts.
        let token = center.addObserver(forName: name, object: nil, queue: nil) { _ in count += 1 }
        center.removeObserver(token)
        center.post(name: name, object: nil)
        #expect(count == 0)
    }
}

/// Timers and delayed calls, on the run loop of a thread of the test's own.
struct SelectorTimerTests {
    /// Runs `body` with a run loop, and returns after `body` has ended.
    private func onThread(_ body: @escaping @Sendable () -> Void) async {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                body()
                continuation.resume()
            }
        }
    }

    private static func run(until isDone: () -> Bool) {
        let end = Date(timeIntervalSinceNow: 20)
        while !isDone(), Date() < end {
            _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 0.02))
        }
    }

    private static let tick = Selector("tick:", Receiver.tick)

    @Test("a repeating timer calls its target with its user information, and releases it when it is invalidated")
    func timer() async {
        await onThread {
            var receiver: Receiver? = Receiver()
            weak let target = receiver
            let timer = Timer.scheduledTimer(
                timeInterval: 0.001, target: receiver!, selector: Self.tick, userInfo: "info", repeats: true)
            receiver = nil
            Self.run { (target?.log.count ?? 0) >= 3 }
            #expect(target?.log.prefix(2) == ["tick info", "tick info"])
            timer.invalidate()
            #expect(target == nil)
        }
    }

    @Test("a timer that was created with a target runs once it is added, and releases the target after its last call")
    func createdTimer() async {
        await onThread {
            var receiver: Receiver? = Receiver()
            weak let target = receiver
            let timer = Timer(timeInterval: 0.001, target: receiver!, selector: tap, userInfo: 3, repeats: false)
            #expect(timer.userInfo as? Int == 3)
            RunLoop.current.add(timer, forMode: .default)
            let kept = receiver
            receiver = nil
            Self.run { kept?.log.isEmpty == false }
            #expect(kept?.log == ["tap"])
            #expect(!timer.isValid)
            #expect(target === kept)
        }
    }

    @Test("delayed calls are made in order, and cancelled ones are not made")
    func delayedCalls() async {
        await onThread {
            var receiver: Receiver? = Receiver()
            weak let target = receiver
            receiver?.perform(tapSender, with: "a", afterDelay: 0)
            receiver?.perform(tapSender, with: "b", afterDelay: 0.001)
            receiver?.perform(tapSender, with: "c", afterDelay: 0.002)
            receiver?.perform(tap, with: nil, afterDelay: 0.01)
            NSObject.cancelPreviousPerformRequests(withTarget: receiver!, selector: tapSender, object: "b")
            Self.run { receiver?.log.last == "tap" }
            #expect(receiver?.log == ["tap a", "tap c", "tap"])
            receiver?.perform(tap, with: nil, afterDelay: 60)
            receiver = nil
            #expect(target != nil)
            NSObject.cancelPreviousPerformRequests(withTarget: target!)
            #expect(target == nil)
        }
    }

    @Test("a method is performed on the main thread, and on a thread of its own")
    func threads() async {
        final class Threads: NSObject, @unchecked Sendable {
            let queue = DispatchSpecificKey<String>()
            var isMain: [Bool] = []
            let finished = DispatchSemaphore(value: 0)
            func note() {
                isMain.append(DispatchQueue.getSpecific(key: queue) != nil)
                finished.signal()
            }
        }
        let note = Selector("note", Threads.note)
        let threads = Threads()
        // The tests' main function is async, so that another thread than the first one runs the main queue.
        DispatchQueue.main.setSpecific(key: threads.queue, value: "main")
        await onThread {
            threads.performSelector(inBackground: note, with: nil)
            threads.finished.wait()
            threads.performSelector(onMainThread: note, with: nil, waitUntilDone: true)
            #expect(threads.isMain == [false, true])
        }
    }
}
