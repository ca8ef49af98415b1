import Foundation
import MediaTesting
import Synchronization
import Testing

/// A running `avplayer --control` that is sent commands while its events are read.
final class LiveProgram: Sendable {
    private let input: FileHandle
    private let events: AsyncStream<[String: JSONValue]>
    private let ended: AsyncStream<Int32>
    private let processIdentifier: Int32
    private let lastCommand = Mutex(0)
    private let isRunning: RunningMark

    /// Whether the program runs; its process number belongs to another program after its end.
    private final class RunningMark: Sendable {
        private let isSet = Mutex(true)

        func clear() { isSet.withLock { $0 = false } }

        /// Runs a closure only if the program has not ended.
        func whileSet(_ body: () -> Void) { isSet.withLock { if $0 { body() } } }
    }

    enum JSONValue: Decodable, Sendable, Equatable {
        case text(String), number(Double), boolean(Bool), null, other

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if container.decodeNil() {
                self = .null
            } else if let value = try? container.decode(Bool.self) {
                self = .boolean(value)
            } else if let value = try? container.decode(Double.self) {
                self = .number(value)
            } else if let value = try? container.decode(String.self) {
                self = .text(value)
            } else {
                self = .other
            }
        }

        var number: Double? { if case .number(let value) = self { value } else { nil } }
        var text: String? { if case .text(let value) = self { value } else { nil } }
    }

    init(_ arguments: [String], environment changes: [String: String?] = [:]) throws {
        let process = Process()
        let program: URL = try #require(Program.url)
        process.executableURL = program
        process.arguments = arguments
        process.environment = Program.environment.merging(changes.compactMapValues { $0 }) { $1 }
        let input = Pipe()
        let output = Pipe()
        process.standardInput = input
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        let (ended, endedContinuation) = AsyncStream.makeStream(of: Int32.self)
        let isRunning = RunningMark()
        process.terminationHandler = { process in
            isRunning.clear()
            let signalled = process.terminationReason == .uncaughtSignal
            endedContinuation.yield(signalled ? 128 + process.terminationStatus : process.terminationStatus)
            endedContinuation.finish()
        }
        try process.runHearingSignals()
        let (events, continuation) = AsyncStream.makeStream(of: [String: JSONValue].self)
        let reader = output.fileHandleForReading
        let thread = Thread {
            var rest = Data()
            while true {
                let data = reader.availableData
                guard !data.isEmpty else { break }
                rest += data
                while let end = rest.firstIndex(of: 10) {
                    let line = rest[..<end]
                    rest = Data(rest[rest.index(after: end)...])
                    if let event = try? JSONDecoder().decode([String: JSONValue].self, from: line) {
                        continuation.yield(event)
                    }
                }
            }
            continuation.finish()
        }
        thread.start()
        self.input = input.fileHandleForWriting
        self.events = events
        self.ended = ended
        self.processIdentifier = process.processIdentifier
        self.isRunning = isRunning
    }

    /// Ends the program of a test that has failed before it could end the program, so that its window takes no keys from the next test.
    deinit { kill() }

    /// Returns the next event of this name; nil if the program ends first.
    func next(_ name: String) async -> [String: JSONValue]? { await next { $0["event"] == .text(name) } }

    /// Returns the next event that satisfies the condition; nil if the program ends first.
    func next(where isWanted: ([String: JSONValue]) -> Bool) async -> [String: JSONValue]? {
        for await event in events where isWanted(event) { return event }
        return nil
    }

    /// Sends a command and waits for its answer: the error is nil on success.
    @discardableResult
    func command(_ name: String, _ fields: String = "") async throws -> (error: String?, position: Double?) {
        let id = lastCommand.withLock { last in
            last += 1
            return last
        }
        try input.write(
            contentsOf: Data("{\"id\":\(id),\"command\":\"\(name)\"\(fields.isEmpty ? "" : ",")\(fields)}\n".utf8))
        for await event in events where event["event"] == .text("done") && event["id"] == .number(Double(id)) {
            return (
                event["ok"] == .boolean(true) ? nil : event["error"]?.text ?? "no reason", event["position"]?.number
            )
        }
        return ("the program has ended", nil)
    }

    /// Writes any line, including invalid commands.
    func write(_ line: String) throws { try input.write(contentsOf: Data((line + "\n").utf8)) }

    func interrupt() { Glibc.kill(processIdentifier, SIGINT) }

    /// Ends the program with SIGKILL.
    func kill() { isRunning.whileSet { _ = Glibc.kill(processIdentifier, SIGKILL) } }

    func exitCode() async -> Int32? {
        for await code in ended { return code }
        return nil
    }
}
