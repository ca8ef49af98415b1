import AVKit
import Foundation
import Synchronization

/// Threads that create trees of layers in transactions, for the main thread to show.
///
/// A layer belongs to one thread at a time: the trees are passed on and not used by their creator again.
final class LayerBuilders: Sendable {
    private static let threadCount = 3
    private static let capacity = 8

    /// Trees on their way to the main thread.
    ///
    /// `@unchecked Sendable`: the lock of `State` orders the creator's last access before the main thread's first one.
    private struct Trees: @unchecked Sendable {
        var layers: [CALayer] = []
    }

    private struct State {
        var trees = Trees()
        var isStopped = true
        var running = 0
    }

    private let state = Mutex(State())

    func start() {
        state.withLock { $0.isStopped = false }
        for _ in 0..<Self.threadCount {
            state.withLock { $0.running += 1 }
            Thread.detachNewThread { [self] in
                while !state.withLock({ $0.isStopped }) {
                    if state.withLock({ $0.trees.layers.count < Self.capacity }) { build() }
                    usleep(UInt32.random(in: 200...2000))
                }
                state.withLock { $0.running -= 1 }
            }
        }
    }

    func stop() { state.withLock { $0.isStopped = true } }

    func removeAll() { _ = take() }

    /// Returns the trees created since the last call.
    func take() -> [CALayer] {
        state.withLock { state in
            defer { state.trees.layers = [] }
            return state.trees
        }.layers
    }

    private func build() {
        CATransaction.begin()
        CATransaction.setDisableActions(Bool.random())
        let top = CALayer()
        top.backgroundColor = CGColor(red: 1, green: 0.6, blue: 0, alpha: 1)
        top.masksToBounds = true
        for index in 0..<Int.random(in: 1...6) {
            let layer = index.isMultiple(of: 2) ? CALayer() : AVPlayerLayer(player: nil)
            layer.frame = CGRect(x: index * 30, y: 2, width: 40, height: 12)
            layer.backgroundColor = CGColor(red: 0, green: 0.4, blue: 1, alpha: 1)
            layer.cornerRadius = CGFloat(index)
            layer.opacity = Float.random(in: 0.2...1)
            top.addSublayer(layer)
        }
        CATransaction.commit()
        let trees = Trees(layers: [top])
        state.withLock { $0.trees.layers += trees.layers }
    }
}
