import CoreGraphics
import Foundation
import QuartzCore
import Synchronization
import UIKit
import VideoFrames
import WindowSystem

/// Single-color video that can be changed on any thread and counts the drawn frames.
final class ProbeVideo: VideoFrameSource {
    /// The pixels of a frame.
    private final class Pixels: @unchecked Sendable {
        // The memory is only read after the object was made.
        let memory: UnsafeMutableBufferPointer<UInt32>

        init(_ color: UInt32, count: Int) {
            memory = .allocate(capacity: count)
            memory.initialize(repeating: color)
        }

        deinit { memory.deallocate() }
    }

    private struct State {
        var frame: VideoFrame?
        var generation: UInt64 = 0
        var size = (width: 16, height: 9)
        var drawnGeneration: UInt64 = 0
        var handlers: [ObjectIdentifier: @Sendable () -> Void] = [:]
    }

    private static let alive = Atomic<Int>(0)
    /// The number of sources that are still retained.
    static var aliveCount: Int { alive.load(ordering: .relaxed) }

    private let state = Mutex(State())

    init() { Self.alive.add(1, ordering: .relaxed) }

    deinit { Self.alive.subtract(1, ordering: .relaxed) }

    var generation: UInt64 { state.withLock { $0.generation } }
    var drawnGeneration: UInt64 { state.withLock { $0.drawnGeneration } }
    var currentFrame: NumberedFrame? {
        state.withLock { state in state.frame.map { NumberedFrame($0, generation: state.generation) } }
    }

    @discardableResult
    func show(_ color: UInt32, width: Int? = nil, height: Int? = nil) -> UInt64 {
        let (handlers, generation) = state.withLock { state in
            state.generation += 1
            state.size = (width ?? state.size.width, height ?? state.size.height)
            let pixels = Pixels(color, count: state.size.width * state.size.height)
            let planes = pixels.memory.baseAddress.map {
                [FramePlane(base: UnsafeRawPointer($0), bytesPerRow: state.size.width * 4)]
            }
            state.frame = VideoFrame(
                storage: .planes(planes ?? []), format: .bgr0, width: state.size.width, height: state.size.height,
                owner: pixels)
            return (Array(state.handlers.values), state.generation)
        }
        for handler in handlers { handler() }
        return generation
    }

    func didDraw(generation: UInt64) {
        state.withLock { $0.drawnGeneration = max($0.drawnGeneration, generation) }
    }

    func setChangeHandler(for observer: ObjectIdentifier, _ handler: (@Sendable () -> Void)?) {
        state.withLock { $0.handlers[observer] = handler }
    }

    /// Presents frames, at most 60 per second and each after the previous one was drawn.
    /// - Returns: the number of frames drawn in time.
    func play(frames: Int) -> Int {
        var drawn = 0
        for frame in 0..<frames {
            let generation = show(0xFF00_0000 | UInt32(frame & 0xFF) << 8)
            blockThread(within: 1.0 / 60)
            blockThread(within: 1) { drawnGeneration >= generation }
            if drawnGeneration >= generation { drawn += 1 }
        }
        return drawn
    }
}

/// Creates a window whose upper part is red and whose lower part is video.
@MainActor
func makeWindow(_ source: ProbeVideo, size: CGSize = CGSize(width: 320, height: 240)) -> UIWindow {
    let window = UIWindow(frame: CGRect(origin: .zero, size: size))
    let controller = UIViewController()
    controller.view.backgroundColor = .red
    let video = UIView(frame: CGRect(x: 0, y: 100, width: size.width, height: size.height - 100))
    video.layer.contents = source
    video.layer.contentsGravity = .resize
    controller.view.addSubview(video)
    window.rootViewController = controller
    return window
}

/// Blocks the main thread four times, each time until an input line is read, while another thread presents frames.
@MainActor
func probeBusyMain() {
    let video = ProbeVideo()
    let window = makeWindow(video)
    window.makeKeyAndVisible()
    var rounds = 0
    func block() {
        rounds += 1
        let round = rounds
        Thread.detachNewThread {
            tell("drawn \(video.play(frames: 60))")
            // The last frame of a round also has another size.
            video.show(0xFF00_00FF - UInt32(round) * 0x10, width: 16, height: 8 + round)
            tell("hold \(round)")
        }
        guard readLine() != nil else { exit(8) }
        guard rounds < 4 else { exit(0) }
        MainLoop.shared.schedule(after: .milliseconds(50)) { block() }
    }
    MainLoop.shared.schedule(after: .milliseconds(300)) { block() }
    exit((try? MainLoop.shared.run()) ?? 1)
}

/// Shows a window and then never returns to the main loop; another thread executes the commands "play COUNT", "flash COUNT",
/// "resize COUNT", "color VALUE", "memory" and "quit".
@MainActor
func probeStuckMain() {
    let video = ProbeVideo()
    let window = makeWindow(video)
    window.makeKeyAndVisible()
    let identifier = (window.platform as? DisplayWindow)?.systemIdentifier ?? 0
    Thread.detachNewThread {
        while let line = readLine() {
            let words = line.split(separator: " ")
            let number = words.last.flatMap { Int($0) } ?? 0
            switch words.first {
            case "play": tell("played \(video.play(frames: number))")
            case "flash": tell("flashed \(video.flash(frames: number))")
            case "resize":
                // Frames of other sizes request commits, which the main thread does not make.
                for frame in 0..<number {
                    video.show(0xFF00_0000 | UInt32(frame), width: 320 + frame % 2, height: 180)
                    usleep(1000)
                }
                tell("resized")
            case "color":
                video.show(0xFF00_0000 | UInt32(number))
                tell("colored")
            case "memory": tell("memory \(residentKilobytes())")
            default: exit(0)
            }
        }
    }
    window.firstFrameHandler = {
        tell("stuck \(identifier)")
        while true { sleep(1) }
    }
    exit((try? MainLoop.shared.run()) ?? 1)
}

/// The resident memory of this process.
private func residentKilobytes() -> Int {
    let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
    let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    return pages * Int(sysconf(Int32(_SC_PAGESIZE))) / 1024
}

/// Opens, changes, resizes and closes windows while two threads change their video.
@MainActor
func probeRaces(_ count: Int) {
    UIApplication.endsWithLastWindow = false
    let isOver = Mutex(false)
    let current = Mutex<[ProbeVideo]>([])
    for thread in 0..<2 {
        Thread.detachNewThread {
            var number: UInt32 = 0
            while !isOver.withLock({ $0 }) {
                number &+= 1
                let videos = current.withLock { $0 }
                for video in videos {
                    video.show(0xFF00_0000 | number, width: 16 + thread, height: 9 + Int(number & 3))
                }
                blockThread(within: .random(in: 0...0.002))
            }
        }
    }
    func turn(_ milliseconds: Int) {
        var isDue = false
        MainLoop.shared.schedule(after: .milliseconds(milliseconds)) { isDue = true }
        _ = try? MainLoop.shared.run(until: { isDue })
    }
    for round in 0..<count {
        let videos = [ProbeVideo(), ProbeVideo()]
        let window = makeWindow(videos[0])
        let root = window.rootViewController?.view
        let second = UIView(frame: CGRect(x: 10, y: 10, width: 90, height: 80))
        second.layer.contents = videos[1]
        second.layer.cornerRadius = 8
        second.layer.masksToBounds = true
        root?.addSubview(second)
        window.makeKeyAndVisible()
        current.withLock { $0 = videos }
        turn(Int.random(in: 0...8))
        window.platform?.size = CGSize(width: Int.random(in: 100...500), height: Int.random(in: 110...400))
        root?.backgroundColor = round.isMultiple(of: 2) ? .green : .blue
        turn(Int.random(in: 0...8))
        second.removeFromSuperview()
        turn(Int.random(in: 0...4))
        window.close()
    }
    isOver.withLock { $0 = true }
    current.withLock { $0 = [] }
    turn(300)
    tell("alive \(ProbeVideo.aliveCount)")
    let names = ((try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []).map {
        (try? String(contentsOfFile: "/proc/self/task/\($0)/comm", encoding: .utf8)) ?? ""
    }
    tell("renderThreads \(names.filter { $0.hasPrefix("render") }.count)")
    tell("descriptors \((try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd"))?.count ?? -1)")
    exit(0)
}
