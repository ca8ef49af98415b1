import CoreMedia
import Foundation

/// The reader's thread.
extension SessionCore {
    /// Packets between two looks at what may be forgotten.
    private static let trimInterval = 256
    /// Growth of the loaded range that is worth telling.
    private static let loadedStep: Nanoseconds = 250 * .millisecond

    func runReader() {
        do throws(MediaError) {
            try open()
        } catch {
            gate.withLock { fail(error) }
            return
        }
        EngineThread.start("video") { self.runVideo() }
        EngineThread.start("audio") { self.runAudio() }
        EngineThread.start("presenter") { self.runPresenter() }
        readUntilClosed()
        let leftover = gate.withLock { () -> (any MediaReader)? in
            let demuxer = self.demuxer
            cache = PacketCache()
            return demuxer
        }
        leftover?.cancel()
    }

    var selectedIndexes: [Int] { [videoTrack?.index, audioTrack?.index].compactMap { $0 } }

    private func readUntilClosed() {
        var sinceTrim = 0
        while true {
            gate.lock()
            if phase == .ready, awaitsSound, let demuxer, demuxer.isComplete { soundCame(demuxer) }
            if phase == .ready, !awaitsSound, let demuxer { soundsWereLost(demuxer.takeLostTracks()) }
            while phase == .ready, request == nil, reverse?.wantedFrom == nil,
                cache.isAtEnd || isCacheFull || isReaderHeldBack || isReaderAheadOfReverse || scan != nil
            {
                gate.wait()
            }
            guard phase == .ready, let demuxer else {
                gate.unlock()
                return
            }
            if let request {
                gate.unlock()
                carryOut(request, demuxer)
                continue
            }
            if let start = reverse?.wantedFrom {
                gate.unlock()
                goBack(to: start, demuxer)
                continue
            }
            let (playHead, rate) = (bounded(clock.time(at: now)), wantedRate)
            gate.unlock()
            demuxer.tell(playHead: playHead, rate: rate)
            do throws(MediaError) {
                let packet = try demuxer.read()
                gate.withLock { take(packet, demuxer) }
            } catch {
                gate.withLock { readingFailed(error) }
            }
            sinceTrim += 1
            if sinceTrim >= Self.trimInterval {
                sinceTrim = 0
                HeapUpkeep.plays(at: Double(SystemHostClock().now) / 1e9)
                gate.withLock {
                    let head = min(shown?.time ?? 0, bounded(clock.time(at: now)))
                    // What a live stream no longer offers is of no use, however little it is.
                    let seekable = duration == nil ? demuxer.seekableRange?.lowerBound : nil
                    cache.trim(
                        behind: head, seekable: seekable, video: videoTrack?.index, active: Set(selected.values))
                }
            }
        }
    }

    /// Whether enough is held ahead of the play head. `gate` is held.
    var isCacheFull: Bool {
        guard cache.aheadBytes(selectedIndexes) < forwardMemory else { return true }
        if waitsForTrack || comingAudioTrack != nil { return false }
        let goal = forwardBuffer > 0 ? forwardBuffer : demuxer?.preferredForwardBuffer ?? 0
        guard landing == nil, goal > 0 else { return false }
        return aheadOfPlayHead >= max(goal, .second)
    }

    /// Whether playing stands because one of the tracks has nothing, however much the others have. `gate` is held.
    private var waitsForTrack: Bool {
        isStalled && !cache.isAtEnd && selectedIndexes.contains { cache[$0].isDry }
            && cache.aheadBytes(selectedIndexes) < forwardMemory
    }

    private var forwardMemory: Int { demuxer?.forwardMemory ?? ForwardMemory.usual }

    /// Media held ahead of what is playing.
    var aheadOfPlayHead: Nanoseconds {
        guard let range = heldRange else { return 0 }
        return max(0, range.end &- bounded(clock.time(at: now)))
    }

    private func take(_ packet: Packet?, _ demuxer: any MediaReader) {
        statistics.bytesRead = demuxer.bytesRead
        // Kept even when a seek waits: it may be served from what is held, and then nothing may be missing.
        guard phase == .ready else { return }
        if let packet, metadataTracks.contains(packet.trackIndex) {
            let frames = ID3Frame.frames(in: packet.bytes[...])
            guard !frames.isEmpty else { return }
            let range = CMTimeRange(start: packet.time.time, duration: .zero)
            return send(.timedMetadata(TimedMetadata(range: range, content: .id3(frames))))
        }
        if let packet {
            cache.append(packet)
            noteForLanding(packet)
        } else {
            cache.isAtEnd = true
            landing?.isCoverFinal = true
            checkForCut()
            if hasNothing { return fail(nothingInside) }
        }
        collectIfFilled()
        let end = heldRange?.end ?? 0
        if !awaitsSound, abs(end &- reportedEnd) >= Self.loadedStep || packet == nil || isStalled {
            reportedEnd = end
            send(.loadedRangesChanged)
            reportBuffer()
        }
        gate.broadcast()
    }

    /// What is held of the tracks that play. Where the film breaks off, its last stretch is missing.
    var heldRange: (start: Nanoseconds, end: Nanoseconds)? {
        cache.range(of: selectedIndexes, duration: readFailure == nil && !isCutShort ? duration : nil)
    }

    /// Whether there is nothing to start with.
    private var hasNothing: Bool { landing?.isStart == true && selectedIndexes.allSatisfy { cache[$0].end == 0 } }

    private var nothingInside: MediaError {
        MediaError(
            .truncated, "The file describes a film but holds nothing of it: it was cut off. Try to fetch it again.",
            detail: "no packets after \(statistics.bytesRead) bytes", url: asset.locator.url)
    }

    /// A file that ends long before its header says was cut off on its way here.
    private func checkForCut() {
        guard demuxer?.tellsWhatIsMissing != true else { return }
        for track in [videoTrack, audioTrack].compactMap({ $0 }) {
            let isUntouched = cache.stretchStart == 0 && cache[track.index].end == 0
            guard let end = cache[track.index].endTime ?? (isUntouched ? 0 : nil) else { continue }
            if let own = Nanoseconds(track.duration) {
                if own &- end > max(Self.missingFromTrack, own / 50) { isCutShort = true }
            } else if let duration, selectedIndexes.allSatisfy({ duration &- (cache[$0].endTime ?? 0) > duration / 20 })
            {
                isCutShort = duration &- end > Self.missingFromContainer
            }
        }
    }

    /// Less than this at the end of a track is bad book-keeping, more is a file cut off.
    private static let missingFromTrack: Nanoseconds = 500 * .millisecond
    /// The same where only the container says how long it is.
    private static let missingFromContainer: Nanoseconds = 2 * .second

    private func readingFailed(_ error: MediaError) {
        guard phase == .ready else { return }
        // A seek or the end interrupted the read: nothing is wrong.
        if error.code == .cancelled { return }
        if hasNothing || awaitsSound { return fail(error) }
        readFailure = error
        isReaderAstray = error.isOfNetwork
        cache.isAtEnd = true
        landing?.isCoverFinal = true
        send(.warning(error))
        reportBuffer()
        gate.broadcast()
    }

    func reportBuffer() {
        guard !awaitsSound else { return }
        let isFull = cache.isAtEnd || isCacheFull
        let ahead = waitsForTrack ? 0 : aheadOfPlayHead
        let state = BufferState(
            isEmpty: ahead <= 0 && !cache.isAtEnd,
            isLikelyToKeepUp: isFull || ahead >= demuxer?.comfortableAhead ?? Self.comfortableAhead,
            isFull: isFull)
        if state != reportedBuffer {
            reportedBuffer = state
            send(.bufferStateChanged(state))
        }
        if isStalled, state.isLikelyToKeepUp {
            isStalled = false
            runIfPossible()
            reportRate()
        }
    }

    /// Keeps the landing's knowledge of which packet holds its picture.
    func noteForLanding(_ packet: Packet) {
        guard var landing, packet.trackIndex == videoTrack?.index else { return }
        if landing.takesKeyPicture, packet.isKey {
            landing.takesKeyPicture = false
            let suits = packet.time >= landing.request.earliest && packet.time <= landing.request.latest
            if suits, !landing.isStart { landing.target = packet.time }
        }
        landing.look(at: packet)
        self.landing = landing
    }
}
