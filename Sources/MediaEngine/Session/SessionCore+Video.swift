import CoreMedia
import Foundation
import HLS

/// The video decoder's thread.
extension SessionCore {
    func runVideo() {
        var decoders: [Int: VideoDecoder] = [:]
        let threads = ThreadBudget.shared.take(ProcessInfo.processInfo.activeProcessorCount)
        defer { ThreadBudget.shared.release(threads) }

        while true {
            gate.lock()
            var job: VideoJob?
            while job == nil {
                if phase != .ready {
                    gate.unlock()
                    return
                }
                if let index = videoTrack?.index, videoFailure == nil { job = nextVideoJob(index) }
                if job == nil { gate.wait() }
            }
            guard let job, let demuxer, let track = videoTrack else {
                gate.unlock()
                continue
            }
            let known = Set(parked.map(\.id) + [lane.id])
            gate.unlock()
            for id in decoders.keys where !known.contains(id) { decoders[id] = nil }

            do throws(MediaError) {
                let decoder: VideoDecoder
                if let open = decoders[job.lane], job.packet.map({ open.accepts($0.format) }) ?? true {
                    decoder = open
                    if job.flushes { decoder.flush() }
                } else {
                    if let old = decoders[job.lane], !job.flushes {
                        // Another codec follows: what the old decoder holds back comes first.
                        _ = try old.send(nil)
                        _ = try deliver(from: old, job, isLast: false)
                        tellHarm(of: old, demuxer)
                    }
                    guard let format = job.packet?.format ?? demuxer.format(of: track.index) else {
                        throw MediaError(.malformed, "The track is not there any more.", url: demuxer.locator.url)
                    }
                    do throws(MediaError) {
                        decoder = try VideoDecoder(
                            format: format, track: track, threads: threads, url: demuxer.locator.url)
                    } catch {
                        guard leaveRung(of: job.packet, because: .noDecoder, error) else { throw error }
                        continue
                    }
                    decoders[job.lane] = decoder
                    gate.withLock { statistics.decoder = decoder.name }
                }
                if let packet = job.packet {
                    decoder.setEffort(job.effort)
                    while try !decoder.send(packet) {
                        guard try deliver(from: decoder, job) else { break }
                    }
                } else {
                    _ = try decoder.send(nil)
                }
                _ = try deliver(from: decoder, job)
                tellHarm(of: decoder, demuxer)
                if decoder.errorsInARow >= Self.toleratedErrors, let complaint = decoder.complaint {
                    _ = leaveRung(of: job.packet, because: .damage, complaint)
                }
            } catch {
                // The next packet gets a new one.
                decoders[job.lane] = nil
                if !leaveRung(of: job.packet, because: .damage, error) { gate.withLock { pictureFailed(error) } }
            }
        }
    }

    private func tellHarm(of decoder: VideoDecoder, _ demuxer: any MediaReader) {
        for harm in decoder.takeHarm() { demuxer.pictureHarmed(at: harm.time, isLost: harm.isLost) }
    }

    /// A film that can still be heard goes on, and where pictures were seen before there may be more behind the damage. `gate` is held.
    private func pictureFailed(_ error: MediaError) {
        landing?.isCoverFinal = true
        if awaitsSound, statistics.decodedFrames == 0 || error.code != .decodingFailed {
            // What becomes of the film is seen when it is known what else there is.
            videoFailure = error
            return landVideo(nil)
        }
        guard audioTrack != nil || awaitsSound, error.code != .decoderNotFound else {
            videoFailure = error
            return fail(error)
        }
        if statistics.decodedFrames == 0 || error.code != .decodingFailed {
            videoFailure = error
            send(.warning(error))
        } else if !isPictureLost {
            isPictureLost = true
            var loss = error
            loss.message = "The film is damaged here: its picture stands still until there is one again."
            send(.warning(loss))
        }
        if lane.isDraining { isVideoDrained = true }
        landVideo(nil)
    }

    struct VideoJob {
        var lane: Int
        var epoch: Int
        /// nil: there are no more, what is held back comes out.
        var packet: Packet?
        var effort = VideoDecoder.Effort.everything
        var flushes: Bool
    }

    /// What the decoder should do next; nil: wait. `gate` is held.
    private func nextVideoJob(_ index: Int) -> VideoJob? {
        let isReversing = reverse?.isCollecting == true
        let mostAhead = isStarting && hasFirstPicture ? 0 : Self.framesAhead
        guard landing != nil || isReversing || frames.count < mostAhead else { return nil }
        if reverse != nil, !isReversing, landing == nil { return nil }
        var job = VideoJob(lane: lane.id, epoch: lane.epoch, packet: cache[index].next, flushes: lane.mustFlush)
        if let packet = job.packet {
            cache[index].take()
            if isStarting, cache[index].isDry { gate.broadcast() }
            job.effort = effort(for: packet)
            if job.effort == .referencesOnly, !packet.isLeadIn { lane.lastSkipped = max(lane.lastSkipped, packet.time) }
        } else {
            guard cache.isAtEnd, !lane.isDraining else { return nil }
            lane.isDraining = true
        }
        lane.mustFlush = false
        return job
    }

    /// Pictures before a landing's own, which no other picture needs, are not decoded.
    private func effort(for packet: Packet) -> VideoDecoder.Effort {
        if packet.isLeadIn { return .referencesOnly }
        guard let landing, let cover = landing.cover else { return .everything }
        return packet.time < cover ? .referencesOnly : .everything
    }

    /// Takes what the decoder has ready.
    /// - Returns: whether there was anything.
    private func deliver(
        from decoder: VideoDecoder, _ job: VideoJob, isLast: Bool = true
    ) throws(MediaError) -> Bool {
        var any = false
        while true {
            switch try decoder.receive(epoch: job.epoch) {
            case .frame(let frame):
                any = true
                gate.withLock {
                    accept(frame)
                    weigh(frame, rung: job.packet?.rung)
                }
            case .needsPacket:
                return any
            case .ended:
                guard isLast else { return any }
                // Too short for the decoder's own patience, but at its end and without a single picture. What breaks off says so itself.
                if let complaint = decoder.complaint,
                    gate.withLock({ statistics.decodedFrames == 0 && readFailure == nil })
                {
                    throw complaint
                }
                gate.withLock {
                    guard job.epoch == lane.epoch else { return }
                    isVideoDrained = true
                    if let landing {
                        if reverse?.isCollecting == true {
                            finishCollecting()
                        } else {
                            landVideo(landing.candidate ?? shown)
                        }
                    } else if reverse?.isCollecting == true {
                        finishCollecting()
                    }
                    gate.broadcast()
                }
                return any
            }
        }
    }

    private func accept(_ frame: Frame) {
        guard phase == .ready else { return }
        statistics.decodedFrames += 1
        isPictureLost = false
        guard frame.epoch == lane.epoch else {
            // Its decoder has been parked meanwhile: where that stands is what a later seek must know.
            if let at = parked.firstIndex(where: { $0.epoch == frame.epoch }) {
                parked[at].lastDecoded = frame
            }
            return
        }
        lane.lastDecoded = frame
        if reverse?.isCollecting == true {
            collect(frame)
        } else {
            consider(frame)
        }
        gate.broadcast()
    }
}
