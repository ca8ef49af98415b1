import NowPlayingModel

/// The numbers of tracks on the bus. A track keeps its number while it is current or in the queue; numbers are not used again.
struct TrackNumbers: Sendable {
    private(set) var current: NowPlayingIdentity?
    private(set) var queue: [QueuedTrack] = []
    private var numbers: [NowPlayingIdentity: Int] = [:]
    private var last = 0

    mutating func setCurrent(_ identity: NowPlayingIdentity?) {
        current = identity
        renumber()
    }

    mutating func setQueue(_ tracks: [QueuedTrack]) {
        queue = Array(tracks.prefix(Self.limit))
        renumber()
    }

    private mutating func renumber() {
        let wanted = queue.map(\.identity) + (current.map { [$0] } ?? [])
        numbers = numbers.filter { wanted.contains($0.key) }
        for identity in wanted where numbers[identity] == nil {
            last += 1
            numbers[identity] = last
        }
    }

    /// Returns the tracks of the queue, or the current one alone, and the current one.
    func tracks(current record: NowPlayingRecord?) -> ([PlayerContent.Track], PlayerContent.Track?) {
        guard let current, let record, let number = numbers[current] else { return ([], nil) }
        let track = PlayerContent.Track(number: number, title: record.text(.title), duration: record.duration)
        guard queue.contains(where: { $0.identity == current }) else { return ([track], track) }
        let tracks = queue.map { queued in
            queued.identity == current
                ? track
                : PlayerContent.Track(
                    number: numbers[queued.identity] ?? 0, title: queued.title, duration: queued.duration)
        }
        return (tracks, track)
    }

    func identity(at path: String) -> NowPlayingIdentity? {
        numbers.first { PlayerContent.Track(number: $0.value).path == path }?.key
    }

    /// The maximum number of tracks on the bus.
    private static let limit = 500
}
