public import CoreMedia
import Foundation
public import HLS

/// An event of a download. Events are reported in order, on the download's own thread.
public enum DownloadEvent: Sendable {
    /// The folder of the download. The first event, sent once.
    case located(URL)
    /// The selected variant and renditions; nil if the URL is that of a media playlist.
    case chosen(VariantStream?, renditions: [Rendition])
    /// A file was downloaded, or files were found at the start.
    case progress(DownloadProgress)
    /// A segment is damaged at the server, also at the second request, and is kept, because playback continues after its damage, too; or
    /// the server has changed the stream since the download was interrupted, and the download starts anew.
    case warning(MediaError)
    /// The download is complete. The last event.
    case finished
    /// The download failed or was cancelled. The last event. Downloaded files are retained for a later download.
    case failed(MediaError)
}

public struct DownloadProgress: Sendable {
    /// The time range of the last file.
    public var loaded: CMTimeRange
    /// All downloaded time ranges.
    public var total: [CMTimeRange]
    public var expected: CMTimeRange
    public var bytes: Int64
    /// 0 to 1.
    public var fraction: Double
}

/// Downloads a stream into a package, a folder that plays without a network (semantics section 13, R6).
///
/// Files are written completely or not at all. A download that ended early, even with the process, can be resumed: files with correct
/// checksums are not requested again. Encrypted segments stay encrypted. Keys from servers are stored in files that only their owner can
/// read; keys from the app are not stored. Where the server has other contents than before, the download starts anew. Thread-safe.
public final class StreamDownload: Sendable {
    public struct Options: Sendable {
        /// The number of simultaneous requests.
        public var parallel = 3
        /// Returns the free bytes for a folder; nil if unknown.
        public var freeBytes: @Sendable (URL) -> Int64? = { PackageFiles.freeBytes(at: $0) }
        /// The maximum bytes of all downloads in the folder of the package; nil: unlimited.
        public var storageLimit: Int64?
        /// Called with the number of missing bytes before the download fails for lack of space; may remove other downloads.
        public var makeRoom: @Sendable (Int64) -> Void = { _ in }
        public init() {}
    }

    /// Bytes of the volume that downloads leave free.
    public static let reserve: Int64 = 64 << 20
    public static let packageExtension = "movpkg"

    public let locator: MediaLocator
    /// The folder of the download.
    public let package: URL
    private let title: String
    private let choice: DownloadChoice?
    private let options: Options
    private let loader: ResourceLoader
    private let wait: BlockingResourceLoader
    private let state = Monitor(State())

    private struct State: Sendable {
        var isStarted = false
        var isSuspended = false
        var isCancelled = false
        /// Pending requests, by the index of their resource.
        var fetches: [Int: ResourceFetch] = [:]
        var arrived: [(index: Int, result: Result<FetchedResource, MediaError>)] = []
    }

    /// - Parameters:
    ///   - package: a folder whose name ends in `.movpkg`. It is created, or its download is resumed.
    ///   - choice: selects the variant and the renditions. Where they are not those of the download that is resumed, the download fails.
    ///     nil: those of the download that is resumed; a new download selects as `DownloadChoice()` does.
    public init(
        _ locator: MediaLocator, to package: URL, title: String, choice: DownloadChoice? = DownloadChoice(),
        options: Options = Options()
    ) {
        self.locator = locator
        self.package = package
        self.title = title
        self.choice = choice
        self.options = options
        loader = ResourceLoader(locator: locator)
        wait = BlockingResourceLoader(loader)
    }

    /// Starts the download. Repeated calls have no effect.
    public func start(_ report: @escaping @Sendable (DownloadEvent) -> Void) {
        let isFirst = state.withLock { state in
            defer { state.isStarted = true }
            return !state.isStarted
        }
        guard isFirst else { return }
        EngineThread.start("download") { self.run(report) }
    }

    /// Sends no further request until `resume`; pending requests continue.
    public func suspend() { state.withLock { $0.isSuspended = true } }

    public func resume() {
        state.withLock { $0.isSuspended = false }
        state.broadcast()
    }

    /// Ends the download with `cancelled`. Downloaded files are retained.
    public func cancel() {
        state.withLock { $0.isCancelled = true }
        state.broadcast()
        wait.cancel()
        cancelFetches()
    }

    // MARK: - The download's thread

    private func run(_ report: @Sendable (DownloadEvent) -> Void) {
        do throws(MediaError) {
            try perform(report)
            // The listener may start another download in this folder.
            report(.finished)
        } catch {
            report(.failed(error))
        }
    }

    private func perform(_ report: @Sendable (DownloadEvent) -> Void) throws(MediaError) {
        try PackageFiles.makeFolder(package, mode: 0o755)
        let lock = try PackageLock(package)
        defer { lock.release() }
        report(.located(package))
        let manifest: DownloadManifest
        var earlier = try known()
        if let found = earlier {
            try checkChoice(of: found)
            if !found.isComplete, ServerChange(package: package, wait: wait).isPresent(in: found), !isOver {
                report(.warning(serverChange))
                try PackageFiles.removeDownload(in: package, otherThan: PackageLock.fileName)
                earlier = nil
            }
        }
        if let earlier {
            manifest = earlier
        } else {
            do throws(MediaError) {
                manifest = try plan(report)
            } catch {
                lock.removeEmptyPackage(package)
                throw error
            }
        }
        if !manifest.isComplete { try load(manifest, report) }
    }

    private var serverChange: MediaError {
        MediaError(
            .malformed,
            "The server has changed the stream since the download was interrupted, so its rest does not match the stored files. "
                + "Everything is downloaded again.", url: locator.url)
    }

    /// Returns the manifest of an earlier download to resume; nil without one.
    private func known() throws(MediaError) -> DownloadManifest? {
        guard FileManager.default.fileExists(atPath: package.appendingPathComponent(DownloadManifest.fileName).path),
            let manifest = try? DownloadManifest.read(in: package)
        else { return nil }
        guard manifest.source == locator.url else {
            throw MediaError(
                .unsupported, "“\(package.lastPathComponent)” contains another download; choose another name.",
                detail: manifest.source.absoluteString, url: package)
        }
        return manifest
    }

    /// Compares the choice with that of a download that is resumed. Requests the playlists only if the options differ.
    private func checkChoice(of earlier: DownloadManifest) throws(MediaError) {
        guard let choice else { return }
        if let options = choice.optionsName, options == earlier.options { return }
        let selected = try planner.make().manifest.choice
        guard selected != earlier.choice else { return }
        func line(_ choice: String) -> String { choice.split(separator: "\n").joined(separator: " ") }
        throw MediaError(
            .unsupported,
            "“\(package.lastPathComponent)” contains a download with other options, which selected another variant or other "
                + "renditions; resume it with its options, delete it, or choose another name.",
            detail: "downloaded: \(line(earlier.choice)); selected now: \(line(selected))", url: package)
    }

    private var planner: DownloadPlanner {
        DownloadPlanner(locator: locator, choice: choice ?? DownloadChoice(), title: title, wait: wait)
    }

    private func plan(_ report: @Sendable (DownloadEvent) -> Void) throws(MediaError) -> DownloadManifest {
        let plan = try planner.make()
        report(.chosen(plan.variant, renditions: plan.renditions))
        try checkSpace(for: plan.manifest.expectedBytes)
        var journal = DownloadJournal(in: package)
        for folder in Set(plan.manifest.resources.map { ($0.file as NSString).deletingLastPathComponent }).sorted()
        where !folder.isEmpty {
            try PackageFiles.makeFolder(
                package.appendingPathComponent(folder), mode: folder == "keys" ? 0o700 : 0o755)
        }
        for (file, bytes) in plan.playlists {
            try journal.append(file, bytes)
            try PackageFiles.write(bytes, to: file, in: package, mode: 0o644)
        }
        // The manifest is written last: with it the download can be resumed.
        try plan.manifest.write(in: package)
        return plan.manifest
    }

    /// - Parameters:
    ///   - bytes: the bytes that are missing.
    ///   - here: the bytes that are already downloaded.
    private func checkSpace(for bytes: Int64, here: Int64 = 0) throws(MediaError) {
        if let short = shortage(bytes, here) { options.makeRoom(short) }
        guard shortage(bytes, here) != nil else { return }
        let need = "it takes about \(Self.megabytesUp(bytes.addingReportingOverflow(here).partialValue))"
        if let limit = options.storageLimit, limitShortage(bytes, here) ?? 0 > 0 {
            throw MediaError(
                .diskFull,
                "There is not enough space for this download within the limit: \(need), and all downloads may take "
                    + "\(Self.megabytes(limit)). Remove others, or choose a lower quality.",
                detail:
                    "\(PackageFiles.bytesOfPackages(in: package.deletingLastPathComponent()) / 1_000_000) MB are taken",
                url: package)
        }
        throw MediaError(
            .diskFull,
            "There is not enough space for this download: \(need), \(Self.megabytes(options.freeBytes(package) ?? 0)) are free, and "
                + "\(Self.megabytes(Self.reserve)) of the volume are left free. Free some space, or choose a lower quality.",
            detail: "\(bytes) bytes are missing", url: package)
    }

    private static func megabytes(_ bytes: Int64) -> String { "\(max(0, bytes) / 1_000_000) MB" }

    /// Rounded up: a small download takes 1 MB, not 0.
    private static func megabytesUp(_ bytes: Int64) -> String {
        megabytes(max(0, min(bytes, .max - 999_999)) + 999_999)
    }

    /// Returns the lack of space in bytes; nil if there is enough.
    private func shortage(_ bytes: Int64, _ here: Int64) -> Int64? {
        let disk = options.freeBytes(package).map { free in
            bytes.addingReportingOverflow(Self.reserve).partialValue.subtractingReportingOverflow(free).partialValue
        }
        let short = max(disk ?? 0, limitShortage(bytes, here) ?? 0)
        return short > 0 ? short : nil
    }

    private func limitShortage(_ bytes: Int64, _ here: Int64) -> Int64? {
        options.storageLimit.map { limit in
            let others = PackageFiles.bytesOfPackages(in: package.deletingLastPathComponent(), except: package)
            let (all, overflowed) = bytes.addingReportingOverflow(here.addingReportingOverflow(others).partialValue)
            return overflowed ? .max : all.subtractingReportingOverflow(limit).partialValue
        }
    }

    private func load(
        _ manifest: DownloadManifest, _ report: @Sendable (DownloadEvent) -> Void
    ) throws(MediaError) {
        var work = DownloadTally(manifest)
        var journal = DownloadJournal(in: package)
        var missing: [Int] = []
        var earlier: DownloadProgress?
        for index in manifest.resources.indices {
            if isOver { throw cancellation }
            if let size = journal.verified(manifest.resources[index].file, in: package) {
                earlier = work.take(index, size) ?? earlier
            } else {
                missing.append(index)
            }
        }
        if let earlier { report(.progress(earlier)) }
        guard !missing.contains(where: { manifest.resources[$0].kind == .playlist }) else {
            // A reloaded playlist may have other segments, so the download restarts.
            unlink(package.appendingPathComponent(DownloadManifest.fileName).path)
            throw MediaError(
                .malformed, "This download was damaged; start it again to download everything from the beginning.",
                url: package)
        }
        try checkSpace(for: max(0, manifest.expectedBytes - work.bytes), here: work.bytes)
        var queue = missing[...]
        var open = 0
        // Segments that were damaged at the first request.
        var repeated: Set<Int> = []
        while !queue.isEmpty || open > 0 {
            switch nextStep(&queue, open: open) {
            case .cancelled:
                cancelFetches()
                throw cancellation
            case .request(let index):
                open += 1
                request(index, manifest.resources[index])
            case .arrived(let index, let result):
                open -= 1
                do throws(MediaError) {
                    let fetched = try result.get()
                    let resource = manifest.resources[index]
                    if let damage = try DownloadCheck.damage(of: fetched.bytes, resource) {
                        if repeated.insert(index).inserted {
                            open += 1
                            request(index, resource)
                            continue
                        }
                        report(.warning(damage))
                    }
                    // Files may be larger than their playlists declare.
                    if work.bytes > manifest.expectedBytes {
                        try checkSpace(for: Int64(fetched.bytes.count), here: work.bytes)
                    }
                    try journal.append(
                        resource.file, fetched.bytes, validator: ServerChange.validator(of: fetched.fields))
                    try PackageFiles.write(
                        fetched.bytes, to: resource.file, in: package, mode: resource.kind == .key ? 0o600 : 0o644)
                    if let progress = work.take(index, fetched.bytes.count) { report(.progress(progress)) }
                } catch {
                    cancelFetches()
                    throw isOver ? cancellation : error
                }
            }
        }
        var complete = manifest
        complete.isComplete = true
        try complete.write(in: package)
    }

    private enum Step {
        case request(Int)
        case arrived(Int, Result<FetchedResource, MediaError>)
        case cancelled
    }

    /// Blocks until a request is due or a response has arrived.
    private func nextStep(_ queue: inout ArraySlice<Int>, open: Int) -> Step {
        state.wait(on: SystemHostClock()) { state in
            if state.isCancelled { return .done(.cancelled) }
            if !state.isSuspended, open < max(1, options.parallel), let index = queue.popFirst() {
                return .done(.request(index))
            }
            guard !state.arrived.isEmpty else { return .wait(until: nil) }
            let (index, result) = state.arrived.removeFirst()
            state.fetches[index] = nil
            return .done(.arrived(index, result))
        }
    }

    private func cancelFetches() {
        for fetch in state.withLock({ Array($0.fetches.values) }) { fetch.cancel() }
    }

    private func request(_ index: Int, _ resource: DownloadManifest.Resource) {
        let kind: ResourceRequest.Kind =
            switch resource.kind {
            case .playlist: .playlist
            case .segment: .segment
            case .initSection: .initSection
            case .key: .key
            case .other: .other
            }
        var request = HLSClient().request(resource.url, kind, range: resource.range)
        request.duration = resource.seconds
        let fetch = loader.fetch(request) { [weak self] result in
            guard let self else { return }
            state.withLock { $0.arrived.append((index, result)) }
            state.broadcast()
        }
        // The response may have arrived already; it is handled later on this thread, which also removes the request.
        state.withLock { $0.fetches[index] = fetch }
    }

    private var isOver: Bool { state.withLock { $0.isCancelled } }

    private var cancellation: MediaError {
        MediaError(.cancelled, "The download was cancelled; it can be resumed.", url: locator.url)
    }
}

/// The downloaded bytes and time ranges.
private struct DownloadTally {
    private let manifest: DownloadManifest
    private let lists: Int
    /// The downloaded ranges in seconds, by playlist.
    private var here: [Int: [Range<Double>]] = [:]
    private(set) var bytes: Int64 = 0
    private var seconds = 0.0

    init(_ manifest: DownloadManifest) {
        self.manifest = manifest
        lists = Set(manifest.resources.compactMap(\.list)).count
    }

    /// Adds a file.
    /// - Returns: nil for files other than segments.
    mutating func take(_ index: Int, _ size: Int) -> DownloadProgress? {
        bytes += Int64(size)
        let resource = manifest.resources[index]
        guard let start = resource.start, let length = resource.seconds, let list = resource.list else { return nil }
        seconds += length
        Self.add(start..<max(start, start + length), to: &here[list, default: []])
        // Playback needs all renditions: only ranges that all of them have downloaded count.
        var total = here[0] ?? []
        for list in 1..<max(1, lists) { total = Self.common(total, here[list] ?? []) }
        let all = manifest.seconds * Double(max(1, lists))
        return DownloadProgress(
            loaded: Self.range(start..<(start + length)), total: total.map(Self.range),
            expected: Self.range(0..<manifest.seconds), bytes: bytes,
            fraction: all > 0 ? min(1, seconds / all) : 0)
    }

    private static let timescale: CMTimeScale = 90_000
    /// Gaps up to this many seconds are ignored, since playlists round durations.
    private static let slack = 0.05

    private static func range(_ range: Range<Double>) -> CMTimeRange {
        CMTimeRange(
            start: CMTime(seconds: range.lowerBound, preferredTimescale: timescale),
            end: CMTime(seconds: range.upperBound, preferredTimescale: timescale))
    }

    private static func add(_ new: Range<Double>, to list: inout [Range<Double>]) {
        var merged = new
        var rest: [Range<Double>] = []
        for old in list {
            if old.lowerBound <= merged.upperBound + slack, merged.lowerBound <= old.upperBound + slack {
                merged = min(old.lowerBound, merged.lowerBound)..<max(old.upperBound, merged.upperBound)
            } else {
                rest.append(old)
            }
        }
        list = (rest + [merged]).sorted { $0.lowerBound < $1.lowerBound }
    }

    private static func common(_ left: [Range<Double>], _ right: [Range<Double>]) -> [Range<Double>] {
        left.flatMap { one in right.map { one.clamped(to: $0) } }.filter { !$0.isEmpty }
    }
}

/// Prevents a second download in a package; released when the process ends.
private struct PackageLock {
    static let fileName = ".lock"
    private let descriptor: Int32

    init(_ package: URL) throws(MediaError) {
        let file = package.appendingPathComponent(Self.fileName)
        descriptor = open(file.path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw PackageFiles.error(errno, "open", file) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            close(descriptor)
            throw MediaError(
                .noPermission, "“\(package.lastPathComponent)” is already being downloaded.", url: package)
        }
    }

    func release() { close(descriptor) }

    /// Removes a package without files, before the lock is released.
    func removeEmptyPackage(_ package: URL) {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: package.path), names == [Self.fileName]
        else { return }
        unlink(package.appendingPathComponent(Self.fileName).path)
        rmdir(package.path)
    }
}
