import HLS
import StreamRules
import Synchronization

/// A media playlist, which grows while it is live, with the facts of its segments. Thread-safe.
final class SegmentTable: Sendable {
    private struct State {
        var playlist: MediaPlaylist
        /// By position in `playlist`.
        var segments: [SegmentFacts?]
        var limits: [String] = []
        /// Requests that failed one after the other.
        var failures = 0
        var timeouts = 0
        /// Equal tables are stored once.
        var tables: Set<[TrackFacts]> = []
        var responses: Set<ResponseFacts> = []
    }

    /// A listed segment.
    struct Entry {
        var segment: MediaSegment
        var playlist: MediaPlaylist
        /// nil where the segment has not been measured.
        var facts: SegmentFacts?
    }

    /// The URL of the playlist, for messages.
    private let address: String
    private let state: Mutex<State>

    init(_ playlist: MediaPlaylist, address: String) {
        self.address = address
        state = Mutex(State(playlist: playlist, segments: Array(repeating: nil, count: playlist.segments.count)))
    }

    // MARK: - Reading

    var playlist: MediaPlaylist { state.withLock { $0.playlist } }

    var segments: [SegmentFacts?] { state.withLock { $0.segments } }

    var count: Int { state.withLock { $0.playlist.segments.count } }

    /// What was not looked at, and why: a sentence each.
    var limits: [String] { state.withLock { $0.limits } }

    /// Whether too many requests have failed in a row to make further ones.
    var isGivenUp: Bool {
        state.withLock { state in
            state.failures >= InspectionOptions.mostFailures || state.timeouts >= InspectionOptions.mostTimeouts
        }
    }

    func entry(at position: Int) -> Entry {
        state.withLock { state in
            Entry(
                segment: state.playlist.segments[position], playlist: state.playlist, facts: state.segments[position])
        }
    }

    /// Returns the position and the facts of a segment that has been measured.
    func measured(_ number: UInt64) -> (position: Int, facts: SegmentFacts)? {
        state.withLock { state in
            guard let position = state.playlist.segments.position(ofSequenceNumber: number),
                state.segments.indices.contains(position), let facts = state.segments[position]
            else { return nil }
            return (position, facts)
        }
    }

    /// The bytes and the longest load of the segments; nil where requests have failed.
    var cost: (bytes: Int, seconds: Double)? {
        let measured = segments.compactMap { $0 }
        guard measured.allSatisfy({ $0.failure == nil }) else { return nil }
        return (measured.reduce(0) { $0 + $1.byteCount }, measured.map(\.loadSeconds).max() ?? 0)
    }

    // MARK: - Changes

    func addLimit(_ text: String) { state.withLock { $0.limits.append("\(address): \(text)") } }

    func store(_ facts: SegmentFacts, _ position: Int) {
        state.withLock { state in
            var facts = facts
            facts.tracks = state.tables.insert(facts.tracks).memberAfterInsert
            if let response = facts.response { facts.response = state.responses.insert(response).memberAfterInsert }
            if state.segments.indices.contains(position) { state.segments[position] = facts }
            let isTimeout = facts.failure?.kind == .connection
            state.failures = facts.failure == nil ? 0 : state.failures + 1
            state.timeouts = isTimeout ? state.timeouts + 1 : 0
            guard
                state.failures == InspectionOptions.mostFailures
                    || isTimeout && state.timeouts == InspectionOptions.mostTimeouts
            else { return }
            state.limits.append(
                "\(address): after \(state.failures) failed requests in a row, the other segments were not requested.")
        }
    }

    /// Changes the facts of a segment that has been measured.
    func update(_ position: Int, _ change: (inout SegmentFacts) -> Void) {
        state.withLock { state in
            guard var facts = state.segments[position] else { return }
            change(&facts)
            state.segments[position] = facts
        }
    }

    /// Adds the segments of a newer state of the playlist.
    /// - Returns: whether it continues the known one; otherwise it replaces it, and no segment is measured.
    func extend(with newer: MediaPlaylist) -> Bool {
        state.withLock { state in
            let isContinued = state.playlist.extend(with: newer)
            if !isContinued { state.segments = [] }
            while state.segments.count < state.playlist.segments.count { state.segments.append(nil) }
            return isContinued
        }
    }
}
