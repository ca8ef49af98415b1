import CoreMedia
import Foundation
import HLS

/// Requests media playlists and handles the responses.
extension StreamMachine {
    /// Requests the playlist of a rendition if it is due.
    mutating func refresh(_ role: RenditionRole) {
        guard !isCancelled, let url = renditions[role]?.tracker.url else { return }
        if renditions[role]?.tracker.playlist == nil, let known = resources.caches.playlist(from: url) {
            renditions[role]?.tracker.adopt(known)
            return place(role, change: nil)
        }
        reviewSilence(role)
        guard let rendition = renditions[role], let request = rendition.tracker.nextRequest(now: now),
            request.earliest <= now
        else { return }
        // After a pause without requests, the time without new media counts from now.
        if role == .main, rendition.tracker.isStale(now: now), rendition.tracker.failures == 0 { window.grewAt = now }
        load(request, role)
    }

    /// Requests every playlist that is due.
    mutating func refreshAll() {
        for role in renditions.keys.sorted() { refresh(role) }
    }

    private mutating func load(_ request: ReloadPlan.Request, _ role: RenditionRole) {
        guard let tracker = renditions[role]?.tracker else { return }
        renditions[role]?.tracker.began(isHeldBack: request.isBlocking)
        let number = nextLoadNumber()
        // A response that the server holds back does not measure the network's speed.
        adaptation.controller.transferStarted(
            number, at: seconds, metering: request.isBlocking ? .bytesOnly : .full)
        var resource = ResourceRequest(
            url: request.url, kind: .playlist,
            duration: request.isBlocking ? tracker.playlist?.targetDuration?.seconds : nil)
        // If the server cannot hold back the playlist, it is requested without the blocking directive instead.
        resource.isRepeated = !request.isBlocking
        actions.append(.load(number, resource, .playlist(role, url: tracker.url)))
    }

    /// Handles the end of a media playlist's request.
    /// - Parameter url: the rendition's URL when the request started.
    mutating func playlistArrived(
        _ number: Int, _ role: RenditionRole, url: URL, byteCount: Int,
        _ result: Result<PlaylistAnswer, MediaError>, requestedAt: Duration
    ) {
        adaptation.controller.transferFinished(number, byteCount: byteCount, at: seconds)
        self.byteCount += Int64(byteCount)
        // The rendition may have switched to another playlist.
        guard renditions[role]?.tracker.url == url else { return }
        if role == .main { reports.reloadCount += 1 }
        switch result {
        case .success(let answer):
            guard case .media(let media) = answer.playlist else { return }
            report(answer.faults, of: url)
            take(media, from: url, answer, requestedAt: requestedAt, role)
        case .failure(let error): playlistFailed(role, error)
        }
    }

    mutating func take(
        _ media: MediaPlaylist, from url: URL, _ answer: PlaylistAnswer, requestedAt: Duration, _ role: RenditionRole
    ) {
        guard var rendition = renditions[role] else { return }
        if rendition.tracker.playlist == nil, window.alignment?.playlist.segments.isEmpty == false, media.isBare {
            // A playlist without segments cannot be aligned with the current one.
            return playlistFailed(role, MediaError(.empty, "A live playlist has no segments.", url: url))
        }
        let before = rendition.tracker.playlist
        let change: PlaylistChange?
        do throws(DeltaError) {
            change = try rendition.tracker.received(
                media, age: answer.age, dates: answer.dates, requestedAt: requestedAt, now: now)
        } catch {
            renditions[role] = rendition
            let fault = MediaError(.malformed, error.description, url: url, cause: error)
            return report(fault, "The full playlist is requested.")
        }
        if let fresh = rendition.tracker.playlist {
            resources.caches.keep(fresh, from: url)
            if let before, change != .older { report(fresh.faults(comparedWith: before), of: url) }
        }
        switch rendition.reviewHint() {
        case .unchanged: break
        case .abandoned(let number): actions.append(.cancelLoad(number))
        case .limited(let number, let count): actions.append(.limitLoad(number, count))
        }
        renditions[role] = rendition
        place(role, change: change)
    }

    /// Places the window of a rendition on the presentation timeline.
    private mutating func place(_ role: RenditionRole, change: PlaylistChange?) {
        guard let rendition = renditions[role], let playlist = rendition.tracker.playlist else { return }
        if let change { apply(change, role) }
        if role == .main {
            publishDateRanges(of: playlist)
            if let alignment = window.alignment, change == nil {
                renditions[.main]?.tracker.place(
                    at: alignment.start(of: playlist, seenAt: rendition.tracker.grewAt))
            }
            guard window.alignment == nil else { return windowChanged() }
            join()
            // Renditions whose playlists arrived before the variant's are aligned now.
            for other in renditions.keys where other != .main { align(other) }
        } else if change == nil {
            align(role)
        }
    }

    /// Aligns the window of a rendition with the variant's.
    private mutating func align(_ role: RenditionRole) {
        guard let alignment = window.alignment, let main, let tracker = renditions[role]?.tracker,
            let playlist = tracker.playlist
        else { return }
        renditions[role]?.tracker.place(
            at: alignment.start(of: playlist, seenAt: tracker.grewAt), era: main.tracker.era)
    }

    private mutating func apply(_ change: PlaylistChange, _ role: RenditionRole) {
        guard let rendition = renditions[role] else { return }
        let url = rendition.tracker.url
        switch change {
        case .unchanged, .advanced, .older: break
        case .renumbered:
            renditions[role]?.renumber()
            guard renditions[role]?.tracker.shouldReportRenumbering(now: now) == true else { return }
            report(
                MediaError(.contentChanged, "A live playlist was renumbered, but its media is continuous.", url: url),
                "Playback continues.")
        case .restarted, .mismatched:
            let text =
                change == .restarted
                ? "Its media sequence numbers decreased." : "A segment was replaced by another one."
            report(
                MediaError(.contentChanged, "A live playlist does not continue the previous one. \(text)", url: url),
                "Playback joins the new playlist.")
            abandonLoad(role)
            if role == .main {
                rejoin()
                windowChanged()
            }
            // The rendition whose playlist restarts second is aligned with the window of the first.
            for other in renditions.keys
            where other != .main && renditions[other]?.tracker.era == main?.tracker.era {
                align(other)
                if let position = renditions[other]?.position { renditions[other]?.next = .seam(position) }
            }
        case .gap where rendition.position &+ RenditionMachine.seamTolerance >= rendition.tracker.windowStart:
            abandonLoad(role)
            renditions[role]?.next = .seam(rendition.position)
            report(
                MediaError(
                    .contentChanged, "The numbers of a live playlist jumped, but its dates are continuous.", url: url),
                "Playback continues.")
        case .gap(let missing):
            report(
                MediaError(.contentChanged, "\(missing) segments of a live playlist were missed.", url: url),
                "Playback continues after them.")
        }
    }

    /// Falls back if a live playlist has not changed for one and a half target durations: another variant's server may have newer media.
    private mutating func reviewSilence(_ role: RenditionRole) {
        guard let silence = renditions[role]?.tracker.takeUnchangedDuration(now: now), let rendition = renditions[role]
        else {
            return
        }
        let error = MediaError(
            .networkTimedOut, "A live playlist has not changed for \(Int(silence.inSeconds)) seconds.",
            url: rendition.tracker.url)
        let blame = rendition.tracker.failures == 0 ? .variant : recordBlame(of: rendition, for: error)
        switch fallBack(role, because: error, blame: blame) {
        case .switched: report(error, "Playback continues in another variant.")
        case .exhausted: report(error, "The playlist is requested again.")
        }
    }

    private mutating func playlistFailed(_ role: RenditionRole, _ error: MediaError) {
        guard let before = renditions[role] else { return }
        let wasUnknown = before.tracker.playlist == nil
        let isRetried = renditions[role]?.tracker.failed(status: error.httpStatus, now: now) == true
        if isCancelled { return }
        if wasUnknown, renditions[role]?.tracker.playlist != nil { place(role, change: nil) }
        if isRetried { return report(error, "The previous playlist is used until a reload succeeds.") }
        if case .switched = fallBack(role, because: error, blame: recordBlame(of: before, for: error)) {
            return report(error, "Playback continues in another variant.")
        }
        // A live stream's server may recover; `failAfterSilence` limits the wait.
        if hasDelivered, window(of: preferences)?.isLive == true {
            return report(error, "The playlist is requested again.")
        }
        guard retryAfterOutage(role, error) == .notAnOutage else { return }
        if case .switched = returnToKnownVariant(role) {
            return report(error, "Playback continues in the previous variant.")
        }
        guard abandonAudio(role, because: error) == .required else { return }
        report(error, "There is no other variant.")
        fail(error)
    }

    /// Decides whether an error of a rendition excludes its variant.
    mutating func recordBlame(of rendition: RenditionMachine, for error: MediaError) -> VariantSelector.Blame {
        guard rendition.role == .main else { return .unattributed }
        return variants.recordBlame(of: rendition.variant, for: error, at: now)
    }

    /// Reports each violated rule once per playlist, however often the playlist is reloaded (spec/hls.md, "WARN").
    mutating func report(_ faults: [PlaylistFault], of url: URL) {
        for fault in faults where reports.faults.count < StreamReports.maximumFaults {
            guard reports.faults.insert(.init(url: url, rule: fault.rule)).inserted else { continue }
            let place = fault.line > 0 ? "line \(fault.line): " : ""
            report(
                MediaError(
                    .malformed, "The playlist violates a rule: \(place)\(fault.message)",
                    detail: fault.rule.description,
                    url: url), "Playback continues as far as possible.")
        }
    }
}

extension MediaPlaylist {
    /// Whether the playlist lists no media although it has not ended.
    fileprivate var isBare: Bool { segments.isEmpty && parts.isEmpty && skip == nil && !hasEnded }
}
