public import CoreMedia
public import Foundation
public import FoundationNetworking

/// Hears of downloads, on the session's delegate queue. A download tells, in this order: where it will be, what was chosen, its stretches as
/// they come, where it is, and that it is over (semantics section 13).
public protocol AVAssetDownloadDelegate: URLSessionTaskDelegate {
    /// Where the film is going to be. The place is to be remembered and not to be moved.
    func urlSession(_ session: URLSession, assetDownloadTask: AVAssetDownloadTask, willDownloadTo location: URL)

    /// The variants that are going to be taken.
    func urlSession(
        _ session: URLSession, assetDownloadTask: AVAssetDownloadTask, willDownloadVariants variants: [AVAssetVariant])

    /// The sound and subtitles that are going to be taken.
    func urlSession(
        _ session: URLSession, assetDownloadTask: AVAssetDownloadTask,
        didResolve resolvedMediaSelection: AVMediaSelection)

    /// A stretch of the film is here.
    func urlSession(
        _ session: URLSession, assetDownloadTask: AVAssetDownloadTask, didLoad timeRange: CMTimeRange,
        totalTimeRangesLoaded loadedTimeRanges: [NSValue], timeRangeExpectedToLoad: CMTimeRange)

    /// What is here of the film, all or not, as `urlSession(_:task:didCompleteWithError:)` says next.
    func urlSession(_ session: URLSession, assetDownloadTask: AVAssetDownloadTask, didFinishDownloadingTo location: URL)

    /// The same for tasks of several selections.
    func urlSession(
        _ session: URLSession, aggregateAssetDownloadTask: AVAggregateAssetDownloadTask, willDownloadTo location: URL)
    func urlSession(
        _ session: URLSession, aggregateAssetDownloadTask: AVAggregateAssetDownloadTask,
        didCompleteFor mediaSelection: AVMediaSelection)
    func urlSession(
        _ session: URLSession, aggregateAssetDownloadTask: AVAggregateAssetDownloadTask, didLoad timeRange: CMTimeRange,
        totalTimeRangesLoaded loadedTimeRanges: [NSValue], timeRangeExpectedToLoad: CMTimeRange,
        for mediaSelection: AVMediaSelection)
}

extension AVAssetDownloadDelegate {
    public func urlSession(
        _ session: URLSession, assetDownloadTask: AVAssetDownloadTask, willDownloadTo location: URL
    ) {}
    public func urlSession(
        _ session: URLSession, assetDownloadTask: AVAssetDownloadTask, willDownloadVariants variants: [AVAssetVariant]
    ) {}
    public func urlSession(
        _ session: URLSession, assetDownloadTask: AVAssetDownloadTask,
        didResolve resolvedMediaSelection: AVMediaSelection
    ) {}
    public func urlSession(
        _ session: URLSession, assetDownloadTask: AVAssetDownloadTask, didLoad timeRange: CMTimeRange,
        totalTimeRangesLoaded loadedTimeRanges: [NSValue], timeRangeExpectedToLoad: CMTimeRange
    ) {}
    public func urlSession(
        _ session: URLSession, assetDownloadTask: AVAssetDownloadTask, didFinishDownloadingTo location: URL
    ) {}
    public func urlSession(
        _ session: URLSession, aggregateAssetDownloadTask: AVAggregateAssetDownloadTask, willDownloadTo location: URL
    ) {}
    public func urlSession(
        _ session: URLSession, aggregateAssetDownloadTask: AVAggregateAssetDownloadTask,
        didCompleteFor mediaSelection: AVMediaSelection
    ) {}
    public func urlSession(
        _ session: URLSession, aggregateAssetDownloadTask: AVAggregateAssetDownloadTask, didLoad timeRange: CMTimeRange,
        totalTimeRangesLoaded loadedTimeRanges: [NSValue], timeRangeExpectedToLoad: CMTimeRange,
        for mediaSelection: AVMediaSelection
    ) {}
}
