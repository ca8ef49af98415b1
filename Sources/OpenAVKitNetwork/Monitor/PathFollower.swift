import NetworkRoutes
import Synchronization

/// Follows the kernel's links and routes, and reports paths that differ.
final class PathFollower: Sendable {
    /// The latest path that was reported.
    private final class Latest: Sendable {
        private let path = Mutex<NWPath?>(nil)

        func replaceIfDifferent(_ next: NWPath) -> Bool {
            path.withLock { path in
                guard path != next else { return false }
                path = next
                return true
            }
        }
    }

    private let follower: NetworkFollower

    /// Opens its sockets in the network namespace of the calling thread. `report` is called on a private queue, first soon after `start`.
    init(_ evaluator: PathEvaluator, report: @escaping @Sendable (NWPath) -> Void) {
        let requests = NetworkRequests()
        let latest = Latest()
        follower = NetworkFollower(label: "OpenAVKit.NWPathMonitor") {
            let path = evaluator.path(requests.tables())
            if latest.replaceIfDifferent(path) { report(path) }
        }
    }

    func start() { follower.start() }

    /// Ends the reports. One that runs may still finish.
    func stop() { follower.stop() }
}
