public import CoreMedia
import Foundation
public import HLS

/// What a download tells, in order, on a thread of its own.
public enum DownloadEvent: Sendable {
    /// Where the film is going to be; once, first.
    case located(URL)
    /// What was chosen of the stream; nil where the address named a list of segments.
    case chosen(VariantStream?, renditions: [Rendition])
    /// A piece is here, or was here already.
    case progress(DownloadProgress)
    /// The last event of a download that went well.
    case finished
    /// The last event of one that did not, `cancelled` included. What is here stays, and another download goes on from it.
    case failed(MediaError)
}

public struct DownloadProgress: Sendable {
    /// The stretch that came with this piece.
    public var loaded: CMTimeRange
    /// Everything of the film that is here.
    public var total: [CMTimeRange]
    public var expected: CMTimeRange
    public var bytes: Int64
    /// 0 to 1.
    public var fraction: Double
}

/// Downloads a stream into a package, a folder that plays without a network (semantics section 13, R6).
///
/// Pieces are written whole or not at all, and a download that ended half-way, the process's death included, goes on where it stopped: what
/// is here and has its checksum is not asked for again. Encrypted segments stay encrypted; keys that servers give out are kept in files that
/// only their owner reads, others are the app's to give out again. Any thread may call it.
public final class StreamDownload: Sendable {
    public struct Options: Sendable {
        /// Requests under way at once.
        public var parallel = 3
        /// Bytes that can still be written to a folder; nil where nobody knows.
        public var freeBytes: @Sendable (URL) -> Int64? = { PackageFiles.freeBytes(at: $0) }
        /// The most bytes that all downloads beside the package and the package itself may take; nil: what the disk has.
        public var storageLimit: Int64?
        /// Called where room is short by so many bytes, before the download gives up; may remove other downloads.
        public var makeRoom: @Sendable (Int64) -> Void = { _ in }
        public init() {}
    }

    /// Bytes that a download leaves free.
    public static let reserve: Int64 = 64 << 20
    public static let packageExtension = "movpkg"

    public let locator: MediaLocator
    /// The folder that becomes the film.
    public let package: URL
    private let title: String
    private let choice: DownloadChoice
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

    /// - Parameter package: a folder whose name ends in `.movpkg`; made where it is missing, gone on with where it is there.
    public init(
        _ locator: MediaLocator, to package: URL, title: String, choice: DownloadChoice = DownloadChoice(),
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

    /// Once.
    public func start(_ tell: @escaping @Sendable (DownloadEvent) -> Void) {
        let isFirst = state.withLock { state in
            defer { state.isStarted = true }
            return !state.isStarted
        }
        guard isFirst else { return }
        EngineThread.start("download") { self.run(tell) }
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

    private func run(_ tell: @Sendable (DownloadEvent) -> Void) {
        do throws(MediaError) {
            try perform(tell)
            // Whoever hears this may begin another download in this folder.
            tell(.finished)
        } catch {
            tell(.failed(error))
        }
    }

    private func perform(_ tell: @Sendable (DownloadEvent) -> Void) throws(MediaError) {
        try PackageFiles.makeFolder(package, mode: 0o755)
        let lock = try PackageLock(package)
        defer { lock.release() }
        tell(.located(package))
        let manifest: DownloadManifest
        if let earlier = try known() {
            manifest = earlier
        } else {
            do throws(MediaError) {
                manifest = try plan(tell)
            } catch {
                lock.removeEmptyPackage(package)
                throw error
            }
        }
        if !manifest.isComplete { try load(manifest, tell) }
    }

    /// The list of a download that began earlier, if it was of this film.
    private func known() throws(MediaError) -> DownloadManifest? {
        guard FileManager.default.fileExists(atPath: package.appendingPathComponent(DownloadManifest.fileName).path),
            let manifest = try? DownloadManifest.read(in: package)
        else { return nil }
        guard manifest.source == locator.url else {
            throw MediaError(
                .unsupported, "In “\(package.lastPathComponent)” there is another film; choose another name.",
                detail: manifest.source.absoluteString, url: package)
        }
        return manifest
    }

    private func plan(_ tell: @Sendable (DownloadEvent) -> Void) throws(MediaError) -> DownloadManifest {
        let planner = DownloadPlanner(locator: locator, choice: choice, title: title, wait: wait)
        let plan = try planner.make()
        tell(.chosen(plan.variant, renditions: plan.renditions))
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
        // Last: a list says that what it names can be gone on with.
        try plan.manifest.write(in: package)
        return plan.manifest
    }

    /// - Parameters:
    ///   - bytes: that are still to come.
    ///   - here: that this download has.
    private func checkSpace(for bytes: Int64, here: Int64 = 0) throws(MediaError) {
        if let short = shortage(bytes, here) { options.makeRoom(short) }
        guard shortage(bytes, here) != nil else { return }
        let need = "it takes about \(bytes.addingReportingOverflow(here).partialValue / 1_000_000) MB"
        if let limit = options.storageLimit, limitShortage(bytes, here) ?? 0 > 0 {
            throw MediaError(
                .diskFull,
                "There is not enough room for this film among the downloads: \(need), and all of them may take "
                    + "\(limit / 1_000_000) MB. Remove others, or choose a lower quality.",
                detail:
                    "\(PackageFiles.bytesOfPackages(in: package.deletingLastPathComponent()) / 1_000_000) MB are taken",
                url: package)
        }
        throw MediaError(
            .diskFull,
            "There is not enough room for this film: \(need), and \((options.freeBytes(package) ?? 0) / 1_000_000) MB are "
                + "free. Make room, or choose a lower quality.",
            detail: "\(Self.reserve / 1_000_000) MB are left free", url: package)
    }

    /// Bytes that are missing for the download to end; nil: there is room.
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
        _ manifest: DownloadManifest, _ tell: @Sendable (DownloadEvent) -> Void
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
        if let earlier { tell(.progress(earlier)) }
        guard !missing.contains(where: { manifest.resources[$0].kind == .playlist }) else {
            // Another load of a playlist may name other segments: all begins anew.
            unlink(package.appendingPathComponent(DownloadManifest.fileName).path)
            throw MediaError(
                .malformed, "This download was damaged; start it again, and it begins anew.", url: package)
        }
        try checkSpace(for: max(0, manifest.expectedBytes - work.bytes), here: work.bytes)
        var queue = missing[...]
        var open = 0
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
                    if resource.kind == .segment, !["vtt", "webvtt"].contains(resource.url.pathExtension.lowercased()) {
                        try SegmentIntegrity.checkIsMedia(fetched.bytes, url: resource.url)
                    }
                    // Files may be larger than their playlists declare.
                    if work.bytes > manifest.expectedBytes {
                        try checkSpace(for: Int64(fetched.bytes.count), here: work.bytes)
                    }
                    try journal.append(resource.file, fetched.bytes)
                    try PackageFiles.write(
                        fetched.bytes, to: resource.file, in: package, mode: resource.kind == .key ? 0o600 : 0o644)
                    if let progress = work.take(index, fetched.bytes.count) { tell(.progress(progress)) }
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

    /// Blocks until a request is due or a response is here.
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
        // The response may be here already: it is handled, and the request removed, on this thread, later.
        state.withLock { $0.fetches[index] = fetch }
    }

    private var isOver: Bool { state.withLock { $0.isCancelled } }

    private var cancellation: MediaError {
        MediaError(.cancelled, "The download was ended; it can be gone on with.", url: locator.url)
    }
}

/// What is here of a download.
private struct DownloadTally {
    private let manifest: DownloadManifest
    private let lists: Int
    /// Seconds that are here, by playlist.
    private var here: [Int: [Range<Double>]] = [:]
    private(set) var bytes: Int64 = 0
    private var seconds = 0.0

    init(_ manifest: DownloadManifest) {
        self.manifest = manifest
        lists = Set(manifest.resources.compactMap(\.list)).count
    }

    /// - Returns: nil for what is no stretch of the film.
    mutating func take(_ index: Int, _ size: Int) -> DownloadProgress? {
        bytes += Int64(size)
        let resource = manifest.resources[index]
        guard let start = resource.start, let length = resource.seconds, let list = resource.list else { return nil }
        seconds += length
        Self.add(start..<max(start, start + length), to: &here[list, default: []])
        // Renditions are of no use without the others: what all of them have is here.
        var total = here[0] ?? []
        for list in 1..<max(1, lists) { total = Self.common(total, here[list] ?? []) }
        let all = manifest.seconds * Double(max(1, lists))
        return DownloadProgress(
            loaded: Self.range(start..<(start + length)), total: total.map(Self.range),
            expected: Self.range(0..<manifest.seconds), bytes: bytes,
            fraction: all > 0 ? min(1, seconds / all) : 0)
    }

    private static let timescale: CMTimeScale = 90_000
    /// Playlists round their durations: gaps so small are none.
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

/// Keeps two downloads out of one package; gone with its process.
private struct PackageLock {
    private static let fileName = ".lock"
    private let descriptor: Int32

    init(_ package: URL) throws(MediaError) {
        let file = package.appendingPathComponent(Self.fileName)
        descriptor = open(file.path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw PackageFiles.error(errno, "open", file) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            close(descriptor)
            throw MediaError(
                .noPermission, "“\(package.lastPathComponent)” is being downloaded already.", url: package)
        }
    }

    func release() { close(descriptor) }

    /// Takes away a package in which there is nothing but the lock. While it is held nobody else begins there.
    func removeEmptyPackage(_ package: URL) {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: package.path), names == [Self.fileName]
        else { return }
        unlink(package.appendingPathComponent(Self.fileName).path)
        rmdir(package.path)
    }
}
