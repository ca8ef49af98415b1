import CoreMedia
import Foundation
import HLS

/// Playing at rates at which not every picture can be read: time runs, and single pictures of it are shown (spec/hls.md section 8).
struct ScanRun {
    /// Tells one run from another: pictures of an older one are void.
    let number: Int
    /// When the next picture may be asked for.
    var nextAt: Nanoseconds
    /// Of the picture that this run has shown last.
    var shown: Nanoseconds?
    /// Whether a picture is being made for it.
    var isBusy = false
}

extension SessionCore {
    /// Pictures shown in a second, at the most.
    static let scanPicturesPerSecond: Nanoseconds = 8
    /// Scanned pictures are chosen for no more pixels than that across.
    private static let widestScan = 1_280
    private static let usualScan = 640
    /// A picture is asked for so much in advance, at the most.
    private static let longestDelay: Nanoseconds = .second

    /// Whether pictures of this rate are shown one by one. `gate` is held, as in all of these.
    func mustScan(_ rate: Double) -> Bool {
        guard info?.isSeekable == true, duration != nil else { return false }
        return abs(rate) > demuxer?.fastestWhole ?? .infinity || rate < 0 && videoTrack == nil
    }

    /// Begins, or goes on at another rate; the clock runs already.
    func beginScan() {
        if scan == nil {
            scanCount += 1
            scan = ScanRun(number: scanCount, nextAt: now)
        }
        guard !hasScanner, videoTrack != nil else { return }
        hasScanner = true
        EngineThread.start("scan") { self.runScan() }
    }

    /// Plays on where time stands, exactly, without anybody waiting for it.
    func endScan() {
        guard scan != nil else { return }
        dropScan()
        let at = bounded(clock.time(at: now))
        request = .silent(to: at)
        clock.setRate(0, at: now)
        clock.set(at, at: now)
        gate.broadcast()
    }

    /// What is under way for it is not wanted any more.
    func dropScan() {
        guard scan != nil else { return }
        scan = nil
        scanStops.cancel()
        gate.broadcast()
    }

    /// Looks for the end.
    /// - Returns: when to look again.
    func presentScan() -> Nanoseconds? {
        let host = now
        let raw = clock.time(at: host)
        let end = endTime.map { min($0, duration ?? $0) } ?? duration ?? .never
        if clock.rate == 0 { runIfPossible() }
        if clock.rate < 0, raw <= 0 {
            finishScan(at: 0)
            return nil
        }
        if clock.rate > 0, raw >= end {
            finishScan(at: end)
            return nil
        }
        let wake = clock.host(at: clock.rate < 0 ? 0 : end) ?? host &+ Self.scanInterval
        return min(wake, host &+ Self.scanInterval)
    }

    private static let scanInterval: Nanoseconds = .second / scanPicturesPerSecond

    /// Stands at an end, with its own picture.
    private func finishScan(at time: Nanoseconds) {
        dropScan()
        reachEnd(at: time)
        request = .silent(to: time)
        gate.broadcast()
    }

    // MARK: - The scanner's thread

    private func runScan() {
        let stills = MediaStills(asset.locator, stops: scanStops)
        var delay: Nanoseconds = 0
        var failures = 0
        gate.lock()
        defer { gate.unlock() }
        while phase == .ready {
            guard let run = scan, landing == nil, request == nil else {
                gate.wait()
                continue
            }
            let host = now
            guard run.nextAt <= host else {
                clockSource.wait(on: gate, until: run.nextAt)
                continue
            }
            scan?.nextAt = host &+ Self.scanInterval
            scan?.isBusy = true
            let ahead = Nanoseconds(Double(delay) * clock.rate)
            let target = bounded(clock.time(at: host) &+ ahead)
            let width = min(streaming.environment.viewSize?.width ?? Self.usualScan, Self.widestScan)
            scanStops.resume()
            gate.unlock()
            let result: Result<Frame?, MediaError>
            do throws(MediaError) {
                let frame = try stills.frame(
                    at: target, before: .never, after: .never, width: width,
                    isCancelled: { [self] in gate.withLock { scan?.number != run.number || phase != .ready } })
                result = .success(frame)
            } catch {
                result = .failure(error)
            }
            gate.lock()
            guard phase == .ready, scan?.number == run.number else { continue }
            scan?.isBusy = false
            switch result {
            case .success(let frame):
                failures = 0
                delay = min((delay &* 3 &+ (now &- host)) / 4, Self.longestDelay)
                if let frame { show(frame) }
            case .failure(let error):
                failures += 1
                // Time runs on without pictures; that is said once.
                if failures == 1, error.code != .cancelled { send(.warning(error)) }
                let pause = Self.scanInterval &* Int64(1 << min(failures, Self.longestPause))
                scan?.nextAt = now &+ pause
            }
        }
    }

    /// What failed is tried again after so many doublings of the interval at the most.
    private static let longestPause = 5

    private func show(_ frame: Frame) {
        guard let run = scan, landing == nil, request == nil else { return }
        if let shown = run.shown {
            // The same one again, or one that time has passed already.
            guard clock.rate < 0 ? frame.time < shown : frame.time > shown else { return }
        }
        scan?.shown = frame.time
        present(frame)
    }
}
