package import Foundation
import HLS
import HTTPRules
import MediaEngine
package import StreamRules
import Synchronization

/// Loads a stream with everything that its playlists name, and measures it. Blocks while it runs.
package final class StreamInspector: Sendable {
    let url: URL
    let options: InspectionOptions
    let fetcher: StreamFetcher
    let cache: ResourceCache
    private let report: @Sendable (InspectionProgress) -> Void
    let progress = Mutex(InspectionProgress())
    private let started = Date()
    /// The name of the folder of a downloaded stream that is inspected.
    private let download: String?

    /// - Parameters:
    ///   - url: the URL of a playlist, or of the folder of a complete download.
    ///   - report: called from time to time, on any thread.
    package init(
        _ url: URL, options: InspectionOptions = InspectionOptions(),
        report: @escaping @Sendable (InspectionProgress) -> Void = { _ in }
    ) {
        self.options = options
        self.report = report
        var locator = MediaLocator(url: url, headers: options.headers)
        if DownloadedPackage.isComplete(url), let inner = try? DownloadedPackage.locator(for: locator) {
            locator = inner
            download = url.lastPathComponent
        } else {
            download = nil
        }
        self.url = locator.url
        if download == nil, !options.allowsPrivateAddresses { locator.refuseOtherNetworks() }
        fetcher = StreamFetcher(locator)
        cache = ResourceCache(fetcher)
    }

    /// Why the folder of a download cannot be inspected; nil for complete downloads and for other URLs.
    package static func problem(ofDownload url: URL) -> String? {
        guard DownloadedPackage.isPackage(url), !DownloadedPackage.isComplete(url) else { return nil }
        return DownloadedPackage.hasContent(url)
            ? "The download is not complete. Resume it with avplayer download."
            : "The folder has no download that can be read."
    }

    // MARK: - Running

    /// Loads the playlists only.
    package func loadPlaylists() -> StreamFacts { load().facts }

    /// Returns what is known about a playlist that has already been received, without loading anything.
    package static func facts(of bytes: [UInt8], url: URL) -> StreamFacts {
        var facts = StreamFacts()
        facts.url = url.absoluteString
        let loaded = parsed(bytes, url, PlaylistDocument(url: url.absoluteString), nil)
        facts.document = loaded.document
        switch loaded.playlist {
        case .multivariant(let list)?: facts.multivariant = list
        case .media(let playlist)?:
            var entry = PlaylistFacts(role: .single, name: "the playlist", document: loaded.document)
            entry.playlist = playlist
            facts.playlists = [entry]
        case nil: break
        }
        return facts
    }

    /// Loads and measures everything.
    /// - Throws: `JournalError` where the journal cannot be used.
    package func run() throws -> StreamFacts {
        let journal = try options.journal.map {
            try InspectionJournal($0, stream: url.absoluteString, decodes: options.decodes)
        }
        var (facts, sources) = load()
        guard !facts.playlists.isEmpty else { return finish(facts) }
        facts.hasMedia = true
        facts.isDecoded = options.decodes
        let work = sources.map { PlaylistWork($0, self, journal) }
        let live = work.filter(\.isLive)
        let ended = work.filter { !$0.isLive }
        let segments = ended.reduce(0) { $0 + $1.units.count }
        progress.withLock { $0.segmentCount = segments }
        let sides = SideResources(facts).load(fetcher)
        let watching = Thread.detachAll(live) { $0.watch() }
        measure(ended)
        compareAgain(ended)
        watching.wait()
        if options.journal == nil { facts.changedLists = changedLists(facts, sources) }
        for (index, playlist) in work.enumerated() {
            for position in facts.playlists.indices where sources[index].positions.contains(position) {
                playlist.fill(&facts.playlists[position])
            }
            facts.limits += playlist.table.limits
        }
        let later = live.isEmpty ? [] : SideResources(facts).loadLater(fetcher, known: sides)
        facts.resources = cache.resources + sides + later
        facts.watchedSeconds = live.isEmpty ? 0 : Date().timeIntervalSince(started)
        return finish(facts)
    }

    private func finish(_ facts: StreamFacts) -> StreamFacts {
        var facts = facts
        if let download {
            facts.limits.append("Responses of the server: the stream was read from the download \(download).")
        }
        facts.byteCount += progress.withLock { $0.byteCount }
        facts.seconds = Date().timeIntervalSince(started)
        return facts
    }

    /// Measures the segments of playlists that have ended. With a decoder, each playlist is measured in order by one thread.
    private func measure(_ work: [PlaylistWork]) {
        let isFile = url.isFileURL
        let processors = max(1, ProcessInfo.processInfo.activeProcessorCount)
        let count = max(1, min(64, options.parallel ?? (isFile ? processors : min(8, processors * 2))))
        if options.decodes {
            let next = Atomic<Int>(0)
            Thread.detachAll(Array(0..<min(processors, work.count))) { _ in
                while true {
                    let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
                    guard index < work.count else { return }
                    for unit in work[index].units { work[index].measure(unit) }
                    work[index].finishDecoding()
                }
            }.wait()
            return
        }
        // The playlists in turn, so that all variants are loaded at the same time, as viewers do.
        let queue = UnitQueue(work.map(\.units.count))
        Thread.detachAll(Array(0..<count)) { _ in
            while let (playlist, unit) = queue.next() { work[playlist].measure(work[playlist].units[unit]) }
        }.wait()
    }

    /// The bytes that are loaded a second time at most, and the seconds that this may take.
    private static let mostRepeatedBytes = 24 << 20
    private static let mostRepeatedSeconds = 5.0
    /// A server that takes longer than this for a segment, in seconds, is not asked again.
    private static let slowLoad = 1.0

    /// Loads segments again to tell whether their bytes stay the same: all of small streams, three of each playlist of others.
    private func compareAgain(_ work: [PlaylistWork]) {
        guard options.journal == nil else { return }
        let costs = work.map(\.table.cost)
        let isSmall = costs.reduce(0) { $0 + ($1?.bytes ?? 0) } <= Self.mostRepeatedBytes
        let deadline = Date() + Self.mostRepeatedSeconds
        var loaded = 0
        for (playlist, cost) in zip(work, costs) where !playlist.units.isEmpty {
            guard let cost, cost.seconds < Self.slowLoad else { continue }
            let count = playlist.units.count
            let positions =
                isSmall ? playlist.units : Set([0, count / 2, count - 1]).sorted().map { playlist.units[$0] }
            for position in positions where loaded < Self.mostRepeatedBytes && Date() < deadline {
                loaded += playlist.secondLoads.compareAgain(position)
            }
        }
        progress.withLock { $0.byteCount += loaded }
    }

    func note(bytes: Int, isSegment: Bool) {
        let value = progress.withLock { progress in
            progress.byteCount += bytes
            if isSegment { progress.finishedCount += 1 }
            progress.seconds = Date().timeIntervalSince(started)
            return progress
        }
        report(value)
    }

    // MARK: - Playlists

    /// A playlist to be measured, and where its results belong: several variants may share a playlist.
    struct Source: Sendable {
        var positions: [Int]
        var url: URL
        var playlist: MediaPlaylist
        var role: PlaylistFacts.Role
        var expectation: SegmentMeter.Expectation
        var bitsPerSecond: Int
        var variables: [String: String]?
        /// Whether the stream has two variants, of which this is one.
        var isOneOfTwo = false
    }

    private func load() -> (facts: StreamFacts, sources: [Source]) {
        var facts = StreamFacts()
        facts.url = url.absoluteString
        let root = document(url, variables: nil)
        facts.document = root.document
        facts.byteCount = root.document.byteCount
        switch root.playlist {
        case nil: return (facts, [])
        case .media(let playlist):
            var entry = PlaylistFacts(role: .single, name: "the playlist", document: root.document)
            entry.playlist = playlist
            facts.playlists = [entry]
            let source = Source(
                positions: [0], url: root.url, playlist: playlist, role: .single, expectation: .media, bitsPerSecond: 0,
                variables: nil)
            return (facts, [source])
        case .multivariant(let list):
            facts.multivariant = list
            return loadAll(list, facts)
        }
    }

    private struct Entry: Sendable {
        var url: URL?
        var uri: String
        var role: PlaylistFacts.Role
        var name: String
        var expectation: SegmentMeter.Expectation
        var bitsPerSecond: Int
    }

    private func loadAll(_ list: MultivariantPlaylist, _ known: StreamFacts) -> (StreamFacts, [Source]) {
        var facts = known
        var entries = Self.entries(of: list)
        if entries.count > InspectionOptions.mostPlaylists {
            facts.limits.append(
                "The multivariant playlist names \(entries.count) playlists; the first \(InspectionOptions.mostPlaylists) were "
                    + "looked at.")
            entries = Array(entries.prefix(InspectionOptions.mostPlaylists))
        }
        progress.withLock { $0.playlistCount = entries.count }
        var unique: [URL] = []
        var seen: Set<URL> = []
        for entry in entries { if let url = entry.url, seen.insert(url).inserted { unique.append(url) } }
        let loaded = Mutex<[URL: LoadedDocument]>([:])
        let next = Atomic<Int>(0)
        let urls = unique
        Thread.detachAll(Array(0..<min(6, max(1, urls.count)))) { _ in
            while true {
                let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
                guard index < urls.count else { return }
                let document = self.document(urls[index], variables: list.variables)
                loaded.withLock { $0[urls[index]] = document }
            }
        }.wait()
        var sources: [URL: Source] = [:]
        var order: [URL] = []
        for entry in entries {
            var document = PlaylistDocument(url: entry.url?.absoluteString ?? entry.uri)
            var playlist: PlaylistFacts
            if let url = entry.url, let found = loaded.withLock({ $0[url] }) {
                document = found.document
                playlist = PlaylistFacts(role: entry.role, name: entry.name, document: document)
                switch found.playlist {
                case .media(let media):
                    playlist.playlist = media
                    if sources[url] == nil {
                        order.append(url)
                        sources[url] = Source(
                            positions: [], url: found.url, playlist: media, role: entry.role,
                            expectation: entry.expectation, bitsPerSecond: entry.bitsPerSecond,
                            variables: list.variables, isOneOfTwo: list.variants.count == 2)
                    }
                    sources[url]?.positions.append(facts.playlists.count)
                case .multivariant: playlist.isMultivariant = true
                case nil: break
                }
            } else {
                document.failure = LoadFailure(.badURL, "The URI is not a valid URL.")
                playlist = PlaylistFacts(role: entry.role, name: entry.name, document: document)
            }
            facts.byteCount += document.byteCount
            facts.playlists.append(playlist)
        }
        return (facts, order.compactMap { sources[$0] })
    }

    private static func rate(_ bandwidth: Int) -> String {
        bandwidth < 10_000 ? "\(bandwidth) bit/s" : "\(bandwidth / 1000) kbit/s"
    }

    private static func entries(of list: MultivariantPlaylist) -> [Entry] {
        var entries: [Entry] = []
        for (index, variant) in list.variants.enumerated() {
            let size = variant.resolution.map { "\($0.width)x\($0.height)" } ?? rate(variant.bandwidth)
            entries.append(
                Entry(
                    url: list.url(for: variant.uri), uri: variant.uri, role: .variant(index),
                    name: "variant \(index + 1) (\(size))", expectation: .media, bitsPerSecond: variant.bandwidth))
        }
        for (index, rendition) in list.renditions.enumerated() {
            guard let uri = rendition.uri else { continue }
            entries.append(
                Entry(
                    url: list.url(for: uri), uri: uri, role: .rendition(index),
                    name:
                        "\(rendition.kind.rawValue.lowercased()) “\(rendition.name.prefix(60))” (\(rendition.groupID.prefix(40)))",
                    expectation: rendition.kind == .subtitles ? .text : .media, bitsPerSecond: 0))
        }
        for (index, variant) in list.iFrameVariants.enumerated() {
            let size = variant.resolution.map { " (\($0.width)x\($0.height))" } ?? ""
            entries.append(
                Entry(
                    url: list.url(for: variant.uri), uri: variant.uri, role: .iFrames(index),
                    name: "I-frames \(index + 1)\(size)", expectation: .iFrames, bitsPerSecond: variant.bandwidth))
        }
        for (index, variant) in list.imageVariants.enumerated() {
            entries.append(
                Entry(
                    url: list.url(for: variant.uri), uri: variant.uri, role: .images(index),
                    name: "images \(index + 1)",
                    expectation: .images, bitsPerSecond: variant.bandwidth))
        }
        return entries
    }

    struct LoadedDocument: Sendable {
        var document: PlaylistDocument
        var playlist: Playlist?
        var url: URL
        var seconds = 0.0
        var tag: String?
        var digest: UInt64?
    }

    /// Loads and parses a playlist.
    func document(_ url: URL, variables: [String: String]?, target: Double? = nil) -> LoadedDocument {
        var document = PlaylistDocument(url: url.absoluteString)
        let response: StreamFetcher.Response
        let start = options.clock.now
        do throws(MediaError) {
            response = try fetcher.fetch(url, .playlist, seconds: target)
        } catch {
            if error.code == .empty {
                return Self.parsed([], url, document, variables)
            }
            document.failure = LoadFailure(error)
            return LoadedDocument(document: document, playlist: nil, url: url)
        }
        document.response = ResponseFacts(response, requested: url, hasRange: false)
        var result = Self.parsed(response.bytes, response.url, document, variables)
        result.seconds = options.clock.seconds(since: start)
        result.document.loadSeconds = result.seconds
        (result.tag, result.digest) = (response.fields["etag"], SegmentMeter.digest(of: response.bytes))
        return result
    }

    private static func parsed(
        _ bytes: [UInt8], _ url: URL, _ known: PlaylistDocument, _ variables: [String: String]?
    ) -> LoadedDocument {
        var document = known
        document.byteCount = bytes.count
        document.oddities = PlaylistLines.oddities(in: bytes)
        do throws(PlaylistError) {
            let parsed = try Playlist.parse(bytes, baseURL: url, importedVariables: variables)
            document.faults = parsed.faults
            return LoadedDocument(document: document, playlist: parsed.playlist, url: url)
        } catch {
            document.faults = error.faults
            document.isUnusable = true
            return LoadedDocument(document: document, playlist: nil, url: url)
        }
    }
}

/// The units of several playlists in turn. Thread-safe.
private final class UnitQueue: Sendable {
    private struct State {
        var taken: [Int]
        var next = 0
    }

    private let counts: [Int]
    private let state: Mutex<State>

    init(_ counts: [Int]) {
        self.counts = counts
        state = Mutex(State(taken: Array(repeating: 0, count: counts.count)))
    }

    func next() -> (playlist: Int, unit: Int)? {
        state.withLock { state in
            for offset in counts.indices {
                let index = (state.next + offset) % counts.count
                guard state.taken[index] < counts[index] else { continue }
                state.next = index + 1
                defer { state.taken[index] += 1 }
                return (index, state.taken[index])
            }
            return nil
        }
    }
}

extension Thread {
    /// Runs a closure for each element on a thread of its own.
    static func detachAll<Element: Sendable>(
        _ elements: [Element], _ run: @escaping @Sendable (Element) -> Void
    ) -> DispatchGroup {
        let group = DispatchGroup()
        for element in elements {
            group.enter()
            let thread = Thread {
                run(element)
                group.leave()
            }
            // Demuxers and decoders need more than the usual 512 kB.
            thread.stackSize = 2 << 20
            thread.name = "inspection"
            thread.start()
        }
        return group
    }
}
