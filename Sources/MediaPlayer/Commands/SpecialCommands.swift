public import Foundation
import Synchronization

/// A command that jumps by an interval.
open class MPSkipIntervalCommand: MPRemoteCommand, @unchecked Sendable {
    // Unchecked: the value is protected by its mutex; so are those of the commands below.
    private let intervals = Mutex<[Double]>([])

    /// The intervals in seconds that controls offer; the first is used where a control names none. Empty: 10 seconds.
    open var preferredIntervals: [NSNumber] {
        get { intervals.withLock { $0 }.map { NSNumber(value: $0) } }
        set {
            let values = newValue.map(\.doubleValue)
            intervals.withLock { $0 = values }
            noteChange()
        }
    }

    var preferredInterval: Double {
        intervals.withLock { $0.first { $0.isFinite && $0 > 0 } } ?? Self.standardInterval
    }
    private static let standardInterval = 10.0
}

/// A command that seeks to a position.
open class MPChangePlaybackPositionCommand: MPRemoteCommand, @unchecked Sendable {}

/// A command that changes the playback rate.
open class MPChangePlaybackRateCommand: MPRemoteCommand, @unchecked Sendable {
    private let rates = Mutex<[Double]>([])

    /// The rates that controls offer.
    open var supportedPlaybackRates: [NSNumber] {
        get { rates.withLock { $0 }.map { NSNumber(value: $0) } }
        set {
            let values = newValue.map(\.doubleValue)
            rates.withLock { $0 = values }
            noteChange()
        }
    }
}

/// A command that changes how the queue repeats.
open class MPChangeRepeatModeCommand: MPRemoteCommand, @unchecked Sendable {
    private let type = Mutex(MPRepeatType.off)

    /// The present mode, which controls display.
    open var currentRepeatType: MPRepeatType {
        get { type.withLock { $0 } }
        set {
            type.withLock { $0 = newValue }
            noteChange()
        }
    }
}

/// A command that changes how the queue is shuffled.
open class MPChangeShuffleModeCommand: MPRemoteCommand, @unchecked Sendable {
    private let type = Mutex(MPShuffleType.off)

    /// The present mode, which controls display.
    open var currentShuffleType: MPShuffleType {
        get { type.withLock { $0 } }
        set {
            type.withLock { $0 = newValue }
            noteChange()
        }
    }
}

/// A command that rates the item.
open class MPRatingCommand: MPRemoteCommand, @unchecked Sendable {
    private let range = Mutex((minimum: Float(0), maximum: Float(1)))

    open var minimumRating: Float {
        get { range.withLock { $0.minimum } }
        set { range.withLock { $0.minimum = newValue } }
    }
    open var maximumRating: Float {
        get { range.withLock { $0.maximum } }
        set { range.withLock { $0.maximum = newValue } }
    }
}

/// A command that likes, dislikes or bookmarks the item.
open class MPFeedbackCommand: MPRemoteCommand, @unchecked Sendable {
    private struct Look {
        var isActive = false
        var title = ""
        var shortTitle = ""
    }
    private let look = Mutex(Look())

    /// Whether the feedback has been given for the item.
    open var isActive: Bool {
        get { look.withLock { $0.isActive } }
        set { change { $0.isActive = newValue } }
    }
    open var localizedTitle: String {
        get { look.withLock { $0.title } }
        set { change { $0.title = newValue } }
    }
    open var localizedShortTitle: String {
        get { look.withLock { $0.shortTitle } }
        set { change { $0.shortTitle = newValue } }
    }

    private func change(_ body: (inout Look) -> Void) {
        look.withLock { body(&$0) }
        noteChange()
    }

    /// How controls present the command.
    var presentation: CommandAvailability.Feedback {
        look.withLock {
            .init(name: name, isActive: $0.isActive, title: $0.title, shortTitle: $0.shortTitle)
        }
    }
}
