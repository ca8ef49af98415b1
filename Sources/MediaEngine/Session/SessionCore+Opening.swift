import CoreMedia
import Foundation

/// From the media to the first picture, and to all that there is to tell of it.
///
/// A stream's pictures may be here before its sound: they are shown, and neither does time run nor is anybody told what there is before the
/// rest is known (spec/hls.md section 12).
extension SessionCore {
    /// Blocks until there is something to play. On the reader's thread.
    func open() throws(MediaError) {
        asset.prefer(gate.withLock { streaming })
        let opened = try asset.takeDemuxer(interruptedBy: opening)
        let hasPictures = opened.info.tracks.contains { $0.kind == .video && $0.isDecodable }
        if !options.playsVideo || !hasPictures { try complete(opened) }
        gate.lock()
        defer { gate.unlock() }
        guard phase == .opening else {
            opened.cancel()
            let error = MediaError(.cancelled, "Closed while opening.")
            afterEvents { [asset] in asset.settle(opened, .failure(error)) }
            throw error
        }
        demuxer = opened
        info = opened.info
        duration = Nanoseconds(opened.info.duration)
        awaitsSound = !opened.isComplete
        // What is on its way may still be chosen.
        if awaitsSound { videoTrack = best(.video, of: opened.info) } else { chooseTracks(opened.info) }
        let playable = [videoTrack, audioTrack].compactMap { $0 }
        guard !playable.isEmpty else {
            let codecs = opened.info.tracks.map(\.codecForPeople).joined(separator: ", ")
            throw MediaError(
                .decoderNotFound,
                "No decoder for what is in this file (\(codecs)) is installed; convert it, or install FFmpeg with that decoder.",
                detail: "codecs \(codecs)", url: asset.locator.url)
        }
        if let track = videoTrack?.video {
            presentationSize = (track.displayWidth, track.displayHeight)
        }
        let start = Nanoseconds(options.startTime) ?? 0
        let asksForStart = start > 0
        phase = .ready
        // The asset may have been opened by somebody who knew less.
        opened.prefer(streaming)
        if !awaitsSound { announce(opened) }
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

    private func complete(_ opened: any MediaReader) throws(MediaError) {
        opening.whenRaised { opened.cancel() }
        do throws(MediaError) {
            try opened.complete()
        } catch {
            asset.settle(opened, .failure(error))
            throw error
        }
        asset.settle(opened, .success(opened.info))
    }

    /// Tells what there is, once all of it is known. `gate` is held.
    private func announce(_ opened: any MediaReader) {
        let info = opened.info
        applySelection(to: opened)
        afterEvents { [asset] in asset.settle(opened, .success(info)) }
        send(.ready(info))
        warnOfUndecodable(info)
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
    }

    /// The sound of a stream whose pictures came first is here: from now on time may run. `gate` is held.
    func soundCame(_ opened: any MediaReader) {
        awaitsSound = false
        info = opened.info
        chooseTracks(opened.info)
        announce(opened)
        if let videoFailure {
            guard audioTrack != nil, videoFailure.code != .decoderNotFound else { return fail(videoFailure) }
            send(.warning(videoFailure))
        }
        runIfPossible()
        reportRate()
        reportBuffer()
        gate.broadcast()
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
        if options.playsVideo, selected[.video] == nil { videoTrack = best(.video, of: info) }
        if options.playsAudio, selected[.audio] == nil { audioTrack = best(.audio, of: info) }
        selected[.video] = videoTrack?.index
        selected[.audio] = audioTrack?.index
    }

    private func best(_ kind: TrackInfo.Kind, of info: MediaInfo) -> TrackInfo? {
        let able = info.tracks.filter { $0.kind == kind && $0.isDecodable }
        return able.first { $0.isDefault } ?? able.first
    }

    /// Reads the chosen picture track, and every sound and caption track so that changing over needs no reading.
    func applySelection(to demuxer: any MediaReader) {
        // What is on its way is not to be taken for what nobody wants.
        guard let info, !awaitsSound else { return }
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
}
