import CoreMedia
import Foundation
import HLS

/// Seeks: asked for on any thread, carried out on the reader's.
extension SessionCore {
    func seek(_ new: SeekRequest) {
        let (void, refused) = gate.withLock { () -> ([SeekRequest], Bool) in
            guard phase != .closed, phase != .failed else { return ([], true) }
            let void = [request, landing?.isStart == true ? nil : landing?.request].compactMap { $0 }
            request = new
            // Of a sound that has just been chosen nothing is held elsewhere.
            if switchSoundNow() { request?.readsAnew = true }
            landing = nil
            isEnded = false
            isBrokenOff = false
            freeze()
            clock.set(new.target, at: now)
            reportRate()
            gate.broadcast()
            return (void, false)
        }
        for old in void { finish(old, false, .zero) }
        if refused { finish(new, false, .zero) }
    }

    func cancelSeeks() {
        let void = gate.withLock { () -> [SeekRequest] in
            let void = [request, landing?.isStart == true ? nil : landing?.request].compactMap { $0 }
            if let request, phase == .ready {
                // It has not begun: stay where we are.
                clock.set(shown?.time ?? request.target, at: now)
            }
            request = nil
            if landing?.isStart != true, landing != nil {
                // It has begun: what it was to show is shown, only nobody waits for it.
                landing?.request.completion = { _, _ in }
            }
            runIfPossible()
            reportRate()
            gate.broadcast()
            return void
        }
        for old in void { finish(old, false, .zero) }
    }

    /// Sets up the landing of `request`: from what is held if possible, else by a seek of the demuxer.
    func carryOut(_ asked: SeekRequest, _ demuxer: any MediaReader) {
        gate.lock()
        guard phase == .ready, request?.number == asked.number else {
            gate.unlock()
            return
        }
        gate.unlock()
        var asked = asked
        do throws(MediaError) {
            asked.target = try demuxer.resolve(asked.target)
        } catch {
            return giveUp(asked, error)
        }
        gate.lock()
        guard phase == .ready, request?.number == asked.number else {
            gate.unlock()
            return
        }
        if let duration { asked.target = min(asked.target, duration) }
        reverse = nil
        dropScan()
        if !isReaderAstray, !asked.readsAnew, !isBehindWindow, landInsideCache(asked) {
            request = nil
            gate.broadcast()
            gate.unlock()
            return
        }
        guard info?.isSeekable == true || asked.target == 0 else {
            request = nil
            runIfPossible()
            reportRate()
            gate.unlock()
            finish(asked, false, .zero)
            return
        }
        let track = videoTrack?.index ?? audioTrack?.index
        let isVideo = videoTrack != nil
        gate.unlock()

        let first: [Packet]
        do throws(MediaError) {
            // Sound and pictures are interleaved loosely: sound for the target may stand a little before its key picture.
            first =
                isVideo
                ? try goBefore(max(0, asked.target &- asked.headStart), track, demuxer)
                : try { () throws(MediaError) in
                    try demuxer.seek(to: max(0, asked.target &- 200 * .millisecond), track: track)
                    return []
                }()
        } catch {
            return giveUp(asked, error)
        }

        gate.withLock {
            guard phase == .ready else { return }
            beginStretch(at: asked.target, with: first)
            // A later request sets up its own landing over this empty cache; after a cancellation nobody waits, but we are here.
            if let request, request.number != asked.number { return }
            if request == nil { asked.completion = { _, _ in } }
            request = nil
            landing = Landing(request: asked, target: asked.target)
            landing?.takesKeyPicture = true
            for packet in first { noteForLanding(packet) }
            if videoTrack == nil { landVideo(nil) }
            gate.broadcast()
        }
    }

    /// What was held is forgotten: the reader stands elsewhere now, and has read this there. `gate` is held.
    func beginStretch(at time: Nanoseconds, with first: [Packet]) {
        cache.restart(at: time)
        readFailure = nil
        isReaderAstray = false
        frames.removeAll()
        isVideoDrained = false
        forgetParkedPlaces()
        beginLaneAnew()
        for packet in first { cache.append(packet) }
        restartAudio(at: time, rate: audioRate)
    }

    private func giveUp(_ asked: SeekRequest, _ error: MediaError) {
        gate.withLock {
            guard phase == .ready else { return }
            if awaitsSound, error.code != .cancelled { return fail(error) }
            if error.code != .cancelled { send(.warning(error)) }
            isReaderAstray = true
            readFailure = error
            cache.isAtEnd = true
            if request == nil, error.code == .cancelled {
                // Interrupted for a seek that was taken back: the reader has to come to rest somewhere.
                var again = asked
                again.completion = { _, _ in }
                request = again
                return
            }
            guard request?.number == asked.number else { return }
            request = nil
            // What is held may be seen all the same.
            if landInsideCache(asked) { return gate.broadcast() }
            finish(asked, false, .zero)
            breakOff(error, at: bounded(asked.target))
        }
    }

    /// Whether what comes next has left a live stream's window: of what may be sought nothing is held then, though there may be sound of it.
    var isBehindWindow: Bool { readFailure?.code == .behindLiveWindow }

    /// What came next has left a live stream's window, and all that is held has been played: on where the stream is now. `gate` is held.
    func joinLiveEdge() {
        guard request == nil, landing == nil else { return }
        freeze()
        livePace = LivePace()
        var jump = SeekRequest(
            to: .never, toleranceBefore: .positiveInfinity, toleranceAfter: .positiveInfinity
        ) { _, _ in }
        jump.keepsLiveDistance = true
        request = jump
        reportRate()
        gate.broadcast()
    }

    /// Goes to a key picture that is shown at or before `target`, and reads up to it.
    ///
    /// Indexes are kept by decoding time: pictures that lead an open group are shown before the key picture they follow in the file, so
    /// the one that a demuxer finds can be too late. Containers without an index are entered anywhere.
    /// - Returns: what was read, without the pictures before the key picture: some decoders would make a mess of them.
    func goBefore(_ target: Nanoseconds, _ track: Int?, _ demuxer: any MediaReader) throws(MediaError)
        -> [Packet]
    {
        var from = target
        var step: Nanoseconds = 250 * .millisecond
        while true {
            try demuxer.seek(to: from, track: track)
            var read: [Packet] = []
            var key: Packet?
            while key == nil, read.count < Self.packetsToKey, let packet = try demuxer.read() {
                read.append(packet)
                if packet.trackIndex == track, packet.isKey { key = packet }
            }
            let isFound = key.map { $0.time <= target } ?? (target &- from > Self.longestWayBack)
            if isFound || from <= max(0, demuxer.seekableRange?.lowerBound ?? 0) {
                return key == nil ? read : read.filter { $0.trackIndex != track || $0 === key }
            }
            from = max(0, from &- step)
            step = step &* 2
        }
    }

    /// How far back a key picture is looked for in a film that seems to have none.
    private static let longestWayBack: Nanoseconds = 30 * .second
    /// Packets read in search of a key picture before it is left to the decoder.
    private static let packetsToKey = 500

    /// Serves a seek from the packets that are held. `gate` is held.
    private func landInsideCache(_ asked: SeekRequest) -> Bool {
        guard let range = heldRange, asked.target >= range.start,
            asked.target < range.end || cache.isAtEnd && readFailure == nil
        else { return false }
        guard let index = videoTrack?.index else {
            restartAudio(at: asked.target, rate: audioRate)
            landing = Landing(request: asked, target: asked.target)
            landVideo(nil)
            return true
        }
        let track = cache[index]
        guard
            let key = track.keyPacket(atOrBefore: asked.target &- asked.headStart)
                ?? (track.base == 0 ? track.keyPacket(after: asked.target &- asked.headStart) : nil),
            let keyPacket = track.packet(key)
        else { return false }
        var target = asked.target
        if keyPacket.time >= asked.earliest, keyPacket.time <= asked.latest {
            target = keyPacket.time
        } else if asked.latest < .never, let later = track.keyPacket(after: asked.target).flatMap(track.packet),
            later.time <= asked.latest
        {
            target = later.time
        }
        var landing = Landing(request: asked, target: target)
        for number in max(key, track.base)..<track.end {
            guard let packet = track.packet(number) else { break }
            landing.look(at: packet)
            if landing.isCoverFinal { break }
        }
        if cache.isAtEnd { landing.isCoverFinal = true }
        self.landing = landing
        restartAudio(at: target, rate: audioRate)

        place(landing, track: track, key: key, index)
        return true
    }

    /// Chooses the decoder that reaches the landing's picture soonest: the active one from where it is, a parked one from where it
    /// is, or one that begins anew at the key picture. `gate` is held.
    private func place(_ landing: Landing, track: PacketTrack, key: Int, _ index: Int) {
        guard let cover = landing.cover, videoFailure == nil else { return restartVideo(at: key, index) }
        let best = parked.indices.filter {
            parked[$0].cursor > key && parked[$0].cursor >= track.base && parked[$0].cursor <= track.end
                && parked[$0].reaches(cover, target: landing.target)
        }.max { parked[$0].cursor < parked[$1].cursor }
        let activeReaches = !isVideoDrained && track.cursor > key && lane.reaches(cover, target: landing.target)
        if activeReaches, best.map({ parked[$0].cursor <= track.cursor }) ?? true {
            var held = frames
            frames.removeAll()
            if let last = lane.lastDecoded, !held.contains(where: { $0 === last }) { held.append(last) }
            for frame in held { consider(frame) }
        } else if let best {
            frames.removeAll()
            isVideoDrained = false
            resumeLane(best, index)
            if let last = lane.lastDecoded { consider(last) }
        } else {
            frames.removeAll()
            isVideoDrained = false
            parkLane(index)
            cache[index].move(to: key)
        }
    }

    /// Makes the active decoder begin anew at a key packet. `gate` is held.
    func restartVideo(at number: Int, _ index: Int) {
        frames.removeAll()
        isVideoDrained = false
        cache[index].move(to: number)
        beginLaneAnew()
    }

    /// Weighs a decoded picture against what the landing waits for. `gate` is held.
    func consider(_ frame: Frame) {
        guard var landing else {
            // In order, but where one variant takes over from another among pictures that need each other.
            let at = frames.lastIndex { $0.time <= frame.time }.map { $0 + 1 } ?? 0
            frames.insert(frame, at: at)
            return
        }
        if frame.time > landing.target {
            // The picture before it covers the target; there is none only at the very start.
            if let candidate = landing.candidate {
                landVideo(candidate)
                frames.append(frame)
            } else if !beginEarlier(landing, than: frame) {
                landVideo(frame)
            }
            return
        }
        landing.candidate = frame
        self.landing = landing
        let isCover = landing.isCoverCertain && landing.cover.map { frame.time >= $0 } ?? false
        let coversByLength = !landing.isCoverCertain && frame.end > landing.target
        if isCover || coversByLength { landVideo(frame) }
    }

    /// Begins once more, farther before the target, where the decoder gave out nothing up to it although there are packets: some key
    /// pictures only begin to refresh the picture, and damaged ones are left out. `gate` is held.
    /// - Returns: whether it is worth it.
    private func beginEarlier(_ landing: Landing, than frame: Frame) -> Bool {
        guard !landing.isStart, landing.cover != nil, frame.time > landing.request.latest, request == nil,
            landing.request.headStart < landing.target, landing.request.headStart < Self.longestHeadStart
        else { return false }
        var again = landing.request
        again.headStart = max(Self.firstHeadStart, again.headStart &* 3)
        self.landing = nil
        request = again
        gate.broadcast()
        return true
    }

    private static let firstHeadStart: Nanoseconds = .second
    private static let longestHeadStart: Nanoseconds = 9 * .second

    /// The picture is here (or there is none to wait for): shows it and lets the session go on. `gate` is held.
    func landVideo(_ frame: Frame?) {
        guard let landing else { return }
        self.landing = nil
        let host = now
        // The time asked for, though its picture may be missing: sound goes on from there.
        let time = max(0, landing.target)
        if let frame { present(frame) }
        clock.setRate(0, at: host)
        clock.set(bounded(time), at: host)
        if !landing.isStart {
            notePlace(of: landing.request, at: bounded(time))
            if !landing.request.isSilent { send(.timeJumped(bounded(time).time)) }
        }
        // Behind the word of the jump: else whoever shows captions takes what lies between for played.
        restartCaptions(at: bounded(time))
        tellCaptions(before: bounded(time))
        finish(landing.request, true, bounded(time).time)
        isStalled = false
        runIfPossible()
        reportRate()
        reportBuffer()
        gate.broadcast()
    }

    /// Shows the picture `count` on from the present one. `gate` is held by nobody.
    func step(by count: Int, completion: @escaping @Sendable (Bool) -> Void) {
        let target = gate.withLock { () -> Nanoseconds? in
            guard phase == .ready, wantedRate == 0, count != 0, let shown, let index = videoTrack?.index else {
                return nil
            }
            let times = cache[index].packets.map(\.time).sorted()
            if count > 0 {
                let first = times.firstIndex { $0 > shown.time } ?? times.count
                let wanted = first + count - 1
                if wanted < times.count { return times[wanted] }
                return cache.isAtEnd
                    ? times.last.flatMap { $0 > shown.time ? $0 : nil } : shown.time &+ shown.duration &* Int64(count)
            }
            let before = times.lastIndex { $0 < shown.time } ?? -1
            let wanted = before + count + 1
            if wanted >= 0, wanted < times.count { return times[wanted] }
            let estimate = shown.time &+ shown.duration &* Int64(count)
            return shown.time > 0 ? max(0, estimate) : nil
        }
        guard let target else { return afterEvents { completion(false) } }
        seek(
            SeekRequest(to: target, toleranceBefore: .zero, toleranceAfter: .zero) { finished, _ in completion(finished)
            })
    }
}
