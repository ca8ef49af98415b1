import Foundation
import HLS
import VideoFrames

/// The video decoder's next job, and the handling of decoded frames.
extension PlaybackMachine {
    /// One packet for one decoder.
    struct VideoJob: Sendable {
        enum Effort: Sendable, Hashable {
            case everything
            /// Frames that are not referenced by others may be skipped.
            case referencesOnly
        }

        var pipeline: Int
        var epoch: Int
        /// The pipelines whose decoders remain open; others are closed.
        var openPipelines: Set<Int>
        /// Nil: there are no more packets, and the decoder must be drained.
        var sample: Sample?
        var effort = Effort.everything
        /// Whether the decoder is flushed first.
        var flushes: Bool
    }

    /// Whether there is a job for the decoder.
    var hasVideoJob: Bool { videoTrackToDecode != nil }

    /// The index of the video track if its decoder has a job; nil: wait.
    private var videoTrackToDecode: Int? {
        guard isReady, let index = source.videoTrack?.index, video.failure == nil else { return nil }
        let isAwaitingFrame = pendingSeek?.target != nil
        var isCollecting = false
        if case .reversing(let run) = mode {
            isCollecting = run.isCollecting
            guard isCollecting else { return nil }
        }
        let mostAhead = isStarting && start.hasFirstFrame ? 0 : PlaybackLimits.framesAhead
        guard isAwaitingFrame || isCollecting || needsFrames(upTo: mostAhead) else { return nil }
        // Without packets, the decoder is drained at the end.
        let hasJob = !cache[index].isExhausted || (cache.isAtEnd && !video.pipelines.active.isDraining)
        return hasJob ? index : nil
    }

    private func needsFrames(upTo mostAhead: Int) -> Bool {
        let count = video.frames.count
        guard count < mostAhead else { return false }
        guard !video.isFilling, count >= 2, let first = video.frames.first, let last = video.frames.last else {
            return true
        }
        let limit = Nanoseconds(Double(PlaybackLimits.framesRefill) * max(1, abs(transport.rate)))
        return last.end &- first.time < limit
    }

    /// Takes the decoder's next job; nil: wait.
    mutating func takeVideoJob() -> VideoJob? {
        guard let index = videoTrackToDecode else { return nil }
        video.isFilling = true
        let active = video.pipelines.active
        var job = VideoJob(
            pipeline: active.id, epoch: active.epoch, openPipelines: video.pipelines.ids, sample: cache[index].next,
            flushes: active.mustFlush)
        if let sample = job.sample {
            cache[index].take()
            job.effort = effort(for: sample)
            if job.effort == .referencesOnly, !sample.isLeadIn {
                video.pipelines.active.lastSkipped = max(active.lastSkipped, sample.time)
            }
        } else {
            video.pipelines.active.isDraining = true
        }
        video.pipelines.active.mustFlush = false
        return job
    }

    /// Non-reference frames before a seek's target are not decoded.
    private func effort(for sample: Sample) -> VideoJob.Effort {
        if sample.isLeadIn { return .referencesOnly }
        guard let cover = pendingSeek?.target?.cover else { return .everything }
        return sample.time < cover ? .referencesOnly : .everything
    }

    enum DecodingPace: Sendable {
        case inTime
        /// The frames of this variant take longer to decode than to display.
        case tooSlow(variant: Int)
    }

    /// Handles a frame from the decoder.
    mutating func decoded(_ frame: VideoFrame, variant: Int?) -> DecodingPace {
        guard isReady else { return .inTime }
        statistics.decodedFrames += 1
        video.isCorruptionReported = false
        guard frame.epoch == video.pipelines.active.epoch else {
            // Its pipeline has been parked meanwhile; a later seek needs its position.
            video.pipelines.parkedPipelineDecoded(frame)
            return .inTime
        }
        video.pipelines.active.lastDecoded = frame
        if case .reversing(let run) = mode, run.isCollecting {
            collect(frame)
        } else {
            take(frame)
        }
        if video.frames.count >= PlaybackLimits.framesAhead { video.isFilling = false }
        return recordPace(frame, variant: variant)
    }

    /// Records whether a frame that was decoded during playback was late.
    private mutating func recordPace(_ frame: VideoFrame, variant: Int?) -> DecodingPace {
        guard let variant, case .playing = mode, clock.rate > 0 else {
            switch mode {
            case .seeking, .waiting: video.load.interrupted()
            default: break
            }
            return .inTime
        }
        let isLate = frame.end < time
        guard video.load.decoded(isLate: isLate, variant: variant, at: now.seconds) else { return .inTime }
        return .tooSlow(variant: variant)
    }

    /// Called when the decoder of an epoch has been drained.
    mutating func videoDrained(epoch: Int) {
        guard epoch == video.pipelines.active.epoch, isReady else { return }
        video.isDrained = true
        if let target = pendingSeek?.target {
            finishSeek(with: target.candidate ?? video.displayed)
        } else {
            finishCollecting()
        }
    }

    enum VariantDecision: Sendable {
        /// There is no other variant to switch to.
        case keep
        /// A pending seek or switch makes this frame irrelevant.
        case ignore
        /// The reader must switch to another variant.
        case requestSwitch
    }

    /// Decides whether a decoding error requires another variant.
    func decision(onFailureOf variant: Int?, _ error: MediaError) -> VariantDecision {
        guard variant != nil, isReady, source.info?.isSeekable == true, error.code != .outOfMemory else { return .keep }
        return pendingSeek?.isRequested == true ? .ignore : .requestSwitch
    }

    /// Handles a decoding error. An item with audio continues; if earlier frames were decoded, later ones may be valid
    /// too.
    mutating func videoFailed(_ error: MediaError) {
        guard isReady else { return }
        markCoverFinal()
        let isFinal = statistics.decodedFrames == 0 || error.code != .decodingFailed
        if !source.isComplete, isFinal {
            // The item can play without video if it has audio tracks, which are not known yet.
            video.failure = error
            return finishSeek(with: nil)
        }
        guard source.audioTrack != nil || !source.isComplete, error.code != .decoderNotFound else {
            video.failure = error
            return fail(error)
        }
        if isFinal {
            video.failure = error
            send(.warning(error))
        } else if !video.isCorruptionReported {
            video.isCorruptionReported = true
            var loss = error
            loss.message = "The video is damaged here; the last frame stays displayed until the next valid one."
            send(.warning(loss))
        }
        if video.pipelines.active.isDraining { video.isDrained = true }
        finishSeek(with: nil)
    }

    /// Reports interlaced video that is displayed with its fields.
    mutating func videoStaysInterlaced() {
        send(
            .warning(
                MediaError(
                    .unsupported,
                    "The video is interlaced and is shown with its fields; install libavfilter to see whole frames.",
                    detail: "libavfilter was not found, or has no bwdif")))
    }

    /// Displays a frame.
    mutating func display(_ frame: VideoFrame) {
        video.displayed = frame
        statistics.shownFrames += 1
        let size = frame.displaySize
        if size != reported.presentationSize {
            reported.presentationSize = size
            send(.presentationSizeChanged(width: size.width, height: size.height))
        }
        if !start.hasFirstFrame {
            if isStarting { perform(.awaitFirstDraw) } else { start.isOver = true }
        }
        perform(.display(frame))
        if !start.hasFirstFrame {
            start.hasFirstFrame = true
            statistics.secondsToFirstFrame = (now &- start.startedAt).seconds
            send(.firstFrame)
        }
    }
}
