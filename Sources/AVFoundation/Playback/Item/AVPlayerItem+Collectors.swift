import HLS

/// Collectors of the date ranges of an item.
extension AVPlayerItem {
    public nonisolated var mediaDataCollectors: [AVPlayerItemMediaDataCollector] { core.read { $0.collectors } }

    /// The collector receives the date ranges that are already known before this call returns.
    public nonisolated func add(_ collector: AVPlayerItemMediaDataCollector) {
        let ranges = core.adjust { state in
            if !state.collectors.contains(where: { $0 === collector }) { state.collectors.append(collector) }
            return state.stream.dateRanges
        }
        collector.collect(ranges)
    }

    public nonisolated func remove(_ collector: AVPlayerItemMediaDataCollector) {
        core.adjust { $0.collectors.removeAll { $0 === collector } }
    }
}

extension ItemCore {
    /// Passes the changed date ranges of the media to the collectors. Called with no lock held.
    func dateRangesChanged() {
        let (collectors, ranges) = read { ($0.collectors, $0.stream.dateRanges) }
        for collector in collectors { collector.collect(ranges) }
    }
}
