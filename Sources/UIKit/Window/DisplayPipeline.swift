import Compositor
import CoreGraphics
import Foundation
import QuartzCore
import Synchronization
import WindowSystem

/// The frame pipeline of a window on a display. The main thread commits display lists; the window's render thread draws
/// the latest list, and again for each new video frame.
final class DisplayPipeline: FramePipeline {
    private let platform: DisplayWindow
    private let committer: LayerCommitter
    private var output: (renderer: WindowRenderer, thread: RenderThread, observation: FrameObservation)?

    init(_ root: CALayer, _ platform: DisplayWindow) {
        self.platform = platform
        committer = LayerCommitter(root: root, scale: platform.scale)
        committer.clock = { MainActor.assumeIsolated { HostTime.now } }
    }

    var scale: CGFloat {
        get { committer.scale }
        set { committer.scale = newValue }
    }

    var isAnimating: Bool { committer.nextFrameTime != nil }

    func start(_ handlers: FrameHandlers) {
        committer.setNeedsCommitHandler(handlers.frameNeeded)
        let renderer = WindowRenderer(handlers)
        guard let thread = platform.startRendering(renderer) else { return }
        // New video frames wake the render thread directly, from whichever thread delivers them.
        output = (renderer, thread, FrameObservation { thread.setNeedsFrame() })
    }

    func commit(at time: Double) {
        let former = committer.list.number
        let list = committer.commit(width: platform.pixelSize.width, height: platform.pixelSize.height, at: time)
        guard list.number != former, let output else { return }
        output.observation.observe(list)
        output.renderer.submit(list)
        output.thread.setNeedsFrame()
    }

    var shownVideo: Set<ObjectIdentifier> { committer.list.sourcesWithFrame }

    /// Does nothing: the display window informs its render thread itself.
    func surfaceWasLost() {}

    func end() {
        committer.setNeedsCommitHandler(nil)
        output?.observation.end()
        output = nil
    }
}

/// The content of a window on its render thread: the last committed display list, with the current frames of its video
/// sources.
final class WindowRenderer: RenderContents {
    private struct Drawing {
        let renderer = DisplayListRenderer()
        var list: DisplayList?
        var hasShown = false
        /// The number of the last display list for which a change of video size was reported to the main thread.
        var outdated: UInt64 = 0
    }

    private let committed = Mutex<DisplayList?>(nil)
    private let drawing = Mutex(Drawing())
    private let handlers: FrameHandlers

    init(_ handlers: FrameHandlers) { self.handlers = handlers }

    /// Sets the display list for the next drawing. Can be called on any thread; a list that was committed before the current one is ignored.
    func submit(_ list: DisplayList) {
        committed.withLock { current in
            if let current, current.number > list.number { return }
            current = list
        }
    }

    func takeFrame() -> (width: Int, height: Int)? {
        guard let list = committed.withLock({ $0 }) else { return nil }
        drawing.withLock { $0.list = list }
        return (list.width, list.height)
    }

    func render(into surface: PixelSurface, isFresh: Bool) -> [PixelRect] {
        let (rects, isOutdated) = drawing.withLock { drawing -> ([PixelRect], Bool) in
            guard let list = drawing.list else { return ([], false) }
            let isOutdated = drawing.outdated != list.number && list.hasNewVideoSize
            if isOutdated { drawing.outdated = list.number }
            return (drawing.renderer.draw(list, into: surface, fullDamage: isFresh), isOutdated)
        }
        if isOutdated { handlers.frameNeeded() }
        return rects
    }

    func didShow() {
        let isFirst = drawing.withLock { drawing in
            defer { drawing.hasShown = true }
            return !drawing.hasShown
        }
        guard isFirst else { return }
        let handler = handlers.firstFrameShown
        DispatchQueue.main.async { MainActor.assumeIsolated(handler) }
    }

    func renderingDidFail(_ error: WindowError) {
        // Releases bitmaps and video sources that are no longer drawn.
        committed.withLock { $0 = nil }
        drawing.withLock { $0 = Drawing() }
        // The main thread reports the loss of a window or display once, when it closes the windows.
        if error.code != .destroyed, error.code != .displayLost { DisplayPipeline.report(error) }
    }
}
