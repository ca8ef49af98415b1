import BusTestSupport
import CoreGraphics
import Foundation
import MediaTesting
import Synchronization
import Testing
import UIKit

@testable import DBus
@testable import MediaPlayer
@testable import NowPlayingModel

/// Artwork and its files.
@Suite(.timeLimit(.minutes(2)))
struct ArtworkTests {
    private static func image(_ width: Double, _ height: Double, _ color: UIColor = .red) -> UIImage {
        UIGraphicsImageRenderer(size: CGSize(width: width, height: height)).image { context in
            color.setFill()
            context.fill(CGRect(x: 0, y: 0, width: width, height: height))
        }
    }

    private static func parent() -> URL {
        FileManager.default.temporaryDirectory.appendingPathComponent("art-\(UUID().uuidString)")
    }

    @Test("the handler is never given a larger size than the bounds")
    func artwork_sizes_stayWithinBounds() {
        let sizes = Reports<[Double]>()
        let artwork = MPMediaItemArtwork(boundsSize: CGSize(width: 100, height: 50)) { size in
            sizes.add([size.width, size.height])
            return UIImage()
        }
        _ = artwork.image(at: CGSize(width: 1000, height: 20))
        #expect(artwork.image(at: .zero) == nil)
        #expect(sizes.all == [[100, 20]])
        #expect(artwork.bounds == CGRect(x: 0, y: 0, width: 100, height: 50))
    }

    @Test(
        "the picture is written off the main thread to a file of its own that exists, and of which the bus has the URL")
    func artwork_published_isAFile() async throws {
        try #require(PrivateBus.isAvailable)
        let stage = try await BusStage()
        let wasMain = Reports<Bool>()
        let mark = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: mark, value: true)
        defer { DispatchQueue.main.setSpecific(key: mark, value: nil) }
        let picture = Self.image(40, 20)
        let artwork = MPMediaItemArtwork(boundsSize: CGSize(width: 40, height: 20)) { _ in
            wasMain.add(DispatchQueue.getSpecific(key: mark) ?? false)
            return picture
        }
        try await stage.playMovie([MPMediaItemPropertyArtwork: artwork])
        #expect(
            await eventuallyAsync(within: .seconds(20)) {
                (try? await stage.get("Metadata"))?["mpris:artUrl"] != nil
            })
        let text = try #require(try await stage.get("Metadata")["mpris:artUrl"]?.stringValue)
        let url = try #require(URL(string: text))
        #expect(url.isFileURL && url.path.hasPrefix(stage.cache.path))
        let image = try #require(UIImage(contentsOfFile: url.path))
        #expect(image.size == CGSize(width: 40, height: 20))
        #expect(wasMain.all == [false])
        let folder = url.deletingLastPathComponent()
        let permissions = try FileManager.default.attributesOfItem(atPath: folder.path)[.posixPermissions] as? Int
        #expect(permissions == 0o700)
        // Another item without a picture has no URL.
        stage.info.nowPlayingInfo = [MPMediaItemPropertyTitle: "Other"]
        #expect(
            await stage.signals.wait { _ in
                stage.reported("Metadata").last.map { $0["mpris:artUrl"] == nil } ?? false
            })
    }

    /// An object of a client that publishes while it is deallocated.
    private final class Owner: Sendable {
        let info: MPNowPlayingInfoCenter
        let image = UIImage()
        init(info: MPNowPlayingInfoCenter) { self.info = info }

        deinit {
            info.playbackState = .stopped
            info.nowPlayingInfo = nil
        }
    }

    @Test("artwork that is replaced may have the last reference to an object whose deinitializer publishes")
    func replacementReleasesPublisher() async throws {
        let stage = try await BusStage()
        do {
            let owner = Owner(info: stage.info)
            stage.info.nowPlayingInfo = [
                MPMediaItemPropertyArtwork: MPMediaItemArtwork(boundsSize: CGSize(width: 4, height: 4)) { _ in
                    owner.image
                }
            ]
        }
        // The artwork is retained while it is being written.
        for _ in 0..<500 where stage.info.playbackState != .stopped {
            stage.info.nowPlayingInfo = [MPMediaItemPropertyTitle: "Next"]
            try await Task.sleep(for: .milliseconds(10))
        }
        #expect(stage.info.playbackState == .stopped)
    }

    @Test("a picture that is larger than requested is reduced; one of 100 MB too")
    func artwork_large_isReduced() throws {
        let large = Self.image(5000, 5000)
        let data = try #require(
            ArtworkWriter.encode(
                MPMediaItemArtwork(boundsSize: CGSize(width: 5000, height: 5000)) { _ in large }))
        #expect(data.count <= ArtworkWriter.maximumByteCount)
        let image = try #require(UIImage(data: data))
        #expect(image.cgImage.map { max($0.width, $0.height) } == 600)
        #expect(ArtworkWriter.encode(MPMediaItemArtwork(boundsSize: .zero) { _ in large }) == nil)
        #expect(
            ArtworkWriter.encode(MPMediaItemArtwork(boundsSize: CGSize(width: 9, height: 9)) { _ in UIImage() }) == nil)
    }

    @Test(
        "the same picture has one file, the number of files is limited, and a handler that never returns blocks no others"
    )
    func writer_manyPictures_areLimited() async throws {
        let parent = Self.parent()
        defer { try? FileManager.default.removeItem(at: parent) }
        let writer = ArtworkWriter(parent: parent)
        func write(_ artwork: MPMediaItemArtwork) async -> String? {
            await withCheckedContinuation { continuation in
                writer.write(artwork) { continuation.resume(returning: $0) }
            }
        }
        let gate = DispatchSemaphore(value: 0)
        defer { gate.signal() }
        writer.write(
            MPMediaItemArtwork(boundsSize: CGSize(width: 8, height: 8)) { _ in
                _ = gate.wait(timeout: .now() + 60)
                return UIImage()
            }
        ) { _ in }
        var urls: [String] = []
        for index in 0..<12 {
            let picture = Self.image(8, 8, UIColor(white: Double(index) / 12, alpha: 1))
            let artwork = MPMediaItemArtwork(boundsSize: CGSize(width: 8, height: 8)) { _ in picture }
            let first = try #require(await write(artwork))
            #expect(await write(artwork) == first)
            urls.append(first)
        }
        let existing = urls.filter { FileManager.default.fileExists(atPath: URL(string: $0)?.path ?? "") }
        #expect(existing == Array(urls.suffix(8)))
    }

    @Test(
        "the folder is removed with its owner; those of killed processes are removed by the next one, and those in use stay"
    )
    func folder_abandoned_isRemoved() throws {
        let parent = Self.parent()
        defer { try? FileManager.default.removeItem(at: parent) }
        var first = ArtworkFolder(parent: parent)
        let used = try #require(first?.url)
        // A folder whose lock nobody holds is that of a killed process.
        let dead = parent.appendingPathComponent("player-1-dead")
        try FileManager.default.createDirectory(at: dead, withIntermediateDirectories: true)
        try Data().write(to: dead.appendingPathComponent("lock"))
        try Data("x".utf8).write(to: dead.appendingPathComponent("a.png"))
        let second = try #require(ArtworkFolder(parent: parent))
        #expect(!FileManager.default.fileExists(atPath: dead.path))
        #expect(FileManager.default.fileExists(atPath: used.path))
        #expect(FileManager.default.fileExists(atPath: second.url.path))
        first = nil
        #expect(!FileManager.default.fileExists(atPath: used.path))
    }
}
