import AVFoundation
import CoreGraphics
import Foundation
import MediaTesting
import Synchronization
import Testing
import UIKit

@testable import AVFAudio
@testable import MediaPlayer

/// An audio environment with a volume and outputs.
private final class Mixer: AudioSessionEnvironment {
    private let volume = Mutex(Float(0.5))
    private let handler = Mutex<(@Sendable (AudioSessionEvent) -> Void)?>(nil)
    private let ports: [AVAudioSessionPortDescription]

    init(_ names: [String]) {
        ports = names.map { AVAudioSessionPortDescription(portType: .builtInSpeaker, portName: $0, uid: $0) }
    }

    var outputVolume: Float { volume.withLock { $0 } }
    var isOtherAudioPlaying: Bool { false }
    var isOtherAudioUnmixable: Bool { false }
    var isForeground: Bool { true }
    var outputs: [AudioSessionOutput] {
        ports.enumerated().map { AudioSessionOutput(port: $1, isPresent: $0 == 0) }
    }
    var route: AVAudioSessionRouteDescription { AVAudioSessionRouteDescription(outputs: Array(ports.prefix(1))) }
    func activate(_ settings: AudioSessionSettings) throws -> Int { 0 }
    func deactivate(notifiesOthers: Bool) {}
    func start(_ newHandler: @escaping @Sendable (AudioSessionEvent) -> Void) { handler.withLock { $0 = newHandler } }
    func setOutputVolume(_ newVolume: Float) {
        volume.withLock { $0 = newVolume }
        handler.withLock { $0 }?(.outputVolumeChanged)
    }
}

/// The slider of the system volume.
@MainActor
struct VolumeViewTests {
    @Test("the slider shows the system volume, follows other programs and sets the volume")
    func slider_followsAndSets() async throws {
        let mixer = Mixer(["a", "b"])
        let view = MPVolumeView(
            frame: CGRect(x: 0, y: 0, width: 200, height: 40), session: AVAudioSession(environment: mixer))
        #expect(await eventually { view.slider.value == 0.5 })
        mixer.setOutputVolume(0.25)
        #expect(await eventually { view.slider.value == 0.25 })
        view.slider.value = 0.75
        view.slider.sendActions(for: .valueChanged)
        #expect(await eventually { mixer.outputVolume == 0.75 })
    }

    @Test("the button for the output is shown where there are several, and makes the slider shorter")
    func routeButton_dependsOnOutputs() async throws {
        let frame = CGRect(x: 0, y: 0, width: 200, height: 40)
        let view = MPVolumeView(frame: frame, session: AVAudioSession(environment: Mixer(["a", "b"])))
        #expect(await eventually { view.routeButton != nil })
        view.layoutIfNeeded()
        #expect(view.slider.frame.width < 200)
        let single = MPVolumeView(frame: frame, session: AVAudioSession(environment: Mixer(["a"])))
        #expect(await eventually { single.slider.value == 0.5 })
        single.layoutIfNeeded()
        #expect(single.routeButton == nil && single.slider.frame.width == 200)
        single.showsVolumeSlider = false
        single.layoutIfNeeded()
        #expect(single.slider.isHidden)
    }
}
