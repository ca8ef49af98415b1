import MediaTesting
import Testing
import UIKit

@testable import AVKit

/// Reflection of player objects, as by `dump` and by the testing library when an expectation about them fails.
@MainActor
@Suite(.english, .enabled(if: StreamMaker.isAvailable))
struct ReflectionTests {
    /// Reflects each object once, except those of modules whose objects other threads change.
    private struct Walk {
        private static let threaded = [
            "AVFoundation.", "AVFAudio.", "AudioServer.", "MediaEngine.", "MediaPlayer.", "DBus.",
        ]
        private static let childLimit = 20
        private static let depthLimit = 60
        private var seen: Set<ObjectIdentifier> = []
        private(set) var types: Set<String> = []

        mutating func reflect(_ value: Any, depth: Int = 0) {
            let type = type(of: value)
            if type is AnyClass {
                let name = String(reflecting: type)
                guard !Self.threaded.contains(where: name.hasPrefix),
                    seen.insert(ObjectIdentifier(value as AnyObject)).inserted
                else { return }
                types.insert(name)
            }
            guard depth < Self.depthLimit else { return }
            var mirror: Mirror? = Mirror(reflecting: value)
            while let present = mirror {
                for child in present.children.prefix(Self.childLimit) { reflect(child.value, depth: depth + 1) }
                mirror = present.superclassMirror
            }
        }
    }

    @Test("a controller with visible controls and Picture in Picture can be reflected to any depth")
    func controller_canBeReflected() async throws {
        let stage = try await PlayerStage.clip(.markedWithTone(seconds: 20, width: 320, height: 180), starts: true)
        let session = stage.controller.pictureInPicture.session
        session.environment = try .inMemory()
        defer {
            session.stopNow(.replaced)
            stage.end()
        }
        session.start()
        try #require(await eventually { session.isActive })
        stage.showControls()
        var walk = Walk()
        walk.reflect(stage.controller)
        walk.reflect(stage.window)
        walk.reflect(session)
        #expect(walk.types.isSuperset(of: ["AVKit.MainTimer", "AVKit.PictureInPictureSession", "UIKit.UIWindow"]))
    }
}
