import Foundation
import QuartzCore

/// The callbacks of a frame pipeline.
struct FrameHandlers: Sendable {
    /// The layer tree or the size of a video frame has changed, so `commit` must be called. Called on any thread.
    let frameNeeded: @Sendable () -> Void
    /// The first frame has been passed to the window. Called once.
    let firstFrameShown: @MainActor () -> Void
}

/// The rendering pipeline from a layer tree to the pixels of one window.
@MainActor protocol FramePipeline: AnyObject {
    /// Pixels per point.
    var scale: CGFloat { get set }
    /// Whether an animation is running, so that the next display refresh needs a commit.
    var isAnimating: Bool { get }

    func start(_ handlers: FrameHandlers)
    /// Performs layout and renders the state of the layers at `time`, or passes it to the render thread.
    func commit(at time: Double)
    /// The contents of the layers that display video, for keeping the display awake; empty where no display shows them.
    var shownVideo: Set<ObjectIdentifier> { get }
    /// Notifies the pipeline that the window's surface has lost its content.
    func surfaceWasLost()
    /// Stops observing the layers and their images. Can be called repeatedly.
    func end()
}

extension FramePipeline {
    /// Writes a rendering error to standard error.
    nonisolated static func report(_ error: some CustomStringConvertible) {
        FileHandle.standardError.write(Data("\(error)\n".utf8))
    }
}
