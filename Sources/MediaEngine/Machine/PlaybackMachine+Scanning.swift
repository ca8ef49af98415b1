import HLS

/// Playback at rates at which not every frame can be read: time runs, and single frames are displayed (hls.md section 8).
extension PlaybackMachine {
    /// A frame to decode for a scan.
    struct ScanJob: Sendable {
        /// The number of the scan that requested it.
        var number: Int
        var target: Nanoseconds
        /// The width in pixels.
        var width: Int
    }

    enum ScanWait: Sendable {
        case job(ScanJob)
        case wait(until: HostTime?)
    }

    /// Whether single frames are displayed at this rate.
    func mustScan(_ rate: Double) -> Bool {
        guard source.info?.isSeekable == true, source.duration != nil else { return false }
        return abs(rate) > source.facts.policy.fastestContinuousRate || rate < 0 && source.videoTrack == nil
    }

    /// Starts a scan, or continues one at another rate; the clock already runs.
    mutating func beginScan() {
        if case .scanning = mode { return reportRate() }
        enter(.scanning(Scan(number: nextScanNumber(), nextAt: now)))
        if source.videoTrack != nil { perform(.startScanner) }
    }

    /// Checks for the end.
    mutating func tickScan() -> HostTime? {
        guard case .scanning = mode else { return nil }
        let raw = clock.time(at: now)
        let end = transport.forwardEnd.map { min($0, source.duration ?? $0) } ?? source.duration ?? .never
        if clock.rate < 0, raw <= 0 {
            finishScan(at: 0)
            return nil
        }
        if clock.rate > 0, raw >= end {
            finishScan(at: end)
            return nil
        }
        let interval = PlaybackLimits.scanInterval
        let wake = clock.host(at: clock.rate < 0 ? 0 : end) ?? now &+ interval
        return min(wake, now &+ interval)
    }

    /// Ends the scan at a time, and displays the frame at that time.
    private mutating func finishScan(at time: Nanoseconds) {
        reachEnd(at: time)
        beginSeek(.silent(time), then: .end(Ending(isEarly: false)))
    }

    /// Takes the scanner's next job.
    /// - Parameter delay: the average time to decode a frame.
    mutating func takeScanJob(delay: Nanoseconds) -> ScanWait {
        guard case .scanning(var scan) = mode else { return .wait(until: nil) }
        guard !scan.isDecoding else { return .wait(until: nil) }
        guard scan.nextAt <= now else { return .wait(until: scan.nextAt) }
        scan.nextAt = now &+ PlaybackLimits.scanInterval
        scan.isDecoding = true
        mode = .scanning(scan)
        let ahead = Nanoseconds(Double(delay) * clock.rate)
        let view = transport.streaming.environment.viewSize?.width ?? PlaybackLimits.usualScan
        return .job(
            ScanJob(
                number: scan.number, target: bounded(clock.time(at: now) &+ ahead),
                width: min(view, PlaybackLimits.widestScan)))
    }

    /// Whether a frame of this scan is still needed.
    func isScanning(_ number: Int) -> Bool {
        if case .scanning(let scan) = mode { scan.number == number } else { false }
    }

    /// - Parameter frame: nil if there is none at that time.
    mutating func scanned(_ frame: VideoFrame?, for job: ScanJob) {
        guard case .scanning(var scan) = mode, scan.number == job.number else { return }
        scan.isDecoding = false
        mode = .scanning(scan)
        guard let frame else { return }
        if let displayed = scan.displayed {
            // Skip the same frame, and frames whose time has passed.
            guard clock.rate < 0 ? frame.time < displayed : frame.time > displayed else { return }
        }
        scan.displayed = frame.time
        mode = .scanning(scan)
        display(frame)
    }

    /// - Parameter failures: the number of consecutive failures. Time continues without frames; the error is reported once.
    mutating func scanFailed(_ error: MediaError, for job: ScanJob, failures: Int) {
        guard case .scanning(var scan) = mode, scan.number == job.number else { return }
        scan.isDecoding = false
        if failures == 1, error.code != .cancelled { send(.warning(error)) }
        let doublings = min(failures, PlaybackLimits.longestScanPause)
        scan.nextAt = now &+ PlaybackLimits.scanInterval &* Int64(1 << doublings)
        mode = .scanning(scan)
    }
}
