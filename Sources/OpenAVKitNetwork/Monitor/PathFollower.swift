import Dispatch
import Foundation

/// Follows the kernel's links and routes on a queue of its own, and reports paths that differ.
final class PathFollower: @unchecked Sendable {
    // Sendable: the variables are used on `queue` only, after `init`.

    /// How long changes are collected: one change of a network is several messages.
    static let settlingTime = DispatchTimeInterval.milliseconds(50)

    private let queue = DispatchQueue(label: "OpenAVKit.NWPathMonitor")
    private let changes: NetlinkSocket?
    private let requests: NetlinkSocket?
    private let evaluator: PathEvaluator
    private let report: @Sendable (NWPath) -> Void
    private var source: (any DispatchSourceRead)?
    private var sequence: UInt32 = 0
    private var isSettling = false
    private var path: NWPath?

    /// Opens its sockets in the network namespace of the calling thread. `report` is called on a private queue, first soon after `start`.
    init(_ evaluator: PathEvaluator, report: @escaping @Sendable (NWPath) -> Void) {
        // The listening socket first: a change between both is then evaluated twice rather than missed.
        changes = NetlinkSocket(isListening: true)
        requests = NetlinkSocket(isListening: false)
        self.evaluator = evaluator
        self.report = report
    }

    func start() {
        queue.async { [self] in
            if let changes {
                let source = DispatchSource.makeReadSource(fileDescriptor: changes.descriptor, queue: queue)
                source.setEventHandler { [weak self] in self?.changed() }
                // The socket must stay open until the source has let go of its descriptor.
                source.setCancelHandler { withExtendedLifetime(changes) {} }
                self.source = source
                source.resume()
            }
            evaluate()
        }
    }

    /// Ends the reports. One that runs may still finish.
    func stop() {
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
            if source != nil { evaluate() }
        }
    }

    private func evaluate() {
        let next = currentPath()
        guard next != path else { return }
        path = next
        report(next)
    }

    private func currentPath() -> NWPath {
        var links: [Link] = []
        var routes: [DefaultRoute] = []
        for message in dump(18) + dump(26) {
            switch message {
            case .link(let link): links.append(link)
            case .route(let found): routes += found
            default: break
            }
        }
        return evaluator.path(links: links, routes: routes)
    }

    private func dump(_ type: UInt16) -> [NetlinkMessage] {
        // An answer that a change of the tables interrupts is repeated once.
        for _ in 0..<2 {
            sequence &+= 1
            if let messages = requests?.dump(type, sequence: sequence) { return messages }
        }
        return []
    }

    /// Evaluates once, on the calling thread. Only before `start`.
    func evaluateOnce() -> NWPath { currentPath() }
}
