import CoreMedia
import Foundation
import HLS

/// The start: from the stream's URL to the first packets of every selected rendition.
extension StreamMachine {
    /// Requests the playlist at the stream's URL.
    mutating func open() {
        let number = nextLoadNumber()
        adaptation.controller.transferStarted(number, at: seconds)
        actions.append(.load(number, ResourceRequest(url: url, kind: .multivariant), .entry))
    }

    mutating func entryArrived(
        _ number: Int, byteCount: Int, _ result: Result<PlaylistAnswer, MediaError>, requestedAt: Duration
    ) {
        adaptation.controller.transferFinished(number, byteCount: byteCount, at: seconds)
        guard case .connecting = mode else { return }
        self.byteCount += Int64(byteCount)
        do throws(MediaError) {
            let answer = try result.get()
            report(answer.faults, of: answer.url)
            mode = .starting
            switch answer.playlist {
            case .media(let media):
                add(.main, variant: 0, url: answer.url, at: 0)
                take(media, from: answer.url, answer, requestedAt: requestedAt, .main)
            case .multivariant(let list):
                guard !list.variants.isEmpty else { throw nothingToPlay(answer.faults) }
                try begin(list)
            }
        } catch {
            fail(error)
        }
    }

    /// Ends the start phase, once the first video and audio packets have arrived. Other resources may be loaded from now on.
    mutating func finishStarting() {
        if case .starting = mode { mode = .reading(hasDelivered: false) }
    }

    /// The error of a stream that delivered nothing; nil if it delivered media.
    var emptyStream: MediaError? {
        guard !renditions.values.contains(where: \.hasBegun) else { return nil }
        let isListed = renditions.values.contains { $0.tracker.playlist?.segments.isEmpty == false }
        return MediaError(
            .empty,
            "This stream has no media: "
                + (isListed ? "its segments contain neither video nor audio." : "its playlist lists no segments."),
            url: url)
    }

    private func nothingToPlay(_ faults: [PlaylistFault]) -> MediaError {
        let reason = faults.first { $0.level == .error && $0.line > 0 }
        return MediaError(
            .noPlayableTracks,
            reason.map { "The playlist has no usable variant: line \($0.line): \($0.message)" }
                ?? "The playlist lists neither variants nor segments, so there is nothing to play.",
            detail: reason?.rule.description ?? "the playlist lists no variants", url: url)
    }

    /// Chooses the first variant and its audio rendition.
    private mutating func begin(_ list: MultivariantPlaylist) throws(MediaError) {
        variants.adopt(list)
        preload(list.sessionKeys, of: list)
        let state = ContentSteeringState(list, now: now)
        if list.contentSteering != nil || state.pathways.count > 1 { variants.steering = state }
        let ladder = try VariantLadder(list, environment: environment, url: url)
        variants.begin(ladder, under: environment)
        selection.options = StreamTracks(list, variants: ladder.levels.map(\.variant))
        let first = firstVariant(ladder)
        guard let variant = ladder.variant(first), let url = ladder.url(of: first) else {
            throw HLSClient.badURL("playlist", ladder.variant(first)?.uri ?? "", list.baseURL)
        }
        add(.main, variant: first, url: url, at: 0)
        guard let group = variant.audioGroup,
            let audio = preferences.audio.select(list.renditions(.audio, inGroup: group)),
            let track = selection.options.track(of: RenditionOption(audio))
        else {
            selection.selected.insert(StreamTracks.firstAudio)
            return
        }
        selection.selected.insert(track)
        // Audio renditions without a URI are muxed into the variant.
        if audio.uri != nil { addAudio(.audio(track), at: 0) }
    }

    /// Preloads the session keys (EXT-X-SESSION-KEY) of the multivariant playlist (spec/hls.md section 12).
    private mutating func preload(_ keys: [EncryptionKey], of list: MultivariantPlaylist) {
        for key in keys.prefix(StreamCaches.keyCount) where key.isIdentity {
            guard let url = key.uri.flatMap({ list.url(for: $0) }),
                case .missing = resources.preload(.key(url))
            else { continue }
            request(.key(url))
        }
    }
}
