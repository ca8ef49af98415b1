import CoreMedia
import Foundation
import HLS

/// Requests chunks and handles the responses.
extension StreamMachine {
    /// The tolerance for rounding differences between the same position in two playlists.
    private static let renditionSlack: Nanoseconds = 500 * .millisecond

    /// Requests the next chunk of a rendition.
    mutating func advance(_ role: RenditionRole) {
        guard failure == nil else { return }
        refresh(role)
        guard renditions[role]?.tracker.playlist != nil else {
            if role == .main { failAfterSilence() }
            return
        }
        renditions[role]?.continueIfDue(at: now)
        // Load one chunk ahead while the previous one is delivered.
        guard let rendition = renditions[role], case .idle = rendition.activity,
            rendition.queuedPackets < RenditionMachine.maximumQueuedPackets, hasStarted || !rendition.hasBegun
        else { return }
        // A rendition's window is aligned after the variant's.
        if role != .main, window.alignment == nil { return }
        // After a pause without requests, reload the variant's playlist first: the next chunk may no longer be listed.
        let isStale = [rendition, main ?? rendition].contains {
            $0.tracker.isStale(now: now) && $0.tracker.failures == 0
        }
        if isStale || reviewRestart(role) == .waiting { return }
        if isBehindWindow(role) { return failBehindWindow() }
        guard let rendition = renditions[role] else { return }
        // Renditions load in step with the video, not ahead of it: chunks far ahead would take bandwidth from chunks that are needed now.
        if role != .main, hasStarted, isAhead(rendition) { return }
        if role == .main, hasStarted, let other = otherVariant(for: rendition) {
            switchMain(to: other.variant, because: SwitchCause(other))
            return advance(role)
        }
        switch rendition.upcoming() {
        case .later: if role == .main { failAfterSilence() }
        case .end: renditions[role]?.end()
        case .unusable(let uri):
            let error = HLSClient.badURL("segment", uri, rendition.tracker.url)
            guard case .switched = fallBack(role, because: error) else { return fail(error) }
            report(error, "The segment is played from another variant.")
            advance(role)
        case .chunk(let chunk) where chunk.isGap:
            // Another variant may have the segment.
            if case .switched = fallBack(role, blame: .unattributed) { return advance(role) }
            report(
                MediaError(.empty, "The playlist marks a segment as a gap.", url: chunk.url), "The segment is skipped.")
            skip(chunk, role)
            advance(role)
        case .chunk(let chunk) where chunk.isHint && chunk.isSameHint(as: rendition.brokenHint): break
        // Only web servers support open ranges on a resource that is still being written.
        case .chunk(let chunk) where chunk.openStart != nil && (hasProvider || !chunk.url.isWeb): break
        case .chunk(let chunk): load(chunk, role)
        }
    }

    /// Whether a rendition's next chunk starts after all media that the variant has loaded or is loading.
    private func isAhead(_ rendition: RenditionMachine) -> Bool {
        guard let main, !main.isAtEnd, window(of: preferences)?.isLive != true else { return false }
        // While the variant loads a chunk, renditions load the chunks that start within it.
        let reach = main.loading.map { $0.chunk.end &- Self.renditionSlack } ?? main.position &+ Self.renditionSlack
        return rendition.position > reach
    }

    /// Requests a chunk, and the key and initialization section that it needs.
    private mutating func load(_ chunk: MediaChunk, _ role: RenditionRole) {
        guard let rendition = renditions[role], let playlist = rendition.tracker.playlist else { return }
        let number = nextLoadNumber()
        var loading: SegmentLoading
        do throws(MediaError) {
            loading = try SegmentLoading(
                chunk, in: playlist, number: number, variant: rendition.variant, startedAt: seconds)
        } catch {
            // Another variant may use a different protection scheme, or none.
            guard case .switched = fallBack(role, because: error) else {
                report(error, "The segment cannot be played.")
                return fail(error)
            }
            report(error, "The segment is played from another variant.")
            return advance(role)
        }
        if hasLeftWindow(rendition) {
            report(
                MediaError(
                    .behindLiveWindow, "Segments left the window of a live playlist before they were loaded.",
                    url: rendition.tracker.url), "The segments are skipped.")
        }
        // The server blocks the response until the part exists, so only the bytes measure the network, not the latency.
        adaptation.controller.transferStarted(number, at: seconds, metering: chunk.isHint ? .bytesOnly : .full)
        var request = ResourceRequest(
            url: chunk.url, kind: .segment, byteRange: chunk.byteRange?.requestRange,
            duration: chunk.duration.seconds + (chunk.isHint ? playlist.targetDuration?.seconds ?? 0 : 0),
            mediaKind: role.mediaKind)
        request.openStart = chunk.openStart
        // At startup, do not retry a silent server while a lower variant can be requested instead.
        if role == .main, !rendition.hasLoadedMedia, hasLowerVariant(rendition) {
            request.isRepeatedAfterSilence = false
        }
        actions.append(.load(number, request, .chunk(role)))
        for resource in loading.missing where resource != .media {
            switch resources.need(resource, for: .init(role: role, number: number)) {
            case .known(let bytes): loading.put(bytes, for: resource)
            case .requested: break
            case .missing: self.request(resource)
            }
        }
        renditions[role]?.begin(loading)
    }

    private func hasLowerVariant(_ rendition: RenditionMachine) -> Bool {
        (0..<max(0, rendition.variant)).contains {
            !variants.limited.contains($0) && !rendition.failures.variants.contains($0)
        }
    }

    /// Requests a key or an initialization section, once for all chunks that need it.
    mutating func request(_ resource: SegmentLoading.Resource) {
        guard let request = HLSClient().request(for: resource) else { return }
        actions.append(.load(nextLoadNumber(), request, .shared(resource)))
    }

    /// Handles the response to a request of a key or an initialization section.
    mutating func resourceArrived(_ resource: SegmentLoading.Resource, _ result: Result<[UInt8], MediaError>) {
        let waiters = resources.takeWaiters(for: resource)
        switch result {
        case .success(let bytes):
            byteCount += Int64(bytes.count)
            resources.caches.keep(bytes, of: resource)
            for waiter in waiters { renditions[waiter.role]?.update(waiter.number) { $0.put(bytes, for: resource) } }
        case .failure(let error):
            for waiter in waiters where renditions[waiter.role]?.loading?.number == waiter.number {
                adaptation.controller.transferFinished(waiter.number, byteCount: 0, at: seconds)
                loadFailed(waiter.role, error)
            }
        }
    }

    /// Handles the end of a chunk's request.
    /// - Parameter byteCount: the size, if the bytes were consumed as they arrived.
    mutating func chunkArrived(
        _ number: Int, _ role: RenditionRole, _ result: Result<[UInt8], MediaError>, byteCount taken: Int? = nil
    ) {
        let count = (try? result.get()).map { taken ?? $0.count } ?? 0
        adaptation.controller.transferFinished(number, byteCount: count, at: seconds)
        guard let loading = renditions[role]?.loading, loading.number == number else { return }
        switch result {
        case .success(let bytes):
            byteCount += Int64(count)
            renditions[role]?.update(number) { $0.put(bytes, for: .media) }
            renditions[role]?.hasLoadedMedia = true
            keepThroughput(atLeastAfter: VariantAdaptation.storeInterval)
            if role == .main, let ladder = variants.ladder, !loading.chunk.isHint {
                adaptation.controller.segmentLoaded(
                    variant: loading.variant, of: ladder.costs, byteCount: count,
                    duration: loading.chunk.duration.seconds, seconds: seconds - loading.startedAt)
            }
        case .failure(let error): loadFailed(role, error)
        }
    }

    enum ProgressOutcome {
        case continued
        /// The first bytes of the chunk have arrived; it may be demuxed while the rest arrives.
        case begun
        case abandoned
    }

    /// Handles the arrival of bytes of a chunk. Another variant may be faster for the rest.
    mutating func chunkProgressed(
        _ number: Int, _ role: RenditionRole, received: Int64, expected: Int64?
    ) -> ProgressOutcome {
        adaptation.controller.transferProgressed(number, byteCount: Int(received), at: seconds)
        guard !isCancelled, let loading = renditions[role]?.loading, loading.number == number, !loading.hasMedia else {
            return .continued
        }
        var outcome = ProgressOutcome.continued
        if received > 0, case .awaited = loading.arrival {
            renditions[role]?.update(number) { $0.arrival = .begun }
            outcome = .begun
        }
        guard role == .main, let main else { return outcome }
        let running = RunningSegment(
            id: number, variant: loading.variant, startedAt: loading.startedAt, byteCount: Int(received),
            expectedByteCount: expected.map { Int($0) })
        guard let (variant, cause) = variantInstead(of: running, main) else { return outcome }
        adaptation.controller.transferFinished(number, byteCount: Int(received), at: seconds)
        switchMain(to: variant, because: cause)
        return .abandoned
    }

    mutating func keepThroughput(atLeastAfter interval: Double) {
        if let measured = adaptation.takeThroughput(atLeastAfter: interval, now: seconds) {
            actions.append(.keepThroughput(measured))
        }
    }

    /// Continues after a chunk that no server can deliver.
    mutating func skip(_ chunk: MediaChunk, _ role: RenditionRole) {
        if role == .main {
            // The part that arrived before the failure is played.
            let reached = timeline.seams[StreamTracks.video]?.reached ?? chunk.start
            let start = max(chunk.start, min(reached, chunk.end))
            timeline.gaps.note(from: start, to: chunk.end)
        }
        renditions[role]?.pass(chunk)
    }
}

extension URL {
    fileprivate var isWeb: Bool { ["http", "https"].contains(scheme?.lowercased()) }
}
