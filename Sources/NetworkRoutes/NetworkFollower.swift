package import Dispatch
import Foundation

/// Follows changes of the kernel's links, addresses and routes on a queue of its own, without polling.
package final class NetworkFollower: @unchecked Sendable {
    // Sendable: the variables are used on `queue` only, after `init`.

    /// How long changes are collected: one change of a network is several messages.
    static let settlingTime = DispatchTimeInterval.milliseconds(50)

    /// The queue of the reports.
    package let queue: DispatchQueue
    private let changes: NetlinkSocket?
    private let report: @Sendable () -> Void
    private var source: (any DispatchSourceRead)?
    private var isSettling = false

    /// Opens its socket in the network namespace of the calling thread.
    /// - Parameter report: called on the queue once soon after `start`, and some time after each change.
    package init(label: String, report: @escaping @Sendable () -> Void) {
        queue = DispatchQueue(label: label)
        changes = NetlinkSocket(isListening: true)
        self.report = report
    }

    package func start() {
        queue.async { [self] in
            if let changes {
                let source = DispatchSource.makeReadSource(fileDescriptor: changes.descriptor, queue: queue)
                source.setEventHandler { [weak self] in self?.changed() }
                // The socket must stay open until the source has let go of its descriptor.
                source.setCancelHandler { withExtendedLifetime(changes) {} }
                self.source = source
                source.resume()
            }
            report()
        }
    }

    /// Ends the reports. One that runs may still finish.
    package func stop() {
        queue.async { [self] in
            source?.cancel()
            source = nil
        }
    }

    private func changed() {
        changes?.drain()
        guard !isSettling else { return }
        isSettling = true
        queue.asyncAfter(deadline: .now() + Self.settlingTime) { [weak self] in
            guard let self else { return }
            isSettling = false
            if source != nil { report() }
        }
    }
}
