import CoreMedia
import Foundation
import HLS

/// Seeks: requested on any thread, carried out by the reader, finished when the target's frame is decoded.
extension PlaybackMachine {
    /// The reader's part of a seek.
    enum SeekPlan: Sendable {
        /// No reading: the seek was served from the buffer, rejected, or replaced.
        case none
        /// Seek to the last key frame of the video track at or before the target minus the preroll; without video, to the target.
        case read(SeekRequest, videoTrack: Int?, audioTrack: Int?)
    }

    /// Plans a seek whose target the reader has resolved, for instance from infinity to the live edge.
    mutating func planSeek(_ number: Int, target: Nanoseconds) -> SeekPlan {
        guard case .seeking(var seek) = mode, seek.isRequested, seek.request.number == number else { return .none }
        seek.request.target = source.duration.map { min(target, $0) } ?? target
        mode = .seeking(seek)
        let request = seek.request
        if !source.needsSeekToRead, !request.readsAgain, !source.isBehindWindow, serveFromBuffer(seek) == .served {
            return .none
        }
        guard source.info?.isSeekable == true || request.target == 0 else {
            refuse(request)
            mode = .paused(isAfterStall: false)
            settle()
            reportRate()
            return .none
        }
        let video = source.videoTrack?.index
        return .read(request, videoTrack: video, audioTrack: video == nil ? source.audioTrack?.index : nil)
    }

    /// Handles the packets that the reader read after a seek.
    mutating func seekRead(_ request: SeekRequest, first: [Sample]) {
        guard isReady else { return }
        beginRange(at: request.target, with: first)
        guard let pending = pendingSeek else { return restoreBuffer() }
        // A later request starts with this empty buffer.
        guard pending.request.number == request.number else { return }
        let (request, next) = (pending.request, pending.next)
        var target = SeekTarget<VideoFrame>(request.target, takesKeyFrame: true)
        for sample in first where sample.trackIndex == source.videoTrack?.index {
            target.consider(sample, for: request)
        }
        enter(
            .seeking(
                PendingSeek(request: request, stage: .awaitingFrame(target), next: next, origin: pending.origin)))
        if source.videoTrack == nil || video.failure != nil { finishSeek(with: nil) }
    }

    /// Replaces the buffer with the packets from the reader's new position.
    mutating func beginRange(at time: Nanoseconds, with first: [Sample]) {
        cache.restart(at: time)
        source.readFailure = nil
        source.needsSeekToRead = false
        video.frames.removeAll()
        video.isDrained = false
        video.pipelines.dropParkedPositions()
        video.pipelines.startOver()
        for sample in first { cache.append(sample) }
        restartAudio(at: time, rate: audio.rate)
    }

    /// Handles a seek that the reader could not carry out.
    mutating func seekFailed(_ request: SeekRequest, _ error: MediaError) {
        guard isReady else { return }
        let isCancelled = error.code == .cancelled
        if isCancelled, let pending = pendingSeek, pending.isRequested, pending.request.number == request.number {
            // The interruption was meant for the previous read and arrived late: the seek is carried out again.
            source.needsSeekToRead = true
            return
        }
        if !source.isComplete, !isCancelled { return fail(error) }
        if !isCancelled { send(.warning(error)) }
        source.needsSeekToRead = true
        source.readFailure = error
        cache.isAtEnd = true
        guard let pending = pendingSeek else { return restoreBuffer() }
        guard pending.request.number == request.number else { return }
        // The target may be buffered nevertheless.
        if serveFromBuffer(pending) == .served { return }
        refuse(pending.request)
        // The end has already been reported; only its frame is missing.
        if case .end(let ending) = pending.next { return enter(.ended(ending)) }
        endEarly(error, at: bounded(pending.request.target))
    }

    /// Restores the buffer at the current time after a seek was cancelled while the reader carried it out.
    private mutating func restoreBuffer() {
        // At an end, the next seek or rate change repositions the reader.
        if case .ended = mode { source.needsSeekToRead = true } else { readAgain() }
    }

    private enum BufferResult { case served, notBuffered }

    /// Serves a seek from the buffered packets.
    private mutating func serveFromBuffer(_ pending: PendingSeek<VideoFrame>) -> BufferResult {
        let request = pending.request
        guard let range = bufferedRange, request.target >= range.start,
            request.target < range.end || cache.isAtEnd && source.readFailure == nil
        else { return .notBuffered }
        guard let index = source.videoTrack?.index, video.failure == nil else {
            restartAudio(at: request.target, rate: audio.rate)
            var pending = pending
            pending.stage = .awaitingFrame(SeekTarget(request.target))
            mode = .seeking(pending)
            finishSeek(with: nil)
            return .served
        }
        let track = cache[index]
        let decodeFrom = request.target &- request.preroll
        guard
            let key = track.keyPacket(atOrBefore: decodeFrom)
                ?? (track.base == 0 ? track.keyPacket(after: decodeFrom) : nil),
            let keyPacket = track.packet(key)
        else { return .notBuffered }
        var time = request.target
        if keyPacket.time >= request.earliest, keyPacket.time <= request.latest {
            time = keyPacket.time
        } else if request.latest < .never, let later = track.keyPacket(after: time).flatMap(track.packet),
            later.time <= request.latest
        {
            time = later.time
        }
        var target = SeekTarget<VideoFrame>(time)
        for number in max(key, track.base)..<track.end {
            guard let packet = track.packet(number) else { break }
            target.consider(packet, for: request)
            if target.isCoverFinal { break }
        }
        if cache.isAtEnd { target.isCoverFinal = true }
        var pending = pending
        pending.stage = .awaitingFrame(target)
        mode = .seeking(pending)
        restartAudio(at: time, rate: audio.rate)
        choosePipeline(for: target, track: track, key: key, index)
        return .served
    }

    /// Chooses the decoder pipeline that reaches the target first: the active one from its position, a parked one from its position, or one
    /// that restarts at the key frame.
    private mutating func choosePipeline(
        for target: SeekTarget<VideoFrame>, track: PacketTrack<Sample>, key: Int, _ index: Int
    ) {
        guard let cover = target.cover else { return restartVideo(at: key, index) }
        let pipelines = video.pipelines
        let best = pipelines.parked(reaching: cover, target: target.time, after: key, in: track.base...track.end)
        let activeReaches =
            !video.isDrained && track.cursor > key && pipelines.active.reaches(cover, target: target.time)
        if activeReaches, best.map({ pipelines.parked[$0].cursor <= track.cursor }) ?? true {
            var decoded = video.frames
            video.frames.removeAll()
            if let last = pipelines.active.lastDecoded, !decoded.contains(where: { $0 === last }) {
                decoded.append(last)
            }
            for frame in decoded { take(frame) }
        } else if let best {
            video.frames.removeAll()
            video.isDrained = false
            video.pipelines.activate(parked: best, leavingAt: track.cursor)
            cache[index].move(to: video.pipelines.active.cursor)
            if let last = video.pipelines.active.lastDecoded { take(last) }
        } else {
            video.frames.removeAll()
            video.isDrained = false
            video.pipelines.park(at: track.cursor, space: parkingSpace)
            cache[index].move(to: key)
        }
    }

    /// The number of pipelines of the current track that may be parked.
    private var parkingSpace: Int {
        guard let video = source.videoTrack?.video, video.width > 0, video.height > 0 else { return 0 }
        return min(PlaybackLimits.parkedPipelines, PlaybackLimits.parkedPixels / (video.width * video.height))
    }

    /// Restarts the active decoder at a key packet.
    mutating func restartVideo(at number: Int, _ index: Int) {
        video.frames.removeAll()
        video.isDrained = false
        cache[index].move(to: number)
        video.pipelines.startOver()
    }

    /// Queues a decoded frame, or compares it with the target of the pending seek.
    mutating func take(_ frame: VideoFrame) {
        guard case .seeking(var seek) = mode, var target = seek.target else {
            // Frames arrive in order, except where a variant switch happens within a GOP.
            let at = video.frames.lastIndex { $0.time <= frame.time }.map { $0 + 1 } ?? 0
            video.frames.insert(frame, at: at)
            return
        }
        if frame.time > target.time {
            // The previous frame covers the target; at the very start there is none.
            if let candidate = target.candidate {
                finishSeek(with: candidate)
                video.frames.append(frame)
            } else if decodeFromEarlier(seek, target, than: frame) == .nothingEarlier {
                finishSeek(with: frame)
            }
            return
        }
        target.candidate = frame
        seek.stage = .awaitingFrame(target)
        mode = .seeking(seek)
        let isCover = target.isCoverCertain && target.cover.map { frame.time >= $0 } ?? false
        let coversByLength = !target.isCoverCertain && frame.end > target.time
        if isCover || coversByLength { finishSeek(with: frame) }
    }

    private enum EarlierStart { case requested, nothingEarlier }

    /// Decodes again from an earlier key frame, if the decoder returned no frame up to the target although there are packets: some key
    /// frames only start a gradual refresh, and damaged ones are dropped.
    private mutating func decodeFromEarlier(
        _ seek: PendingSeek<VideoFrame>, _ target: SeekTarget<VideoFrame>, than frame: VideoFrame
    ) -> EarlierStart {
        let request = seek.request
        guard request.origin != .start, target.cover != nil, frame.time > request.latest,
            request.preroll < target.time, request.preroll < PlaybackLimits.longestPreroll
        else { return .nothingEarlier }
        var again = seek
        again.stage = .requested
        again.request.preroll = max(PlaybackLimits.firstPreroll, request.preroll &* 3)
        mode = .seeking(again)
        perform(.interruptReader)
        return .requested
    }

    /// Considers a packet that was read while a seek waits for its frame.
    mutating func considerForSeek(_ sample: Sample) {
        guard case .seeking(var seek) = mode, var target = seek.target, sample.trackIndex == source.videoTrack?.index
        else { return }
        target.consider(sample, for: seek.request)
        seek.stage = .awaitingFrame(target)
        mode = .seeking(seek)
    }

    /// Records that every packet that could contain the target's frame has been read.
    mutating func markCoverFinal() {
        guard case .seeking(var seek) = mode, var target = seek.target else { return }
        target.isCoverFinal = true
        seek.stage = .awaitingFrame(target)
        mode = .seeking(seek)
    }

    /// Displays the seek's frame, if there is one, and continues.
    mutating func finishSeek(with frame: VideoFrame?) {
        guard let seek = pendingSeek, let target = seek.target else { return }
        let isStart = seek.request.origin == .start
        if let frame { display(frame) }
        // The requested time applies even if its frame is missing: the audio continues from there.
        let time = bounded(max(0, target.time))
        clock.setRate(0, at: now)
        clock.set(time, at: now)
        if !isStart {
            noteLiveDistance(of: seek.request, at: time)
            if !seek.request.isSilent { send(.timeJumped(time.time)) }
        }
        // After the jump has been reported; otherwise captions between the old and the new time would count as played.
        restartCaptions(at: time)
        sendCaptions(at: time)
        complete(seek.request, finished: true, at: time.time)
        switch seek.next {
        case .resume:
            mode = .paused(isAfterStall: false)
            settle()
        case .end(let ending): mode = .ended(ending)
        }
        reportRate()
        reportBuffer()
    }

    /// Seeks to the live edge because the next media has left the window and everything buffered has been played.
    mutating func joinLiveEdge() {
        guard isReady, pendingSeek == nil else { return }
        freeze()
        live.pace = .init()
        beginSeek(.liveEdge)
    }

    /// Reads the media again from the current time or from the pending seek's target, because the buffered packets are unusable.
    mutating func readAgain() {
        guard isReady else { return }
        var again: SeekRequest
        var next = PendingSeek<VideoFrame>.Next.resume
        if let seek = pendingSeek, let target = seek.target {
            next = seek.next
            if seek.request.origin == .start {
                again = .silent(target.time)
            } else {
                again = seek.request
                again.target = target.time
            }
        } else {
            freeze()
            again = .silent(time)
        }
        again.readsAgain = true
        again.keepsLiveDistance = true
        video.load.interrupted()
        beginSeek(again, then: next)
    }
}
