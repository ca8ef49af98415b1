import CoreGraphics
import Synchronization

/// Runs a block when the animations of a transaction have ended.
final class TransactionCompletion {
    private var running = 0
    private var isCommitted = false
    private var block: (() -> Void)?

    var blockToRun: (() -> Void)? {
        get { block }
        set { block = newValue }
    }

    func begin() { running += 1 }

    func end() {
        running -= 1
        finishIfDone()
    }

    func commit() {
        isCommitted = true
        finishIfDone()
    }

    private func finishIfDone() {
        guard isCommitted, running <= 0, let block else { return }
        self.block = nil
        block()
    }
}

/// The animation settings of subsequent layer changes on this thread.
open class CATransaction: NSObject {
    private struct Level {
        var disableActions: Bool?
        var duration: Double?
        var timingFunction: CAMediaTimingFunction?
        var completion = TransactionCompletion()
    }

    /// The nested transactions of one thread, stored in the thread's dictionary, so that no other thread accesses them.
    private final class Levels {
        var levels: [Level] = []
    }

    /// The default duration of an animation in seconds.
    static let defaultDuration = 0.25
    private static let key = "QuartzCore.CATransaction"
    /// Whether any thread has ever begun a transaction: most layers change without one.
    private static let isUsed = Atomic(false)

    private static var current: Levels {
        if let levels = Thread.current.threadDictionary[key] as? Levels { return levels }
        let levels = Levels()
        Thread.current.threadDictionary[key] = levels
        return levels
    }

    private static func innermost<T>(_ value: (Level) -> T?) -> T? {
        guard isUsed.load(ordering: .relaxed) else { return nil }
        return current.levels.reversed().lazy.compactMap(value).first
    }

    private static func change(_ body: (inout Level) -> Void) {
        isUsed.store(true, ordering: .relaxed)
        let levels = current
        // Apple has an implicit transaction that ends with the run loop's turn. Here: there is none without `begin`.
        guard !levels.levels.isEmpty else { return }
        body(&levels.levels[levels.levels.count - 1])
    }

    open class func begin() {
        isUsed.store(true, ordering: .relaxed)
        current.levels.append(Level())
    }

    open class func commit() {
        current.levels.popLast()?.completion.commit()
    }

    /// Apple: commits pending changes. Here: changes reach the compositor immediately.
    open class func flush() {}

    open class func disableActions() -> Bool { innermost(\.disableActions) ?? false }

    open class func setDisableActions(_ flag: Bool) { change { $0.disableActions = flag } }

    open class func animationDuration() -> Double { innermost(\.duration) ?? defaultDuration }

    open class func setAnimationDuration(_ duration: Double) { change { $0.duration = duration } }

    open class func animationTimingFunction() -> CAMediaTimingFunction? { innermost(\.timingFunction) }

    open class func setAnimationTimingFunction(_ function: CAMediaTimingFunction?) {
        change { $0.timingFunction = function }
    }

    open class func completionBlock() -> (() -> Void)? {
        guard isUsed.load(ordering: .relaxed) else { return nil }
        return current.levels.last?.completion.blockToRun
    }

    /// Sets the block that runs when the animations added after this call have ended; at `commit` where there are none.
    open class func setCompletionBlock(_ block: (() -> Void)?) {
        change { $0.completion.blockToRun = block }
    }

    static func currentCompletion() -> TransactionCompletion? {
        guard isUsed.load(ordering: .relaxed) else { return nil }
        return current.levels.last?.completion
    }
}
