import AVFoundation
import AVKit
import CoreGraphics
import Foundation
import Synchronization
import Testing
import UIKit

@testable import MediaAccessibility

/// The functions over the user's domain, with settings that no other test reads.
struct UserDomainTests {
    private typealias Captions = ViewerSettings.Captions

    /// Calls a closure with settings of the user's domain.
    private func withSettings<Result>(
        _ change: (inout ViewerSettings) -> Void, _ body: (SettingsStore) throws -> Result
    ) rethrows -> Result {
        let store = SettingsStore(file: nil, environment: [:])
        store.change(change)
        return try CaptionSettings.$store.withValue(store) { try body(store) }
    }

    private func parts(_ color: CGColor) -> [CGFloat] { color.components ?? [] }

    @Test("the foreground color is that of the text, and opaque", arguments: ViewerSettings.Captions.Color.allCases)
    func foreground(color: ViewerSettings.Captions.Color) {
        withSettings({ $0.captions.color = color }) { _ in
            var behavior = MACaptionAppearanceBehavior.useValue
            let found = MACaptionAppearanceCopyForegroundColor(.user, &behavior).takeRetainedValue()
            #expect(parts(found) == parts(color.text.cgColor) && behavior == .useContentIfAvailable)
            behavior = .useValue
            #expect(MACaptionAppearanceGetForegroundOpacity(.user, &behavior) == 1)
            #expect(behavior == .useContentIfAvailable)
            let usual = MACaptionAppearanceCopyForegroundColor(.default, nil).takeRetainedValue()
            #expect(parts(usual) == parts(UIColor.white.cgColor))
        }
    }

    @Test(
        "the background color is black without its opacity, which has a function of its own",
        arguments: [(Captions.Background.opaque, 1.0), (.translucent, 0.55), (.none, 0)])
    func background(background: ViewerSettings.Captions.Background, opacity: CGFloat) {
        withSettings({ $0.captions.background = background }) { _ in
            var behavior = MACaptionAppearanceBehavior.useValue
            let color = MACaptionAppearanceCopyBackgroundColor(.user, &behavior).takeRetainedValue()
            #expect(parts(color) == parts(UIColor.black.cgColor) && behavior == .useContentIfAvailable)
            behavior = .useValue
            #expect(abs(MACaptionAppearanceGetBackgroundOpacity(.user, &behavior) - opacity) < 0.001)
            #expect(behavior == .useContentIfAvailable)
            #expect(abs(MACaptionAppearanceGetBackgroundOpacity(.default, nil) - 0.55) < 0.001)
        }
    }

    @Test("the window has its color and its opacity", arguments: ViewerSettings.Captions.WindowColor.allCases)
    func window(color: ViewerSettings.Captions.WindowColor) {
        withSettings({ ($0.captions.windowColor, $0.captions.windowOpacity) = (color, 0.75) }) { _ in
            var behavior = MACaptionAppearanceBehavior.useValue
            let found = MACaptionAppearanceCopyWindowColor(.user, &behavior).takeRetainedValue()
            #expect(parts(found) == parts(color.fill.cgColor) && behavior == .useContentIfAvailable)
            behavior = .useValue
            #expect(MACaptionAppearanceGetWindowOpacity(.user, &behavior) == 0.75)
            #expect(behavior == .useContentIfAvailable && MACaptionAppearanceGetWindowOpacity(.default, nil) == 0)
            let usual = MACaptionAppearanceCopyWindowColor(.default, nil).takeRetainedValue()
            #expect(parts(usual) == parts(UIColor.black.cgColor))
        }
    }

    @Test(
        "the style of edges is that of the settings",
        arguments: [
            (ViewerSettings.Captions.Edge.none, MACaptionAppearanceTextEdgeStyle.none), (.raised, .raised),
            (.depressed, .depressed), (.outline, .uniform), (.shadow, .dropShadow),
        ])
    func edges(edge: ViewerSettings.Captions.Edge, style: MACaptionAppearanceTextEdgeStyle) {
        withSettings({ $0.captions.edge = edge }) { _ in
            var behavior = MACaptionAppearanceBehavior.useValue
            #expect(MACaptionAppearanceGetTextEdgeStyle(.user, &behavior) == style)
            #expect(behavior == .useContentIfAvailable)
            #expect(MACaptionAppearanceGetTextEdgeStyle(.default, nil) == MACaptionAppearanceTextEdgeStyle.none)
        }
    }

    @Test("the size of characters is that of the settings", arguments: ViewerSettings.Captions.textScales)
    func size(scale: Double) {
        withSettings({ $0.captions.textScale = scale }) { _ in
            var behavior = MACaptionAppearanceBehavior.useValue
            #expect(MACaptionAppearanceGetRelativeCharacterSize(.user, &behavior) == CGFloat(scale))
            #expect(behavior == .useContentIfAvailable)
        }
    }

    @Test("the display type of the user's domain is stored", arguments: 0..<3)
    func displayType(value: Int) throws {
        let type = try #require(MACaptionAppearanceDisplayType(rawValue: value))
        withSettings({ _ in }) { store in
            MACaptionAppearanceSetDisplayType(.user, type)
            #expect(MACaptionAppearanceGetDisplayType(.user) == type)
            #expect(store.settings.languages.captionDisplay == CaptionSettings.display(type))
            MACaptionAppearanceSetDisplayType(.default, .forcedOnly)
            #expect(MACaptionAppearanceGetDisplayType(.user) == type)
        }
    }

    @Test("selected languages of the user's domain are stored, the latest first; an empty one is rejected")
    func languages() {
        withSettings({ $0.languages.captions = ["de"] }) { store in
            #expect(MACaptionAppearanceAddSelectedLanguage(.user, "pt-BR"))
            #expect(!MACaptionAppearanceAddSelectedLanguage(.user, ""))
            let languages = MACaptionAppearanceCopySelectedLanguages(.user).takeRetainedValue()
            #expect(languages as? [String] == ["pt-BR", "de"] && store.settings.languages.captions == ["pt-BR", "de"])
        }
    }

    @Test("a language that cannot be written is reported as not stored")
    func unwritableLanguage() {
        let store = SettingsStore(
            file: URL(fileURLWithPath: "/proc/openavkit/settings.json"), environment: [:], report: { _ in })
        CaptionSettings.$store.withValue(store) {
            #expect(!MACaptionAppearanceAddSelectedLanguage(.user, "de"))
        }
    }

    @Test("the characteristics of captions and of audio are those that the user prefers")
    func characteristics() {
        for isPreferred in [true, false] {
            withSettings({
                $0.languages.prefersClosedCaptions = isPreferred
                $0.languages.prefersAudioDescription = isPreferred
            }) { _ in
                let captions = MACaptionAppearanceCopyPreferredCaptioningMediaCharacteristics(.user).takeRetainedValue()
                let expected: [AVMediaCharacteristic] =
                    isPreferred
                    ? [.describesMusicAndSoundForAccessibility, .transcribesSpokenDialogForAccessibility] : []
                #expect(captions as? [AVMediaCharacteristic] == expected)
                let audio = MAAudibleMediaCopyPreferredCharacteristics().takeRetainedValue()
                #expect(
                    audio as? [AVMediaCharacteristic] == (isPreferred ? [.describesVideoForAccessibility] : []))
            }
        }
    }

    @Test("a change through a function posts the notification once, and a repeated one does not")
    func notification() async {
        let store = SettingsStore(file: nil, environment: [:])
        let count = Mutex(0)
        let name = Notification.Name(kMACaptionAppearanceSettingsChangedNotification as String)
        let token = NotificationCenter.default.addObserver(forName: name, object: store, queue: nil) { _ in
            count.withLock { $0 += 1 }
        }
        CaptionSettings.$store.withValue(store) {
            MACaptionAppearanceSetDisplayType(.user, .alwaysOn)
            MACaptionAppearanceSetDisplayType(.user, .alwaysOn)
        }
        // The queue runs its blocks in order.
        await withCheckedContinuation { continuation in DispatchQueue.main.async { continuation.resume() } }
        #expect(count.withLock { $0 } == 1)
        NotificationCenter.default.removeObserver(token)
    }
}
