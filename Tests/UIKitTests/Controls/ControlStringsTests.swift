import Localization
import Testing

@testable import UIKit

/// The texts that UIKit's own controls give to screen readers and the desktop.
@MainActor
struct ControlStringsTests {
    @Test(
        "an activity indicator is labelled in the viewer's language, by whether it rotates",
        arguments: [
            (["en"], "In progress", "Progress halted"), (["de-AT"], "In Bearbeitung", "Angehalten"),
            (["fr"], "En cours", "Interrompu"), (["xx"], "In progress", "Progress halted"),
        ] as [([String], String, String)])
    func activityIndicator_language_label(languages: [String], rotating: String, halted: String) {
        ViewerLanguages.$override.withValue(languages) {
            let view = UIActivityIndicatorView(style: .large)
            view.hidesWhenStopped = false
            #expect(view.accessibilityLabel == halted)
            view.startAnimating()
            #expect(view.accessibilityLabel == rotating)
            #expect(view.accessibleNode.accessibilityNodeLabel == rotating)
            view.accessibilityLabel = "Own"
            #expect(view.accessibilityLabel == "Own")
        }
    }

    @Test("close buttons, sliders and progress bars are labelled in the viewer's language")
    func controls_language_texts() {
        ViewerLanguages.$override.withValue(["de"]) {
            #expect(UIButton(type: .close).accessibilityLabel == "Schließen")
            let slider = UISlider()
            slider.value = 0.5
            #expect(slider.accessibilityValue == "50 Prozent")
            let bar = UIProgressView(progressViewStyle: .default)
            bar.progress = 0.254
            #expect(bar.accessibilityValue == "25 Prozent")
        }
    }

    @Test("each language has every text, and differs from the others", arguments: ControlStrings.all)
    func table_language_isComplete(table: ControlStrings) {
        let texts = [table.close, table.inProgress, table.progressHalted, table.playingVideo, table.percent(0.07)]
        #expect(texts.allSatisfy { !$0.isEmpty && !$0.contains("{") })
        #expect(table.percent(0.07).hasPrefix("7") && table.percent(0.07) != "7")
        #expect(ControlStrings.all.filter { $0.inProgress == table.inProgress }.count == 1)
    }
}
