import CoreMedia
import Foundation
import Synchronization

/// The memory of a pool: blocks of one size, for buffers to take and to give back. Thread-safe.
final class PixelMemoryStore: Sendable {
    private struct Block: Sendable {
        let memory: PixelMemory
        /// The host time, in seconds, at which it was given back.
        let time: Double
    }

    private struct State: Sendable {
        /// Blocks that are not in use, the latest at the end.
        var free: [Block] = []
        var countInUse = 0
    }

    private let byteCount: Int
    private let minimumCount: Int
    private let maximumAge: Double
    private let state = Mutex(State())

    /// - Parameter maximumAge: in seconds; 0 or less: without end.
    init(byteCount: Int, minimumCount: Int, maximumAge: Double) {
        self.byteCount = byteCount
        self.minimumCount = max(minimumCount, 0)
        self.maximumAge = maximumAge > 0 ? maximumAge : .infinity
    }

    var countInUse: Int { state.withLock { $0.countInUse } }

    /// Returns the block that was given back last, or a new one; nil when memory is exhausted.
    func take() -> PixelMemory? {
        let now = Self.now
        let reused = state.withLock { state -> PixelMemory? in
            state.countInUse += 1
            let block = state.free.popLast()
            removeAged(&state, now)
            return block?.memory
        }
        if let reused { return reused }
        let made = PixelMemory(byteCount: byteCount, alignment: PixelLayout.minimumAlignment)
        if made == nil { state.withLock { $0.countInUse -= 1 } }
        return made
    }

    func giveBack(_ memory: PixelMemory) {
        let now = Self.now
        state.withLock { state in
            state.countInUse -= 1
            state.free.append(Block(memory: memory, time: now))
            removeAged(&state, now)
        }
    }

    /// Releases the blocks that are not in use: all of them, or those that are older than the maximum age.
    func flush(all: Bool) {
        let now = Self.now
        state.withLock { state in
            if all { state.free = [] } else { removeAged(&state, now) }
        }
    }

    private func removeAged(_ state: inout State, _ now: Double) {
        while state.free.count > minimumCount, let oldest = state.free.first, now - oldest.time > maximumAge {
            state.free.removeFirst()
        }
    }

    private static var now: Double { CMClock.hostTimeClock.time.seconds }
}
