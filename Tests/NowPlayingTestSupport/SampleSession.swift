public import Foundation
public import NowPlayingValidation

/// A recording of the guide's whole event table, without a mistake, for each kind of content.
public struct SampleSession: Sendable {
    public static let player = "org.mpris.MediaPlayer2.ServiceApp.instance100"
    /// The net duration of the movie and the episodes in seconds.
    public static let duration = 600.0
    /// The start of the recording, 2026-03-02T18:00:00Z.
    public static let start = Date(timeIntervalSince1970: 1_772_474_400)
    public static let commands = [
        "changePlaybackPosition", "pause", "play", "seekBackward", "seekForward", "togglePlayPause",
    ]

    public let kind: ContentKind
    public var records: [NowPlayingRecord]

    private init(_ kind: ContentKind) {
        self.kind = kind
        records = []
    }

    /// Returns the session of a kind: start, pause by a remote command, play, seek, pause, seek while paused, play, seek, completion; an
    /// episode is followed by the next one, which is dismissed.
    public static func clean(_ kind: ContentKind) -> SampleSession {
        var session = SampleSession(kind)
        session.add(0, .appeared) {
            $0.hasInfo = true
            $0.state = .unknown
            $0.commands = []
        }
        session.add(0.5, .commands) { $0.commands = commands }
        session.add(1, .state) { $0.state = .playing }
        session.publish(1.2, position: 30, rate: 1)
        session.add(13.2, .command) {
            $0.command = "pause"
            $0.arguments = [:]
            $0.status = 0
        }
        session.publish(13.25, position: 42, rate: 0)
        session.add(13.26, .state) { $0.state = .paused }
        session.publish(20, position: 42, rate: 1)
        session.add(20.01, .state) { $0.state = .playing }
        session.seek(30, to: 300, rate: 1)
        session.add(50, .state) { $0.state = .paused }
        session.publish(50.05, position: 320, rate: 0)
        session.seek(60, to: 100, rate: 0)
        session.publish(65, position: 100, rate: 1)
        session.add(65.01, .state) { $0.state = .playing }
        session.seek(75, to: 560, rate: 1)
        session.end(115)
        if kind == .episode {
            session.add(117, .commands) { $0.commands = commands }
            session.add(118, .state) { $0.state = .playing }
            session.publish(118.1, position: 0, rate: 1, identifier: "show-1-2")
            session.end(140)
        }
        session.add(150, .gone) { _ in }
        return session
    }

    /// The log of the session.
    public var log: String { records.map(NowPlayingLogWriter.line).joined() }

    /// Returns the dictionary at a position of the stream, in seconds.
    public func info(
        position: Double, rate: Double, time: Double, identifier: String? = nil
    ) -> NowPlayingInfo {
        var info = NowPlayingInfo([
            "title": .text("Sample \(kind.rawValue)"), "playbackRate": .number(rate), "defaultPlaybackRate": 1,
            "mediaType": 2,
        ])
        switch kind.category {
        case .onDemand:
            info[.playbackDuration] = .number(Self.duration)
            info[.elapsedPlaybackTime] = .number(position)
            info[.externalContentIdentifier] = .text(identifier ?? (kind == .movie ? "movie-1" : "show-1-1"))
            info[.playbackProgress] = .number(position >= 540 ? 1 : (position / 6).rounded() / 100)
        case .event, .live:
            // The stream began an hour before the recording, and the viewer is behind its edge.
            let date = Self.start.addingTimeInterval(position - 3_600)
            info[.currentPlaybackDate] = .text(NowPlayingDate.text(date))
            info[.isLiveStream] = true
            if kind == .event {
                info[.externalContentIdentifier] = .text("event-1")
            } else {
                info[.serviceIdentifier] = .text("com.example.channel.one")
            }
        }
        return info
    }

    // MARK: Building

    private mutating func add(
        _ time: Double, _ event: NowPlayingRecord.Event, _ change: (inout NowPlayingRecord) -> Void
    ) {
        var record = NowPlayingRecord(
            time: time, date: Self.start.addingTimeInterval(time), player: Self.player, event: event)
        change(&record)
        records.append(record)
    }

    private mutating func publish(_ time: Double, position: Double, rate: Double, identifier: String? = nil) {
        let info = info(position: position, rate: rate, time: time, identifier: identifier)
        add(time, .info) {
            $0.info = info
            $0.hasInfo = true
        }
    }

    private mutating func seek(_ time: Double, to position: Double, rate: Double) {
        add(time, .seeked) { $0.position = position }
        publish(time + 0.02, position: position, rate: rate)
    }

    private mutating func end(_ time: Double) {
        add(time, .info) { $0.hasInfo = true }
        add(time + 0.01, .state) { $0.state = .stopped }
        add(time + 0.1, .commands) { $0.commands = [] }
    }

    // MARK: Changing

    /// Inserts a record at its time.
    public mutating func insert(_ record: NowPlayingRecord) {
        let index = records.firstIndex { $0.time > record.time } ?? records.endIndex
        records.insert(record, at: index)
    }

    /// Inserts an update.
    public mutating func insertInfo(
        at time: Double, _ info: NowPlayingInfo?
    ) {
        insert(.info(info, time: time, date: Self.start.addingTimeInterval(time), player: Self.player))
    }

    public mutating func remove(from: Double, to: Double, _ event: NowPlayingRecord.Event? = nil) {
        records.removeAll { (from...to).contains($0.time) && (event == nil || $0.event == event) }
    }

    /// Changes the dictionaries that are published in a span of time.
    public mutating func changeInfo(
        from: Double = 0, to: Double = .infinity, _ change: (inout NowPlayingInfo) -> Void
    ) {
        for index in records.indices where records[index].time >= from && records[index].time <= to {
            guard var info = records[index].info else { continue }
            change(&info)
            records[index].info = info
        }
    }

    public mutating func change(
        _ event: NowPlayingRecord.Event, at time: Double, _ body: (inout NowPlayingRecord) -> Void
    ) {
        guard let index = records.firstIndex(where: { $0.event == event && abs($0.time - time) < 0.001 }) else {
            fatalError("the sample session has no \(event) at \(time)")
        }
        body(&records[index])
        let record = records.remove(at: index)
        insert(record)
    }
}
