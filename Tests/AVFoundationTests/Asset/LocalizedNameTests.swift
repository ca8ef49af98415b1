import Foundation
import HLS
import MediaEngine
import Testing

@testable import AVFoundation

struct LocalizedNameTests {
    private func option(_ track: TrackInfo, names: String? = nil) throws -> AVMediaSelectionOption {
        let late = try names.map { DeferredNames(try LocalizedNames.parse(Array($0.utf8))) }
        return AVMediaSelectionOption(track: track, formats: MetadataFormats(container: "hls"), names: late)
    }

    @Test(
        "hls.md section 4: a display name is the stream's own in the locale's language, else the language's name [hls.md 4: display names]"
    )
    func displayName_ofStream() throws {
        let track = TrackInfo(index: 3, trackID: 4, kind: .audio, codec: "aac", language: "en", title: "commentary-1")
        let names =
            "{\"commentary-1\":{\"en\":\"Director's Commentary\",\"de\":\"Regiekommentar\"},\"other\":{\"fr\":\"x\"}}"
        let own = try option(track, names: names)
        #expect(own.displayName(with: Locale(identifier: "de_AT")) == "Regiekommentar")
        #expect(own.displayName(with: Locale(identifier: "en")) == "Director's Commentary")
        #expect(own.displayName(with: Locale(identifier: "fr")) == "anglais")
        #expect(try option(track).displayName(with: Locale(identifier: "en")) == "English")
    }

    @Test("hls.md section 4: undeclared captions are named by their channel, declared ones by their language")
    func displayName_ofClosedCaptions() throws {
        var track = TrackInfo(index: 9, trackID: 10, kind: .subtitle, codec: "eia_608", title: "CC1")
        track.closedCaptions = ClosedCaptionChannel(instreamID: "CC1")
        track.isHearingImpaired = true
        #expect(try option(track).displayName(with: Locale(identifier: "en")) == "CC1")
        #expect(try option(track).mediaType == .closedCaption)
        track.language = "en"
        #expect(try option(track).displayName(with: Locale(identifier: "en")) == "English CC")
    }
}
