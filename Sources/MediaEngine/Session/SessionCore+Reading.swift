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

    private func open() throws(MediaError) {
        asset.prefer(gate.withLock { streaming })
        let opened = try asset.takeDemuxer(interruptedBy: opening)
        gate.lock()
        defer { gate.unlock() }
        guard phase == .opening else {
            opened.cancel()
            throw MediaError(.cancelled, "Closed while opening.")
        }
        demuxer = opened
        info = opened.info
        duration = Nanoseconds(opened.info.duration)
        chooseTracks(opened.info)
        let playable = [videoTrack, audioTrack].compactMap { $0 }
        guard !playable.isEmpty else {
            let codecs = opened.info.tracks.map(\.codecForPeople).joined(separator: ", ")
            throw MediaError(
                .decoderNotFound,
                "No decoder for what is in this file (\(codecs)) is installed; convert it, or install FFmpeg with that decoder.",
                detail: "codecs \(codecs)", url: asset.locator.url)
        }
        applySelection(to: opened)
        if let track = videoTrack?.video {
            presentationSize = (track.displayWidth, track.displayHeight)
        }
        let start = Nanoseconds(options.startTime) ?? 0
        let asksForStart = start > 0
        phase = .ready
        send(.ready(opened.info))
        // The asset may have been opened by somebody who knew less.
        opened.prefer(streaming)
        warnOfUndecodable(opened.info)
        opened.listen { [weak self] event in
            switch event {
            case .fault(let fault): self?.send(.streamFault(fault))
            case .transfer(let transfer): self?.send(.transfer(transfer))
            case .variant(let variant): self?.send(.variant(variant))
            case .timedMetadata(let metadata): self?.send(.timedMetadata(metadata))
            case .seekableRangeChanged: self?.send(.loadedRangesChanged)
            case .recommendedDistance(let distance): self?.send(.recommendedLiveDistanceChanged(distance?.time))
            }
        }
        opened.listenForDateRanges { [weak self] ranges in self?.send(.dateRangesChanged(ranges)) }
        opened.listenForInterstitials { [weak self] found in self?.send(.interstitialsChanged(found)) }
        opened.listenForCaptions { [weak self] in self?.captionsCame() }
        if presentationSize != (0, 0) {
            send(.presentationSizeChanged(width: presentationSize.0, height: presentationSize.1))
        }
        let initial = SeekRequest(to: start, toleranceBefore: .zero, toleranceAfter: .zero) { _, _ in }
        if asksForStart, request == nil {
            request = initial
        } else if request == nil {
            clock.set(opened.startPosition, at: now)
            if opened.startPosition > 0 { restartAudio(at: opened.startPosition, rate: audioRate) }
            landing = Landing(request: initial, target: opened.startPosition, isStart: true)
            landing?.takesKeyPicture = true
            if videoTrack == nil { landVideo(nil) }
        }
    }

    /// A film without its picture, or its sound, is not what a viewer expects.
    private func warnOfUndecodable(_ info: MediaInfo) {
        func warn(_ kind: TrackInfo.Kind, _ missing: String, _ rest: String) {
            let codecs = info.tracks.filter { $0.kind == kind }.map(\.codecForPeople)
            guard selected[kind] == nil, !codecs.isEmpty else { return }
            let names = codecs.joined(separator: ", ")
            send(
                .warning(
                    MediaError(
                        .decoderNotFound,
                        "No decoder for the \(missing) of this film (\(names)) is installed: \(rest).",
                        url: asset.locator.url)))
        }
        if options.playsVideo { warn(.video, "picture", "only its sound is played") }
        if options.playsAudio { warn(.audio, "sound", "it is played without") }
    }

    /// The tracks that play from the start: of each kind the default one that can be decoded, else the first that can.
    private func chooseTracks(_ info: MediaInfo) {
        func best(_ kind: TrackInfo.Kind) -> TrackInfo? {
            let able = info.tracks.filter { $0.kind == kind && $0.isDecodable }
            return able.first { $0.isDefault } ?? able.first
        }
        if options.playsVideo, selected[.video] == nil { videoTrack = best(.video) }
        if options.playsAudio, selected[.audio] == nil { audioTrack = best(.audio) }
        selected[.video] = videoTrack?.index
        selected[.audio] = audioTrack?.index
    }

    /// Reads the chosen picture track, and every sound and caption track so that changing over needs no reading.
    func applySelection(to demuxer: any MediaReader) {
        guard let info else { return }
        var wanted = Set(info.tracks.filter { $0.kind == .audio || $0.kind == .subtitle }.map(\.index))
        if demuxer.readsSelectedTracksOnly {
            wanted = Set(selected.values)
        } else {
            metadataTracks = Set(info.tracks.filter { $0.kind == .data && $0.codec == "timed_id3" }.map(\.index))
            wanted.formUnion(metadataTracks)
        }
        if !options.playsAudio {
            wanted = wanted.filter { index in info.tracks.first { $0.index == index }?.kind != .audio }
        }
        if let videoTrack { wanted.insert(videoTrack.index) }
        demuxer.discardAll(except: wanted)
    }

    var selectedIndexes: [Int] { [videoTrack?.index, audioTrack?.index].compactMap { $0 } }

    private func readUntilClosed() {
        var sinceTrim = 0
        while true {
            gate.lock()
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

    private var isCacheFull: Bool {
        guard cache.aheadBytes(selectedIndexes) < cache.forwardByteLimit else { return true }
        if waitsForTrack { return false }
        let goal = forwardBuffer > 0 ? forwardBuffer : demuxer?.preferredForwardBuffer ?? 0
        guard landing == nil, goal > 0 else { return false }
        return aheadOfPlayHead >= max(goal, .second)
    }

    /// Whether playing stands because one of the tracks has nothing, however much the others have. `gate` is held.
    private var waitsForTrack: Bool {
        isStalled && !cache.isAtEnd && selectedIndexes.contains { cache[$0].isDry }
            && cache.aheadBytes(selectedIndexes) < cache.forwardByteLimit
    }

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
        if abs(end &- reportedEnd) >= Self.loadedStep || packet == nil || isStalled {
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
        if hasNothing { return fail(error) }
        readFailure = error
        isReaderAstray = error.isOfNetwork
        cache.isAtEnd = true
        landing?.isCoverFinal = true
        send(.warning(error))
        reportBuffer()
        gate.broadcast()
    }

    func reportBuffer() {
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
