/// The tolerances of the rules, in seconds where nothing else is said. The guide names none: they are decisions of this project.
public enum Tolerance {
    /// From the start of playback to the first update.
    public static let firstUpdate = 2.0
    /// From a pause or play to its update.
    public static let update = 1.5
    /// From a seek, a command or the end of an item to its effect.
    public static let effect = 2.0
    /// Between properties that change together but arrive in separate messages.
    public static let order = 0.5
    /// Between the stated and the extrapolated elapsed time: a greater difference is a seek.
    public static let elapsed = 2.0
    /// Between the stated and the extrapolated elapsed time of an update that also changes the rate.
    public static let jump = 5.0
    /// Between durations.
    public static let duration = 1.0
    /// Between dates.
    public static let date = 5.0
    /// From the end of the item to the nil dictionary.
    public static let completion = 30.0
    /// From an event to updates that still belong to it.
    public static let event = 1.0
    /// The share of an item before which the progress cannot be 1.
    public static let creditsShare = 0.85
    /// The number of updates without an event at equal intervals that prove a timer.
    public static let timerUpdates = 4
}
