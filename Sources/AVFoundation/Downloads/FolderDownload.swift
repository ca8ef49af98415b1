import Foundation
import HLS
import MediaEngine

/// A download into a folder that the caller names, for programs; `AVAssetDownloadURLSession` chooses the folder itself.
package final class FolderDownload: Sendable {
    package enum Event: Sendable {
        case located(URL)
        case chosen(bandwidth: Int, width: Int?, height: Int?)
        /// - Parameter fraction: 0 to 1.
        case progress(fraction: Double, bytes: Int64)
        /// A segment is damaged at the server; it is kept.
        case warning(any Error)
        case finished
        case failed(any Error, reason: Reason)
    }

    package enum Reason: Sendable {
        case cancelled, diskFull
        /// The stream leads into a private network.
        case privateAddress
        case other
    }

    private let download: StreamDownload

    /// - Parameters:
    ///   - folder: the folder in which the package TITLE.movpkg is created or continued.
    ///   - minimumBitRate: bits per second; selects the variant with the lowest bit rate that is at least as high; nil: the best.
    ///   - allowsPrivateAddresses: whether a public stream may lead into private networks.
    ///   - storageLimit: the largest number of bytes that all downloads in the folder may occupy; nil: no limit but the disk.
    package init(
        _ url: URL, into folder: URL, title: String, minimumBitRate: Double?, storageLimit: Int64? = nil,
        allowsPrivateAddresses: Bool = false
    ) {
        var choice = DownloadChoice()
        choice.minimumBitRate = minimumBitRate
        let package = folder.appendingPathComponent(title).appendingPathExtension(StreamDownload.packageExtension)
        var options = StreamDownload.Options()
        options.storageLimit = storageLimit
        var locator = MediaLocator(url: url)
        if !allowsPrivateAddresses { locator.refuseOtherNetworks() }
        download = StreamDownload(locator, to: package, title: title, choice: choice, options: options)
    }

    /// - Parameter report: called in order, on any thread; `finished` or `failed` is the last event.
    package func start(_ report: @escaping @Sendable (Event) -> Void) {
        download.start { event in
            switch event {
            case .located(let package): report(.located(package))
            case .chosen(let variant, _):
                guard let variant else { return }
                let size = variant.resolution
                report(.chosen(bandwidth: variant.bandwidth, width: size?.width, height: size?.height))
            case .progress(let progress): report(.progress(fraction: progress.fraction, bytes: progress.bytes))
            case .warning(let error): report(.warning(error.publicError))
            case .finished: report(.finished)
            case .failed(let error):
                let reason: Reason =
                    switch error.code {
                    case .cancelled: .cancelled
                    case .diskFull: .diskFull
                    case .noPermission where error.httpStatus == nil && error.url?.isFileURL == false: .privateAddress
                    default: .other
                    }
                report(.failed(error.publicError, reason: reason))
            }
        }
    }

    package func cancel() { download.cancel() }
}
