import Dispatch
public import Foundation

/// A downloaded stream: responds to the requests of players with its files, and sends no request to a network.
public final class DownloadedPackage: ResourceProvider {
    private let package: URL
    private let manifest: DownloadManifest
    private let files: [String: DownloadManifest.Resource]
    /// The client's provider, for keys that are not stored in the package.
    private let other: ResourceProviderReference?
    private let queue = DispatchQueue(label: "downloaded package", attributes: .concurrent)

    /// The downloaded URL.
    public var source: URL { manifest.source }
    public var title: String { manifest.title }
    public var seconds: Double { manifest.seconds }

    /// Whether a URL is that of a package.
    public static func isPackage(_ url: URL) -> Bool {
        guard url.isFileURL, url.pathExtension.lowercased() == StreamDownload.packageExtension else { return false }
        var isFolder = ObjCBool(false)
        return FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) && isFolder.boolValue
    }

    /// The file that is read when a package is opened.
    public static let manifestName = DownloadManifest.fileName

    /// The manifest of a package.
    public struct Summary: Sendable {
        public var source: URL
        public var title: String
        public var isComplete: Bool
    }

    /// Returns nil for a folder without a resumable download.
    public static func summary(_ url: URL) -> Summary? {
        guard isPackage(url), let manifest = try? DownloadManifest.read(in: url) else { return nil }
        return Summary(source: manifest.source, title: manifest.title, isComplete: manifest.isComplete)
    }

    /// Whether the folder has a resumable download.
    public static func hasContent(_ url: URL) -> Bool {
        isPackage(url)
            && FileManager.default.fileExists(atPath: url.appendingPathComponent(DownloadManifest.fileName).path)
    }

    /// Whether the download is complete.
    public static func isComplete(_ url: URL) -> Bool { summary(url)?.isComplete ?? false }

    /// The size on disk in bytes.
    public static func bytes(of url: URL) -> Int64 { PackageFiles.bytes(of: url) }

    /// - Throws: `malformed` for a folder without a download, `truncated` for an incomplete download.
    convenience init(_ url: URL) throws(MediaError) { try self.init(url, other: nil) }

    private init(_ url: URL, other: ResourceProviderReference?) throws(MediaError) {
        manifest = try DownloadManifest.read(in: url)
        guard manifest.isComplete else {
            throw MediaError(
                .truncated, "This download is not complete; resume it first.", detail: url.lastPathComponent,
                url: url)
        }
        package = url
        self.other = other
        files = Dictionary(manifest.resources.map { (Self.name($0.url, $0.range), $0) }) { first, _ in first }
    }

    /// Returns a locator of the downloaded stream whose requests are served from the package.
    package static func locator(for locator: MediaLocator) throws(MediaError) -> MediaLocator {
        let opened = try DownloadedPackage(locator.url, other: locator.provider)
        var inner = locator
        inner.url = opened.source
        inner.mimeType = "application/vnd.apple.mpegurl"
        inner.provider = ResourceProviderReference(opened)
        return inner
    }

    private static func name(_ url: URL, _ range: Range<Int64>?) -> String {
        "\(url.absoluteString)#\(range.map { "\($0)" } ?? "")"
    }

    public func load(_ request: ProvidedRequest) -> Bool {
        let exact = files[Self.name(request.url, request.byteRange)]
        guard let resource = exact ?? files[Self.name(request.url, nil)] else {
            if request.isKey, other?.provider.load(request) == true { return true }
            request.fail(
                MediaError(
                    .fileNotFound, "This resource was not downloaded with the item, which plays without a network.",
                    url: request.url))
            return true
        }
        let range = exact == nil ? request.byteRange : nil
        queue.async { [package] in
            let file = package.appendingPathComponent(resource.file)
            guard let bytes = PackageFiles.contents(of: file, limit: Self.maximumBytes) else {
                return request.fail(
                    MediaError(
                        .fileNotFound, "A file of this download is missing; delete it, and download the item again.",
                        detail: resource.file, url: file))
            }
            guard let range else { return request.finish(bytes, mimeType: resource.mimeType, base: resource.base) }
            guard range.lowerBound >= 0, range.upperBound <= bytes.count else {
                return request.fail(
                    MediaError(.wrongLength, "A part of this download is too short.", detail: "\(range)", url: file))
            }
            request.finish(
                Array(bytes[Int(range.lowerBound)..<Int(range.upperBound)]), mimeType: resource.mimeType,
                base: resource.base)
        }
        return true
    }

    /// The maximum size of a segment, as for network requests.
    private static let maximumBytes = 512 << 20
}
