import Dispatch
import Foundation

/// Where callbacks are called.
enum Delivery: Sendable {
    case queue(DispatchQueue)
    /// At least one; a place that is scheduled twice is in the list twice.
    case runLoops([RunLoopPlace])

    func perform(_ body: @escaping @Sendable () -> Void) {
        switch self {
        case .queue(let queue): queue.async(execute: body)
        case .runLoops(let places): for place in places { place.perform(body) }
        }
    }
}

/// A run loop in one mode.
struct RunLoopPlace: @unchecked Sendable, Equatable {
    // Sendable: from other threads, only timers are added, which Core Foundation's run loops lock themselves for.

    let runLoop: RunLoop
    let mode: RunLoop.Mode

    static func == (first: Self, second: Self) -> Bool {
        first.runLoop === second.runLoop && first.mode == second.mode
    }

    func perform(_ body: @escaping @Sendable () -> Void) {
        // A block of the run loop would not wake it.
        runLoop.add(Timer(fire: Date(), interval: 0, repeats: false) { _ in body() }, forMode: mode)
        // The main loop of windows serves the main run loop after each of its turns.
        if runLoop === RunLoop.main { DispatchQueue.main.async {} }
    }
}
