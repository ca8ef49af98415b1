import CSDL
import Foundation
import Synchronization

/// A thread that draws and shows one window, independently of the main thread.
///
/// The thread sleeps until a frame is requested or the display has lost the window's content. It draws nothing while no pixel of the window is
/// visible, except for the first frame. `DisplayWindow.startRendering(_:)` starts the thread; it ends when the window is closed, or when the
/// window or the display is lost.
package final class RenderThread: Sendable {
    private struct State {
        var isFrameNeeded = false
        var isStopped = false
    }

    private let state = Mutex(State())
    private let wake = WakeDescriptor()
    private let surface: DisplaySurface
    private let contents: any RenderContents
    /// Called on this thread when another program has destroyed the window.
    private let windowDestroyed: @Sendable () -> Void
    /// Minimum interval between frames, in seconds.
    private let spacing: TimeInterval

    /// Maximum sleep in seconds if no descriptor for waking the thread could be opened.
    private static let blindInterval: TimeInterval = 0.01

    init(
        _ surface: DisplaySurface, spacing: TimeInterval, contents: any RenderContents,
        windowDestroyed: @escaping @Sendable () -> Void
    ) {
        self.surface = surface
        self.spacing = spacing
        self.contents = contents
        self.windowDestroyed = windowDestroyed
    }

    func start() {
        let thread = Thread { self.run() }
        thread.name = "render"
        thread.start()
    }

    /// Requests a frame. Any thread; does not block. Requests before the frame is drawn are coalesced.
    package func setNeedsFrame() {
        let wasNeeded = state.withLock { state in
            defer { state.isFrameNeeded = true }
            return state.isFrameNeeded
        }
        if !wasNeeded { wake.raise() }
    }

    /// Ends the thread after the current frame. Any thread; does not block.
    func stop() {
        state.withLock { $0.isStopped = true }
        wake.raise()
    }

    private var isStopped: Bool { state.withLock { $0.isStopped } }

    private func run() {
        do throws(WindowError) {
            try serve(descriptor: try surface.open())
        } catch {
            // Drawing also fails when the window is closed meanwhile, which is not an error.
            guard !isStopped else { return }
            contents.renderingDidFail(error)
            if error.code == .destroyed { windowDestroyed() }
        }
    }

    private func serve(descriptor: Int32) throws(WindowError) {
        var earliest = -TimeInterval.infinity
        var mustReshow = false
        var hasDrawn = false
        while !isStopped {
            wake.lower()
            let changes = surface.serve()
            if let loss = changes.loss { throw loss }
            if changes.isExposed { mustReshow = true }
            let isFrameNeeded = state.withLock { $0.isFrameNeeded }
            let now = MonotonicTime.now
            var timeout: TimeInterval?
            // While the window is concealed, a requested frame stays requested and is drawn when the window is visible again.
            let canDraw = !changes.isBusy && !(changes.isConcealed && hasDrawn)
            if canDraw, isFrameNeeded, now >= earliest {
                earliest = now + spacing
                // Requests from here on are served by the next iteration.
                state.withLock { $0.isFrameNeeded = false }
                if try draw(showsAll: mustReshow) {
                    mustReshow = false
                    hasDrawn = true
                }
                continue
            } else if canDraw, mustReshow {
                surface.reshow()
                mustReshow = false
                continue
            } else if canDraw, isFrameNeeded {
                timeout = earliest - now
            }
            sleep(descriptor, timeout)
        }
    }

    /// - Returns: whether there was something to draw.
    private func draw(showsAll: Bool) throws(WindowError) -> Bool {
        guard let size = contents.takeFrame() else { return false }
        try surface.draw(width: size.width, height: size.height, showsAll: showsAll) { surface, isFresh in
            contents.render(into: surface, isFresh: isFresh)
        }
        contents.didShow()
        return true
    }

    private func sleep(_ descriptor: Int32, _ timeout: TimeInterval?) {
        let limit = wake.descriptor < 0 ? min(timeout ?? .infinity, Self.blindInterval) : timeout
        wait_until_readable(wake.descriptor, descriptor, limit.map { max($0, 0) } ?? -1)
    }
}
