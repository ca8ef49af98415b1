import Foundation
import Synchronization
import Testing

@testable import Selectors

/// Removes itself from a notification center at its end, as clients do, if it ends on the thread that created it: otherwise the two threads
/// would wait for each other and never meet.
private final class Observer: NSObject, Sendable {
    let center: NotificationCenter
    private let thread = pthread_self()
    init(_ center: NotificationCenter) { self.center = center }
    func received(_ notification: Notification) {}
    deinit { if pthread_self() == thread { center.removeObserver(self) } }
}

private let received = Selector("received:", Observer.received(_:))

/// Removes its associated objects at its end, like `Observer`.
private final class Owner: NSObject, Sendable {
    private let thread = pthread_self()
    deinit { if pthread_self() == thread { objc_removeAssociatedObjects(self) } }
}

/// Objects that another thread releases one by one.
private final class ReleasingThread: Sendable {
    private let objects: Mutex<[any Sendable]>
    private let isOver = Atomic(false)

    init(_ objects: [any Sendable]) {
        self.objects = Mutex(objects)
        Thread.detachNewThread { [self] in
            while self.objects.withLock({ $0.popLast() }) != nil {}
            isOver.store(true, ordering: .releasing)
        }
    }

    var hasEnded: Bool { isOver.load(ordering: .acquiring) }
}

/// A table that loads weak references can hold the last reference to an object that another thread releases; the `deinit` of the object then
/// runs on the thread of the table.
@Suite(.timeLimit(.minutes(2)))
struct ConcurrentReleaseTests {
    static let rounds = 40
    static let count = 100

    @Test("observers that remove themselves at their end are released while others are added")
    func observers() {
        let center = NotificationCenter()
        let other = Receiver()
        for _ in 0..<Self.rounds {
            let thread = ReleasingThread(
                (0..<Self.count).map { _ in
                    let observer = Observer(center)
                    center.addObserver(observer, selector: received, name: nil, object: nil)
                    return observer
                })
            while !thread.hasEnded {
                center.addObserver(other, selector: Receiver.selector, name: nil, object: nil)
                center.removeObserver(other)
            }
        }
        center.post(name: Notification.Name("ConcurrentRelease"), object: nil)
        #expect(other.count == 0)
    }

    private final class Receiver: NSObject {
        static var selector: Selector { Selector("received:", Receiver.received(_:)) }
        private(set) var count = 0
        func received(_ notification: Notification) { count += 1 }
    }
}

extension AssociatedObjectTests {
    @Test(
        "owners of associated objects that remove them at their end are released while other objects get values",
        .timeLimit(.minutes(2)))
    func concurrentOwners() {
        let key = UnsafeMutablePointer<UInt8>.allocate(capacity: 1)
        defer { key.deallocate() }
        let other = NSObject()
        for _ in 0..<ConcurrentReleaseTests.rounds {
            let thread = ReleasingThread(
                (0..<ConcurrentReleaseTests.count).map { _ in
                    let owner = Owner()
                    objc_setAssociatedObject(owner, key, 1, .OBJC_ASSOCIATION_RETAIN)
                    return owner
                })
            while !thread.hasEnded { objc_setAssociatedObject(other, key, 2, .OBJC_ASSOCIATION_RETAIN) }
        }
        #expect(objc_getAssociatedObject(other, key) as? Int == 2)
        objc_removeAssociatedObjects(other)
    }
}
