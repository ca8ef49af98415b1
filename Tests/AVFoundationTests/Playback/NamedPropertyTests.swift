import AVFoundation
import Testing

/// Properties of the framework's classes by their names for Objective-C, as clients with string key paths use them.
struct NamedPropertyTests {
    private final class Observer: NSObject {
        var log: [(path: String?, change: [NSKeyValueChangeKey: Any])] = []

        func observeValue(
            forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
            context: UnsafeMutableRawPointer?
        ) {
            log.append((keyPath, change ?? [:]))
        }

        func observe(_ object: NSObject, _ path: String) {
            object.addObserver(
                self, forKeyPath: path, options: [.new], context: nil,
                using: Observer.observeValue(forKeyPath:of:change:context:))
        }
    }

    @Test("a player's properties are observed by their names, as numbers for enumerations and Booleans")
    func player() {
        let player = AVPlayer()
        let observer = Observer()
        for path in ["muted", "rate", "actionAtItemEnd", "volume"] { observer.observe(player, path) }
        player.isMuted = true
        player.actionAtItemEnd = .none
        player.volume = 0.5
        #expect(observer.log.map(\.path) == ["muted", "actionAtItemEnd", "volume"])
        #expect(observer.log[0].change[.newKey] as? Bool == true)
        #expect(
            (observer.log[1].change[.newKey] as? NSNumber)?.intValue == AVPlayer.ActionAtItemEnd.none.rawValue)
        #expect(observer.log[2].change[.newKey] as? Float == 0.5)
    }

    @Test("a path through the current item is observed when the item is replaced")
    func nestedPath() {
        let player = AVPlayer()
        let observer = Observer()
        observer.observe(player, "currentItem.status")
        let item = AVPlayerItem(url: URL(fileURLWithPath: "/nowhere.mp4"))
        player.replaceCurrentItem(with: item)
        // The item may have failed already.
        let statuses: [AVPlayerItem.Status?] = [.unknown, .failed]
        #expect(statuses.contains((observer.log.first?.change[.newKey] as? Int).flatMap(AVPlayerItem.Status.init)))
        player.removeObserver(observer, forKeyPath: "currentItem.status")
    }

    @Test(
        "the names of an item's properties that clients observe are known",
        arguments: [
            "status", "error", "duration", "tracks", "loadedTimeRanges", "seekableTimeRanges", "playbackBufferEmpty",
            "playbackBufferFull", "playbackLikelyToKeepUp", "presentationSize", "timedMetadata",
        ])
    func itemNames(_ name: String) {
        let item = AVPlayerItem(url: URL(fileURLWithPath: "/nowhere.mp4"))
        #expect(AVPlayerItem._namedProperties.contains(name))
        _ = item.value(forKey: name)
    }

    @Test("the layer, the audio session and the looper name their properties")
    func otherClasses() {
        #expect(AVPlayerLayer().value(forKey: "readyForDisplay") as? Bool == false)
        #expect(AVAudioSession.sharedInstance().value(forKey: "outputVolume") is NSNumber)
        #expect(AVPlayerLooper._namedProperties.contains("loopCount"))
        #expect(AVRouteDetector._namedProperties.contains("multipleRoutesDetected"))
    }
}
