import Foundation

/// The scanner thread: decodes single frames for rates at which not every frame can be decoded. Started at the first such rate.
extension SessionCore {
    func runScanner() {
        let thumbnails = MediaThumbnails(asset.locator, cancellation: scanCancellation)
        var delay: Nanoseconds = 0
        var failures = 0
        while let job = nextJob(of: .scanner, { step(&$0, delay: delay) }) {
            scanCancellation.resume()
            let began = clock.time
            do throws(MediaError) {
                let frame = try thumbnails.frame(
                    at: job.target, before: .never, after: .never, width: job.width,
                    isCancelled: { [self] in read { !$0.isScanning(job.number) } })
                failures = 0
                delay = min((delay &* 3 &+ (clock.time &- began)) / 4, PlaybackLimits.longestScanDelay)
                update { $0.scanned(frame, for: job) }
            } catch {
                failures += 1
                update { $0.scanFailed(error, for: job, failures: failures) }
            }
        }
    }

    private func step(_ state: inout State, delay: Nanoseconds) -> DriverStep<SessionMachine.ScanJob> {
        switch state.machine.takeScanJob(delay: delay) {
        case .job(let job): .job(job)
        case .wait(let deadline?): .wait(until: deadline)
        case .wait(nil): .rest
        }
    }
}
