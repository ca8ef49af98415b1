import CoreMedia
import Foundation

/// The video decoder's thread.
extension SessionCore {
    func runVideo() {
        var decoder: VideoDecoder?
        var trackIndex: Int?
        var serial = -1
        var isDraining = false

        while true {
            gate.lock()
            var job: VideoJob?
            while job == nil {
                if phase != .ready {
                    gate.unlock()
                    return
                }
                if let index = videoTrack?.index, videoFailure == nil {
                    job = nextVideoJob(index, serial: serial, isNewTrack: index != trackIndex, isDraining: isDraining)
                }
                if job == nil { gate.wait() }
            }
            guard let job, let demuxer, let track = videoTrack else {
                gate.unlock()
                continue
            }
            let newest = videoSerial
            gate.unlock()

            do throws(MediaError) {
                if trackIndex != track.index {
                    decoder = try VideoDecoder(demuxer: demuxer, track: track)
                    trackIndex = track.index
                    if let name = decoder?.name { gate.withLock { statistics.decoder = name } }
                } else if serial != newest {
                    decoder?.flush()
                }
                if serial != newest {
                    serial = newest
                    isDraining = false
                }
                guard let decoder else { continue }
                switch job {
                case .flushOnly:
                    continue
                case .packet(let packet, let effort):
                    decoder.setEffort(effort)
                    while try !decoder.send(packet) {
                        guard try deliver(from: decoder, serial: serial) else { break }
                    }
                case .drain:
                    _ = try decoder.send(nil)
                    isDraining = true
                }
                _ = try deliver(from: decoder, serial: serial)
            } catch {
                gate.withLock {
                    videoFailure = error
                    landing?.isCoverFinal = true
                    if audioTrack == nil || error.code == .decoderNotFound {
                        fail(error)
                    } else {
                        send(.warning(error))
                        landVideo(nil)
                    }
                }
            }
        }
    }

    enum VideoJob {
        case packet(Packet, VideoDecoder.Effort)
        case drain
        case flushOnly
    }

    /// What the decoder should do next; nil: wait. `gate` is held.
    private func nextVideoJob(_ index: Int, serial: Int, isNewTrack: Bool, isDraining: Bool) -> VideoJob? {
        let isFresh = serial != videoSerial || isNewTrack
        let reversing = reverse?.isCollecting == true
        guard landing != nil || reversing || frames.count < Self.framesAhead else {
            return nil
        }
        if reverse != nil, !reversing, landing == nil { return nil }
        if let packet = cache[index].next {
            cache[index].take()
            let effort = effort(for: packet)
            if effort == .referencesOnly { lastSkipped = max(lastSkipped, packet.time) }
            return .packet(packet, effort)
        }
        if cache.isAtEnd, isFresh || !isDraining { return .drain }
        return nil
    }

    /// Pictures before a landing's own, which no other picture needs, are not decoded.
    private func effort(for packet: Packet) -> VideoDecoder.Effort {
        guard let landing, let cover = landing.cover else { return .everything }
        return packet.time < cover ? .referencesOnly : .everything
    }

    /// Takes what the decoder has ready.
    /// - Returns: whether there was anything.
    private func deliver(from decoder: VideoDecoder, serial: Int) throws(MediaError) -> Bool {
        var any = false
        while true {
            switch try decoder.receive(serial: serial) {
            case .frame(let frame):
                any = true
                gate.withLock { accept(frame) }
            case .needsPacket:
                return any
            case .ended:
                gate.withLock {
                    guard serial == videoSerial else { return }
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
        guard frame.serial == videoSerial, phase == .ready else { return }
        statistics.decodedFrames += 1
        lastDecoded = frame
        if reverse?.isCollecting == true {
            collect(frame)
        } else {
            consider(frame)
        }
        gate.broadcast()
    }
}
