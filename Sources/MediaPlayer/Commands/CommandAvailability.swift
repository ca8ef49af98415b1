import NowPlayingModel

/// The commands that a remote control can give now, and their settings.
struct CommandAvailability: Sendable, Hashable {
    var names: Set<RemoteCommandName> = []
    /// The rates of `MPChangePlaybackRateCommand`; empty where the app names none.
    var rates: [Double] = []
    var repeats: MPRepeatType = .off
    var shuffles: MPShuffleType = .off
    /// How controls present the available feedback commands.
    var feedback: [Feedback] = []

    struct Feedback: Sendable, Hashable {
        var name: RemoteCommandName
        /// Whether the feedback has been given for the item.
        var isActive: Bool
        var title: String
        var shortTitle: String
    }

    func has(_ name: RemoteCommandName) -> Bool { names.contains(name) }

    /// Returns the commands of both; the settings of this one take precedence where it has the command.
    func union(_ other: CommandAvailability) -> CommandAvailability {
        var result = self
        result.names.formUnion(other.names)
        if !has(.changePlaybackRate) { result.rates = other.rates }
        if !has(.changeRepeatMode) { result.repeats = other.repeats }
        if !has(.changeShuffleMode) { result.shuffles = other.shuffles }
        result.feedback += other.feedback.filter { !has($0.name) }
        return result
    }

    /// The rates that can be chosen, 1 among them.
    var rateRange: ClosedRange<Double> {
        guard has(.changePlaybackRate) else { return 1...1 }
        let all = rates.filter { $0.isFinite && $0 != 0 } + [1]
        return (all.min() ?? 1)...(all.max() ?? 1)
    }
}
