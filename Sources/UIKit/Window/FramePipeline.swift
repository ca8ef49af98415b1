import Foundation
import QuartzCore

/// What a frame pipeline reports.
struct FrameHandlers: Sendable {
    /// The layer tree, or the size of a picture, has changed: `commit` is due. Called on any thread.
    let frameNeeded: @Sendable () -> Void
    /// The first frame has been handed to the window. Called once.
    let firstFrameShown: @MainActor () -> Void
}

/// The way from a tree of layers to the pixels of one window.
@MainActor protocol FramePipeline: AnyObject {
    /// Pixels in a point.
    var scale: CGFloat { get set }
    /// Whether an animation runs, so that the next refresh of the display needs a commit.
    var isAnimating: Bool { get }

    func start(_ handlers: FrameHandlers)
    /// Lays out and hands over what the layers show at `time`.
    func commit(at time: Double)
    /// Nothing of what was drawn is in the window any more.
    func surfaceWasLost()
    /// Ends observing the layers and their pictures. Twice is once.
    func end()
}

extension FramePipeline {
    /// Reports a failure of drawing on standard error.
    nonisolated static func report(_ error: some CustomStringConvertible) {
        FileHandle.standardError.write(Data("\(error)\n".utf8))
    }
}
