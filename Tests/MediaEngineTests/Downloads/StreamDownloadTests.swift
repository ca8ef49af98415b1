import CFFmpeg
import CoreMedia
import Foundation
import HLS
import MediaTesting
import Synchronization
import Testing

@testable import MediaEngine

/// Streams downloaded for playback without a network (data/semantics.tsv, section 13, R6), from an origin on loopback.
@Suite(.enabled(if: StreamMaker.isAvailable), .serialized, .ownThreads)
struct StreamDownloadTests {
    typealias Encryption = LadderRecipe.Encryption

    /// A folder that is deleted with the test.
    private final class Folder: Sendable {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("download-\(UUID().uuidString)")
        var package: URL { url.appendingPathComponent("Film.movpkg") }
        init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }
        deinit { try? FileManager.default.removeItem(at: url) }
    }

    private struct Outcome {
        var events: [DownloadEvent] = []
        var failure: MediaError? {
            for case .failed(let error) in events { return error }
            return nil
        }
        var progress: [DownloadProgress] {
            events.compactMap { if case .progress(let progress) = $0 { progress } else { nil } }
        }
    }

    private func run(_ download: StreamDownload) async -> Outcome {
        let events = Mutex<[DownloadEvent]>([])
        await withCheckedContinuation { continuation in
            download.start { event in
                events.withLock { $0.append(event) }
                switch event {
                case .finished, .failed: continuation.resume()
                default: break
                }
            }
        }
        return Outcome(events: events.withLock { $0 })
    }

    private func download(
        _ origin: Origin, to folder: Folder, choice: DownloadChoice = DownloadChoice(),
        _ change: (inout StreamDownload.Options) -> Void = { _ in }
    ) async -> Outcome {
        var options = StreamDownload.Options()
        change(&options)
        return await run(
            StreamDownload(
                MediaLocator(url: origin.url("/main.m3u8")), to: folder.package, title: "Film", choice: choice,
                options: options))
    }

    /// Returns every packet of a stream, as numbers that identify it.
    private func packets(_ url: URL) throws -> [[Int64]] {
        let reader = try MediaOpening.open(MediaLocator(url: url))
        var result: [[Int64]] = []
        while let packet = try reader.read() {
            let bytes = UnsafeRawBufferPointer(start: packet.raw.pointee.data, count: packet.byteCount)
            let sum = bytes.reduce(Int64(17)) { ($0 &* 31) &+ Int64($1) }
            result.append([Int64(packet.trackIndex), packet.time, packet.decodeTime, Int64(packet.byteCount), sum])
        }
        // The interleaving of tracks depends on arrival; the order within each track does not.
        return result.filter { $0[0] == 0 } + result.filter { $0[0] != 0 }
    }

    private static func oneVariant(_ recipe: LadderRecipe) -> LadderRecipe {
        recipe.with { $0.variants = [$0.variants[0]] }
    }

    @Test(
        "S13.2: a downloaded stream plays as the original did, packet by packet, without its server",
        arguments: [
            oneVariant(.small), oneVariant(.small).with { $0.addressing = .byteRanges },
            oneVariant(.transportStream).with { $0.seconds = 16 },
            oneVariant(.small).with { $0.encryption = .aes128(segmentsPerKey: 2, hasExplicitVectors: true) },
            oneVariant(.small).with { $0.encryption = .sampleAES },
            oneVariant(.small).with { $0.programs = 2 }, oneVariant(.small).with { $0.usesVariables = true },
            oneVariant(.small).with { $0.token = "abc" },
        ])
    func playsOffline(_ recipe: LadderRecipe) async throws {
        let folder = try Folder()
        let origin = try Origin(try await Ladder.make(recipe))
        defer { origin.stop() }
        let address = origin.url("/main.m3u8" + (recipe.token.map { "?token=\($0)" } ?? ""))
        let expected = try packets(address)
        let outcome = await run(StreamDownload(MediaLocator(url: address), to: folder.package, title: "Film"))
        #expect(outcome.failure == nil)
        #expect(DownloadedPackage.isComplete(folder.package))
        origin.stop()
        #expect(try packets(folder.package) == expected)
        #expect(expected.count > 300)
    }

    @Test("the best variant, one audio rendition and no subtitles are requested, and nothing else")
    func choosing() async throws {
        let folder = try Folder()
        let origin = try Origin(try await Ladder.make(.small))
        defer { origin.stop() }
        let outcome = await download(origin, to: folder)
        #expect(outcome.failure == nil)
        let folders = Set(origin.records.compactMap { $0.path.split(separator: "/").first.map(String.init) })
        #expect(folders == ["main.m3u8", "v1", "a0"])
        #expect(Set(origin.records.map(\.path)).count == origin.records.count)
        guard case .located(let place)? = outcome.events.first, case .chosen(let variant, let sound) = outcome.events[1]
        else {
            Issue.record("\(outcome.events)")
            return
        }
        #expect(place.path == folder.package.path)
        #expect(variant?.resolution?.width == 384)
        #expect(sound.map(\.language) == ["en"])
        // Progress is reported for every file, with the total at the end.
        #expect(outcome.progress.count == 8)
        #expect(outcome.progress.last?.fraction == 1)
        #expect(outcome.progress.last?.total.map { $0.duration.seconds } == [16])
        #expect(outcome.progress.allSatisfy { $0.expected.duration.seconds == 16 })
        let offline = try MediaOpening.open(MediaLocator(url: folder.package)).info
        #expect(offline.tracks.filter { $0.kind == .audio }.map(\.language) == ["en"])
        #expect(offline.tracks.filter { $0.kind == .subtitle }.isEmpty)
        #expect(offline.duration.seconds == 16)
        // The stored variant names the group of the audio, and none of the groups that were not downloaded.
        let stored = try #require(
            FileManager.default.enumerator(at: folder.package, includingPropertiesForKeys: nil)?
                .compactMap { $0 as? URL }.first { $0.lastPathComponent == "main.m3u8" })
        let text = try String(contentsOf: stored, encoding: .utf8)
        #expect(text.contains(",AUDIO=") && !text.contains("SUBTITLES="), "\(text)")
    }

    @Test("minimum bit rates, sizes, predicates and tracks select the download")
    func choices() async throws {
        let ladder = try await Ladder.make(.standard)
        let origin = try Origin(ladder)
        defer { origin.stop() }
        let bytes = try ResourceLoader(locator: MediaLocator(url: origin.url("/main.m3u8"))).fetchBlocking(
            ResourceRequest(url: origin.url("/main.m3u8"), kind: .multivariant)
        ).bytes
        guard case .multivariant(let list) = try Playlist.parse(bytes, baseURL: origin.url("/main.m3u8")).playlist
        else { return }
        let url = origin.url("/main.m3u8")
        func width(_ change: (inout DownloadChoice) -> Void) throws -> Int? {
            var choice = DownloadChoice()
            change(&choice)
            return try choice.variant(of: list, url: url).resolution?.width
        }
        #expect(try width { _ in } == 960)
        #expect(try width { $0.minimumBitRate = 500_000 } == 512)
        #expect(try width { $0.minimumBitRate = 1e9 } == 960)
        #expect(try width { $0.minimumSize = PixelSize(width: 300, height: 200) } == 384)
        #expect(try width { $0.qualifiers = [{ _ in false }, { $0.resolution?.width ?? 0 < 300 }] } == 256)
        #expect(throws: MediaError.self) { try width { $0.qualifiers = [{ _ in false }] } }
        var choice = DownloadChoice()
        choice.tracks = [StreamTracks.firstAudio + 1, StreamTracks.firstSubtitles]
        let variant = try choice.variant(of: list, url: url)
        #expect(choice.renditions(of: list, with: variant, url: url).map(\.language) == ["de", "en"])
    }

    @Test("encrypted segments are stored encrypted, and keys are readable by their owner only")
    func encryption() async throws {
        let folder = try Folder()
        let recipe = Self.oneVariant(.small).with {
            $0.encryption = .aes128(segmentsPerKey: 2, hasExplicitVectors: false)
        }
        let origin = try Origin(try await Ladder.make(recipe))
        defer { origin.stop() }
        #expect(await download(origin, to: folder).failure == nil)
        let manifest = try DownloadManifest.read(in: folder.package)
        let loader = ResourceLoader(locator: MediaLocator(url: origin.url("/main.m3u8")))
        for resource in manifest.resources where resource.kind == .segment {
            let served = try loader.fetchBlocking(ResourceRequest(url: resource.url, kind: .segment)).bytes
            let kept = try Data(contentsOf: folder.package.appendingPathComponent(resource.file))
            #expect([UInt8](kept) == served)
        }
        let keys = manifest.resources.filter { $0.kind == .key }
        #expect(keys.count == 2)
        for key in keys {
            let attributes = try FileManager.default.attributesOfItem(
                atPath: folder.package.appendingPathComponent(key.file).path)
            #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
        }
        let attributes = try FileManager.default.attributesOfItem(
            atPath: folder.package.appendingPathComponent("keys").path)
        #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o700)
    }

    @Test(
        "a failed download resumes without requesting anything twice; damaged files are requested again")
    func resuming() async throws {
        let folder = try Folder()
        let origin = try Origin(try await Ladder.make(Self.oneVariant(.small)))
        defer { origin.stop() }
        origin.inject(.status(404), for: .path("/v0/2.m4s"), times: 1)
        let first = await download(origin, to: folder) { $0.parallel = 1 }
        #expect(first.failure?.httpStatus == 404)
        #expect(!DownloadedPackage.isComplete(folder.package))
        #expect(throws: MediaError.self) { try MediaOpening.open(MediaLocator(url: folder.package)) }
        let served = Set(origin.records.filter { $0.status < 300 }.map(\.path))
        #expect(served.contains("/v0/0.m4s"))

        // One file is truncated meanwhile.
        let manifest = try DownloadManifest.read(in: folder.package)
        let victim = try #require(manifest.resources.first { $0.url.path == "/v0/0.m4s" })
        try Data([1, 2, 3]).write(to: folder.package.appendingPathComponent(victim.file))
        let count = origin.records.count
        let second = await download(origin, to: folder)
        #expect(second.failure == nil)
        let again = origin.records.dropFirst(count).map(\.path)
        #expect(Set(again).intersection(served) == ["/v0/0.m4s"])
        #expect(second.progress.last?.fraction == 1)
        #expect(DownloadedPackage.isComplete(folder.package))
        // The third time there is nothing to do.
        let total = origin.records.count
        #expect(await download(origin, to: folder).failure == nil)
        #expect(origin.records.count == total)
    }

    @Test(
        "a download resumed with options that select another variant or other renditions fails and keeps its files",
        arguments: [false, true])
    func otherChoice(_ isComplete: Bool) async throws {
        let folder = try Folder()
        let origin = try Origin(try await Ladder.make(.small))
        defer { origin.stop() }
        if !isComplete { origin.inject(.status(404), for: .path("/v0/2.m4s"), times: 1) }
        func choice(_ change: (inout DownloadChoice) -> Void) -> DownloadChoice {
            var choice = DownloadChoice()
            choice.minimumBitRate = 1
            change(&choice)
            return choice
        }
        // One request at a time, so that none is in flight after the failure.
        let first = await download(origin, to: folder, choice: choice { _ in }) { $0.parallel = 1 }
        #expect((first.failure == nil) == isComplete)
        let manifest = try DownloadManifest.read(in: folder.package)
        let others = [
            choice { $0.minimumBitRate = nil }, choice { $0.tracks = [StreamTracks.firstAudio + 1] },
            choice { $0.qualifiers = [{ $0.resolution?.width == 384 }] },
        ]
        for other in others {
            let count = origin.records.count
            let outcome = await download(origin, to: folder, choice: other)
            #expect(outcome.failure?.code == .unsupported, "\(outcome)")
            #expect(outcome.failure?.message.contains("other options") == true, "\(outcome)")
            #expect(!origin.records.dropFirst(count).contains { $0.path.hasSuffix("m4s") })
            #expect(try DownloadManifest.read(in: folder.package).resources == manifest.resources)
        }
        // Other options that select the same variant and renditions resume the download.
        for same in [choice { $0.minimumBitRate = 2 }, choice { $0.qualifiers = [{ $0.resolution?.width == 256 }] }] {
            #expect(await download(origin, to: folder, choice: same).failure == nil)
        }
        #expect(DownloadedPackage.isComplete(folder.package))
    }

    @Test(
        "a resumed download starts anew where the server has other bytes under another ETag, and not where only the ETag differs",
        arguments: [true, false])
    func changedServer(_ hasOtherBytes: Bool) async throws {
        let folder = try Folder()
        let ladder = try await Ladder.make(Self.oneVariant(.small))
        let other = try await Ladder.make(Self.oneVariant(.small).with { $0.variants[0].bitsPerSecond /= 2 })
        let isChanged = Atomic(false)
        let content = EditedContent(ladder) { path, bytes in
            guard hasOtherBytes, isChanged.load(ordering: .relaxed), path.hasSuffix("m4s") else { return bytes }
            guard case .resource(let resource) = other.reply(to: OriginRequest(path: path), now: 0) else {
                return bytes
            }
            return resource.bytes
        }
        let origin = try Origin(content)
        defer { origin.stop() }
        origin.inject(.status(404), for: .path("/v0/2.m4s"), times: 1)
        origin.inject(.header("ETag", "\"first\""), for: .every)
        #expect(await download(origin, to: folder) { $0.parallel = 1 }.failure?.httpStatus == 404)
        let first = Set(origin.records.filter { $0.status < 300 && $0.path.hasSuffix("m4s") }.map(\.path))
        #expect(!first.isEmpty)
        isChanged.store(true, ordering: .relaxed)
        origin.clearFaults()
        origin.inject(.header("ETag", "\"second\""), for: .every)
        let count = origin.records.count
        let outcome = await download(origin, to: folder)
        #expect(outcome.failure == nil)
        let warnings = outcome.events.filter { if case .warning = $0 { true } else { false } }
        #expect(warnings.count == (hasOtherBytes ? 1 : 0))
        let again = Set(origin.records.dropFirst(count).filter { $0.status == 200 }.map(\.path))
        #expect(first.isSubset(of: again) == hasOtherBytes)
        #expect(DownloadedPackage.isComplete(folder.package))
        let expected = try packets(origin.url("/main.m3u8"))
        origin.stop()
        #expect(try packets(folder.package) == expected)
    }

    @Test("a download whose journal has its former name resumes without requesting anything twice")
    func formerJournal() async throws {
        let folder = try Folder()
        let origin = try Origin(try await Ladder.make(Self.oneVariant(.small)))
        defer { origin.stop() }
        origin.inject(.status(404), for: .path("/v0/2.m4s"), times: 1)
        #expect(await download(origin, to: folder) { $0.parallel = 1 }.failure?.httpStatus == 404)
        let served = Set(origin.records.filter { $0.status < 300 }.map(\.path))
        let journal = folder.package.appendingPathComponent(DownloadJournal.fileName)
        try FileManager.default.moveItem(at: journal, to: folder.package.appendingPathComponent("pieces"))
        let count = origin.records.count
        #expect(await download(origin, to: folder).failure == nil)
        #expect(Set(origin.records.dropFirst(count).map(\.path)).isDisjoint(with: served))
        // Complete downloads need neither journal.
        let total = origin.records.count
        #expect(await download(origin, to: folder).failure == nil)
        #expect(origin.records.count == total)
    }

    @Test(
        "a segment that is a web page or empty fails the download and is requested again by the next one",
        arguments: ["/v0/1.m4s", "/a0/3.m4s"], [Encryption.none, .aes128(segmentsPerKey: 2, hasExplicitVectors: true)])
    func noMedia(_ path: String, _ encryption: Encryption) async throws {
        let ladder = try await Ladder.make(Self.oneVariant(.small).with { $0.encryption = encryption })
        for text in ["", "<!DOCTYPE html><html><body>Zur Anmeldung für Gäste</body></html>"] {
            let folder = try Folder()
            let isWell = Atomic(false)
            let content = EditedContent(ladder) { requested, bytes in
                requested == path && !isWell.load(ordering: .relaxed) ? Array(text.utf8) : bytes
            }
            let origin = try Origin(content)
            defer { origin.stop() }
            let first = await download(origin, to: folder)
            #expect(first.failure?.code == (text.isEmpty ? .empty : .formatNotRecognized), "\(first)")
            #expect(first.failure?.url?.path == path)
            #expect(!DownloadedPackage.isComplete(folder.package))
            isWell.store(true, ordering: .relaxed)
            let count = origin.records.count
            #expect(await download(origin, to: folder).failure == nil)
            #expect(origin.records.dropFirst(count).contains { $0.path == path })
            #expect(DownloadedPackage.isComplete(folder.package))
        }
    }

    @Test("WebVTT segments count as media of a download")
    func subtitles() async throws {
        let folder = try Folder()
        let origin = try Origin(try await Ladder.make(Self.oneVariant(.small)))
        defer { origin.stop() }
        var choice = DownloadChoice()
        choice.tracks = [StreamTracks.firstSubtitles]
        #expect(await download(origin, to: folder, choice: choice).failure == nil)
        #expect(origin.records.contains { $0.path.hasSuffix("vtt") }, "\(origin.records.map(\.path))")
    }

    @Test("hls.md section 10: temporary errors are retried")
    func faults() async throws {
        let folder = try Folder()
        let origin = try Origin(try await Ladder.make(Self.oneVariant(.small)))
        defer { origin.stop() }
        origin.inject(.cut(after: 500), for: .path("/v0/1.m4s"), times: 1)
        origin.inject(.status(503), for: .path("/a0/3.m4s"), times: 1)
        #expect(await download(origin, to: folder).failure == nil)
        #expect(DownloadedPackage.isComplete(folder.package))
    }

    @Test("a download cancelled by the app keeps its files")
    func cancelling() async throws {
        let folder = try Folder()
        let origin = try Origin(try await Ladder.make(Self.oneVariant(.small)))
        defer { origin.stop() }
        origin.inject(.silence, for: .suffix("2.m4s"))
        let download = StreamDownload(
            MediaLocator(url: origin.url("/main.m3u8")), to: folder.package, title: "Film")
        let running = Task { await run(download) }
        #expect(await eventually { !origin.records(for: .suffix("2.m4s")).isEmpty })
        download.cancel()
        #expect(await running.value.failure?.code == .cancelled)
        #expect(DownloadedPackage.hasContent(folder.package))
        origin.clearFaults()
        #expect(await self.download(origin, to: folder).failure == nil)
    }

    @Test(
        "a web page, or noise, with status 200 in place of an initialization section ends the download, which can be resumed"
    )
    func wrongInitialization() async throws {
        for fault in [OriginFault.Kind.webPage, .noise(bytes: 4_000, seed: 3)] {
            let folder = try Folder()
            let origin = try Origin(try await Ladder.make(Self.oneVariant(.small)))
            defer { origin.stop() }
            origin.inject(fault, for: .suffix("init-0.mp4"))
            let outcome = await download(origin, to: folder)
            #expect(outcome.failure?.code == .formatNotRecognized, "\(outcome)")
            #expect(outcome.failure?.message.contains("initialization section") == true, "\(outcome)")
            #expect(!DownloadedPackage.isComplete(folder.package))
            origin.clearFaults()
            #expect(await download(origin, to: folder).failure == nil)
        }
    }

    @Test(
        "a web page in place of an encrypted initialization section ends the download; the section itself is stored as it is"
    )
    func encryptedInitialization() async throws {
        let folder = try Folder()
        let recipe = Self.oneVariant(.small).with {
            $0.encryption = .aes128(segmentsPerKey: 2, hasExplicitVectors: true)
        }
        let origin = try Origin(try await Ladder.make(recipe))
        defer { origin.stop() }
        origin.inject(.webPage, for: .suffix("init-0.mp4"))
        #expect(await download(origin, to: folder).failure?.code == .formatNotRecognized)
        origin.clearFaults()
        #expect(await download(origin, to: folder).failure == nil)
    }

    @Test("a folder that cannot be created is reported with the obstacle")
    func fileInTheWay() async throws {
        let folder = try Folder()
        let file = folder.url.appendingPathComponent("file")
        try Data().write(to: file)
        let outcome = await run(
            StreamDownload(
                MediaLocator(url: try #require(URL(string: "http://127.0.0.1:1/main.m3u8"))),
                to: file.appendingPathComponent("Film.movpkg"), title: "Film"))
        #expect(outcome.failure?.message.contains("file” is not a folder") == true, "\(outcome)")
    }

    @Test("without space a download does not start, and the error states how much is missing")
    func room() async throws {
        let folder = try Folder()
        let origin = try Origin(try await Ladder.make(Self.oneVariant(.small)))
        defer { origin.stop() }
        let outcome = await download(origin, to: folder) { $0.freeBytes = { _ in 1_000_000 } }
        #expect(outcome.failure?.code == .diskFull)
        #expect(outcome.failure?.message.contains("1 MB are free") == true)
        // A small download does not take "0 MB", and the message names the reserve.
        #expect(outcome.failure?.message.contains("about 1 MB") == true)
        #expect(outcome.failure?.message.contains("67 MB of the volume are left free") == true, "\(outcome)")
        #expect(!origin.records.contains { $0.path.hasSuffix("m4s") })
    }

    @Test("downloads of a folder stay within its limit; makeRoom is called first")
    func storageLimit() async throws {
        let folder = try Folder()
        let origin = try Origin(try await Ladder.make(Self.oneVariant(.small)))
        defer { origin.stop() }
        let other = folder.package.deletingLastPathComponent().appendingPathComponent("Other.movpkg")
        try FileManager.default.createDirectory(at: other, withIntermediateDirectories: true)
        try Data(count: 5_000_000).write(to: other.appendingPathComponent("film"))
        let limit: Int64 = 5_050_000
        let refused = await download(origin, to: folder) { $0.storageLimit = limit }
        #expect(refused.failure?.code == .diskFull)
        #expect(refused.failure?.message.contains("all downloads may take 5 MB") == true, "\(refused)")
        #expect(!origin.records.contains { $0.path.hasSuffix("m4s") })
        let asked = Mutex<[Int64]>([])
        let outcome = await download(origin, to: folder) {
            $0.storageLimit = limit
            $0.makeRoom = { bytes in
                asked.withLock { $0.append(bytes) }
                try? FileManager.default.removeItem(at: other)
            }
        }
        #expect(outcome.failure == nil)
        #expect(asked.withLock { $0.count == 1 && $0[0] > 0 })
    }

    @Test("live streams, and folders with other downloads, are rejected")
    func refusals() async throws {
        let folder = try Folder()
        let live = try Origin(LiveLadder(try await Ladder.make(.small)))
        defer { live.stop() }
        #expect(await download(live, to: folder).failure?.code == .unsupported)
        let origin = try Origin(try await Ladder.make(Self.oneVariant(.small)))
        defer { origin.stop() }
        #expect(await download(origin, to: folder).failure == nil)
        let other = try Origin(try await Ladder.make(Self.oneVariant(.small)))
        defer { other.stop() }
        #expect(await download(other, to: folder).failure?.code == .unsupported)
    }

    @Test("byte ranges whose lengths exceed the range of integers together are a download that does not fit")
    func extremeRanges() async throws {
        let folder = try Folder()
        let ladder = try await Ladder.make(Self.oneVariant(.small))
        let text = """
            #EXTM3U
            #EXT-X-VERSION:4
            #EXT-X-TARGETDURATION:4
            #EXT-X-BYTERANGE:9223372036854775807@0
            #EXTINF:4,
            /v0/0.m4s
            #EXT-X-BYTERANGE:9223372036854775807@0
            #EXTINF:4,
            /v0/1.m4s
            #EXT-X-ENDLIST

            """
        let origin = try Origin(EditedContent(ladder, playlists: { $0 == "/main.m3u8" ? text : $1 }))
        defer { origin.stop() }
        #expect(await download(origin, to: folder).failure?.code == .diskFull)
    }

    @Test("a package that was tampered with is rejected, and cannot refer to files outside of it")
    func tampering() async throws {
        let folder = try Folder()
        let origin = try Origin(try await Ladder.make(Self.oneVariant(.small)))
        defer { origin.stop() }
        #expect(await download(origin, to: folder).failure == nil)
        let good = try DownloadManifest.read(in: folder.package)
        for name in ["../secret", "/etc/passwd", "a/../../b", "", "a//b", ".hidden", "a\u{0}b", "ä"] {
            var bad = good
            bad.resources[0].file = name
            try bad.write(in: folder.package)
            #expect(throws: MediaError.self, "\(name)") { try MediaOpening.open(MediaLocator(url: folder.package)) }
        }
        let text = try JSONEncoder().encode(good)
        let file = folder.package.appendingPathComponent(DownloadManifest.fileName)
        for length in stride(from: 0, to: text.count - 1, by: 97) {
            try text.prefix(length).write(to: file)
            #expect(throws: MediaError.self) { try DownloadManifest.read(in: folder.package) }
        }
        // A missing file is reported, and not requested from the network.
        try good.write(in: folder.package)
        let count = origin.records.count
        let chunk = try #require(good.resources.first { $0.kind == .segment && $0.list == 0 })
        try FileManager.default.removeItem(at: folder.package.appendingPathComponent(chunk.file))
        #expect(throws: MediaError.self) { try packets(folder.package) }
        #expect(origin.records.count == count)
    }

    @Test("two downloads cannot write into one folder at the same time")
    func lock() async throws {
        let folder = try Folder()
        let origin = try Origin(try await Ladder.make(Self.oneVariant(.small)))
        defer { origin.stop() }
        origin.inject(.silence, for: .suffix("1.m4s"))
        let first = StreamDownload(MediaLocator(url: origin.url("/main.m3u8")), to: folder.package, title: "Film")
        let running = Task { await run(first) }
        #expect(await eventually { !origin.records(for: .suffix("1.m4s")).isEmpty })
        #expect(await download(origin, to: folder).failure?.code == .noPermission)
        first.cancel()
        _ = await running.value
    }
}
