import CoreMedia
import MediaEngine
import Testing

@testable import AVFoundation

@Suite struct AutomaticSelectionTests {
    private func track(
        _ index: Int, _ kind: TrackInfo.Kind, _ language: String?, _ change: (inout TrackInfo) -> Void = { _ in }
    )
        -> TrackInfo
    {
        var track = TrackInfo(
            index: index, trackID: Int32(index + 1), kind: kind, codec: kind == .audio ? "aac" : "subrip",
            language: language)
        change(&track)
        return track
    }

    private func groups(_ tracks: [TrackInfo], container: String = "matroska,webm") -> SelectionGroups {
        let info = MediaInfo(
            container: container, duration: .zero, startTime: .zero, bitsPerSecond: nil, byteCount: nil,
            isSeekable: true,
            isLive: false, tracks: tracks, chapters: [], metadata: [], covers: [])
        return SelectionGroups(info: info, formats: MetadataFormats(container: container))
    }

    private func audible(_ tracks: [TrackInfo]) throws -> AVMediaSelectionGroup {
        try #require(groups(tracks).group(for: .audible))
    }

    private func legible(_ tracks: [TrackInfo]) throws -> AVMediaSelectionGroup {
        try #require(groups(tracks).group(for: .legible))
    }

    private func index(
        _ group: AVMediaSelectionGroup, criteria: AVPlayerMediaSelectionCriteria? = nil, viewer: [String] = ["en"],
        audio: String? = nil, _ change: (inout SelectionPreferences) -> Void = { _ in }
    ) -> Int? {
        var preferences = SelectionPreferences()
        change(&preferences)
        return AutomaticSelection(criteria: criteria, preferences: preferences, viewerLanguages: viewer)
            .option(in: group, audioLanguage: audio)?.track.index
    }

    @Test("S9.6: without criteria the audio in the viewer's language is selected, else the default")
    func audible_viewerLanguage() throws {
        let group = try audible([track(0, .audio, "de") { $0.isDefault = true }, track(1, .audio, "en")])
        #expect(index(group, viewer: ["en"]) == 1)
        #expect(index(group, viewer: ["fr", "en"]) == 1)
        #expect(index(group, viewer: ["ja"]) == 0)
    }

    @Test("S9.5: of equal options the first is selected; options for a special audience only on request")
    func audible_equals_firstPlainOne() throws {
        let group = try audible([
            track(0, .audio, "en") { $0.isCommentary = true }, track(1, .audio, "en") { $0.isVisualImpaired = true },
            track(2, .audio, "en"), track(3, .audio, "en"),
        ])
        #expect(index(group) == 2)
        let described = AVPlayerMediaSelectionCriteria(
            preferredLanguages: ["en"], preferredMediaCharacteristics: [.describesVideoForAccessibility])
        #expect(index(group, criteria: described) == 1)
    }

    @Test("S9.4: criteria apply in the order principal characteristics, languages, preferred characteristics")
    func criteria_precedence() throws {
        let group = try legible([
            track(0, .subtitle, "en"), track(1, .subtitle, "de"),
            track(2, .subtitle, "de") { $0.isHearingImpaired = true },
            track(3, .subtitle, "en") { $0.isHearingImpaired = true },
        ])
        let spoken = AVMediaCharacteristic.transcribesSpokenDialogForAccessibility
        #expect(
            index(group, criteria: .init(preferredLanguages: ["de", "en"], preferredMediaCharacteristics: [spoken]))
                == 2)
        #expect(index(group, criteria: .init(preferredLanguages: ["deu"], preferredMediaCharacteristics: nil)) == 1)
        #expect(
            index(
                group,
                criteria: .init(
                    principalMediaCharacteristics: [spoken], preferredLanguages: ["en"],
                    preferredMediaCharacteristics: nil))
                == 3)
        #expect(
            index(group, criteria: .init(preferredLanguages: ["ja"], preferredMediaCharacteristics: [spoken])) == nil)
        #expect(index(group, criteria: .init(preferredLanguages: nil, preferredMediaCharacteristics: [spoken])) == 2)
    }

    @Test(
        "S9.6 S9.7: captions are selected for audio in a language that the viewer does not understand, or by the viewer's preference"
    )
    func legible_auto() throws {
        let group = try legible([
            track(0, .subtitle, "de"), track(1, .subtitle, "en"),
            track(2, .subtitle, "en") { $0.isHearingImpaired = true },
        ])
        #expect(index(group, audio: "en-GB") == nil)
        #expect(index(group, audio: nil) == nil)
        #expect(index(group, audio: "ja") == 1)
        #expect(index(group, audio: "en") { $0.captionDisplay = .always } == 1)
        func closed(_ preferences: inout SelectionPreferences) {
            preferences.captionDisplay = .always
            preferences.prefersClosedCaptions = true
        }
        #expect(index(group, audio: "en", closed) == 2)
    }

    @Test("S9.7: forced captions are selected for the audio's language only")
    func legible_forced() throws {
        let group = try legible([
            track(0, .subtitle, "de") { $0.isForced = true }, track(1, .subtitle, "en") { $0.isForced = true },
            track(2, .subtitle, "en"),
        ])
        #expect(index(group, audio: "en") == 1)
        #expect(index(group, viewer: ["de"], audio: "de") == 0)
        #expect(index(group, audio: "fr") == 2)
        #expect(
            index(group, criteria: .init(preferredLanguages: ["fr"], preferredMediaCharacteristics: nil), audio: "en")
                == 1)
    }

    @Test("S9.6: the viewer's last choice precedes the preferences, and criteria of the client precede both")
    func choice_precedence() throws {
        let group = try legible([
            track(0, .subtitle, "en") { $0.isDefault = true }, track(1, .subtitle, "de"),
            track(2, .subtitle, "de") { $0.isHearingImpaired = true }, track(3, .subtitle, "fr"),
        ])
        let spoken = AVMediaCharacteristic.transcribesSpokenDialogForAccessibility.rawValue
        #expect(index(group, audio: "en") == 0)
        #expect(index(group, audio: "en") { $0.captionChoice = .off } == nil)
        #expect(index(group, audio: "en") { $0.captionDisplay = .onlyForced } == nil)
        #expect(
            index(group, audio: "en") { $0.captionChoice = .option(language: "de", characteristics: [spoken]) } == 2)
        #expect(index(group, audio: "en") { $0.captionChoice = .option(language: "ja", characteristics: []) } == 0)
        let french = AVPlayerMediaSelectionCriteria(preferredLanguages: ["fr"], preferredMediaCharacteristics: nil)
        #expect(index(group, criteria: french, audio: "en") { $0.captionChoice = .off } == 3)
        #expect(
            index(group, audio: "en") {
                $0.captionChoice = .off
                $0.requiresCaptions = true
                $0.allowedCaptionLanguages = ["fr"]
            } == 3)
        let described = AVMediaCharacteristic.describesMusicAndSoundForAccessibility.rawValue
        #expect(
            SelectionPreferences.Choice(group.options[2])
                == .option(language: "de", characteristics: [spoken, described]))
    }

    @Test("tracks that cannot be decoded are not selected")
    func undecodable_skipped() throws {
        let group = try audible([track(0, .audio, "en") { $0.isDecodable = false }, track(1, .audio, "en")])
        #expect(index(group) == 1)
        #expect(AVMediaSelectionGroup.playableMediaSelectionOptions(from: group.options).count == 1)
    }

    @Test("api 2.5: the display names of options are distinct")
    func displayNames() throws {
        let english = Locale(identifier: "en")
        let names = try legible([
            track(0, .subtitle, "en"), track(1, .subtitle, "en") { $0.isHearingImpaired = true },
            track(2, .subtitle, "fr") { $0.isForced = true }, track(3, .subtitle, nil),
        ]).options.map { $0.displayName(with: english) }
        #expect(names == ["English", "English CC", "French (Forced)", "Unknown language"])
        let channels = try audible([
            track(0, .audio, "en") {
                $0.audio = AudioTrackInfo(sampleRate: 48000, channels: 2, channelLayout: "stereo")
            },
            track(1, .audio, "en") { $0.audio = AudioTrackInfo(sampleRate: 48000, channels: 6, channelLayout: "5.1") },
        ]).options.map { $0.displayName(with: english) }
        #expect(channels == ["English – Stereo", "English – 5.1"])
    }

    @Test("api 2.5: a selection is restored from a property list, also in other media")
    func propertyList_restores() throws {
        let tracks = [
            track(0, .subtitle, "en"), track(1, .subtitle, "de"),
            track(2, .subtitle, "de") { $0.isHearingImpaired = true },
        ]
        let group = try legible(tracks)
        let saved = try PropertyListSerialization.data(
            fromPropertyList: group.options[2].propertyList(), format: .xml, options: 0)
        let list = try PropertyListSerialization.propertyList(from: saved, options: [], format: nil)
        #expect(group.mediaSelectionOption(withPropertyList: list) === group.options[2])
        let other = try legible([track(5, .subtitle, "fr"), track(6, .subtitle, "de") { $0.isHearingImpaired = true }])
        #expect(other.mediaSelectionOption(withPropertyList: list) === other.options[1])
        #expect(other.mediaSelectionOption(withPropertyList: "nonsense") == nil)
    }

    @Test(
        "S9.1 S9.8: selections are snapshots; options of other groups are ignored; an empty selection needs a group that allows it"
    )
    func selection_snapshot() throws {
        let groups = groups([track(0, .audio, "en"), track(1, .audio, "de"), track(2, .subtitle, "en")])
        let audible = try #require(groups.group(for: .audible)), legible = try #require(groups.group(for: .legible))
        let selection = AVMediaSelection(asset: nil, groups: groups.groups)
        let mutable = try #require(selection.mutableCopy() as? AVMutableMediaSelection)
        #expect(mutable.mediaSelectionCriteriaCanBeAppliedAutomatically(to: audible))
        mutable.select(audible.options[1], in: audible)
        mutable.select(audible.options[0], in: legible)
        mutable.select(nil, in: audible)
        #expect(mutable.selectedMediaOption(in: audible) === audible.options[1])
        #expect(mutable.selectedMediaOption(in: legible) == nil)
        #expect(!mutable.mediaSelectionCriteriaCanBeAppliedAutomatically(to: audible))
        #expect(selection.selectedMediaOption(in: audible) === audible.options[0])
        #expect(AVMediaSelection.all(asset: nil, groups: groups.groups).count == 4)
    }

    @Test("api 2.5: options are filtered by characteristics and language")
    func groupFilters() throws {
        let options = try legible([
            track(0, .subtitle, "en"), track(1, .subtitle, "de") { $0.isForced = true }, track(2, .subtitle, "de-AT"),
        ]).options
        func indexes(_ options: [AVMediaSelectionOption]) -> [Int] { options.map(\.track.index) }
        let forced = [AVMediaCharacteristic.containsOnlyForcedSubtitles]
        #expect(
            indexes(AVMediaSelectionGroup.mediaSelectionOptions(from: options, withMediaCharacteristics: forced)) == [1]
        )
        #expect(
            indexes(AVMediaSelectionGroup.mediaSelectionOptions(from: options, withoutMediaCharacteristics: forced))
                == [0, 2])
        #expect(
            indexes(
                AVMediaSelectionGroup.mediaSelectionOptions(
                    from: options, filteredAndSortedAccordingToPreferredLanguages: ["de", "en"])) == [1, 2, 0])
        #expect(
            indexes(AVMediaSelectionGroup.mediaSelectionOptions(from: options, with: Locale(identifier: "de_AT"))) == [
                2
            ])
    }
}
