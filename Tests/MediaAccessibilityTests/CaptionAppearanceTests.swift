import AVFoundation
import AVKit
import CoreGraphics
import Foundation
import Testing

@testable import MediaAccessibility

@Suite struct CaptionAppearanceTests {
    @Test("the default domain has the settings of a viewer without preferences")
    func defaultDomain_hasDefaults() {
        var behavior = MACaptionAppearanceBehavior.useValue
        #expect(MACaptionAppearanceGetRelativeCharacterSize(.default, &behavior) == 1)
        #expect(behavior == .useContentIfAvailable)
        #expect(MACaptionAppearanceGetDisplayType(.default) == .automatic)
        #expect(MACaptionAppearanceGetTextEdgeStyle(.default, nil) == MACaptionAppearanceTextEdgeStyle.none)
        #expect(MACaptionAppearanceGetWindowOpacity(.default, nil) == 0)
        #expect(MACaptionAppearanceGetForegroundOpacity(.default, nil) == 1)
        let background = MACaptionAppearanceCopyBackgroundColor(.default, nil).takeRetainedValue()
        #expect(background.alpha == 1)
        #expect(abs(MACaptionAppearanceGetBackgroundOpacity(.default, nil) - 0.55) < 0.01)
        let languages = MACaptionAppearanceCopySelectedLanguages(.default).takeRetainedValue()
        #expect(languages.count == 0)
        let characteristics = MACaptionAppearanceCopyPreferredCaptioningMediaCharacteristics(.default)
        #expect(characteristics.takeRetainedValue() as? [AVMediaCharacteristic] == [])
    }

    @Test("the user domain has the settings of the viewer")
    func userDomain_hasSettings() {
        let store = SettingsStore(file: nil, environment: ["OPENAVKIT_CAPTIONS": "size=1.5,edge=outline,show=always"])
        let settings = CaptionSettings.$store.withValue(store) { CaptionSettings.settings(.user) }
        #expect(settings.captions.textScale == 1.5)
        #expect(CaptionSettings.edgeStyle(settings.captions.edge) == .uniform)
        #expect(CaptionSettings.displayType(settings.languages.captionDisplay) == .alwaysOn)
    }

    @Test("each display type converts to the setting and back", arguments: 0..<3)
    func displayType_convertsBack(value: Int) throws {
        let type = try #require(MACaptionAppearanceDisplayType(rawValue: value))
        #expect(CaptionSettings.displayType(CaptionSettings.display(type)) == type)
    }

    @Test("a selected language becomes the first one, and is listed once")
    func language_becomesFirst() {
        var languages = ["de", "fr"]
        CaptionSettings.add("FR", to: &languages)
        #expect(languages == ["FR", "de"])
    }

    @Test("the default domain rejects changes")
    func defaultDomain_isConstant() {
        #expect(!MACaptionAppearanceAddSelectedLanguage(.default, "de"))
        MACaptionAppearanceSetDisplayType(.default, .alwaysOn)
        #expect(MACaptionAppearanceGetDisplayType(.default) == .automatic)
    }
}
