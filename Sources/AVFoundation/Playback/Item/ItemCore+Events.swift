import CoreMedia
import Foundation
import MediaEngine

/// Handles the events of an item's session, on the session's event queue.
extension ItemCore {
    /// - Parameter serial: the serial number of the session. Events of a former session are ignored.
    func take(_ event: SessionEvent, of serial: UInt64) {
        guard let session = read({ $0.serial == serial ? $0.session : nil }) else { return }
        switch event {
        case .ready(let info):
            let (seekable, loaded) = (session.seekableRanges, loadedRanges(of: session))
            let contents = contents(of: info)
            apply(serial) { core, state in
                state.contents = contents
                state.log.isLive = info.isLive
                for finding in contents.captionFindings { core.note(finding, &state) }
                // Errors in metadata and chapters do not affect playback.
                for finding in info.findings { core.note(MediaError(.malformed, finding), &state) }
                core.post { core.observeThumbnails() }
                let actions = state.item.opened(info, seekable: seekable)
                core.perform(seek: state.seeks.becameReady(seekable: seekable), &state)
                return actions + state.item.rangesChanged(loaded: loaded, seekable: seekable)
            }
        case .firstFrame:
            apply(serial) { core, state in
                state.presentation.hasFirstFrame = true
                core.report(.firstFrame, &state)
                return []
            }
        case .presentationSizeChanged(let width, let height):
            apply(serial) { core, state in
                state.item.presentationSizeChanged(.init(width: width, height: height))
                core.report(.videoSizeChanged, &state)
                return []
            }
        case .loadedRangesChanged:
            let (seekable, loaded) = (session.seekableRanges, loadedRanges(of: session))
            apply(serial) { $1.item.rangesChanged(loaded: loaded, seekable: seekable) }
        case .bufferStateChanged(let buffer):
            let (loaded, time) = (session.loadedRanges, session.currentTime)
            apply(serial) { core, state in
                core.metric(buffer: buffer, loaded: loaded, at: time, &state)
                return state.item.bufferChanged(buffer)
            }
        case .effectiveRateChanged(let rate):
            let (statistics, time) = (session.statistics, session.currentTime)
            apply(serial) { core, state in
                core.metric(rate: rate, at: time, &state)
                core.rateChanged(to: rate, statistics, time, &state)
                return []
            }
        case .timeJumped:
            apply(serial) { core, state in
                state.playhead.jump()
                // Observers are notified of the jump of a held item when the item is released.
                guard !state.playhead.isFrozen else { return [] }
                core.postNotification(AVPlayerItem.timeJumpedNotification, &state)
                core.post { core.flushOutputs() }
                core.report(.jumped, &state)
                return []
            }
        case .captionsReplaced:
            apply(serial) { core, state in
                core.report(.captionsReplaced, &state)
                return []
            }
        case .audioTrackFailed(let lost, let instead):
            apply(serial) { core, state in
                core.audioRenditionFailed(lost, instead: instead, &state)
                return []
            }
        case .selectionChanged:
            // The change has been reported already when the selection was made.
            break
        case .ended:
            let time = session.currentTime
            apply(serial) { core, state in
                // An end that was reached before the client's seek is ignored: see `SeekState.isSettled`.
                if state.seeks.isSettled { core.report(.ended(state.end(at: time)), &state) }
                return []
            }
        case .stalled:
            let time = session.currentTime
            apply(serial) { core, state in
                state.log.stalled()
                core.metricStalled(at: time, &state)
                core.report(.stalled, &state)
                return []
            }
        case .timedText(let text):
            apply(serial) { core, state in
                core.report(.timedText(text), &state)
                return []
            }
        case .timedMetadata(let metadata):
            apply(serial) { core, state in
                core.report(.timedMetadata(metadata), &state)
                return []
            }
        case .dateRangesChanged(let ranges):
            apply(serial) { core, state in
                state.stream.dateRanges = ranges
                core.post { core.dateRangesChanged() }
                return []
            }
        case .interstitialsChanged(let found):
            apply(serial) { core, state in
                state.stream.interstitials = found
                core.report(.interstitialsChanged, &state)
                return []
            }
        case .audioDeviceChanged:
            break
        case .transfer(let transfer):
            let time = session.currentTime
            apply(serial) { core, state in
                state.log.transferred(transfer)
                core.metric(transfer: transfer, at: time, &state)
                return []
            }
        case .variant(let variant):
            let (statistics, time, loaded) = (session.statistics, session.currentTime, session.loadedRanges)
            apply(serial) { core, state in
                core.metric(variant: variant, loaded: loaded, at: time, &state)
                if state.log.switched(to: variant, statistics, atSeconds: time.seconds, date: Date()) == .added {
                    core.postNotification(AVPlayerItem.newAccessLogEntryNotification, &state)
                }
                return []
            }
        case .recommendedLiveDistanceChanged(let distance):
            apply(serial) { core, state in
                state.stream.recommend(distance)
                core.postNotification(AVPlayerItem.recommendedTimeOffsetFromLiveDidChangeNotification, &state)
                return []
            }
        case .warning(let error):
            apply(serial) { core, state in
                core.note(error, &state)
                return []
            }
        case .streamFault(let fault):
            apply(serial) { core, state in
                var error = fault.error
                error.message = fault.comment
                core.note(error, at: fault.date, &state)
                return []
            }
        case .endedEarly(let error):
            apply(serial) { core, state in
                // Ignored after a later seek, as for an end.
                guard state.seeks.isSettled else { return [] }
                return state.item.endedEarly(error)
            }
        case .failed(let error):
            apply(serial) { core, state in
                core.note(error, &state)
                return state.item.failed(error)
            }
        }
    }

    private func apply(_ serial: UInt64, _ body: (ItemCore, inout State) -> [ItemState.Action]) {
        update(.playback) { state in
            guard state.serial == serial else { return }
            let actions = body(self, &state)
            perform(actions, &state)
        }
    }

    /// Writes the errors of the thumbnails that the client names to the error log from now on. Called with no lock held.
    private func observeThumbnails() {
        guard let files = asset.mediaAsset.locator.thumbnails, read({ $0.thumbnailErrors == nil }) else { return }
        let observation = files.observe { [weak self] error in
            self?.update(.playback) { state in self?.note(error, &state) }
        }
        adjust { $0.thumbnailErrors = observation }
    }

    private func rateChanged(
        to rate: Double, _ statistics: SessionStatistics, _ time: CMTime, _ state: inout State
    ) {
        state.playhead.sessionRate = rate
        if rate == 0 {
            state.log.ended(statistics, at: Date())
        } else if state.log.began(statistics, of: asset.mediaAsset.locator.url, atSeconds: time.seconds, date: Date())
            == .added
        {
            postNotification(AVPlayerItem.newAccessLogEntryNotification, &state)
        }
        report(.rateChanged, &state)
        if !state.timed.painters.isEmpty { post { [self] in rateChangedForPainters() } }
    }

    /// Updates the counters of the current access log event, which change without a session event.
    func refreshLog() {
        guard let session = read({ $0.session }) else { return }
        let statistics = session.statistics
        adjust { $0.log.grew(statistics) }
    }

    func note(_ error: MediaError, at date: Date = Date(), _ state: inout State) {
        state.metrics.tally.recoverableErrors += 1
        state.log.failed(error, of: asset.mediaAsset.locator.url, at: date)
        postNotification(AVPlayerItem.newErrorLogEntryNotification, &state)
    }
}

extension ItemCore.State {
    /// Returns which end of the item a session that has ended has reached.
    func end(at time: CMTime) -> TransportState.Item.End {
        let start = settings.reverseEnd.isNumeric ? settings.reverseEnd.seconds : 0
        let end = endTime
        guard time.isNumeric, end.isNumeric else { return .end }
        return abs(time.seconds - start) < abs(end.seconds - time.seconds) ? .start : .end
    }

    /// The time at which forward playback ends; indefinite where it is not known.
    var endTime: CMTime {
        let (end, duration) = (settings.forwardEnd, item.duration)
        guard end.isNumeric else { return duration }
        return duration.isNumeric ? min(end, duration) : end
    }
}
