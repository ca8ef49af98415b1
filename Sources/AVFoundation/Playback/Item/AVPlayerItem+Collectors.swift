import HLS

extension ItemCore {
    /// Passes the changed date ranges of the media to the collectors. Called with no lock held.
    func dateRangesChanged() {
        let (collectors, ranges) = read { ($0.collectors, $0.stream.dateRanges) }
        for collector in collectors { collector.collect(ranges) }
    }
}
