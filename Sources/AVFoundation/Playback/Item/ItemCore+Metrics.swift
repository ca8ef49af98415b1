import CoreMedia
import Foundation
import MediaEngine

/// Creates the metric events of an item: while its state is being changed, as for the logs; they are delivered after the change.
extension ItemCore {
    func addMetricListener(_ listener: MetricListener) { adjust { $0.metrics.listeners.append(listener) } }

    /// Ends the event sequences when the item is deallocated.
    func endMetrics() {
        adjust { state in
            for listener in state.metrics.listeners { post { listener.end() } }
            state.metrics.listeners = []
        }
        flush()
    }

    private func deliver(metric event: AVMetricEvent, _ state: borrowing State) {
        for listener in state.metrics.listeners { post { listener.receive(event) } }
    }

    private func moment(_ time: CMTime) -> AVMetricEvent.Moment {
        AVMetricEvent.Moment(date: Date(), hostTime: SystemHostClock().now, mediaTime: time, sessionID: playbackID)
    }

    private func seconds(_ state: borrowing State) -> Double { Double(state.now) / 1e9 }

    func metricsBegan(_ state: inout State) {
        let listeners = state.metrics.listeners
        state.metrics = MetricState(listeners: listeners)
        state.metrics.tally.began(at: seconds(state))
        state.metrics.waitingSince = seconds(state)
    }

    func metric(transfer: StreamTransfer, at time: CMTime, _ state: inout State) {
        let moment = moment(time)
        let request = AVMetricMediaResourceRequestEvent(moment, transfer, error: clientError)
        let mediaType = transfer.kind?.mediaType ?? .muxed
        let event: AVMetricEvent =
            switch transfer.content {
            case .media, .initSection:
                AVMetricHLSMediaSegmentRequestEvent(moment, transfer, mediaType: mediaType, request)
            case .multivariant, .playlist:
                AVMetricHLSPlaylistRequestEvent(
                    moment, isMultivariant: transfer.content == .multivariant, mediaType: mediaType, request)
            case .key: AVMetricContentKeyRequestEvent(moment, mediaType: mediaType, request)
            case .other: request
            }
        state.metrics.tally.requested()
        if let count = state.metrics.earlyRequests?.count, count < MetricState.maximumEarlyRequests {
            state.metrics.earlyRequests?.append(event)
        }
        deliver(metric: event, state)
    }

    func metric(variant fresh: StreamVariant, loaded: [CMTimeRange], at time: CMTime, _ state: inout State) {
        let (from, to) = (state.metrics.variant, AVAssetVariant(fresh))
        guard from?.url != to.url else { return }
        state.metrics.variant = to
        state.metrics.tally.switched(
            average: fresh.averageBandwidth ?? fresh.bandwidth, peak: fresh.bandwidth, isFirst: from == nil,
            at: seconds(state))
        deliver(
            metric: AVMetricPlayerItemVariantSwitchEvent(moment(time), from: from, to: fresh, loaded: loaded), state)
    }

    func metric(buffer: BufferState, loaded: [CMTimeRange], at time: CMTime, _ state: inout State) {
        guard buffer.isLikelyToKeepUp || buffer.isFull else { return }
        guard let since = state.metrics.waitingSince else { return }
        state.metrics.waitingSince = nil
        let taken = max(0, seconds(state) - since)
        guard let requests = state.metrics.earlyRequests else {
            return deliver(
                metric: AVMetricPlayerItemLikelyToKeepUpEvent(
                    moment(time), variant: state.metrics.variant, timeTaken: taken, loaded: loaded), state)
        }
        state.metrics.earlyRequests = nil
        deliver(
            metric: AVMetricPlayerItemInitialLikelyToKeepUpEvent(
                moment(time), variant: state.metrics.variant, timeTaken: taken, loaded: loaded, requests: requests),
            state)
    }

    func metricStalled(at time: CMTime, _ state: inout State) {
        let now = seconds(state)
        state.metrics.tally.stalled(at: now)
        state.metrics.waitingSince = state.metrics.waitingSince ?? now
        state.metrics.hasReportedStop = true
        deliver(
            metric: AVMetricPlayerItemStallEvent(
                moment(time), from: state.metrics.rate, to: 0, variant: state.metrics.variant), state)
    }

    func metric(rate: Double, at time: CMTime, _ state: inout State) {
        let before = state.metrics.rate
        guard rate != before else { return }
        state.metrics.rate = rate
        state.metrics.tally.rateChanged(to: rate, at: seconds(state))
        let isReported = rate == 0 && state.metrics.hasReportedStop
        state.metrics.hasReportedStop = false
        guard !isReported else { return }
        deliver(
            metric: AVMetricPlayerItemRateChangeEvent(
                moment(time), from: before, to: rate, variant: state.metrics.variant), state)
    }

    /// - Parameter isInBuffer: whether the target of the seek is buffered.
    func metricSeekStarted(isInBuffer: Bool, at time: CMTime, _ state: inout State) {
        state.metrics.soughtInBuffer = isInBuffer
        state.metrics.hasReportedStop = state.metrics.rate != 0
        state.metrics.waitingSince = state.metrics.waitingSince ?? (isInBuffer ? nil : seconds(state))
        deliver(
            metric: AVMetricPlayerItemSeekEvent(
                moment(time), from: state.metrics.rate, to: 0, variant: state.metrics.variant), state)
    }

    func metricSeekCompleted(at time: CMTime, _ state: inout State) {
        guard let isInBuffer = state.metrics.soughtInBuffer else { return }
        state.metrics.soughtInBuffer = nil
        deliver(
            metric: AVMetricPlayerItemSeekDidCompleteEvent(
                moment(time), from: 0, to: state.metrics.rate, variant: state.metrics.variant, inBuffer: isInBuffer),
            state)
    }

    func metricsEnded(at time: CMTime, _ state: inout State) {
        state.metrics.tally.settle(at: seconds(state))
        let error = (state.item.error ?? state.item.endFailure).map(clientError)
        deliver(metric: AVMetricPlayerItemPlaybackSummaryEvent(moment(time), state.metrics.tally, error: error), state)
    }
}

extension TrackInfo.Kind {
    fileprivate var mediaType: AVMediaType {
        switch self {
        case .video: .video
        case .audio: .audio
        case .subtitle: .text
        case .data: .metadata
        }
    }
}
