/// The meaning of a word or of a fixed phrase, the same for all languages.
enum Concept: String, Sendable, Hashable, CaseIterable {
    // Questions
    case what, who, when, howLong
    // Things
    case this, film, title, cast, chapter, episode, beginning, end, remaining, upNext, audio, captions, speed
    // Actions
    case said, heard, again, play, pause, skip, goTo, add
    // Directions and states
    case forward, back, next, previous, faster, slower, normal, on, off, later
    // Small words with a meaning
    case not, to, inside, and, half, few, times, percent
    /// A or an: one, before a unit of time.
    case article
    /// Politeness and grammar: without a meaning for the player.
    case filler

    /// Concepts that a request has to account for; others do not exclude an interpretation.
    var isStrong: Bool {
        switch self {
        case .this, .film, .on, .to, .inside, .and, .half, .few, .times, .percent, .article, .filler: false
        default: true
        }
    }
}

enum TimeUnit: Double, Sendable, Hashable {
    case second = 1
    case minute = 60
    case hour = 3600

    /// The unit of a number that follows a number with this unit: "1 hour 20".
    var smaller: TimeUnit? {
        switch self {
        case .hour: .minute
        case .minute: .second
        case .second: nil
        }
    }
}
