import Compositor
import CoreGraphics
import QuartzCore
import WindowSystem

/// The frame pipeline of a window in memory. Draws on the main thread within `commit`, because no display shows the
/// window in the meantime.
final class MemoryPipeline: FramePipeline {
    private let platform: any PlatformWindow
    private let compositor: LayerCompositor
    private var firstFrameShown: (@MainActor () -> Void)?
    private var mustDrawAll = false
    /// Whether a commit is in progress, and whether another one was requested meanwhile.
    private var isCommitting = false
    private var mustCommitAgain = false
    /// The number of commits in a row, so that layout that resizes the window each time comes to an end.
    private static let mostCommits = 4

    init(_ root: CALayer, _ platform: any PlatformWindow) {
        self.platform = platform
        compositor = LayerCompositor(root: root, scale: platform.scale)
        compositor.clock = { MainActor.assumeIsolated { HostTime.now } }
    }

    var scale: CGFloat {
        get { compositor.scale }
        set { compositor.scale = newValue }
    }

    var isAnimating: Bool { compositor.nextFrameTime != nil }

    func start(_ handlers: FrameHandlers) {
        firstFrameShown = handlers.firstFrameShown
        compositor.setNeedsRenderHandler(handlers.frameNeeded)
    }

    /// Layout within a commit may resize the window, which requests another commit: that one follows, because the compositor cannot begin
    /// a frame within a frame.
    func commit(at time: Double) {
        mustCommitAgain = true
        guard !isCommitting else { return }
        isCommitting = true
        defer { isCommitting = false }
        for _ in 0..<Self.mostCommits where mustCommitAgain {
            mustCommitAgain = false
            draw(at: time)
        }
    }

    private func draw(at time: Double) {
        let drawsAll = mustDrawAll
        mustDrawAll = false
        do {
            try platform.draw { surface, isFresh in
                compositor.render(into: surface, at: time, fullDamage: isFresh || drawsAll)
            }
        } catch {
            if error.code != .closed { Self.report(error) }
            return
        }
        firstFrameShown?()
        firstFrameShown = nil
    }

    var shownVideo: Set<ObjectIdentifier> { [] }

    func surfaceWasLost() { mustDrawAll = true }

    func end() { compositor.setNeedsRenderHandler(nil) }
}
