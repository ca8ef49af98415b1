import CoreMedia
import Foundation
import MediaTesting
import Synchronization
import Testing

@testable import AVFoundation

/// Caption files beside a local asset.
@Suite(.enabled(if: StreamMaker.isAvailable))
struct CaptionSidecarTests {
    private final class Receiver: NSObject, AVPlayerItemLegibleOutputPushDelegate {
        let texts = Mutex<[String]>([])

        func legibleOutput(
            _ output: AVPlayerItemLegibleOutput, didOutputAttributedStrings strings: [NSAttributedString],
            nativeSampleBuffers nativeSamples: [Any], forItemTime itemTime: CMTime
        ) {
            let text = strings.map(\.string).joined(separator: "|")
            texts.withLock { $0.append(text) }
        }
    }

    private static let text = "1\n00:00:00,000 --> 00:00:30,000\nGrüße\n"

    /// Returns a media file with caption files beside it, by their names.
    private func media(_ captions: [String: Data]) async throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("sidecars-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let clip = try await StreamMaker.shared.clip(.marked(frames: 24))
        let film = folder.appendingPathComponent("film." + clip.pathExtension)
        try FileManager.default.copyItem(at: clip, to: film)
        for (name, data) in captions { try data.write(to: folder.appendingPathComponent(name)) }
        return film
    }

    @Test("files beside an asset are options of its legible group, with languages and characteristics from their names")
    func files_areOptions() async throws {
        let bytes = Data(Self.text.utf8)
        let film = try await media([
            "film.de.srt": bytes, "film.forced.en.srt": bytes, "film.fr.sdh.srt": bytes, "other.it.srt": bytes,
        ])
        defer { try? FileManager.default.removeItem(at: film.deletingLastPathComponent()) }
        let asset = AVURLAsset(url: film)
        let group = try #require(try await asset.loadMediaSelectionGroup(for: .legible))
        #expect(group.options.map(\.extendedLanguageTag) == ["de", "en", "fr"])
        #expect(group.options.map { $0.hasMediaCharacteristic(.containsOnlyForcedSubtitles) } == [false, true, false])
        #expect(
            group.options.map { $0.hasMediaCharacteristic(.transcribesSpokenDialogForAccessibility) }
                == [false, false, true])
        #expect(group.allowsEmptySelection && group.defaultOption == nil)
        // The selected file's captions are delivered while the item plays.
        let item = AVPlayerItem(asset: asset)
        let player = AVPlayer(playerItem: item)
        player.isMuted = true
        #expect(await eventually { item.status == .readyToPlay })
        let (output, receiver) = (AVPlayerItemLegibleOutput(), Receiver())
        output.setDelegate(receiver, queue: DispatchQueue(label: "captions"))
        item.add(output)
        item.select(group.options[0], in: group)
        player.play()
        #expect(await eventually { receiver.texts.withLock { $0.contains("Grüße") } })
        player.pause()
        #expect(item.errorLog() == nil)
    }

    @Test(
        "caption files that the client names for a remote asset are options, get the asset's headers from its own server only, and are reported when missing"
    )
    func remoteFiles_areOptions() async throws {
        let clip = try await StreamMaker.shared.clip(.marked(frames: 24))
        let captions = OriginResource(text: Self.text, contentType: "application/x-subrip")
        let origin = try Origin(
            FixedContent([
                "/film": OriginResource(Array(try Data(contentsOf: clip)), contentType: "video/mp4"),
                "/film.de.srt": captions,
            ]))
        let other = try Origin(FixedContent(["/film.forced.en.srt": captions]))
        let files = [origin.url("/film.de.srt"), other.url("/film.forced.en.srt"), origin.url("/film.fr.srt")]
        let asset = AVURLAsset(
            url: origin.url("/film"),
            options: [
                "OpenAVKitCaptionFilesKey": files, "AVURLAssetHTTPHeaderFieldsKey": ["X-Ticket": "secret"],
            ])
        let group = try #require(try await asset.loadMediaSelectionGroup(for: .legible))
        #expect(group.options.map(\.extendedLanguageTag) == ["de", "en"])
        #expect(group.options.map { $0.hasMediaCharacteristic(.containsOnlyForcedSubtitles) } == [false, true])
        func tickets(_ origin: Origin) -> Set<String?> {
            Set(origin.records.filter { $0.path.hasSuffix(".srt") }.map { $0.request.headers["x-ticket"] })
        }
        #expect(tickets(origin) == ["secret"])
        #expect(tickets(other) == [nil])

        let item = AVPlayerItem(asset: asset)
        let player = AVPlayer(playerItem: item)
        player.isMuted = true
        #expect(await eventually { item.status == .readyToPlay })
        let (output, receiver) = (AVPlayerItemLegibleOutput(), Receiver())
        output.setDelegate(receiver, queue: DispatchQueue(label: "captions"))
        item.add(output)
        item.select(group.options[0], in: group)
        player.play()
        #expect(await eventually { receiver.texts.withLock { $0.contains("Grüße") } })
        player.pause()
        let comments = (item.errorLog()?.events ?? []).map { $0.errorComment ?? "" }
        #expect(comments.count == 1, "\(comments)")
        #expect(item.errorLog()?.events.first?.uri?.contains("film.fr.srt") == true)
    }

    @Test("files in another encoding and files without captions are in the error log and in the report of the asset")
    func badFiles_areReported() async throws {
        let film = try await media([
            "film.de.srt": try #require(Self.text.data(using: .isoLatin1)), "film.fr.srt": Data("nothing".utf8),
        ])
        defer { try? FileManager.default.removeItem(at: film.deletingLastPathComponent()) }
        let item = AVPlayerItem(url: film)
        let player = AVPlayer(playerItem: item)
        #expect(await eventually { item.status == .readyToPlay })
        let group = try #require(try await item.asset.loadMediaSelectionGroup(for: .legible))
        #expect(group.options.map(\.extendedLanguageTag) == ["de"])
        let comments = (item.errorLog()?.events ?? []).map { $0.errorComment ?? "" }
        #expect(comments.count == 2)
        #expect(comments.contains { $0.contains("film.de.srt") && $0.contains("windows-1252") }, "\(comments)")
        #expect(comments.contains { $0.contains("film.fr.srt") }, "\(comments)")
        let report = try AssetReport.load(film)
        #expect(report.selections.contains { $0.characteristic == "legible" && $0.options == ["de"] })
        #expect(report.captionFindings?.count == 2 && report.warnings.count == 2)
        withExtendedLifetime(player) {}
    }
}
