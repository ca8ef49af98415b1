import Foundation
import ReportText
import NowPlayingTesting
import NowPlayingValidation
import Synchronization

/// A run of `avplayer nowplaying` on the session bus: prints updates and findings as they arrive, until Ctrl-C.
final class NowPlayingSession: Sendable {
    /// Records that are under way to the validator when time passes.
    private static let slack = 0.5

    private enum End { case running, finished, interrupted, failed(String), disconnected }

    private struct State {
        var validator: NowPlayingValidator
        var report: NowPlayingReport
        var log: FileHandle?
        var players = 0
        var end = End.running
    }

    private let options: NowPlayingReport.Options
    private let state: Mutex<State>
    private let recorder = Mutex<NowPlayingRecorder?>(nil)
    private let logPath: String?
    private let exitAfter: String?
    private let over = DispatchSemaphore(value: 0)

    init(
        report options: NowPlayingReport.Options, check: NowPlayingValidator.Options, log: String?, exitAfter: String?
    ) {
        self.options = options
        logPath = log
        self.exitAfter = exitAfter
        state = Mutex(
            State(
                validator: NowPlayingValidator(options: check),
                report: NowPlayingReport(options) { StandardOutput.write(Data($0.utf8)) }))
    }

    /// Watches until the end and returns the exit code. Blocks the calling thread.
    func run(player: String?) -> Int32 {
        if let logPath {
            guard FileManager.default.createFile(atPath: logPath, contents: nil),
                let file = FileHandle(forWritingAtPath: logPath)
            else {
                Report.printError("\(logPath) cannot be written: check the path and its permissions")
                return PlayerExit.usage.rawValue
            }
            state.withLock { $0.log = file }
        }
        // The signals end the wait, so that the summary is printed.
        let signals = [SIGINT, SIGTERM].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { self.end(.interrupted) }
            source.resume()
            return source
        }
        defer { for source in signals { source.cancel() } }
        Task { await record(player) }
        let timer = DispatchSource.makeTimerSource(queue: .global())
        timer.schedule(deadline: .now() + 0.5, repeating: 0.5)
        timer.setEventHandler { [self] in
            guard let recorder = recorder.withLock({ $0 }) else { return }
            pass(to: recorder.time, isDisconnected: recorder.isDisconnected)
        }
        timer.resume()
        over.wait()
        timer.cancel()
        recorder.withLock { $0?.stop() }
        return conclude()
    }

    private func record(_ player: String?) async {
        do throws(NowPlayingRecorder.Failure) {
            let new = try await NowPlayingRecorder(player: player, limit: 0) { [weak self] in self?.take($0) }
            recorder.withLock { $0 = new }
            if options.format == .text { announce(player) }
        } catch {
            end(.failed(error.description))
        }
    }

    private func announce(_ player: String?) {
        guard isatty(2) == 1 else { return }
        Report.line("watching \(player ?? "all players") on the session bus; Ctrl-C ends with a summary")
    }

    private func take(_ record: NowPlayingRecord) {
        state.withLock { state in
            guard case .running = state.end else { return }
            let line = NowPlayingLogWriter.line(record)
            if let log = state.log {
                do { try log.write(contentsOf: Data(line.utf8)) } catch {
                    state.end = .failed("\(logPath ?? "the log") cannot be written: \(FileFailure.reason(error))")
                    over.signal()
                    return
                }
            }
            switch options.format {
            case .text: show(record.summaryLine + "\n")
            case .lines: show(line)
            case .json, .junit: break
            }
            for finding in state.validator.add(record) { state.report.add(.finding(finding)) }
            switch record.event {
            case .appeared: state.players += 1
            case .gone:
                state.players -= 1
                if exitAfter == "gone", state.players == 0 {
                    state.end = .finished
                    over.signal()
                }
            default: break
            }
        }
    }

    private func show(_ text: String) {
        do { try FileHandle.standardOutput.write(contentsOf: Data(text.utf8)) } catch { over.signal() }
    }

    /// Reports what has not arrived in time, and ends the run at its time.
    private func pass(to time: Double, isDisconnected: Bool) {
        state.withLock { state in
            guard case .running = state.end else { return }
            for finding in state.validator.advance(to: time - Self.slack) { state.report.add(.finding(finding)) }
            if isDisconnected {
                state.end = .disconnected
            } else if let seconds = exitAfter.flatMap(NowPlayingCommand.seconds), time >= seconds {
                state.end = .finished
            } else {
                return
            }
            over.signal()
        }
    }

    private func end(_ end: End) {
        state.withLock { state in
            guard case .running = state.end else { return }
            state.end = end
            over.signal()
        }
    }

    private func conclude() -> Int32 {
        state.withLock { state in
            if case .failed(let message) = state.end {
                Report.printError(message)
                return state.validator.summary.records == 0
                    ? PlayerExit.nothingRead.rawValue : PlayerExit.playbackFailed.rawValue
            }
            for finding in state.validator.finish() { state.report.add(.finding(finding)) }
            state.report.finish(state.validator.summary)
            try? state.log?.close()
            switch state.end {
            case .interrupted: return PlayerExit.interrupted.rawValue
            case .disconnected:
                Report.printError("the session bus has ended")
                return PlayerExit.playbackFailed.rawValue
            default: return NowPlayingReport.exitCode(state.validator.summary, failOn: options.failOn)
            }
        }
    }
}
