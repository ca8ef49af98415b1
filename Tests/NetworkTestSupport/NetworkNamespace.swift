import Foundation
import Synchronization

/// A thread in a network namespace of its own, whose interfaces and routes a test changes with ip(8).
package final class NetworkNamespace: Sendable {
    /// Whether this process may create namespaces and has ip(8).
    package static let isAvailable: Bool = {
        guard FileManager.default.isExecutableFile(atPath: "/sbin/ip") else { return false }
        return onNewThread { leaveNetwork() && ip("link add name probe0 type veth peer name probe1") }
    }()

    /// Moves the calling thread to a new network namespace: unshare(2) with CLONE_NEWNET, which Glibc's module lacks.
    private static func leaveNetwork() -> Bool {
        typealias Unshare = @convention(c) (Int32) -> Int32
        guard let function = dlsym(nil, "unshare") else { return false }
        return unsafeBitCast(function, to: Unshare.self)(0x4000_0000) == 0
    }

    /// Runs `body` on a thread whose namespace has no interface but the loopback.
    package static func run<Result: Sendable>(_ body: @escaping @Sendable () -> Result) -> Result? {
        onNewThread { leaveNetwork() ? body() : nil }
    }

    private static func onNewThread<Result: Sendable>(_ body: @escaping @Sendable () -> Result) -> Result {
        let result = Mutex<Result?>(nil)
        let box = Box(result)
        let isDone = DispatchSemaphore(value: 0)
        let thread = Thread {
            let value = body()
            box.mutex.withLock { $0 = value }
            isDone.signal()
        }
        thread.start()
        isDone.wait()
        return box.mutex.withLock { $0! }
    }

    private final class Box<Value: Sendable>: Sendable {
        let mutex: Mutex<Value?>
        init(_ mutex: consuming Mutex<Value?>) { self.mutex = mutex }
    }

    /// Runs ip(8) in the namespace of the calling thread, which child processes inherit.
    @discardableResult
    package static func ip(_ arguments: String) -> Bool {
        // Not `Process`, which needs sockets of the loopback interface, and that one is down.
        var words = (["/sbin/ip"] + arguments.split(separator: " ").map(String.init)).map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var process = pid_t()
        guard posix_spawn(&process, "/sbin/ip", nil, nil, &words, environ) == 0 else { return false }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 { if errno != EINTR { return false } }
        return status == 0
    }
}
