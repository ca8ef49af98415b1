import CoreMedia
import Foundation
import MediaTesting
import Synchronization
import Testing

@testable import AVFoundation

/// Caption files as options of an item that plays.
@Suite(.enabled(if: StreamMaker.isAvailable))
struct CaptionFileOptionTests {
    private final class Receiver: NSObject, AVPlayerItemLegibleOutputPushDelegate {
        let texts = Mutex<[(text: String, time: Double)]>([])

        func legibleOutput(
            _ output: AVPlayerItemLegibleOutput, didOutputAttributedStrings strings: [NSAttributedString],
            nativeSampleBuffers nativeSamples: [Any], forItemTime itemTime: CMTime
        ) {
            let text = strings.map(\.string).joined(separator: "|")
            texts.withLock { $0.append((text, itemTime.seconds)) }
        }
        var last: String? { texts.withLock { $0.last?.text } }
    }

    private func captionFile(_ name: String = "film.de.srt") throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("sidecar-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let url = folder.appendingPathComponent(name)
        try Data("1\n00:00:01,000 --> 00:00:02,000\nEins\n\n2\n00:00:02,000 --> 00:00:03,000\nZwei\n".utf8).write(
            to: url)
        return url
    }

    private func playing(_ recipe: ClipRecipe) async throws -> (AVPlayer, AVPlayerItem) {
        let item = AVPlayerItem(url: try await StreamMaker.shared.clip(recipe))
        let player = AVPlayer(playerItem: item)
        player.isMuted = true
        #expect(await eventually { item.status == .readyToPlay })
        return (player, item)
    }

    @Test(
        "a caption file is an option of the item; selected, its captions are delivered at their times, and the media's own are not"
    )
    func captionFile_isSelectable() async throws {
        let (player, item) = try await playing(.rich(seconds: 6))
        let before = try #require(try await item.asset.loadMediaSelectionGroup(for: .legible))
        let option = try await item.addCaptions(from: try captionFile())
        let group = try #require(try await item.asset.loadMediaSelectionGroup(for: .legible))
        #expect(group.options == before.options + [option])
        #expect(option.extendedLanguageTag == "de" && option.isPlayable)
        let (output, receiver) = (AVPlayerItemLegibleOutput(), Receiver())
        output.setDelegate(receiver, queue: DispatchQueue(label: "captions"))
        item.add(output)
        item.select(option, in: group)
        #expect(item.currentMediaSelection.selectedMediaOption(in: group) === option)
        player.rate = 2
        #expect(await eventually { receiver.last == "" && receiver.texts.withLock { $0.count } >= 3 })
        let seen = receiver.texts.withLock { $0 }
        #expect(seen.map(\.text).filter { !$0.isEmpty } == ["Eins", "Zwei"])
        #expect(zip(seen.filter { !$0.text.isEmpty }, [1.0, 2.0]).allSatisfy { abs($0.time - $1) < 0.01 })
        // Another option takes the place of the file.
        item.select(before.options.first, in: group)
        #expect(await eventually { receiver.last?.isEmpty == false && receiver.last != "Zwei" })
        player.pause()
    }

    @Test(
        "media without captions has a legible group after a file was added, and a file of the same language has a name of its own"
    )
    func group_isAdded() async throws {
        let (_, item) = try await playing(.marked(frames: 24))
        #expect(try await item.asset.loadMediaSelectionGroup(for: .legible) == nil)
        let first = try await item.addCaptions(from: try captionFile())
        let second = try await item.addCaptions(from: try captionFile("film.de.forced.vtt.de.srt"))
        let group = try #require(try await item.asset.loadMediaSelectionGroup(for: .legible))
        #expect(group.options == [first, second] && group.allowsEmptySelection && group.defaultOption == nil)
        #expect(first.displayName != second.displayName)
        #expect(item.currentMediaSelection.selectedMediaOption(in: group) == nil)
    }

    @Test("a file without captions throws, and the item keeps its options")
    func badFile_throws() async throws {
        let (_, item) = try await playing(.marked(frames: 24))
        let url = try captionFile()
        try Data("nothing".utf8).write(to: url)
        await #expect(throws: (any Error).self) { try await item.addCaptions(from: url) }
        #expect(try await item.asset.loadMediaSelectionGroup(for: .legible) == nil)
    }

    @Test(
        "the caption delay moves captions of a file and of the media to later or earlier times", arguments: [0.5, -0.5])
    func captionDelay_movesCaptions(delay: Double) async throws {
        let (player, item) = try await playing(.marked(frames: 96))
        let option = try await item.addCaptions(from: try captionFile())
        let group = try #require(try await item.asset.loadMediaSelectionGroup(for: .legible))
        let (output, receiver) = (AVPlayerItemLegibleOutput(), Receiver())
        output.setDelegate(receiver, queue: DispatchQueue(label: "captions"))
        item.add(output)
        item.select(option, in: group)
        player.captionDelay = delay
        player.rate = 2
        #expect(await eventually { receiver.texts.withLock { $0.contains { $0.text == "Zwei" } } })
        let times = receiver.texts.withLock { $0.filter { !$0.text.isEmpty }.map(\.time) }
        #expect(zip(times, [1 + delay, 2 + delay]).allSatisfy { abs($0 - $1) < 0.01 }, "\(times)")
        player.pause()
    }
}
