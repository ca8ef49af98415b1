import CoreGraphics
import Foundation
import Testing
import WindowSystem

@testable import AVKit
@testable import UIKit

@MainActor
struct AccessibilityScaleTests {
    @Test("the scrubber reports seconds to assistive technology and accepts them")
    func scrubber() throws {
        let scrubber = ScrubberView(frame: CGRect(x: 0, y: 0, width: 400, height: 32))
        #expect(scrubber.accessibleNode.accessibilityNodeValue?.maximum == 0)
        scrubber.model = ScrubberModel(duration: 60, position: 12)
        scrubber.model.width = 400
        let value = try #require(scrubber.accessibleNode.accessibilityNodeValue)
        #expect(value.current == 12)
        #expect(value.minimum == 0)
        #expect(value.maximum == 60)
        var step: Double?
        scrubber.onStep = { step = $0 }
        #expect(scrubber.accessibleNode.setAccessibilityNodeValue(30))
        #expect(step == 18)
        #expect(scrubber.accessibleNode.setAccessibilityNodeValue(1e9))
        #expect(step == 48)
        #expect(!scrubber.accessibleNode.setAccessibilityNodeValue(.nan))
    }

    @Test("a scrubber that is disabled, as during linear playback, is reported as disabled and accepts no value")
    func disabledScrubber() {
        let scrubber = ScrubberView(frame: CGRect(x: 0, y: 0, width: 400, height: 32))
        scrubber.model = ScrubberModel(duration: 60, position: 12)
        var steps: [Double] = []
        scrubber.onStep = { steps.append($0) }
        scrubber.isEnabled = false
        #expect(scrubber.accessibilityTraits.contains([.adjustable, .notEnabled]))
        #expect(!scrubber.accessibleNode.setAccessibilityNodeValue(30))
        #expect(!scrubber.accessibleNode.performAccessibilityNodeAction("increment"))
        #expect(steps.isEmpty)
    }

    @Test("the volume slider reports values from 0 to 1 to assistive technology and accepts them")
    func volume() throws {
        let slider = VolumeSliderView(frame: CGRect(x: 0, y: 0, width: 84, height: 40))
        slider.value = 0.25
        slider.onChange = { slider.value = $0 }
        let value = try #require(slider.accessibleNode.accessibilityNodeValue)
        #expect(value.current == 0.25)
        #expect(value.maximum == 1)
        #expect(slider.accessibleNode.setAccessibilityNodeValue(0.5))
        #expect(slider.value == 0.5)
    }
}
