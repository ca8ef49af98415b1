import AVKit
import Foundation
import MediaTesting
import Testing

/// Clients' subclasses of the framework's classes (requirement R1).
@MainActor
struct OverrideTests {
    private let nowhere = URL(fileURLWithPath: "/nowhere.mp4")

    /// Collects what observers receive, on any thread.
    private final class Journal: @unchecked Sendable {
        private let lock = NSLock()
        private var entries: [String] = []
        var all: [String] { lock.withLock { entries } }
        func note(_ entry: String) { lock.withLock { entries.append(entry) } }
    }

    // MARK: Logs

    private final class MockLog: AVPlayerItemAccessLog, @unchecked Sendable {
        override var events: [AVPlayerItemAccessLogEvent] { [MockAccess()] }
    }

    private final class MockAccess: AVPlayerItemAccessLogEvent, @unchecked Sendable {
        override var indicatedBitrate: Double { 2_000_000 }
    }

    private final class MockFailure: AVPlayerItemErrorLogEvent, @unchecked Sendable {
        override var errorStatusCode: Int { 404 }
    }

    @Test("a mock of a log and its events needs no data, and what it does not override is unknown")
    func logs() throws {
        let event = try #require(MockLog().events.first)
        #expect(event.indicatedBitrate == 2_000_000)
        #expect(event.playbackStartDate == nil && event.uri == nil && event.durationWatched == 0)
        #expect(event.observedBitrate < 0 && event.numberOfStalls == 0)
        #expect(AVPlayerItemAccessLog().events.isEmpty && AVPlayerItemErrorLog().events.isEmpty)
        #expect(MockFailure().errorStatusCode == 404 && MockFailure().date == nil)
    }

    // MARK: Calls between the framework's own methods

    @Test("play() and pause() set the overridden rate, and seek(to:) reaches the override with tolerances")
    func playerCallsItsOverrides() {
        let player = Recorder(playerItem: AVPlayerItem(url: nowhere))
        player.play()
        player.pause()
        player.seek(to: CMTime(value: 3, timescale: 1))
        #expect(player.calls == ["play", "rate 1.0", "pause", "rate 0.0", "seek 3.0", "seek exactly 3.0"])
    }

    @Test("a seek and the time of a player reach the overrides of its item")
    func playerAsksItsItem() async {
        let item = MockItem(url: nowhere)
        let player = AVPlayer(playerItem: item)
        #expect(player.currentTime() == CMTime(value: 7, timescale: 1))
        #expect(await player.seek(to: CMTime(value: 5, timescale: 1)))
        #expect(item.soughtTimes == [CMTime(value: 5, timescale: 1)])
        let mock = MockPlayer()
        mock.item = item
        mock.seek(to: CMTime(value: 9, timescale: 1)) { _ in }
        #expect(mock.soughtTimes == [CMTime(value: 9, timescale: 1)])
    }

    @Test("a looper inserts its copies through the overrides of the queue player")
    func looperCallsQueue() async throws {
        let clip = try await StreamMaker.shared.clip(.markedWithTone(seconds: 1))
        let player = PlaylistPlayer(items: [AVPlayerItem(url: clip)])
        let looper = AVPlayerLooper(
            player: player, templateItem: AVPlayerItem(url: clip), timeRange: .invalid,
            existingItemsOrdering: .loopingItemsFollowExistingItems)
        #expect(await eventually { player.items().count > 1 })
        #expect(player.calls.contains("insert"))
        withExtendedLifetime(looper) {}
    }

    @Test("the controls of a player view controller call the overrides of its player")
    func controlsCallOverrides() async throws {
        let player = Recorder(url: try await StreamMaker.shared.clip(.markedWithTone(seconds: 2)))
        let controller = FullScreenController()
        controller.player = player
        let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 640, height: 360))
        window.rootViewController = controller
        window.makeKeyAndVisible()
        defer { window.isHidden = true }
        #expect(controller.appearances == 1)
        #expect(await eventually { player.status == .readyToPlay })
        player.forgetCalls()
        controller.pressesBegan([], with: nil)
        #expect(player.calls.isEmpty)
        _ = controller.view.accessibilityActivate()
        withExtendedLifetime(window) {}
    }

    // MARK: Key-value observation of overridden properties

    @Test("observers of a mock receive the changes that it reports by key", arguments: [false, true])
    func manualChangesByKey(typedAsMock: Bool) {
        let player = MockPlayer()
        let journal = Journal()
        let tokens =
            typedAsMock
            ? [
                player.observe(\.status, options: [.old, .new]) { _, change in
                    journal.note("\(change.oldValue!) to \(change.newValue!)")
                }
            ]
            : [
                (player as AVPlayer).observe(\.status, options: [.old, .new]) { _, change in
                    journal.note("\(change.oldValue!) to \(change.newValue!)")
                }
            ]
        player.mockedStatus = .readyToPlay
        player.mockedStatus = .failed
        #expect(journal.all == ["unknown to readyToPlay", "readyToPlay to failed"])
        tokens.forEach { $0.invalidate() }
        player.mockedStatus = .unknown
        #expect(journal.all.count == 2)
    }

    @Test("a change that a mock reports by key path notifies also where the value is equal, as on Apple's platforms")
    func manualChangesByKeyPath() {
        let player: MockPlayer = MockPlayer()
        let journal = Journal()
        let token = (player as AVPlayer).observe(\.timeControlStatus) { player, _ in
            journal.note("\(player.timeControlStatus)")
        }
        let other = (player as AVPlayer).observe(\.status) { _, _ in journal.note("status") }
        player.report(.waitingToPlayAtSpecifiedRate)
        player.report(.waitingToPlayAtSpecifiedRate)
        player.rate = 1
        #expect(journal.all == ["waitingToPlayAtSpecifiedRate", "waitingToPlayAtSpecifiedRate"])
        withExtendedLifetime((token, other)) {}
    }

    @Test("observers of a final mock receive its changes by key path and by key, and no others")
    func finalMock() {
        let player = FinalMockPlayer()
        let journal = Journal()
        let tokens = [
            player.observe(\.timeControlStatus) { player, _ in journal.note("\(player.timeControlStatus)") },
            player.observe(\.rate, options: .new) { _, change in journal.note("rate \(change.newValue!)") },
            player.observe(\.volume) { _, _ in journal.note("volume") },
        ]
        player.report(.playing)
        player.report(rate: 2)
        player.defaultRate = 3
        #expect(journal.all == ["playing", "rate 2.0"])
        player.volume = 0.5
        #expect(journal.all == ["playing", "rate 2.0", "volume"])
        withExtendedLifetime(tokens) {}
    }

    @Test("an observer of a nested path follows the mocked item")
    func nestedPath() {
        let player = MockPlayer()
        let journal = Journal()
        let token = (player as AVPlayer).observe(\.currentItem?.duration, options: [.new]) { _, change in
            journal.note("\((change.newValue ?? nil)?.seconds ?? -1)")
        }
        let item = MockItem(url: nowhere)
        item.length = CMTime(value: 12, timescale: 1)
        player.item = item
        player.item = nil
        #expect(journal.all == ["12.0", "-1.0"])
        withExtendedLifetime(token) {}
    }

    @Test("observers of a mocked item receive its changes")
    func itemChanges() {
        let item = MockItem(url: nowhere)
        let journal = Journal()
        let tokens = [
            (item as AVPlayerItem).observe(\.status) { item, _ in journal.note("\(item.status)") },
            (item as AVPlayerItem).observe(\.loadedTimeRanges) { item, _ in
                journal.note("\(item.loadedTimeRanges.count) ranges")
            },
            (item as AVPlayerItem).observe(\.seekableTimeRanges) { _, _ in journal.note("seekable") },
        ]
        item.mockedStatus = .readyToPlay
        item.ranges = [NSValue(timeRange: CMTimeRange(start: .zero, duration: CMTime(value: 4, timescale: 1)))]
        #expect(journal.all == ["readyToPlay", "1 ranges"])
        withExtendedLifetime(tokens) {}
    }

    @Test("a subclass that calls its superclass is observed as the superclass is")
    func overridesThatCallSuper() {
        let player = Recorder()
        let journal = Journal()
        let token = player.observe(\.rate, options: [.new]) { _, change in journal.note("\(change.newValue!)") }
        player.rate = 2
        player.pause()
        #expect(journal.all == ["2.0", "0.0"])
        withExtendedLifetime(token) {}
    }

    // MARK: Initializers

    @Test("subclasses have Apple's designated and convenience initializers")
    func initializers() {
        let item = EpisodeItem(title: "Pilot", url: nowhere)
        #expect(item.title == "Pilot" && item.automaticallyLoadedAssetKeys == ["duration", "tracks"])
        CountingItem.made = 0
        _ = [CountingItem(url: nowhere), CountingItem(asset: AVAsset(url: nowhere))]
        #expect(CountingItem.made == 2)
        #expect(MockItem(asset: AVURLAsset(url: nowhere), automaticallyLoadedAssetKeys: nil).tracks.isEmpty)
        #expect(Recorder().currentItem == nil && Recorder(playerItem: item).currentItem === item)
        #expect((Recorder(url: nowhere).currentItem?.asset as? AVURLAsset)?.url == nowhere)
        #expect(PlaylistPlayer(items: []).actionAtItemEnd == .advance && PlaylistPlayer().items().isEmpty)
        #expect(HeaderAsset(url: nowhere, headers: ["A": "b"]).url == nowhere)
        #expect(PlainURLAsset(url: nowhere).url == nowhere && MockAsset(url: nowhere).url == nowhere)
        #expect(type(of: AVAsset(url: nowhere)) == AVURLAsset.self)
        #expect(FullScreenController().viewIfLoaded == nil)
        #expect(RoundButton(type: .close).buttonType == .close && RoundButton().layer.cornerRadius == 8)
        #expect(Spinner(frame: CGRect(x: 1, y: 2, width: 3, height: 4)).frame.width == 3)
        #expect(Picker().prioritizesVideoDevices == false)
        #expect(PlayerView().playerLayer != nil && GradientView().layer is CAGradientLayer)
    }

    // MARK: Assets, selections and sessions

    @Test("load(_:) reads the overridden properties of an asset")
    func assetOverrides() async throws {
        let asset = MockAsset(url: nowhere)
        let (duration, isPlayable) = try await asset.load(.duration, .isPlayable)
        #expect(duration.seconds == 90 && isPlayable)
        #expect(try await asset.loadTracks(withMediaType: .video).isEmpty)
        #expect(asset.loadedKeys.contains("duration"))
        let title = AVMetadataItem.metadataItems(
            from: asset.commonMetadata, withKey: AVMetadataKey.commonKeyTitle, keySpace: nil)
        #expect(try await asset.load(.commonMetadata).first?.stringValue == "Mocked" && title.isEmpty)
        asset.keyStatus = .failed
        await #expect(throws: (any Error).self) { _ = try await asset.load(.duration) }
    }

    @Test("mocked options, groups, metadata and audio sessions answer with their overrides")
    func smallMocks() throws {
        let group = MockGroup()
        #expect(group.options.map(\.displayName) == ["Klingon"] && !group.allowsEmptySelection)
        #expect(
            AVMediaSelectionGroup.mediaSelectionOptions(
                from: group.options, filteredAndSortedAccordingToPreferredLanguages: ["tlh"]
            ).count == 1)
        let session = MockSession()
        try session.setCategory(.playback, mode: .default)
        #expect(session.wantedCategory == .playback && session.outputVolume == 0.25)
    }

    @Test("a view with a layer class of the client receives the framework's calls")
    func viewOverrides() throws {
        let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 200, height: 100))
        let view = PlayerView(frame: window.bounds)
        let label = UILabel()
        view.addSubview(label)
        window.addSubview(view)
        view.setNeedsLayout()
        window.layoutIfNeeded()
        #expect(view.added == [label])
        #expect(try #require(view.playerLayer).layouts > 0)
        #expect(view.systemLayoutSizeFitting(.zero) == CGSize(width: 160, height: 90))
    }

    // MARK: Names that Apple's modules bring along

    @Test("AVMakeRect fits an aspect ratio into the centre of a rectangle")
    func makeRect() {
        let box = CGRect(x: 10, y: 20, width: 200, height: 200)
        #expect(
            AVMakeRect(aspectRatio: CGSize(width: 16, height: 9), insideRect: box)
                == CGRect(x: 10, y: 63.75, width: 200, height: 112.5))
        #expect(
            AVMakeRect(aspectRatio: CGSize(width: 1, height: 2), insideRect: box)
                == CGRect(x: 60, y: 20, width: 100, height: 200))
        #expect(
            AVMakeRect(aspectRatio: .zero, insideRect: box) == CGRect(x: 110, y: 120, width: 0, height: 0))
    }

    @Test("objc_sync_enter is recursive, excludes other threads, and objc_sync_exit fails without it")
    func objectLocks() {
        final class Counter: @unchecked Sendable {
            var value = 0
        }
        let counter = Counter()
        #expect(objc_sync_exit(counter) == OBJC_SYNC_NOT_OWNING_THREAD_ERROR)
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            for _ in 0..<1000 {
                objc_sync_enter(counter)
                objc_sync_enter(counter)
                counter.value += 1
                objc_sync_exit(counter)
                objc_sync_exit(counter)
            }
        }
        #expect(counter.value == 8000)
        #expect(objc_sync_exit(counter) == OBJC_SYNC_NOT_OWNING_THREAD_ERROR)
    }

    @Test("the wall clock and the units have Apple's values")
    func clocks() {
        #expect(CMTime(seconds: 1, preferredTimescale: CMTimeScale(NSEC_PER_SEC)).timescale == 1_000_000_000)
        let offset = CFAbsoluteTimeGetCurrent() + kCFAbsoluteTimeIntervalSince1970 - Date().timeIntervalSince1970
        #expect(abs(offset) < 1)
        #expect(autoreleasepool { 7 } == 7)
    }

    @Test("an animator that is stopped runs its completions when it is finished, once")
    func animatorStops() {
        let journal = Journal()
        let animator = UIViewPropertyAnimator(duration: 60, curve: .linear)
        animator.addCompletion { journal.note("\($0)") }
        animator.startAnimation()
        #expect(animator.isRunning && animator.state == .active)
        animator.stopAnimation(false)
        #expect(animator.state == .stopped && journal.all.isEmpty)
        animator.finishAnimation(at: .current)
        #expect(animator.state == .inactive && journal.all == ["current"])
        animator.finishAnimation(at: .end)
        #expect(journal.all.count == 1)
    }

    @Test("a device keeps the identifier of its app, and counts the requests for orientation notifications")
    func device() {
        let device = UIDevice.current
        #expect(device.identifierForVendor != nil && device.identifierForVendor == device.identifierForVendor)
        device.beginGeneratingDeviceOrientationNotifications()
        #expect(device.isGeneratingDeviceOrientationNotifications)
        device.endGeneratingDeviceOrientationNotifications()
        #expect(!device.isGeneratingDeviceOrientationNotifications)
    }
}
