import AVFoundation
import CoreMedia
import Foundation
import MediaEngine
import Testing

@testable import AVFoundation

/// Semantics section 9, through `AVPlayerItem`.
struct SelectionTests {
    private let world = PlaybackWorld()
    private let journal = Journal()

    private func film(_ info: inout MediaInfo) {
        for (index, language) in ["de", "fr"].enumerated() {
            var audio = TrackInfo(
                index: 2 + index, trackID: Int32(3 + index), kind: .audio, codec: "aac", language: language)
            audio.audio = AudioTrackInfo(sampleRate: 48000, channels: 2, channelLayout: "stereo")
            info.tracks.append(audio)
        }
        info.tracks.append(
            TrackInfo(index: 4, trackID: 5, kind: .subtitle, codec: "mov_text", language: "en"))
    }

    private func groups(_ item: AVPlayerItem) throws -> (AVMediaSelectionGroup, AVMediaSelectionGroup) {
        let groups = item.core.read { $0.selection.groups }
        return (
            try #require(groups.first { $0.characteristic == .audible }),
            try #require(groups.first { $0.characteristic == .legible })
        )
    }

    @Test(
        "S9.2: criteria select options when the item becomes ready; a manual selection stays until it is reset to automatic"
    )
    func criteriaAndManualSelection() throws {
        let item = world.item()
        let player = world.player()
        player.setMediaSelectionCriteria(
            AVPlayerMediaSelectionCriteria(preferredLanguages: ["fr"], preferredMediaCharacteristics: nil),
            forMediaCharacteristic: .audible)
        player.replaceCurrentItem(with: item)
        let notes = NotificationJournal(journal, item, [AVPlayerItem.mediaSelectionDidChangeNotification: "changed"])
        let session = world.sessions[0]
        session.open { film(&$0) }
        world.settle()
        let (audible, legible) = try groups(item)
        #expect(item.currentMediaSelection.selectedMediaOption(in: audible)?.extendedLanguageTag == "fr")
        #expect(session.selectedTrack(.audio) == 3)
        #expect(journal.all == ["changed"])

        let before = item.currentMediaSelection
        item.select(audible.options[1], in: audible)
        world.settle()
        #expect(session.selectedTrack(.audio) == 2)
        #expect(before.selectedMediaOption(in: audible)?.extendedLanguageTag == "fr")
        #expect(!item.currentMediaSelection.mediaSelectionCriteriaCanBeAppliedAutomatically(to: audible))
        player.setMediaSelectionCriteria(
            AVPlayerMediaSelectionCriteria(preferredLanguages: ["en"], preferredMediaCharacteristics: nil),
            forMediaCharacteristic: .audible)
        #expect(session.selectedTrack(.audio) == 2)
        item.selectMediaOptionAutomatically(in: audible)
        #expect(session.selectedTrack(.audio) == 1)

        item.select(nil, in: audible)
        #expect(session.selectedTrack(.audio) == 1)
        item.select(legible.options[0], in: audible)
        #expect(session.selectedTrack(.audio) == 1)
        item.select(legible.options[0], in: legible)
        #expect(session.selectedTrack(.subtitle) == 4)
        item.select(nil, in: legible)
        #expect(session.selectedTrack(.subtitle) == nil)
        withExtendedLifetime(notes) {}
    }

    @Test(
        "R39: when an audio track fails, the track that plays instead is selected, and the selection is automatic afterwards only if it was before",
        arguments: [false, true])
    func failedTrack(isManual: Bool) throws {
        let item = world.item()
        let player = world.player()
        player.setMediaSelectionCriteria(
            AVPlayerMediaSelectionCriteria(preferredLanguages: ["fr"], preferredMediaCharacteristics: nil),
            forMediaCharacteristic: .audible)
        player.replaceCurrentItem(with: item)
        let session = world.sessions[0]
        session.open { film(&$0) }
        world.settle()
        let (audible, _) = try groups(item)
        func option(_ language: String) throws -> AVMediaSelectionOption {
            try #require(audible.options.first { $0.extendedLanguageTag == language })
        }
        func selected() -> String? {
            item.currentMediaSelection.selectedMediaOption(in: audible)?.extendedLanguageTag
        }
        func isAutomatic() -> Bool {
            item.currentMediaSelection.mediaSelectionCriteriaCanBeAppliedAutomatically(to: audible)
        }
        if isManual { item.select(try option("fr"), in: audible) }
        session.emit(.audioTrackFailed(trackIndex: 3, instead: 2))
        world.settle()
        #expect(selected() == "de" && session.selectedTrack(.audio) == 2)
        #expect(isAutomatic() == !isManual)
        guard !isManual else { return }
        // Another failure, criteria and selections of other groups lead to what is playable.
        session.emit(.audioTrackFailed(trackIndex: 2, instead: 1))
        world.settle()
        #expect(selected() == "en" && isAutomatic())
        player.setMediaSelectionCriteria(
            AVPlayerMediaSelectionCriteria(preferredLanguages: ["fr", "de"], preferredMediaCharacteristics: nil),
            forMediaCharacteristic: .audible)
        #expect(selected() == "en" && session.selectedTrack(.audio) == 1)
        // The viewer requests the failed track again; from then on automatic selection may use it.
        item.select(try option("fr"), in: audible)
        #expect(selected() == "fr" && session.selectedTrack(.audio) == 3)
        item.selectMediaOptionAutomatically(in: audible)
        #expect(selected() == "fr" && isAutomatic())
    }

    @Test("without automatic selection the default options play")
    func notAutomatic() throws {
        let player = world.player()
        player.appliesMediaSelectionCriteriaAutomatically = false
        player.setMediaSelectionCriteria(
            AVPlayerMediaSelectionCriteria(preferredLanguages: ["fr"], preferredMediaCharacteristics: nil),
            forMediaCharacteristic: .audible)
        let item = world.item()
        player.replaceCurrentItem(with: item)
        world.sessions[0].open { film(&$0) }
        world.settle()
        #expect(world.sessions[0].selectedTrack(.audio) == 1)
        player.appliesMediaSelectionCriteriaAutomatically = true
        #expect(world.sessions[0].selectedTrack(.audio) == 3)
    }

    @Test("api 3.5: tracks are listed when the item is ready; a disabled track stops playing")
    func tracks() {
        let item = world.item()
        let player = world.player(item)
        #expect(item.tracks.isEmpty)
        world.sessions[0].open()
        world.settle()
        #expect(item.tracks.map { $0.assetTrack?.trackID } == [1, 2])
        #expect(item.tracks.allSatisfy { $0.isEnabled })
        item.tracks[1].isEnabled = false
        #expect(world.sessions[0].selectedTrack(.audio) == nil)
        item.tracks[1].isEnabled = true
        #expect(world.sessions[0].selectedTrack(.audio) == 1)
        withExtendedLifetime(player) {}
    }
}
