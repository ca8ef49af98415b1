import CoreMedia
import Foundation
import VideoFrames

/// From the opened media to the first frame and the `ready` event.
///
/// A stream's video may be available before its audio: the first frame is displayed, time does not move, and nothing is reported until the
/// rest is known (hls.md section 12).
extension PlaybackMachine {
    /// The start position requested by the client before the media is open; nil: as the media specifies.
    var startRequest: Nanoseconds? {
        switch mode {
        case .idle(let seek?), .opening(let seek?): return seek.target == .never ? nil : seek.target
        default: return transport.startTime > 0 ? transport.startTime : nil
        }
    }

    /// Called when the media is open. `now` and `source.facts` must be set.
    /// - Parameter packetTracks: the tracks with their own packets.
    mutating func opened(
        _ info: MediaInfo, isComplete: Bool, startPosition: Nanoseconds, packetTracks: Set<Int>
    ) {
        guard case .opening(var seek) = mode else { return }
        source.info = info
        source.packetTracks = packetTracks
        source.duration = Nanoseconds(info.duration)
        source.readiness = isComplete ? .complete : .videoOnly
        // The audio track is chosen when all tracks are known.
        if isComplete { chooseTracks(info) } else { source.videoTrack = best(.video, of: info) }
        guard !source.playableTracks.isEmpty else { return fail(noDecoder(for: info)) }
        if let track = source.videoTrack?.video {
            reported.presentationSize = DisplaySize(width: track.displayWidth, height: track.displayHeight)
        }
        if let request = seek, transport.cancelsSeeksOutside, !canReach(request.target) {
            refuse(request)
            seek = nil
        }
        if let seek {
            mode = .paused(isAfterStall: false)
            announceIfComplete(info)
            beginSeek(seek, from: transport.startTime > 0 ? bounded(transport.startTime) : startPosition)
        } else if transport.startTime > 0 {
            clock.set(bounded(transport.startTime), at: now)
            mode = .paused(isAfterStall: false)
            announceIfComplete(info)
            beginSeek(.exact(transport.startTime))
        } else {
            clock.set(startPosition, at: now)
            let request = SeekRequest.exact(startPosition, origin: .start)
            let target = SeekTarget<VideoFrame>(startPosition, takesKeyFrame: true)
            mode = .seeking(PendingSeek(request: request, stage: .awaitingFrame(target), origin: startPosition))
            announceIfComplete(info)
            if startPosition > 0 { restartAudio(at: startPosition, rate: audio.rate) }
            if source.videoTrack == nil { finishSeek(with: nil) }
        }
    }

    /// Whether the opened media contains a time.
    private func canReach(_ time: Nanoseconds) -> Bool {
        guard time != .never else { return true }
        let slack = PlaybackLimits.seekSlack
        if let duration = source.duration { return time <= duration &+ slack }
        guard let window = source.facts.live?.window else { return true }
        return time >= window.lowerBound &- slack && time <= window.upperBound &+ slack
    }

    /// Called when the rest of a stream's media is known.
    mutating func completed(_ info: MediaInfo, packetTracks: Set<Int>) {
        guard isReady, source.readiness == .videoOnly else { return }
        source.readiness = .complete
        source.packetTracks = packetTracks
        source.info = info
        chooseTracks(info)
        announce(info)
        if let failure = video.failure {
            guard source.audioTrack != nil, failure.code != .decoderNotFound else { return fail(failure) }
            send(.warning(failure))
        }
        settle()
        reportBuffer()
    }

    private mutating func announceIfComplete(_ info: MediaInfo) {
        if source.isComplete { announce(info) }
    }

    private mutating func announce(_ info: MediaInfo) {
        applySelection()
        perform(.settleAsset(.success(info)))
        send(.ready(info))
        warnOfUndecodable(info)
        perform(.observeReader)
        let size = reported.presentationSize
        if size != .zero { send(.presentationSizeChanged(width: size.width, height: size.height)) }
    }

    private func noDecoder(for info: MediaInfo) -> MediaError {
        let codecs = info.tracks.map(\.codecDisplayName).joined(separator: ", ")
        return MediaError(
            .decoderNotFound,
            "No decoder for this file's codecs (\(codecs)) is installed; convert it, or install FFmpeg with that decoder.",
            detail: "codecs \(codecs)", url: url)
    }

    /// Warns about an item that plays without its video or audio.
    private mutating func warnOfUndecodable(_ info: MediaInfo) {
        func warning(_ kind: TrackInfo.Kind, _ rest: String) -> MediaError? {
            let codecs = info.tracks.filter { $0.kind == kind }.map(\.codecDisplayName)
            guard source.selected[kind] == nil, !codecs.isEmpty else { return nil }
            let names = codecs.joined(separator: ", ")
            return MediaError(
                .decoderNotFound, "No decoder for the \(kind.rawValue) of this item (\(names)) is installed: \(rest).",
                url: url)
        }
        if transport.playsVideo, let error = warning(.video, "only its audio is played") { send(.warning(error)) }
        if transport.playsAudio, let error = warning(.audio, "it is played without audio") { send(.warning(error)) }
    }

    /// Chooses the tracks that play from the start: for each kind the default track if it is decodable, else the first decodable one.
    private mutating func chooseTracks(_ info: MediaInfo) {
        if transport.playsVideo, source.selected[.video] == nil { source.videoTrack = best(.video, of: info) }
        if transport.playsAudio, source.selected[.audio] == nil { source.audioTrack = best(.audio, of: info) }
        source.selected[.video] = source.videoTrack?.index
        source.selected[.audio] = source.audioTrack?.index
        selectCaptions()
    }

    private func best(_ kind: TrackInfo.Kind, of info: MediaInfo) -> TrackInfo? {
        let decodable = info.tracks.filter { $0.kind == kind && $0.isDecodable }
        return decodable.first { $0.isDefault } ?? decodable.first
    }

    // MARK: - Until the first frame has been drawn

    /// Whether only the work for the first frame is done, because a viewer has not drawn it yet. On two cores, other decoding and reading
    /// would delay the window's first drawing.
    var isStarting: Bool { !start.isOver && source.videoTrack != nil && start.hasViewers }

    /// Whether the reader pauses so that other threads get the processor. Never while the decoder has no work.
    var isReaderHeldBack: Bool {
        guard isStarting, source.isComplete, let index = source.videoTrack?.index, !cache[index].isExhausted else {
            return false
        }
        if let seek = pendingSeek, seek.isRequested { return false }
        return start.hasFirstFrame || cache[index].end - cache[index].cursor >= PlaybackLimits.startingPackets
    }

    /// Called when the viewer has drawn the first frame, or has taken too long.
    mutating func firstFrameDrawn() { start.isOver = true }
}
