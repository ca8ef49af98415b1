import AVFoundation
import CoreGraphics
import CoreMedia
import CoreVideo
import Foundation
import MediaTesting
import Testing
import UIKit
import WindowSystem

@testable import AVKit

/// Plays a layer of sample buffers as a client does, and records what Picture in Picture asks for.
@MainActor
final class SamplePlayer: NSObject, AVPictureInPictureSampleBufferPlaybackDelegate {
    let layer = AVSampleBufferDisplayLayer()
    let timebase: CMTimebase
    var range = CMTimeRange(start: .zero, duration: CMTime(value: 100, timescale: 1))
    var events: [String] = []
    var sizes: [CMVideoDimensions] = []
    /// Receives the completion of a skip.
    var completeSkip: (@escaping @Sendable () -> Void) -> Void = { $0() }

    override init() {
        guard let timebase = try? CMTimebase(sourceClock: .hostTimeClock) else {
            preconditionFailure("the host clock always makes a timebase")
        }
        self.timebase = timebase
        super.init()
        layer.controlTimebase = timebase
    }

    func show(_ fill: (CVPixelBuffer) -> Void, format: OSType = kCVPixelFormatType_32BGRA, at time: CMTime = .zero)
        throws
    {
        var made: CVPixelBuffer?
        CVPixelBufferCreate(nil, 160, 90, format, nil, &made)
        let image = try #require(made)
        CVPixelBufferLockBaseAddress(image, [])
        fill(image)
        CVPixelBufferUnlockBaseAddress(image, [])
        layer.enqueue(
            try CMSampleBuffer(
                imageBuffer: image, formatDescription: try CMVideoFormatDescription(imageBuffer: image),
                sampleTiming: CMSampleTimingInfo(
                    duration: .invalid, presentationTimeStamp: time, decodeTimeStamp: .invalid)))
    }

    /// Fills the planes of an image with bytes that repeat.
    static func planes(_ bytes: [[UInt8]]) -> (CVPixelBuffer) -> Void {
        { image in
            for (plane, pattern) in bytes.enumerated() {
                let isPlanar = CVPixelBufferIsPlanar(image)
                guard let base = CVPixelBufferGetBaseAddressOfPlane(image, plane) else { return }
                let rowBytes =
                    isPlanar ? CVPixelBufferGetBytesPerRowOfPlane(image, plane) : CVPixelBufferGetBytesPerRow(image)
                let rows = isPlanar ? CVPixelBufferGetHeightOfPlane(image, plane) : CVPixelBufferGetHeight(image)
                let width = isPlanar ? CVPixelBufferGetWidthOfPlane(image, plane) : CVPixelBufferGetWidth(image)
                for row in 0..<rows {
                    for index in 0..<(width * pattern.count) {
                        base.storeBytes(
                            of: pattern[index % pattern.count], toByteOffset: row * rowBytes + index, as: UInt8.self)
                    }
                }
            }
        }
    }

    func pictureInPictureController(_ controller: AVPictureInPictureController, setPlaying playing: Bool) {
        events.append(playing ? "play" : "pause")
        try? timebase.setRate(playing ? 1 : 0)
    }
    func pictureInPictureControllerTimeRangeForPlayback(_ controller: AVPictureInPictureController) -> CMTimeRange {
        range
    }
    func pictureInPictureControllerIsPlaybackPaused(_ controller: AVPictureInPictureController) -> Bool {
        timebase.rate == 0
    }
    func pictureInPictureController(
        _ controller: AVPictureInPictureController, didTransitionToRenderSize newRenderSize: CMVideoDimensions
    ) {
        sizes.append(newRenderSize)
    }
    func pictureInPictureController(
        _ controller: AVPictureInPictureController, skipByInterval skipInterval: CMTime,
        completion completionHandler: @escaping @Sendable () -> Void
    ) {
        events.append("skip \(skipInterval.seconds)")
        completeSkip(completionHandler)
    }
}

/// The display of sample buffers in windows.
@MainActor
struct SampleBufferDisplayTests {
    @Test(
        "frames of each pixel format are displayed in their colors, fitted into the layer",
        arguments: [
            (kCVPixelFormatType_32BGRA, [[0, 0, 255, 255]]), (kCVPixelFormatType_32ARGB, [[255, 255, 0, 0]]),
            (kCVPixelFormatType_32RGBA, [[255, 0, 0, 255]]), (kCVPixelFormatType_24RGB, [[255, 0, 0]]),
            (kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, [[81], [90, 240]]),
            (kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, [[76], [85, 255]]),
            (kCVPixelFormatType_420YpCbCr8Planar, [[81], [90], [240]]),
        ] as [(OSType, [[UInt8]])])
    func colors(format: OSType, bytes: [[UInt8]]) throws {
        let player = SamplePlayer()
        let root = UIViewController()
        let window = makeWindow(root)
        defer { window.isHidden = true }
        player.layer.frame = CGRect(x: 100, y: 100, width: 320, height: 320)
        root.view.layer.addSublayer(player.layer)
        try player.show(SamplePlayer.planes(bytes), format: format)
        // 16:9 in a square: bars above and below.
        #expect(isClose(window.color(at: CGPoint(x: 260, y: 260)), [255, 0, 0]))
        #expect(window.color(at: CGPoint(x: 260, y: 120)) == window.color(at: CGPoint(x: 20, y: 20)))
        player.layer.videoGravity = .resizeAspectFill
        #expect(isClose(window.color(at: CGPoint(x: 260, y: 120)), [255, 0, 0]))
        player.layer.flushAndRemoveImage()
        #expect(window.color(at: CGPoint(x: 260, y: 260)) == window.color(at: CGPoint(x: 20, y: 20)))
    }

    @Test("a window shows the frame that the timebase has reached")
    func timebase() throws {
        let player = SamplePlayer()
        let root = UIViewController()
        let window = makeWindow(root)
        defer { window.isHidden = true }
        player.layer.frame = CGRect(x: 0, y: 0, width: 320, height: 180)
        root.view.layer.addSublayer(player.layer)
        try player.show(SamplePlayer.planes([[255, 0, 0, 255]]))
        try player.show(SamplePlayer.planes([[0, 255, 0, 255]]), at: CMTime(value: 2, timescale: 1))
        #expect(isClose(window.color(at: CGPoint(x: 160, y: 90)), [0, 0, 255]))
        try player.timebase.setTime(CMTime(value: 2, timescale: 1))
        #expect(isClose(window.color(at: CGPoint(x: 160, y: 90)), [0, 255, 0]))
    }
}

extension PictureInPictureTests {
    /// Picture in Picture of a client's layer of sample buffers.
    @MainActor
    final class SampleStage {
        let player = SamplePlayer()
        let window: UIWindow
        let controller: AVPictureInPictureController
        let recorder = PictureInPictureRecorder()
        var session: PictureInPictureSession { controller.part.session }

        init() async throws {
            let root = UIViewController()
            window = makeWindow(root)
            player.layer.frame = CGRect(x: 40, y: 30, width: 640, height: 360)
            root.view.layer.addSublayer(player.layer)
            controller = AVPictureInPictureController(
                contentSource: .init(sampleBufferDisplayLayer: player.layer, playbackDelegate: player))
            controller.delegate = recorder
            session.environment = try .inMemory()
        }

        func start() async throws {
            try player.show(SamplePlayer.planes([[0, 0, 255, 255]]))
            let controller = controller
            try #require(await eventually { controller.isPictureInPicturePossible })
            controller.startPictureInPicture()
            let recorder = recorder
            try #require(await eventually { recorder.events.count == 2 })
        }

        func end() {
            session.stopNow(.replaced)
            window.isHidden = true
        }
    }

    @Test(
        "Picture in Picture of sample buffers is possible from the first frame, shows the frames and ends as any other")
    func samples_life() async throws {
        let stage = try await SampleStage()
        defer { stage.end() }
        stage.controller.part.updatePossible()
        #expect(!stage.controller.isPictureInPicturePossible)
        try await stage.start()
        #expect(stage.recorder.events == ["willStart false", "didStart true"])
        let window = try #require(stage.session.window?.window)
        let middle = CGPoint(x: window.bounds.midX, y: window.bounds.midY)
        #expect(await eventually { isClose(window.color(at: middle), [255, 0, 0]) })
        // The window has the shape of the video, and the delegate knows its size.
        #expect(abs(window.bounds.width / window.bounds.height - 16.0 / 9) < 0.02)
        let size = try #require(stage.player.sizes.last)
        #expect(Int(size.width) == Int(window.bounds.width * window.screen.scale))
        #expect(stage.player.layer.sublayers?.count == 1)
        try stage.player.show(SamplePlayer.planes([[0, 255, 0, 255]]))
        #expect(await eventually { isClose(window.color(at: middle), [0, 255, 0]) })
        stage.controller.stopPictureInPicture()
        #expect(await eventually { stage.recorder.events.count == 4 })
        #expect(stage.player.layer.sublayers?.isEmpty != false)
    }

    @Test("play, pause and skip are the delegate's; a skip's completion on another thread updates the controls")
    func samples_commands() async throws {
        let stage = try await SampleStage()
        defer { stage.end() }
        let player = stage.player
        try await stage.start()
        let session = stage.session
        session.window?.view.showControls()
        session.click(try #require(session.button("Play")))
        #expect(player.events == ["play"] && player.timebase.rate == 1)
        session.click(try #require(session.button("Pause")))
        #expect(player.events == ["play", "pause"])
        player.completeSkip = { completion in
            try? player.timebase.setTime(CMTime(value: 50, timescale: 1))
            DispatchQueue.global().async { completion() }
        }
        session.click(try #require(session.button("Forward 10 seconds")))
        session.key(.leftArrow)
        #expect(player.events == ["play", "pause", "skip 10.0", "skip -10.0"])
        #expect(await eventually { session.window?.view.controls.content.progress == 0.5 })
    }

    @Test("requiresLinearPlayback and a live range have no skip buttons, and a changed state shows after invalidation")
    func samples_state() async throws {
        let stage = try await SampleStage()
        defer { stage.end() }
        try await stage.start()
        let session = stage.session
        #expect(session.button("Forward 10 seconds") != nil)
        stage.controller.requiresLinearPlayback = true
        #expect(session.button("Forward 10 seconds") == nil)
        session.key(.rightArrow)
        #expect(stage.player.events.isEmpty)
        stage.controller.requiresLinearPlayback = false
        #expect(session.button("Forward 10 seconds") != nil)
        stage.player.range = CMTimeRange(start: .negativeInfinity, duration: .positiveInfinity)
        try stage.player.timebase.setRate(1)
        #expect(session.button("Pause") == nil)
        stage.controller.invalidatePlaybackState()
        #expect(session.button("Pause") != nil && session.button("Forward 10 seconds") == nil)
        #expect(session.window?.view.controls.content.progress == nil)
    }

    @Test("closing the window pauses through the delegate, and another session's start pauses it, too")
    func samples_pause() async throws {
        let stage = try await SampleStage()
        defer { stage.end() }
        try stage.player.timebase.setRate(1)
        try await stage.start()
        stage.session.window?.view.showControls()
        stage.session.click(try #require(stage.session.button("Close")))
        #expect(await eventually { stage.recorder.events.count == 4 })
        #expect(stage.player.events == ["pause"])
        try stage.player.timebase.setRate(1)
        stage.controller.startPictureInPicture()
        #expect(await eventually { stage.controller.isPictureInPictureActive })
        let other = try await SampleStage()
        defer { other.end() }
        try await other.start()
        #expect(await eventually { !stage.controller.isPictureInPictureActive })
        #expect(stage.player.events == ["pause", "pause"] && other.player.events.isEmpty)
    }

    @Test("a source of sample buffers replaces that of a player layer while Picture in Picture is active")
    func samples_replacePlayer() async throws {
        let stage = try await LayerStage()
        defer { stage.end() }
        stage.controller.startPictureInPicture()
        #expect(await eventually { stage.recorder.events.count == 2 })
        let player = SamplePlayer()
        try player.show(SamplePlayer.planes([[255, 0, 0, 255]]))
        stage.controller.contentSource = .init(sampleBufferDisplayLayer: player.layer, playbackDelegate: player)
        #expect(stage.controller.isPictureInPictureActive && player.layer.sublayers?.count == 1)
        let window = try #require(stage.session.window?.window)
        #expect(
            await eventually {
                isClose(window.color(at: CGPoint(x: window.bounds.midX, y: window.bounds.midY)), [0, 0, 255])
            })
        stage.controller.contentSource = .init(playerLayer: stage.layer)
        let surface = stage.session.window?.view.descendants(PictureInPictureSurface.self).first
        #expect(stage.controller.isPictureInPictureActive && surface?.player === stage.player)
        #expect(surface?.layer.sublayers?.isEmpty != false)
    }
}
