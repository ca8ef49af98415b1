import CCurl
import Foundation
import Synchronization

/// The thread that runs libcurl's multi interface for the whole process. It starts with the first request and never ends.
final class NetworkThread: Sendable {
    static let shared = NetworkThread()

    // libcurl allows `curl_multi_wakeup` on any thread; everything else runs on the network thread.
    nonisolated(unsafe) let multi: UnsafeMutableRawPointer?
    private let commands = Mutex<[@Sendable () -> Void]>([])
    // Accessed on the network thread only.
    nonisolated(unsafe) private var transfers: [UnsafeMutableRawPointer: HTTPTransfer] = [:]
    nonisolated(unsafe) private var timers: [(deadline: Int64, action: @Sendable () -> Void)] = []

    /// The interval in milliseconds at which running transfers are checked for stalls.
    private static let tick: Int32 = 200

    private init() {
        curl_global_init(Int(CURL_GLOBAL_DEFAULT))
        multi = curl_multi_init()
        EngineThread.start("network") { [self] in run() }
    }

    /// Runs a command on the network thread, in the order of calls.
    func perform(_ command: @escaping @Sendable () -> Void) {
        commands.withLock { $0.append(command) }
        curl_multi_wakeup(multi)
    }

    /// Runs an action later. Call on the network thread.
    func after(seconds: Double, _ action: @escaping @Sendable () -> Void) {
        timers.append((SystemHostClock().now &+ Int64(seconds * 1e9), action))
    }

    /// Starts a transfer. Call on the network thread.
    func add(_ transfer: HTTPTransfer, _ easy: UnsafeMutableRawPointer) {
        transfers[easy] = transfer
        curl_multi_add_handle(multi, easy)
    }

    /// Removes a transfer. Call on the network thread.
    func remove(_ easy: UnsafeMutableRawPointer) {
        if transfers.removeValue(forKey: easy) != nil { curl_multi_remove_handle(multi, easy) }
    }

    private func run() {
        var running: Int32 = 0
        while true {
            let todo = commands.withLock { list in
                defer { list.removeAll() }
                return list
            }
            for command in todo { command() }
            curl_multi_perform(multi, &running)
            finishDone()
            let now = SystemHostClock().now
            for transfer in Array(transfers.values) { transfer.check(now) }
            let due = timers.filter { $0.deadline <= now }
            timers.removeAll { $0.deadline <= now }
            for timer in due { timer.action() }
            curl_multi_poll(multi, nil, 0, restMilliseconds, nil)
        }
    }

    /// The time until the next check, in milliseconds.
    private var restMilliseconds: Int32 {
        var rest = transfers.isEmpty ? 60_000 : Self.tick
        let now = SystemHostClock().now
        for timer in timers { rest = min(rest, Int32(clamping: (timer.deadline &- now) / 1_000_000 + 1)) }
        return max(0, rest)
    }

    private func finishDone() {
        var left: Int32 = 0
        while let message = curl_multi_info_read(multi, &left) {
            guard message.pointee.msg == CURLMSG_DONE, let easy = message.pointee.easy_handle else { continue }
            let result = message.pointee.data.result
            guard let transfer = transfers[easy] else { continue }
            remove(easy)
            transfer.finish(result)
        }
    }
}
