import HLS

/// Variants that the decoder makes nothing of, or too slowly (spec/hls.md sections 3 and 10).
extension SessionCore {
    /// Damaged packets in a row, without a picture in between, after which a stream is played in another variant. A viewer has seen nothing of
    /// it then: so many are decoded ahead.
    static let toleratedErrors = 6

    /// Leaves a variant that the decoder fails with, where the stream has another one, and has it read from where playing stands.
    /// - Returns: whether playing goes on in another variant, or elsewhere.
    func leaveRung(of packet: Packet?, because fault: DecoderLimits.Fault, _ error: MediaError) -> Bool {
        gate.withLock { leaveRung(packet?.rung, because: fault, error) }
    }

    /// `gate` is held.
    private func leaveRung(_ rung: Int?, because fault: DecoderLimits.Fault, _ error: MediaError) -> Bool {
        guard let rung, let demuxer, phase == .ready, info?.isSeekable == true, error.code != .outOfMemory else {
            return false
        }
        // On the way elsewhere nobody misses a picture.
        if request != nil { return true }
        var why = error
        if fault == .noDecoder || fault == .damage {
            why.message = "The pictures of this variant cannot be decoded. \(error.message)"
        }
        guard demuxer.leave(rung: rung, because: fault, why) else { return false }
        readAnew()
        return true
    }

    /// What is held of the pictures is of no use: it is read once more, from the place that playing or a seek has come to. `gate` is held.
    private func readAnew() {
        var again: SeekRequest
        if let landing, !landing.isStart {
            again = landing.request
            again.target = landing.target
        } else if let landing {
            again = .silent(to: landing.target)
        } else {
            freeze()
            again = .silent(to: bounded(clock.time(at: now)))
        }
        again.readsAnew = true
        again.keepsLiveDistance = true
        landing = nil
        dropScan()
        decoderLoad.interrupted()
        request = again
        reportRate()
        gate.broadcast()
    }

    /// Counts a picture that has been decoded while playing: one whose time had gone by came too late. `gate` is held.
    func weigh(_ frame: Frame, rung: Int?) {
        guard let rung, frame.epoch == lane.epoch, wantedRate > 0, clock.rate > 0, landing == nil, request == nil,
            !isStalled, reverse == nil, scan == nil
        else {
            // Before time runs there is none to be late for.
            if isStalled || landing != nil || request != nil { decoderLoad.interrupted() }
            return
        }
        let host = now
        let isLate = frame.end < bounded(clock.time(at: host))
        guard decoderLoad.decoded(isLate: isLate, rung: rung, at: host.seconds) else { return }
        let error = MediaError(
            .decodingFailed, "The pictures of this variant take longer to decode than to show.",
            detail: "\(frame.width)x\(frame.height)")
        _ = leaveRung(rung, because: .overload, error)
    }
}
