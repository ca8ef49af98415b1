import Foundation
import FoundationNetworking
import MediaTesting
import Synchronization
import Testing

@testable import AVFoundation

/// Downloads through Apple's API (data/semantics.tsv, section 13, R6).
@Suite(.enabled(if: StreamMaker.isAvailable), .serialized)
struct AssetDownloadTests {
    /// The calls of a delegate, as lines of text.
    private final class Listener: NSObject, AVAssetDownloadDelegate {
        struct Received {
            var lines: [String] = []
            var location: URL?
            var error: (any Error)?
            var isOver = false
            var waiter: CheckedContinuation<Void, Never>?
        }
        let received = Mutex(Received())

        func urlSession(_ session: URLSession, assetDownloadTask: AVAssetDownloadTask, willDownloadTo location: URL) {
            received.withLock {
                $0.lines.append("will")
                $0.location = location
            }
        }
        func urlSession(
            _ session: URLSession, assetDownloadTask: AVAssetDownloadTask,
            willDownloadVariants variants: [AVAssetVariant]
        ) {
            let width = variants.first?.videoAttributes?.presentationSize.width ?? 0
            received.withLock { $0.lines.append("variant \(Int(width))") }
        }
        func urlSession(
            _ session: URLSession, assetDownloadTask: AVAssetDownloadTask, didLoad timeRange: CMTimeRange,
            totalTimeRangesLoaded loadedTimeRanges: [NSValue], timeRangeExpectedToLoad: CMTimeRange
        ) {
            received.withLock { $0.lines.append("loaded of \(Int(timeRangeExpectedToLoad.duration.seconds))") }
        }
        func urlSession(
            _ session: URLSession, assetDownloadTask: AVAssetDownloadTask, didFinishDownloadingTo location: URL
        ) {
            received.withLock { $0.lines.append("finished") }
        }
        func urlSession(
            _ session: URLSession, aggregateAssetDownloadTask: AVAggregateAssetDownloadTask,
            willDownloadTo location: URL
        ) {
            received.withLock { $0.location = location }
        }
        func urlSession(
            _ session: URLSession, aggregateAssetDownloadTask: AVAggregateAssetDownloadTask,
            didCompleteFor mediaSelection: AVMediaSelection
        ) {
            let language = mediaSelection.asset?.mediaSelectionGroup(forMediaCharacteristic: .audible)
                .flatMap(mediaSelection.selectedMediaOption)?.extendedLanguageTag
            received.withLock { $0.lines.append("selection \(language ?? "none")") }
        }
        func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
            let waiter = received.withLock { received in
                received.lines.append("complete")
                received.error = error
                received.isOver = true
                return received.waiter
            }
            waiter?.resume()
        }
        func over() async {
            await withCheckedContinuation { continuation in
                let isOver = received.withLock { received in
                    if !received.isOver { received.waiter = continuation }
                    return received.isOver
                }
                if isOver { continuation.resume() }
            }
        }
    }

    private final class Folder {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("downloads-\(UUID().uuidString)")
        deinit { try? FileManager.default.removeItem(at: url) }
    }

    private func session(_ listener: Listener, _ folder: Folder) -> AVAssetDownloadURLSession {
        AVAssetDownloadURLSession(
            configuration: .background(withIdentifier: "films"), delegate: listener, delegateQueue: nil,
            library: DownloadLibrary(session: "films", root: folder.url))
    }

    @Test(
        "S13.1 S13.2: the delegate gets location, variants, progress and completion in this order; then the asset plays offline"
    )
    func order() async throws {
        let folder = Folder()
        let origin = try Origin(try await Ladder.make(.small))
        defer { origin.stop() }
        let listener = Listener()
        let session = session(listener, folder)
        let asset = AVURLAsset(url: origin.url("/main.m3u8"))
        #expect(asset.assetCache == nil)
        let task = try #require(
            session.makeAssetDownloadTask(
                asset: asset, assetTitle: "A film / one", assetArtworkData: Data([1]),
                options: [AVAssetDownloadTaskMinimumRequiredMediaBitrateKey: NSNumber(value: 1)]))
        #expect(task.state == .suspended)
        #expect(origin.records.isEmpty)
        task.resume()
        await listener.over()
        let received = listener.received.withLock { ($0.lines, $0.location, $0.error) }
        #expect(received.2 == nil)
        #expect(received.0.prefix(2) == ["will", "variant 256"])
        #expect(received.0.suffix(2) == ["finished", "complete"])
        #expect(received.0.filter { $0 == "loaded of 16" }.count == 8)
        #expect(task.state == .completed)
        #expect(task.progress.fractionCompleted == 1)
        #expect(task.loadedTimeRanges.map { $0.timeRangeValue.duration.seconds } == [16])
        origin.stop()

        let location = try #require(received.1)
        #expect(location.pathExtension == "movpkg")
        #expect(location.path.hasPrefix(folder.url.path))
        let offline = AVURLAsset(url: location)
        #expect(offline.assetCache?.isPlayableOffline == true)
        #expect(try await offline.load(.duration).seconds == 16)
        let group = try await offline.loadMediaSelectionGroup(for: .audible)
        #expect(group.map { offline.assetCache?.mediaSelectionOptions(in: $0).count } == 1)
        let image = try await AVAssetImageGenerator(asset: offline).image(at: CMTime(value: 5, timescale: 1))
        #expect(image.image.width > 0)
    }

    @Test("S13.3: an aggregate task completes for each media selection, and its download has all of them")
    func selections() async throws {
        let folder = Folder()
        let recipe = LadderRecipe.small.with {
            $0.audio = [.init(language: "en", name: "English"), .init(language: "de", name: "Deutsch")]
        }
        let origin = try Origin(try await Ladder.make(recipe))
        defer { origin.stop() }
        let listener = Listener()
        let session = session(listener, folder)
        let asset = AVURLAsset(url: origin.url("/main.m3u8"))
        let group = try #require(try await asset.loadMediaSelectionGroup(for: .audible))
        let selections = try group.options.map { option in
            let selection = try #require(asset.preferredMediaSelection.mutableCopy() as? AVMutableMediaSelection)
            selection.select(option, in: group)
            return selection
        }
        #expect(selections.count == 2)
        try #require(
            session.aggregateAssetDownloadTask(
                with: asset, mediaSelections: selections, assetTitle: "Film", assetArtworkData: nil)
        ).resume()
        await listener.over()
        let received = listener.received.withLock { $0 }
        #expect(received.error == nil)
        #expect(received.lines.suffix(3) == ["selection en", "selection de", "complete"])
        let offline = AVURLAsset(url: try #require(received.location))
        let stored = try #require(try await offline.loadMediaSelectionGroup(for: .audible))
        let languages: [String?]? = offline.assetCache?.mediaSelectionOptions(in: stored).map(\.extendedLanguageTag)
        #expect(languages.map(Set.init) == ["de", "en"])
        #expect(languages?.count == 2)
    }

    @Test(
        "S13.3: a minimum bit rate or size selects the lowest variant at or above it, else the highest",
        arguments: [
            (AVAssetDownloadTaskMinimumRequiredMediaBitrateKey, 1.0, 256),
            (AVAssetDownloadTaskMinimumRequiredMediaBitrateKey, 90_000_000, 384),
            (AVAssetDownloadTaskMinimumRequiredPresentationSizeKey, 256, 256),
            (AVAssetDownloadTaskMinimumRequiredPresentationSizeKey, 257, 384),
            (AVAssetDownloadTaskMinimumRequiredPresentationSizeKey, 4000, 384),
        ])
    func minimum(_ key: String, _ value: Double, _ width: Int) async throws {
        let folder = Folder()
        let origin = try Origin(try await Ladder.make(.small))
        defer { origin.stop() }
        let listener = Listener()
        let session = session(listener, folder)
        let isSize = key == AVAssetDownloadTaskMinimumRequiredPresentationSizeKey
        try #require(
            session.makeAssetDownloadTask(
                asset: AVURLAsset(url: origin.url("/main.m3u8")), assetTitle: "Film", assetArtworkData: nil,
                options: [key: isSize ? CGSize(width: value, height: 1) : NSNumber(value: value)])
        ).resume()
        await listener.over()
        #expect(listener.received.withLock { $0.lines.filter { $0.hasPrefix("variant") } } == ["variant \(width)"])
    }

    @Test("the unfinished download of an earlier session is a task of the next session and continues")
    func unfinished() async throws {
        let folder = Folder()
        let origin = try Origin(try await Ladder.make(.small))
        defer { origin.stop() }
        origin.inject(.status(404), for: .path("/v1/3.m4s"), times: 1)
        let first = Listener()
        var early: AVAssetDownloadURLSession? = session(first, folder)
        early?.makeAssetDownloadTask(
            downloadConfiguration: AVAssetDownloadConfiguration(
                asset: AVURLAsset(url: origin.url("/main.m3u8")), title: "Film")
        ).resume()
        await first.over()
        #expect(first.received.withLock { $0.error } is URLError)
        // The partial download is reported in spite of the error.
        #expect(first.received.withLock { $0.lines.suffix(2) } == ["finished", "complete"])
        early = nil

        let second = Listener()
        let late = session(second, folder)
        let tasks = await withCheckedContinuation { continuation in
            late.getAllTasks { continuation.resume(returning: $0) }
        }
        #expect(tasks.count == 1)
        let count = origin.records.count
        tasks.first?.resume()
        await second.over()
        #expect(second.received.withLock { $0.error } == nil)
        #expect(!origin.records.dropFirst(count).contains { $0.path.hasSuffix("m3u8") })
        let location = try #require(second.received.withLock { $0.location })
        #expect(AVURLAsset(url: location).assetCache?.isPlayableOffline == true)
    }

    @Test(
        "qualifiers limit the variants, a file URL gives no task, and a cancelled task fails with URLError.cancelled"
    )
    func choicesAndRefusals() async throws {
        let folder = Folder()
        let origin = try Origin(try await Ladder.make(.standard))
        defer { origin.stop() }
        let listener = Listener()
        let session = session(listener, folder)
        #expect(
            session.makeAssetDownloadTask(
                asset: AVURLAsset(url: folder.url), assetTitle: "x", assetArtworkData: nil) == nil)
        let configuration = AVAssetDownloadConfiguration(
            asset: AVURLAsset(url: origin.url("/main.m3u8")), title: "Film")
        configuration.primaryContentConfiguration.variantQualifiers = [
            AVAssetVariantQualifier(
                predicate: NSPredicate { variant, _ in
                    (variant as? AVAssetVariant)?.videoAttributes?.presentationSize.width == 512
                })
        ]
        origin.inject(.silence, for: .suffix("3.m4s"))
        let task = session.makeAssetDownloadTask(downloadConfiguration: configuration)
        task.resume()
        #expect(await eventually { !origin.records(for: .suffix("3.m4s")).isEmpty })
        task.cancel()
        await listener.over()
        #expect(listener.received.withLock { $0.lines }.contains("variant 512"))
        #expect((listener.received.withLock { $0.error } as? URLError)?.code == .cancelled)
        #expect((task.error as? URLError)?.code == .cancelled)
    }

    @Test("a storage policy is stored with the download, and expired downloads are removed")
    func policies() async throws {
        let folder = Folder()
        let package = folder.url.appendingPathComponent("films/Old.movpkg")
        try FileManager.default.createDirectory(at: package, withIntermediateDirectories: true)
        let manager = AVAssetDownloadStorageManager.shared()
        #expect(manager.storageManagementPolicy(for: package) == nil)
        let policy = AVMutableAssetDownloadStorageManagementPolicy()
        policy.priority = .important
        policy.expirationDate = Date(timeIntervalSinceNow: 3_600)
        manager.setStorageManagementPolicy(policy, for: package)
        #expect(manager.storageManagementPolicy(for: package)?.priority == .important)
        _ = session(Listener(), folder)
        #expect(FileManager.default.fileExists(atPath: package.path))
        policy.expirationDate = Date(timeIntervalSinceNow: -1)
        manager.setStorageManagementPolicy(policy, for: package)
        _ = session(Listener(), folder)
        #expect(!FileManager.default.fileExists(atPath: package.path))
    }

    @Test(
        "when storage is low, evictable downloads are removed, the least recently used first, and no more than needed")
    func makingRoom() throws {
        let folder = Folder()
        let library = DownloadLibrary(session: "films", root: folder.url)
        let manager = AVAssetDownloadStorageManager.shared()
        func film(_ name: String, _ priority: AVAssetDownloadedAssetEvictionPriority?, unusedSince day: Double) throws
            -> URL
        {
            let package = library.folder.appendingPathComponent(name).appendingPathExtension("movpkg")
            try FileManager.default.createDirectory(at: package, withIntermediateDirectories: true)
            let manifest = package.appendingPathComponent("manifest.json")
            let text = """
                {"format": 1, "title": "\(name)", "source": "http://localhost/\(name)", "choice": "", "seconds": 1,
                 "expectedBytes": 1, "isComplete": true, "resources": []}
                """
            try text.write(to: manifest, atomically: true, encoding: .utf8)
            try Data(count: 1_000_000).write(to: package.appendingPathComponent("film"))
            if let priority {
                let policy = AVMutableAssetDownloadStorageManagementPolicy()
                policy.priority = priority
                manager.setStorageManagementPolicy(policy, for: package)
            }
            let date = timeval(tv_sec: Int(day * 86_400), tv_usec: 0)
            #expect(utimes(manifest.path, [date, date]) == 0)
            return package
        }
        let kept = [
            try film("unnamed", nil, unusedSince: 1), try film("important", .important, unusedSince: 2),
            try film("new", .default, unusedSince: 9), try film("own", .default, unusedSince: 1),
        ]
        let gone = [try film("old", .default, unusedSince: 3), try film("older", .default, unusedSince: 2)]
        library.makeRoom(for: 1_500_000, except: kept[3])
        #expect(kept.allSatisfy { FileManager.default.fileExists(atPath: $0.path) })
        #expect(!gone.contains { FileManager.default.fileExists(atPath: $0.path) })
    }
}
