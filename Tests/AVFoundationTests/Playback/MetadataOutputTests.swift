import AVFoundation
import CoreMedia
import Foundation
import MediaEngine
import Testing

@testable import AVFoundation

/// Timed metadata with a simulated session.
struct MetadataOutputTests {
    private let world = PlaybackWorld()

    private final class Receiver: NSObject, AVPlayerItemMetadataOutputPushDelegate {
        let journal = Journal()

        func metadataOutput(
            _ output: AVPlayerItemMetadataOutput, didOutputTimedMetadataGroups groups: [AVTimedMetadataGroup],
            from track: AVPlayerItemTrack?
        ) {
            for group in groups {
                let items = group.items.map { "\($0.identifier?.rawValue ?? "-")=\($0.stringValue ?? "-")" }
                journal.note("\(group.timeRange.start.seconds) " + items.joined(separator: " "))
            }
        }

        func outputSequenceWasFlushed(_ output: AVPlayerItemOutput) { journal.note("flushed") }
    }

    private func metadata(_ seconds: Double, _ text: String, duration: Double = 0) -> SessionEvent {
        .timedMetadata(
            TimedMetadata(
                range: CMTimeRange(
                    start: CMTime(seconds: seconds, preferredTimescale: 1000),
                    duration: CMTime(seconds: duration, preferredTimescale: 1000)),
                content: .id3([
                    ID3Frame(name: "TXXX", value: .text(text), info: "key"),
                    ID3Frame(name: "PRIV", value: .data([1, 2]), info: "owner"),
                ])))
    }

    private func playing(
        identifiers: [String]? = ["id3/TXXX"], advance: TimeInterval = 0
    ) -> (AVPlayer, AVPlayerItem, AVPlayerItemMetadataOutput, Receiver) {
        let item = world.item()
        let output = AVPlayerItemMetadataOutput(identifiers: identifiers)
        let receiver = Receiver()
        output.setDelegate(receiver, queue: DispatchQueue(label: "metadata"))
        output.advanceIntervalForDelegateInvocation = advance
        item.add(output)
        let player = world.player(item)
        player.play()
        world.sessions[0].start()
        return (player, item, output, receiver)
    }

    private func reported(_ output: AVPlayerItemMetadataOutput, _ receiver: Receiver) -> [String] {
        world.settle()
        output.delegateQueue?.sync {}
        defer { receiver.journal.clear() }
        return receiver.journal.all
    }

    @Test("api 3.5: groups are delivered at their times, once, with the requested items")
    func groups_atTheirTimes() {
        let (player, item, output, receiver) = playing()
        world.sessions[0].emit(metadata(2, "two"))
        world.sessions[0].emit(metadata(1, "one"))
        world.sessions[0].emit(metadata(1.001, "one"))
        world.settle()
        world.advance(seconds: 0.9)
        #expect(reported(output, receiver).isEmpty)
        world.advance(seconds: 0.2)
        #expect(reported(output, receiver) == ["1.0 id3/TXXX=one"])
        world.advance(seconds: 1)
        #expect(reported(output, receiver) == ["2.0 id3/TXXX=two"])
        // Metadata that is read late is delivered late.
        world.sessions[0].emit(metadata(1.5, "late"))
        #expect(reported(output, receiver) == ["1.5 id3/TXXX=late"])
        withExtendedLifetime((player, item)) {}
    }

    @Test("api 3.5: advanceIntervalForDelegateInvocation delivers early; without identifiers all items are delivered")
    func groups_ahead() {
        let (player, item, output, receiver) = playing(identifiers: nil, advance: 1)
        world.sessions[0].emit(metadata(1.5, "x"))
        world.settle()
        world.advance(seconds: 0.3)
        #expect(reported(output, receiver).isEmpty)
        world.advance(seconds: 0.3)
        #expect(reported(output, receiver) == ["1.5 id3/TXXX=x id3/PRIV=-"])
        withExtendedLifetime((player, item)) {}
    }

    @Test(
        "api 3.5: the item's timedMetadata is the metadata that was due last; its items have times, keys and descriptions"
    )
    @MainActor
    func item_timedMetadata() throws {
        let (player, item, _, _) = playing()
        #expect(item.timedMetadata == nil)
        world.sessions[0].emit(metadata(1, "one", duration: 2))
        world.settle()
        #expect(item.timedMetadata == nil)
        world.advance(seconds: 1.1)
        world.settle()
        let items = try #require(item.timedMetadata)
        #expect(items.map(\.identifier) == [.id3MetadataUserText, .id3MetadataPrivate])
        #expect(items[0].stringValue == "one")
        #expect(items[0].extraAttributes?[.info] as? String == "key")
        #expect(items[0].time.seconds == 1 && items[0].duration.seconds == 2)
        #expect(items[1].dataValue == Data([1, 2]))
        #expect(items[1].extraAttributes?[.info] as? String == "owner")
        withExtendedLifetime(player) {}
    }

    @Test("an event message is identified by its scheme")
    func message_scheme() throws {
        let range = CMTimeRange(start: .zero, duration: .zero)
        let group = try #require(
            AVTimedMetadataGroup(
                TimedMetadata(
                    range: range, content: .message(scheme: "urn:scte:scte35:2013:bin", value: "1", data: [7]))))
        #expect(group.items.first?.key as? String == "urn:scte:scte35:2013:bin")
        #expect(group.items.first?.dataValue == Data([7]))
        #expect(group.items.first?.extraAttributes?[.info] as? String == "1")
    }
}
