/// Why a tag is dropped or the playlist rejected, with the fault's rule and message.
enum TagFailure: Error {
    /// The tag is ignored.
    case drop(PlaylistRule, String)
    /// The whole playlist is unusable; parsing continues to find other faults.
    case reject(PlaylistRule, String)
    /// The whole playlist is unusable, and parsing stops.
    case stop(PlaylistRule, String)
}

/// Faults in the order found, up to a limit.
struct FaultLog {
    let limit: Int
    private(set) var faults: [PlaylistFault] = []
    private(set) var furtherCount = 0
    /// The first fault that makes the playlist unusable.
    private(set) var fatal: PlaylistFault?

    init(limit: Int) { self.limit = limit }

    /// Adds a final fault beyond the limit.
    mutating func close(_ rule: PlaylistRule, _ message: String) {
        faults.append(PlaylistFault(line: 0, rule: rule, level: .warning, message: message))
    }

    mutating func add(
        _ level: PlaylistFault.Level, _ rule: PlaylistRule, line: Int, isFatal: Bool = false, _ message: String
    ) {
        let fault = PlaylistFault(line: line, rule: rule, level: level, message: message)
        if isFatal, fatal == nil { fatal = fault }
        // The fault that rejects the playlist is kept regardless of the limit.
        if faults.count < limit || isFatal && fatal == fault { faults.append(fault) } else { furtherCount += 1 }
    }
}
