import Dispatch
import Synchronization
import SystemConfiguration

/// The flags that a callback has received, for which a test waits; the information of the callback's context.
final class Reports: Sendable {
    private let flags = Mutex<[SCNetworkReachabilityFlags]>([])
    private let arrived = DispatchSemaphore(value: 0)

    func append(_ new: SCNetworkReachabilityFlags) {
        flags.withLock { $0.append(new) }
        arrived.signal()
    }

    /// The next flags, or nil after ten seconds.
    func next() -> SCNetworkReachabilityFlags? {
        guard arrived.wait(timeout: .now() + 10) == .success else { return nil }
        return flags.withLock { $0.removeFirst() }
    }

    var count: Int { flags.withLock { $0.count } }

    /// Lets a target report to these, which the target does not retain.
    func receive(from target: SCNetworkReachability) {
        var context = SCNetworkReachabilityContext()
        context.info = Unmanaged.passUnretained(self).toOpaque()
        let callback: SCNetworkReachabilityCallBack = { _, flags, info in
            guard let info else { return }
            Unmanaged<Reports>.fromOpaque(info).takeUnretainedValue().append(flags)
        }
        SCNetworkReachabilitySetCallback(target, callback, &context)
    }
}
