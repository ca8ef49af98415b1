import Foundation
import Testing

@testable import HLS

@Suite("Selection of renditions (hls.md section 4)")
struct RenditionTests {
    private func members(_ kind: String = "AUDIO", _ attributes: String...) throws -> [Rendition] {
        let uri = kind == "SUBTITLES" ? ",URI=\"u\"" : ""
        let lines = attributes.enumerated().map {
            "#EXT-X-MEDIA:TYPE=\(kind),GROUP-ID=\"g\",NAME=\"n\($0)\"\(uri)" + ($1.isEmpty ? "" : "," + $1)
        }
        return try #require(parse("#EXTM3U\n" + lines.joined(separator: "\n")).multivariant).renditions
    }

    private func chosen(_ members: [Rendition], _ change: (inout RenditionPreferences) -> Void = { _ in }) -> String? {
        var preferences = RenditionPreferences()
        change(&preferences)
        return preferences.select(members)?.name
    }

    @Test(
        "audio is selected by the viewer's choice, the app's criteria, DEFAULT, the viewer's language, then order [hls.md 4: selection order]"
    )
    func order() throws {
        let list = try members(
            "AUDIO", "LANGUAGE=\"fr\",AUTOSELECT=YES", "LANGUAGE=\"en\",DEFAULT=YES,AUTOSELECT=YES",
            "LANGUAGE=\"de\",AUTOSELECT=YES",
            "LANGUAGE=\"en\",AUTOSELECT=YES,CHARACTERISTICS=\"public.accessibility.describes-video\"")
        #expect(chosen(list) == "n1")
        #expect(chosen(list) { $0.systemLanguages = ["de"] } == "n1")
        #expect(chosen(list) { $0.languages = ["de-AT"] } == "n2")
        #expect(
            chosen(list) {
                $0.languages = ["en"]
                $0.characteristics = ["public.accessibility.describes-video"]
            } == "n3")
        #expect(
            chosen(list) {
                $0.languages = ["de"]
                $0.characteristics = ["public.accessibility.describes-video"]
            } == "n2")
        #expect(chosen(list) { $0.choice = .option(RenditionOption(list[0])) } == "n0")
        let noDefault = try members(
            "AUDIO", "LANGUAGE=\"fr\"", "LANGUAGE=\"de\",AUTOSELECT=YES", "LANGUAGE=\"en\",AUTOSELECT=YES")
        #expect(chosen(noDefault) { $0.systemLanguages = ["fr", "en-GB"] } == "n2")
        #expect(chosen(noDefault) { $0.systemLanguages = ["ja"] } == "n0")
        #expect(chosen([]) == nil)
    }

    @Test(
        "hls.md 4: languages: exact tags before primary languages; LANGUAGE before ASSOC-LANGUAGE; otherwise the first"
    )
    func languages() throws {
        let list = try members(
            "AUDIO", "LANGUAGE=\"pt-BR\"", "LANGUAGE=\"pt-PT\"", "LANGUAGE=\"no\",ASSOC-LANGUAGE=\"nb\"",
            "LANGUAGE=\"eng\"",
            "LANGUAGE=\"en-GB\"")
        #expect(chosen(list) { $0.languages = ["pt-PT"] } == "n1")
        #expect(chosen(list) { $0.languages = ["pt-AO"] } == "n0")
        #expect(chosen(list) { $0.languages = ["nb-NO"] } == "n2")
        #expect(chosen(list) { $0.languages = ["en"] } == "n3")
        #expect(chosen(list) { $0.languages = ["en_gb"] } == "n4")
    }

    @Test("hls.md 4: CHANNELS with unknown parts is not preferred")
    func channels() throws {
        let list = try members("AUDIO", "LANGUAGE=\"en\",CHANNELS=\"16/NEW/WEIRD\"", "LANGUAGE=\"en\",CHANNELS=\"2\"")
        #expect(chosen(list) { $0.languages = ["en"] } == "n1")
        #expect(ChannelLayout("2/-/BINAURAL")?.usages == ["BINAURAL"])
        #expect(ChannelLayout("2/-/BINAURAL")?.hasUnknownParts == false)
        #expect(ChannelLayout("12/JOC/BED-4,DOF-6")?.hasUnknownParts == false)
        #expect(ChannelLayout("4/3OA")?.codings == ["3OA"])
        #expect(ChannelLayout("many") == nil)
    }

    @Test(
        "no subtitles are selected unless chosen, requested or the default; forced ones follow the audio language [hls.md 4: FORCED]"
    )
    func subtitles() throws {
        let list = try members(
            "SUBTITLES", "LANGUAGE=\"en\",AUTOSELECT=YES", "LANGUAGE=\"en\",FORCED=YES,AUTOSELECT=YES",
            "LANGUAGE=\"de\",FORCED=YES")
        #expect(chosen(list) { $0.systemLanguages = ["en"] } == nil)
        #expect(chosen(list) { $0.languages = ["en"] } == "n0")
        #expect(chosen(list) { $0.choice = .off } == nil)
        #expect(chosen(list) { $0.choice = .option(RenditionOption(list[1])) } == "n1")
        #expect(RenditionPreferences.forced(list, audioLanguage: "de")?.name == "n2")
        #expect(RenditionPreferences.forced(list, audioLanguage: "fr") == nil)
        #expect(RenditionPreferences.forced(list, audioLanguage: nil) == nil)
    }

    @Test("an option is the same in every group [hls.md 4: options]")
    func options() throws {
        let list = try #require(
            parse(
                multivariantText(
                    "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"low\",NAME=\"English\",LANGUAGE=\"en\",URI=\"l/en\"",
                    "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"low\",NAME=\"Deutsch\",LANGUAGE=\"de\",URI=\"l/de\"",
                    "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"high\",NAME=\"English\",LANGUAGE=\"en\",URI=\"h/en\"",
                    "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"high\",NAME=\"German\",LANGUAGE=\"de\",URI=\"h/de\"")
            ).multivariant)
        let options = list.options(.audio)
        #expect(options.map(\.name) == ["English", "Deutsch", "German"])
        #expect(list.rendition(for: options[0], inGroup: "high")?.uri == "h/en")
        #expect(list.rendition(for: options[1], inGroup: "high")?.uri == "h/de")
        #expect(list.rendition(for: options[1], inGroup: "nowhere") == nil)
    }
}
