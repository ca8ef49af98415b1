/// Why a tag is not taken. The sentence goes into the fault.
enum TagFailure: Error {
    /// The tag is ignored.
    case drop(PlaylistRule, String)
    /// The whole playlist is unusable; parsing goes on, to find the other faults.
    case reject(PlaylistRule, String)
    /// The whole playlist is unusable, and parsing ends here.
    case stop(PlaylistRule, String)
}

/// Faults in the order found, up to a limit.
struct FaultLog {
    let limit: Int
    private(set) var faults: [PlaylistFault] = []
    private(set) var furtherCount = 0
    /// The first that makes the playlist unusable.
    private(set) var fatal: PlaylistFault?

    init(limit: Int) { self.limit = limit }

    /// Adds a last one, beyond the limit.
    mutating func close(_ rule: PlaylistRule, _ message: String) {
        faults.append(PlaylistFault(line: 0, rule: rule, level: .warning, message: message))
    }

    mutating func add(
        _ level: PlaylistFault.Level, _ rule: PlaylistRule, line: Int, isFatal: Bool = false, _ message: String
    ) {
        let fault = PlaylistFault(line: line, rule: rule, level: level, message: message)
        if isFatal, fatal == nil { fatal = fault }
        // The reason for rejecting is kept whatever the limit.
        if faults.count < limit || isFatal && fatal == fault { faults.append(fault) } else { furtherCount += 1 }
    }
}
