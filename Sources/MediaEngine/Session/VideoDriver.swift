import Foundation
import HLS
import Synchronization

/// The video decoding thread and its decoders.
final class VideoDriver: Sendable {
    private struct State {
        /// By pipeline ID.
        var decoders: [Int: VideoDecoder] = [:]
        /// The threads taken from the process's budget; 0 before the first decoder is opened.
        var threads = 0

        mutating func close() {
            decoders.removeAll()
            if threads > 0 { ThreadBudget.shared.release(threads) }
            threads = 0
        }
    }

    // Decoders are used by one thread at a time: the one that holds this lock while it runs.
    private let state = Mutex<UnsafeTransfer<State>>(UnsafeTransfer(State()))

    deinit { release() }

    /// Closes the decoders. Call only while no video thread runs.
    func release() { state.withLock { $0.value.close() } }

    /// Decodes until there is no more work.
    func run(_ core: SessionCore) {
        state.withLock { state in
            while let job = core.nextJob(of: .video, { $0.machine.takeVideoJob().map { .job($0) } ?? .rest }) {
                for id in state.value.decoders.keys where !job.openPipelines.contains(id) {
                    state.value.decoders[id] = nil
                }
                Self.perform(job, core, &state.value)
            }
            // Close the decoders if the session is over; otherwise a later thread continues with them.
            if !core.read({ $0.isReady }) { state.value.close() }
        }
    }

    private static func perform(_ job: SessionMachine.VideoJob, _ core: SessionCore, _ state: inout State) {
        guard let reader = core.reader, let track = core.read({ $0.source.videoTrack }) else { return }
        do throws(MediaError) {
            guard let decoder = try decoder(for: job, track, reader, core, &state) else { return }
            if let packet = job.sample {
                decoder.setEffort(job.effort == .everything ? .everything : .referencesOnly)
                while try !decoder.send(packet) {
                    guard try deliver(from: decoder, job, core) == .someFrames else { break }
                }
            } else {
                _ = try decoder.send(nil)
            }
            _ = try deliver(from: decoder, job, core)
            reportCorruptFrames(of: decoder, reader)
            if decoder.takeLackOfDeinterlacer() { core.update { $0.videoStaysInterlaced() } }
            if decoder.errorsInARow >= PlaybackLimits.toleratedErrors, let lastDecodingError = decoder.lastDecodingError
            {
                _ = core.switchVariant(from: job.sample?.variant, because: .corruption, lastDecodingError)
            }
        } catch {
            // The next packet gets a new decoder.
            state.decoders[job.pipeline] = nil
            if core.switchVariant(from: job.sample?.variant, because: .corruption, error) == .noAlternative {
                core.update { $0.videoFailed(error) }
            }
        }
    }

    /// Returns the decoder of the job's pipeline, opening it if necessary; nil if playback switches to another variant instead.
    private static func decoder(
        for job: SessionMachine.VideoJob, _ track: TrackInfo, _ reader: any MediaReader, _ core: SessionCore,
        _ state: inout State
    ) throws(MediaError) -> VideoDecoder? {
        if let open = state.decoders[job.pipeline] {
            if job.sample.map({ open.accepts($0.format) }) ?? true {
                if job.flushes { open.flush() }
                return open
            }
            if !job.flushes {
                // The codec changes: first drain the old decoder.
                _ = try open.send(nil)
                _ = try deliver(from: open, job, core, isLast: false)
                reportCorruptFrames(of: open, reader)
            }
        }
        guard let format = job.sample?.format ?? reader.format(of: track.index) else {
            throw MediaError(.malformed, "The video track is no longer in the media.", url: reader.url)
        }
        if state.threads == 0 {
            state.threads = ThreadBudget.shared.take(ProcessInfo.processInfo.activeProcessorCount)
        }
        do throws(MediaError) {
            let decoder = try VideoDecoder(
                format: format, track: track, threads: state.threads, url: reader.url)
            state.decoders[job.pipeline] = decoder
            core.update { $0.statistics.decoder = decoder.name }
            return decoder
        } catch {
            guard core.switchVariant(from: job.sample?.variant, because: .noDecoder, error) != .noAlternative else {
                throw error
            }
            return nil
        }
    }

    private static func reportCorruptFrames(of decoder: VideoDecoder, _ reader: any MediaReader) {
        for frame in decoder.takeCorruptFrames() {
            reader.stream?.reportCorruptFrame(at: frame.time, isLost: frame.isLost)
        }
    }

    private enum Delivery { case someFrames, nothing }

    /// Passes the frames that the decoder has ready to the machine.
    private static func deliver(
        from decoder: VideoDecoder, _ job: SessionMachine.VideoJob, _ core: SessionCore, isLast: Bool = true
    ) throws(MediaError) -> Delivery {
        var delivery = Delivery.nothing
        while true {
            switch try decoder.receive(epoch: job.epoch) {
            case .frame(let frame):
                delivery = .someFrames
                if case .tooSlow(let variant) = core.update(
                    .progress, { $0.decoded(frame, variant: job.sample?.variant) })
                {
                    let error = MediaError(
                        .decodingFailed, "The frames of this variant take longer to decode than to display.",
                        detail: "\(frame.width)x\(frame.height)")
                    _ = core.switchVariant(from: variant, because: .overload, error)
                }
            case .needsPacket:
                return delivery
            case .ended:
                guard isLast else { return delivery }
                // Too few packets for the decoder to fail by itself, but it ended without a single frame. Truncated media reports its own
                // error.
                if let lastDecodingError = decoder.lastDecodingError,
                    core.read({ $0.statistics.decodedFrames == 0 && $0.source.readFailure == nil })
                {
                    throw lastDecodingError
                }
                core.update { $0.videoDrained(epoch: job.epoch) }
                return delivery
            }
        }
    }
}

/// Handling of variants that the decoder cannot decode, or not in real time (hls.md sections 3 and 10).
extension SessionCore {
    /// Switches away from a variant after a decoding error, if the stream has another one.
    func switchVariant(from variant: Int?, because fault: DecoderLimits.Fault, _ error: MediaError) -> VariantSwitch {
        guard let variant, let stream = reader?.stream else { return .noAlternative }
        switch read({ $0.decision(onFailureOf: variant, error) }) {
        case .keep: return .noAlternative
        case .ignore: return .switched
        case .requestSwitch: break
        }
        var reason = error
        if fault == .noDecoder || fault == .corruption {
            reason.message = "The frames of this variant cannot be decoded. \(error.message)"
        }
        guard stream.switchAway(fromVariant: variant, because: fault, reason) == .switched else {
            return .noAlternative
        }
        update { $0.readAgain() }
        return .switched
    }
}
