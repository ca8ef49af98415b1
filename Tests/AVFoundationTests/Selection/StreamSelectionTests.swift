import AVFoundation
import Foundation
import MediaTesting
import Testing

/// The mapping of a stream's renditions to media selection options.
@Suite(.enabled(if: StreamMaker.isAvailable))
struct StreamSelectionTests {
    /// Creates a stream whose renditions have these CHARACTERISTICS, by name.
    private func origin(_ characteristics: [String: String]) async throws -> Origin {
        let ladder = try await Ladder.make(.small)
        guard case .resource(var main) = ladder.reply(to: OriginRequest(path: "/main.m3u8"), now: 0) else {
            throw CancellationError()
        }
        var text = String(decoding: main.bytes, as: UTF8.self)
        for (name, list) in characteristics {
            text = text.replacingOccurrences(
                of: "NAME=\"\(name)\",", with: "NAME=\"\(name)\",CHARACTERISTICS=\"\(list)\",")
        }
        main.bytes = Array(text.utf8)
        return try Origin(LayeredContent(ladder, replacing: ["/main.m3u8": .resource(main)]))
    }

    @Test(
        "R39 hls.md section 4: a rendition's CHARACTERISTICS become those of its option, private ones verbatim [hls.md 4: CHARACTERISTICS]"
    )
    func characteristics() async throws {
        // Subtitles and audio of one language have the same name here.
        let origin = try await origin([
            "Deutsch": "public.accessibility.describes-video,com.example.director,public.machine-generated",
            "English":
                "public.accessibility.transcribes-spoken-dialog,public.accessibility.describes-music-and-sound,public.easy-to-read",
        ])
        defer { origin.stop() }
        let asset = AVURLAsset(url: origin.url("/main.m3u8"))
        let sound = try #require(try await asset.loadMediaSelectionGroup(for: .audible))
        let described = try #require(sound.options.first { $0.extendedLanguageTag == "de" })
        for own in [
            .audible, .describesVideoForAccessibility, .isAuxiliaryContent, .init("com.example.director"),
            .init("public.machine-generated"),
        ] as [AVMediaCharacteristic] {
            #expect(described.hasMediaCharacteristic(own), "\(own)")
        }
        #expect(!described.hasMediaCharacteristic(.isMainProgramContent))
        #expect(!described.hasMediaCharacteristic(.easyToRead))
        let legible = try #require(try await asset.loadMediaSelectionGroup(for: .legible))
        let captions = try #require(legible.options.first { $0.extendedLanguageTag == "en" })
        for own in [
            .legible, .transcribesSpokenDialogForAccessibility, .describesMusicAndSoundForAccessibility, .easyToRead,
            .isMainProgramContent,
        ] as [AVMediaCharacteristic] {
            #expect(captions.hasMediaCharacteristic(own), "\(own)")
        }
        #expect(captions.displayName(with: Locale(identifier: "en")) == "English CC")
        let found = AVMediaSelectionGroup.mediaSelectionOptions(
            from: sound.options, withMediaCharacteristics: [.init("com.example.director")])
        #expect(found == [described])
    }

    @Test(
        "R39 hls.md section 4: a rendition declared as auxiliary or as main content has exactly that characteristic"
    )
    func kindOfContent() async throws {
        let origin = try await origin([
            "English": "public.main-program-content",
            "Deutsch": "public.auxiliary-content,public.original-content",
        ])
        defer { origin.stop() }
        let asset = AVURLAsset(url: origin.url("/main.m3u8"))
        let sound = try #require(try await asset.loadMediaSelectionGroup(for: .audible))
        let main = try #require(sound.options.first { $0.extendedLanguageTag == "en" })
        let other = try #require(sound.options.first { $0.extendedLanguageTag == "de" })
        #expect(main.hasMediaCharacteristic(.isMainProgramContent))
        #expect(!main.hasMediaCharacteristic(.isAuxiliaryContent))
        #expect(other.hasMediaCharacteristic(.isAuxiliaryContent))
        #expect(other.hasMediaCharacteristic(.isOriginalContent))
        #expect(!other.hasMediaCharacteristic(.isMainProgramContent))
    }
}
