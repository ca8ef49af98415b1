import Foundation
import NetworkRoutes
import NetworkTestSupport
import Synchronization
import SystemConfiguration
import Testing

@testable import OpenAVKitSystemConfiguration

@Suite("Reachability: targets", .serialized)
struct ReachabilityTests {
    private func flags(_ target: SCNetworkReachability?) -> SCNetworkReachabilityFlags? {
        var flags: SCNetworkReachabilityFlags = []
        return target.flatMap { SCNetworkReachabilityGetFlags($0, &flags) ? flags : nil }
    }

    private static func target(_ address: String) -> SCNetworkReachability? {
        SCNetworkReachabilityCreateWithName(nil, address)
    }

    /// A name whose resolver keeps the completions, so that a test chooses the time of the answer.
    private final class Resolver: Sendable {
        let completions = Mutex<[@Sendable ([SocketAddress]) -> Void]>([])

        func target() -> ReachabilityTarget {
            ReachabilityTarget(.name("example.invalid")) { _, completion in
                self.completions.withLock { $0.append(completion) }
            }
        }

        /// Waits until the name is to be resolved; ten seconds at most.
        func awaitRequest() {
            let end = Date(timeIntervalSinceNow: 10)
            while completions.withLock({ $0.isEmpty }) {
                guard Date() < end else {
                    Issue.record("The name was not resolved.")
                    return
                }
                Thread.sleep(forTimeInterval: 0.001)
            }
        }

        func answer(_ addresses: [SocketAddress]) {
            let all = completions.withLock { completions in
                defer { completions = [] }
                return completions
            }
            for completion in all { completion(addresses) }
        }
    }

    private let loopback = SocketAddress(bytes: [127, 0, 0, 1])

    @Test("the loopback address, as a sockaddr_in, as a numeric name and as a pair, is reachable and local")
    func loopbackAddress() {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = in_addr_t(0x7f00_0001).bigEndian
        let (target, pair) = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                (
                    SCNetworkReachabilityCreateWithAddress(nil, $0),
                    SCNetworkReachabilityCreateWithAddressPair(kCFAllocatorDefault, $0, $0)
                )
            }
        }
        #expect(flags(target) == [.reachable, .isLocalAddress])
        #expect(flags(pair) == [.reachable, .isLocalAddress])
        #expect(flags(Self.target("127.0.0.1")) == [.reachable, .isLocalAddress])
    }

    @Test("a pair whose local address is not one of this machine is not reachable")
    func foreignLocalAddress() {
        let foreign = SocketAddress(bytes: [192, 0, 2, 77])
        #expect(ReachabilityTarget(.addresses(local: foreign, remote: loopback)).flags() == [])
    }

    @Test("an address of an unknown family and an empty name make no target, and SCError tells why")
    func invalidArguments() {
        var address = sockaddr()
        address.sa_family = sa_family_t(AF_UNIX)
        #expect(SCNetworkReachabilityCreateWithAddress(nil, &address) == nil)
        #expect(SCError() == kSCStatusInvalidArgument)
        #expect(String(cString: SCErrorString(SCError())) == "Invalid argument")
        #expect(SCNetworkReachabilityCreateWithName(nil, "") == nil)
        #expect(SCNetworkReachabilityCreateWithAddressPair(nil, nil, nil) == nil)
    }

    @Test("flags follow changes of routes, and are reported on the queue", .enabled(if: NetworkNamespace.isAvailable))
    func changes() {
        let reported = NetworkNamespace.run { () -> [UInt32?] in
            var zero = sockaddr()
            zero.sa_family = sa_family_t(AF_INET)
            guard let general = SCNetworkReachabilityCreateWithAddress(nil, &zero),
                let near = Self.target("192.0.2.9")
            else { return [] }
            let reports = Reports()
            reports.receive(from: general)
            SCNetworkReachabilitySetDispatchQueue(general, DispatchQueue(label: "test"))
            var values: [UInt32?] = []
            func note() {
                values.append(reports.next()?.rawValue)
                var flags: SCNetworkReachabilityFlags = []
                SCNetworkReachabilityGetFlags(near, &flags)
                values.append(flags.rawValue)
            }
            NetworkNamespace.ip("link add name video0 type veth peer name end0")
            NetworkNamespace.ip("link set end0 up")
            NetworkNamespace.ip("link set video0 up")
            NetworkNamespace.ip("address add 192.0.2.2/24 dev video0")
            NetworkNamespace.ip("route add default via 192.0.2.1 dev video0")
            note()
            NetworkNamespace.ip("link set video0 down")
            note()
            SCNetworkReachabilitySetDispatchQueue(general, nil)
            return values
        }
        let reachable = SCNetworkReachabilityFlags.reachable.rawValue
        let direct = SCNetworkReachabilityFlags.isDirect.rawValue
        #expect(reported == [reachable, reachable | direct, 0, 0])
    }

    @Test("a name without an answer has the flags of the network in general, at once")
    func pendingName() {
        let resolver = Resolver()
        let target = resolver.target()
        #expect(target.flags() == RouteReader().flags())
        #expect(resolver.completions.withLock { $0.count } == 1)
        resolver.answer([loopback])
        #expect(target.flags() == [.reachable, .isLocalAddress])
        #expect(resolver.completions.withLock { $0.isEmpty }, "the answer is used again")
    }

    @Test("a name that cannot be resolved is not reachable")
    func unknownName() {
        let resolver = Resolver()
        let target = resolver.target()
        _ = target.flags()
        resolver.answer([])
        #expect(target.flags() == [])
    }

    @Test("the first answer for a scheduled name is reported even if the flags stay the same")
    func firstAnswer() {
        let resolver = Resolver()
        let target = resolver.target()
        _ = target.flags()
        resolver.answer([loopback])
        let reports = Reports()
        reports.receive(from: target.reference)
        let queue = DispatchQueue(label: "test")
        #expect(SCNetworkReachabilitySetDispatchQueue(target.reference, queue))
        resolver.awaitRequest()
        resolver.answer([loopback])
        #expect(reports.next() == [.reachable, .isLocalAddress])
        #expect(SCNetworkReachabilitySetDispatchQueue(target.reference, nil))
    }

    @Test("after the end of a scheduling, an answer is not reported")
    func unscheduled() {
        let resolver = Resolver()
        let target = resolver.target()
        let reports = Reports()
        reports.receive(from: target.reference)
        let queue = DispatchQueue(label: "test")
        queue.suspend()
        #expect(SCNetworkReachabilitySetDispatchQueue(target.reference, queue))
        resolver.awaitRequest()
        resolver.answer([loopback])
        #expect(SCNetworkReachabilitySetDispatchQueue(target.reference, nil))
        queue.resume()
        queue.sync {}
        #expect(reports.count == 0)
    }

    @Test("a callback scheduled on a run loop is called by the thread of the run loop")
    func runLoop() {
        let resolver = Resolver()
        let target = resolver.target()
        let reports = Reports()
        reports.receive(from: target.reference)
        let isDone = DispatchSemaphore(value: 0)
        Thread {
            guard let mode = CFRunLoopMode.defaultMode?.rawValue, let loop = CFRunLoopGetCurrent() else { return }
            let reference = target.reference
            SCNetworkReachabilityScheduleWithRunLoop(reference, loop, mode)
            resolver.awaitRequest()
            resolver.answer([SocketAddress(bytes: [127, 0, 0, 1])])
            let end = Date(timeIntervalSinceNow: 10)
            // No other thread calls the callback while this one does not run its loop.
            while reports.count == 0, Date() < end {
                _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 0.01))
            }
            #expect(!SCNetworkReachabilitySetDispatchQueue(reference, .main), "scheduled on a run loop")
            #expect(SCNetworkReachabilityUnscheduleFromRunLoop(reference, loop, mode))
            #expect(!SCNetworkReachabilityUnscheduleFromRunLoop(reference, loop, mode), "not scheduled any more")
            isDone.signal()
        }.start()
        #expect(isDone.wait(timeout: .now() + 20) == .success)
        #expect(reports.next() == [.reachable, .isLocalAddress])
    }

    @Test("the information is retained by the callback, described, and released by its replacement and with the target")
    func context() {
        final class Info: CustomStringConvertible {
            var description: String { "information" }
        }
        weak var info: Info?
        func setCallback(_ target: SCNetworkReachability) {
            let new = Info()
            info = new
            var context = SCNetworkReachabilityContext(
                version: 0, info: Unmanaged.passUnretained(new).toOpaque(),
                retain: { UnsafeRawPointer(Unmanaged<Info>.fromOpaque($0).retain().toOpaque()) },
                release: { Unmanaged<Info>.fromOpaque($0).release() },
                copyDescription: {
                    let info = Unmanaged<Info>.fromOpaque($0).takeUnretainedValue()
                    return Unmanaged.passRetained(info.description as CFString)
                })
            SCNetworkReachabilitySetCallback(target, { _, _, _ in }, &context)
        }
        var target = Self.target("127.0.0.1")
        if let target { setCallback(target) }
        #expect(info != nil)
        #expect(target.map { String(describing: $0) }?.contains("127.0.0.1, info = information") == true)
        if let target { SCNetworkReachabilitySetCallback(target, nil, nil) }
        #expect(info == nil)
        if let target { setCallback(target) }
        #expect(info != nil)
        target = nil
        #expect(info == nil)
    }
}
