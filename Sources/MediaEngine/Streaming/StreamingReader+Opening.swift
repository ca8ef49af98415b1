import CoreMedia
import Foundation
import HLS

/// From an address to the first packets of every selected stream.
extension StreamingReader {
    /// Blocks until the first segments are here.
    static func open(_ locator: MediaLocator, created: (@escaping @Sendable () -> Void) -> Void)
        throws(MediaError) -> StreamingReader
    {
        let reader = StreamingReader(locator)
        created { [weak reader] in reader?.cancel() }
        try reader.open()
        return reader
    }

    private func open() throws(MediaError) {
        let started = now
        let number = nextLoadNumber()
        adaptation.transferStarted(number, at: started)
        let fetched = try fetchFirst()
        adaptation.transferFinished(number, byteCount: fetched.bytes.count, at: now)
        let parsed: ParsedPlaylist
        do throws(PlaylistError) {
            parsed = try Playlist.parse(fetched.bytes, baseURL: fetched.url)
        } catch {
            throw MediaError(
                .malformed, "The playlist cannot be used: line \(error.fault.line): \(error.fault.message)",
                detail: error.fault.rule.description, url: locator.url, cause: error)
        }
        gate.lock()
        defer { gate.unlock() }
        byteCount += Int64(fetched.bytes.count)
        switch parsed.playlist {
        case .media(let media):
            var main = RenditionPipeline(role: .main, rung: 0, url: fetched.url)
            playlists[fetched.url] = media
            main.update(media, at: now)
            pipelines[.main] = main
            startLive()
            lastMain = pipelines[.main].map { (media, $0.windowEnd) }
        case .multivariant(let list):
            try begin(list)
        }
        try prime()
        isPrimed = true
        builtInfo = buildInfo()
    }

    private func fetchFirst() throws(MediaError) -> FetchedResource {
        let answer = Answer()
        let fetch = loader.fetch(ResourceRequest(url: locator.url, kind: .multivariant)) { [gate] result in
            gate.withLock {
                answer.result = result
                gate.broadcast()
            }
        }
        gate.lock()
        while answer.result == nil, !isCancelled { gate.wait() }
        let result = answer.result
        gate.unlock()
        guard let result else {
            fetch.cancel()
            throw MediaError(.cancelled, "Opening was cancelled.", url: locator.url)
        }
        return try result.get()
    }

    private final class Answer: @unchecked Sendable {
        // Read and written with the reader's gate held.
        var result: Result<FetchedResource, MediaError>?
    }

    /// Chooses the first variant and its sound. `gate` is held.
    private func begin(_ list: MultivariantPlaylist) throws(MediaError) {
        multivariant = list
        let ladder = try VariantLadder(list, url: locator.url)
        self.ladder = ladder
        let state = AdaptationState(
            now: now, phase: .starting, buffered: 0, bufferGoal: Self.bufferGoal.seconds, rungs: ladder.rungs,
            upcoming: [AdaptationSegment(duration: 6)])
        let decision = adaptation.chooseRung(state)
        decisions.append(decision)
        let rung = ladder.variants.indices.contains(decision.rung) ? decision.rung : 0
        let variant = ladder.variants[rung]
        guard let url = list.url(for: variant.uri) else {
            throw MediaError(.badURL, "A variant's address cannot be used.", detail: variant.uri, url: locator.url)
        }
        pipelines[.main] = RenditionPipeline(role: .main, rung: rung, url: url)
        if let group = variant.audioGroup {
            renditions = list.renditions(.audio, inGroup: group)
            if let first = Self.firstChoice(renditions), renditions[first].uri != nil {
                addAudio(Self.firstAudioTrack + first, renditions[first], at: 0)
            }
        }
    }

    /// The rendition that plays where nobody has chosen: the default one, else one in the viewer's language, else the first.
    private static func firstChoice(_ renditions: [Rendition]) -> Int? {
        if let chosen = renditions.firstIndex(where: { $0.isDefault }) { return chosen }
        return renditions.firstIndex { $0.isAutoselect } ?? renditions.indices.first
    }

    /// Waits for packets of every stream that is under way. `gate` is held.
    private func prime() throws(MediaError) {
        while true {
            if isCancelled { throw MediaError(.cancelled, "Opening was cancelled.", url: locator.url) }
            try advance()
            if try splitWhatIsHere() { continue }
            if let failure { throw failure }
            if pipelines.values.allSatisfy({ $0.hasPackets || $0.isAtEnd }) {
                guard pipelines.values.contains(where: { $0.hasPackets }) else {
                    throw MediaError(
                        .empty, "There is nothing in this stream: its playlist names no segment.", url: locator.url)
                }
                return
            }
            waitForNews()
        }
    }

    var emptyInfo: MediaInfo {
        MediaInfo(
            container: "hls", duration: .indefinite, startTime: .zero, bitsPerSecond: nil, byteCount: nil,
            isSeekable: false, isLive: false, tracks: [], chapters: [], metadata: [], covers: [])
    }

    /// `gate` is held.
    private func buildInfo() -> MediaInfo {
        var info = emptyInfo
        let hasEnded = lastMain?.playlist.hasEnded ?? false
        let length = lastMain?.end ?? 0
        info.isLive = !hasEnded
        info.isSeekable = hasEnded
        info.duration = hasEnded ? length.time : .indefinite
        info.bitsPerSecond = ladder.flatMap { ladder in
            pipelines[.main].map { Int64(ladder.variants[$0.rung].bandwidth) }
        }
        if var video = trackDetails[.video] {
            video.index = Self.videoTrack
            video.duration = info.duration
            info.tracks.append(video)
        }
        guard var sound = trackDetails[.audio] else { return info }
        sound.duration = info.duration
        if renditions.isEmpty {
            sound.index = Self.firstAudioTrack
            info.tracks.append(sound)
        }
        for (index, rendition) in renditions.enumerated() {
            var track = sound
            track.index = Self.firstAudioTrack + index
            track.trackID = Int32(clamping: track.index + 1)
            track.title = rendition.name
            track.language = rendition.language
            track.isDefault = pipelines[.audio(track.index)] != nil || (rendition.uri == nil && rendition.isDefault)
            track.isVisualImpaired = rendition.characteristics.contains("public.accessibility.describes-video")
            info.tracks.append(track)
        }
        return info
    }
}
