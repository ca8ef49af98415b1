import Foundation
import HLS

/// What the video decoder does next, and what it has decoded.
extension PlaybackMachine {
    /// One packet for one decoder.
    struct VideoJob: Sendable {
        enum Effort: Sendable, Hashable {
            case everything
            /// Frames that no other frame needs may be skipped.
            case referencesOnly
        }

        var pipeline: Int
        var epoch: Int
        /// The pipelines whose decoders are kept; others are closed.
        var openPipelines: Set<Int>
        /// nil: there are no more, and the decoder returns what it holds back.
        var sample: Sample?
        var effort = Effort.everything
        /// Whether the decoder is flushed first.
        var flushes: Bool
    }

    /// Whether there is a job for the decoder, without taking it.
    var hasVideoJob: Bool {
        var copy = self
        return copy.takeVideoJob() != nil
    }

    /// The decoder's next job; nil: wait.
    mutating func takeVideoJob() -> VideoJob? {
        guard isReady, let index = source.videoTrack?.index, video.failure == nil else { return nil }
        let isAwaitingFrame = pendingSeek?.target != nil
        var isCollecting = false
        if case .reversing(let run) = mode {
            isCollecting = run.isCollecting
            guard isCollecting else { return nil }
        }
        let mostAhead = isStarting && start.hasFirstFrame ? 0 : PlaybackLimits.framesAhead
        guard isAwaitingFrame || isCollecting || video.frames.count < mostAhead else { return nil }
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
            guard cache.isAtEnd, !active.isDraining else { return nil }
            video.pipelines.active.isDraining = true
        }
        video.pipelines.active.mustFlush = false
        return job
    }

    /// Frames before a seek's target, which no other frame needs, are not decoded.
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

    /// The decoder has returned a frame.
    mutating func decoded(_ frame: VideoFrame, variant: Int?) -> DecodingPace {
        guard isReady else { return .inTime }
        statistics.decodedFrames += 1
        video.isDamageReported = false
        guard frame.epoch == video.pipelines.active.epoch else {
            // Its pipeline has been parked meanwhile: a later seek must know its position.
            video.pipelines.parkedPipelineDecoded(frame)
            return .inTime
        }
        video.pipelines.active.lastDecoded = frame
        if case .reversing(let run) = mode, run.isCollecting {
            collect(frame)
        } else {
            take(frame)
        }
        return weigh(frame, variant: variant)
    }

    /// Counts a frame that has been decoded while playing: one whose time had passed came too late.
    private mutating func weigh(_ frame: VideoFrame, variant: Int?) -> DecodingPace {
        guard let variant, case .playing = mode, clock.rate > 0 else {
            switch mode {
            case .seeking, .waiting: video.load.interrupted()
            default: break
            }
            return .inTime
        }
        let isLate = frame.end < time
        guard video.load.decoded(isLate: isLate, rung: variant, at: now.seconds) else { return .inTime }
        return .tooSlow(variant: variant)
    }

    /// The decoder of an epoch has returned everything.
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
        /// There is no other variant to ask for.
        case keep
        /// Playback is on its way elsewhere, where this frame is not missed.
        case ignore
        /// Ask the reader to switch to another variant.
        case ask
    }

    /// Whether a decoder's failure with a variant's frames calls for another variant.
    func decision(onFailureOf variant: Int?, _ error: MediaError) -> VariantDecision {
        guard variant != nil, isReady, source.info?.isSeekable == true, error.code != .outOfMemory else { return .keep }
        return pendingSeek?.isRequested == true ? .ignore : .ask
    }

    /// The decoder failed. An item that can still be heard continues, and where frames were decoded before there may be more after the damage.
    mutating func videoFailed(_ error: MediaError) {
        guard isReady else { return }
        markCoverFinal()
        let isFinal = statistics.decodedFrames == 0 || error.code != .decodingFailed
        if !source.isComplete, isFinal {
            // Whether the item can play without video is known when its audio tracks are.
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
        } else if !video.isDamageReported {
            video.isDamageReported = true
            var loss = error
            loss.message = "The video is damaged here: its last frame stays until there is one again."
            send(.warning(loss))
        }
        if video.pipelines.active.isDraining { video.isDrained = true }
        finishSeek(with: nil)
    }

    /// Makes this the displayed frame.
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
            statistics.secondsToFirstPicture = (now &- start.startedAt).seconds
            send(.firstPicture)
        }
    }
}
