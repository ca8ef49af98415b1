import Foundation
import Network
import NetworkTestSupport
import Synchronization
import Testing

@testable import OpenAVKitNetwork

/// The reported paths, for which a test waits.
private final class Paths: Sendable {
    private let paths = Mutex<[NWPath]>([])
    private let arrived = DispatchSemaphore(value: 0)

    func append(_ path: NWPath) {
        paths.withLock { $0.append(path) }
        arrived.signal()
    }

    /// The next path, or nil after ten seconds.
    func next() -> NWPath? {
        guard arrived.wait(timeout: .now() + 10) == .success else { return nil }
        return paths.withLock { $0.removeFirst() }
    }

    var count: Int { paths.withLock { $0.count } }
}

/// A client that cancels its monitor at its end.
private final class CancellingClient: Sendable {
    let monitor: NWPathMonitor
    init(_ monitor: NWPathMonitor) { self.monitor = monitor }

    deinit {
        monitor.pathUpdateHandler = nil
        monitor.cancel()
    }
}

@Suite("Network: monitor", .serialized)
struct PathMonitorTests {
    @Test("a client that only the handler retains uses the monitor at its end, when the handler is removed or replaced")
    func releasedHandler() {
        let monitor = NWPathMonitor()
        weak var client: CancellingClient?
        for replacement: (@Sendable (NWPath) -> Void)? in [nil, { _ in }] {
            do {
                let made = CancellingClient(monitor)
                client = made
                monitor.pathUpdateHandler = { [made] _ in _ = made }
            }
            #expect(client != nil)
            monitor.pathUpdateHandler = replacement
            #expect(client == nil)
        }
    }

    @Test("a monitor reports its first path on the given queue, and nothing after its cancellation")
    func firstPath() {
        let monitor = NWPathMonitor()
        let queue = DispatchQueue(label: "test")
        let key = DispatchSpecificKey<Int>()
        queue.setSpecific(key: key, value: 1)
        let paths = Paths()
        let wasOnQueue = Mutex(false)
        let box = Flag(wasOnQueue)
        monitor.pathUpdateHandler = { path in
            box.mutex.withLock { $0 = DispatchQueue.getSpecific(key: key) == 1 }
            paths.append(path)
        }
        monitor.start(queue: queue)
        let first = paths.next()
        #expect(first != nil)
        #expect(first == monitor.currentPath)
        #expect(box.mutex.withLock { $0 })
        #expect(monitor.queue === queue)
        monitor.cancel()
        queue.sync {}
        #expect(paths.count == 0)
    }

    private final class Flag: Sendable {
        let mutex: Mutex<Bool>
        init(_ mutex: consuming Mutex<Bool>) { self.mutex = mutex }
    }

    @Test("an asynchronous sequence of paths begins with the current one")
    func sequence() async {
        let monitor = NWPathMonitor()
        for await path in monitor {
            #expect(path == monitor.currentPath)
            break
        }
    }

    @Test("real changes of routes and interfaces are reported", .enabled(if: NetworkNamespace.isAvailable))
    func changes() {
        let reported = NetworkNamespace.run { () -> [String] in
            let paths = Paths()
            let monitor = NWPathMonitor()
            monitor.pathUpdateHandler = { paths.append($0) }
            monitor.start(queue: DispatchQueue(label: "test"))
            var words: [String] = []
            func note(_ change: String) {
                guard let path = paths.next() else { return words.append("\(change): nothing") }
                words.append("\(change): \(path.status) \(path.availableInterfaces.map(\.name)) \(path.supportsIPv6)")
            }
            note("start")
            NetworkNamespace.ip("link add name film0 type veth peer name end0")
            NetworkNamespace.ip("link set end0 up")
            NetworkNamespace.ip("link set film0 up")
            NetworkNamespace.ip("address add 192.0.2.2/24 dev film0")
            NetworkNamespace.ip("route add default via 192.0.2.1 dev film0 metric 50")
            note("route")
            NetworkNamespace.ip("link add name film1 type veth peer name end1")
            NetworkNamespace.ip("link set end1 up")
            NetworkNamespace.ip("link set film1 up")
            NetworkNamespace.ip("address add 2001:db8::2/64 dev film1 nodad")
            NetworkNamespace.ip("route add default dev film1 metric 10")
            note("better route")
            NetworkNamespace.ip("link set film1 down")
            note("interface down")
            NetworkNamespace.ip("route del default")
            note("no route")
            monitor.cancel()
            return words
        }
        #expect(
            reported == [
                "start: unsatisfied [] false", "route: satisfied [\"film0\"] false",
                "better route: satisfied [\"film1\", \"film0\"] false", "interface down: satisfied [\"film0\"] false",
                "no route: unsatisfied [] false",
            ])
    }

    @Test("a change that leaves the path as it is is not reported", .enabled(if: NetworkNamespace.isAvailable))
    func irrelevantChange() {
        let counts = NetworkNamespace.run { () -> Int in
            let paths = Paths()
            let monitor = NWPathMonitor()
            monitor.pathUpdateHandler = { paths.append($0) }
            monitor.start(queue: DispatchQueue(label: "test"))
            _ = paths.next()
            NetworkNamespace.ip("link add name film0 type veth peer name end0")
            NetworkNamespace.ip("link set end0 up")
            NetworkNamespace.ip("link set film0 up")
            NetworkNamespace.ip("address add 192.0.2.2/24 dev film0")
            Thread.sleep(forTimeInterval: 0.5)
            monitor.cancel()
            return paths.count
        }
        #expect(counts == 0)
    }
}
