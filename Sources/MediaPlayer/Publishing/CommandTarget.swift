import DBus
import Foundation
import NowPlayingModel

/// Answers the methods of a player on the bus. Called on the bus thread; commands run on the main thread and are answered from there.
final class CommandTarget: Sendable {
    private let publication: WeakPublication

    private final class WeakPublication: @unchecked Sendable {
        // Unchecked: a weak reference that is only read after `init`.
        weak var value: NowPlayingPublication?
        init(_ value: NowPlayingPublication) { self.value = value }
    }

    init(_ publication: NowPlayingPublication) { self.publication = WeakPublication(publication) }

    var content: PlayerContent { publication.value?.content ?? PlayerContent() }
    var position: Double { publication.value?.position ?? 0 }

    // MARK: Answers

    static let notSupported = "org.freedesktop.DBus.Error.NotSupported"
    static let invalidArguments = "org.freedesktop.DBus.Error.InvalidArgs"
    static let limitsExceeded = "org.freedesktop.DBus.Error.LimitsExceeded"
    static let failed = "org.openavkit.NowPlaying1.Error.CommandFailed"
    static let noAnswer = "org.openavkit.NowPlaying1.Error.NoAnswer"

    /// Runs a command and answers the call with its outcome.
    private func run(_ call: MethodCall, _ command: RemoteCommandCall) {
        guard let publication = publication.value else { return }
        publication.perform(command) { outcome in
            if case .finished(let status) = outcome, status != .success {
                return call.fail(
                    Self.failed, "The program answered '\(command.name.rawValue)' with the status \(status.rawValue).")
            }
            Self.answer(call, outcome)
        }
    }

    private static func answer(_ call: MethodCall, _ outcome: CommandOutcome, _ results: [Variant] = []) {
        switch outcome {
        case .finished: try? call.reply(results)
        case .dropped: call.fail(noAnswer, "The program is busy; the command was dropped. Try again later.")
        case .unfinished: call.fail(noAnswer, "The program has begun the command and does not finish it.")
        case .refused: call.fail(limitsExceeded, "Too many commands wait in the program. Try again later.")
        }
    }

    private func refuse(_ call: MethodCall) {
        call.fail(Self.notSupported, "The program does not offer '\(call.method)' now.")
    }

    /// Runs the first of the commands that is available.
    private func run(_ call: MethodCall, oneOf commands: [RemoteCommandCall]) {
        let available = content.commands
        guard let command = commands.first(where: { available.has($0.name) }) else { return refuse(call) }
        run(call, command)
    }

    // MARK: org.mpris.MediaPlayer2

    func act(_ call: MethodCall, _ action: (@MainActor @Sendable () -> Void)?) {
        guard let action, let publication = publication.value else { return refuse(call) }
        publication.perform(action) { Self.answer(call, $0) }
    }

    /// Answers before the program ends.
    func quit(_ call: MethodCall, _ action: (@MainActor @Sendable () -> Void)?) {
        guard let action else { return refuse(call) }
        try? call.reply()
        DispatchQueue.main.asyncAfter(deadline: .now() + 0.05) { MainActor.assumeIsolated(action) }
    }

    // MARK: org.mpris.MediaPlayer2.Player

    func next(_ call: MethodCall) { run(call, oneOf: [.nextTrack]) }
    func previous(_ call: MethodCall) { run(call, oneOf: [.previousTrack]) }
    func stop(_ call: MethodCall) { run(call, oneOf: [.stop]) }

    func play(_ call: MethodCall) {
        run(call, oneOf: content.isPlaying ? [.play] : [.play, .togglePlayPause])
    }

    func pause(_ call: MethodCall) {
        run(call, oneOf: content.isPlaying ? [.pause, .togglePlayPause] : [.pause])
    }

    func playPause(_ call: MethodCall) { run(call, oneOf: [.togglePlayPause, content.isPlaying ? .pause : .play]) }

    func seek(_ call: MethodCall) {
        let offset = Double(call.arguments[0].integerValue ?? 0) / 1_000_000
        let content = content
        guard content.commands.has(.changePlaybackPosition) else {
            return run(call, oneOf: [.skip(isForward: offset >= 0, interval: abs(offset))])
        }
        let target = max(0, position + offset)
        guard let end = content.timeline.duration, target > end else { return run(call, .changePosition(target)) }
        // MPRIS: beyond the end, a seek acts like Next.
        run(call, oneOf: [.nextTrack, .changePosition(end)])
    }

    /// MPRIS: a position of another track, or outside of the track, is ignored.
    func setPosition(_ call: MethodCall) {
        let content = content
        guard content.commands.has(.changePlaybackPosition) else { return refuse(call) }
        let target = Double(call.arguments[1].integerValue ?? -1) / 1_000_000
        guard let track = content.currentTrack, call.arguments[0].stringValue == track.path, target >= 0,
            target <= content.timeline.duration ?? .greatestFiniteMagnitude
        else {
            try? call.reply()
            return
        }
        run(call, .changePosition(target))
    }

    /// The maximum length of a URL from another program, in bytes.
    private static let maximumURLLength = 8192

    func open(_ call: MethodCall, _ actions: ProgramActions) {
        guard let publication = publication.value, let open = actions.open else { return refuse(call) }
        let text = call.arguments[0].stringValue ?? ""
        guard text.utf8.count <= Self.maximumURLLength, let url = URL(string: text), url.scheme?.isEmpty == false else {
            return call.fail(Self.invalidArguments, "The argument is not a URL with a scheme.")
        }
        publication.commands.submit { outcome in
            guard outcome != .finished(.noSuchContent) else {
                return call.fail(Self.notSupported, "The program does not open this URL.")
            }
            Self.answer(call, outcome)
        } _: {
            open(url) ? .success : .noSuchContent
        }
    }

    // MARK: Properties

    /// Runs a command for a property that another program sets; the property changes when the app has obeyed.
    private func set(_ command: RemoteCommandCall) throws(BusError) {
        guard content.commands.has(command.name), let publication = publication.value else {
            throw .answer(Self.notSupported, "The program does not offer '\(command.name.rawValue)' now.")
        }
        publication.perform(command) { _ in }
    }

    func setLoop(_ value: String) throws(BusError) {
        switch value {
        case "None": try set(.changeRepeat(.off))
        case "Track": try set(.changeRepeat(.one))
        case "Playlist": try set(.changeRepeat(.all))
        default: throw .answer(Self.invalidArguments, "LoopStatus is None, Track or Playlist.")
        }
    }

    func setShuffle(_ value: Bool) throws(BusError) { try set(.changeShuffle(value ? .items : .off)) }

    /// MPRIS: the rate 0 means pause, and rates outside of the limits become the limit.
    func setRate(_ value: Double) throws(BusError) {
        guard value.isFinite else { throw .answer(Self.invalidArguments, "The rate is not a finite number.") }
        if value == 0 { return try set(.pause) }
        let limits = content.commands.rateRange
        try set(.changeRate(max(limits.lowerBound, min(value, limits.upperBound))))
    }

    func setVolume(_ value: Double) throws(BusError) {
        guard value.isFinite else { throw .answer(Self.invalidArguments, "The volume is not a finite number.") }
        guard let publication = publication.value, let action = publication.actions.setVolume else {
            throw .answer(Self.notSupported, "The program's volume cannot be set.")
        }
        publication.perform({ action(max(0, min(value, 1))) }, reply: { _ in })
    }

    func setFullScreen(_ value: Bool) throws(BusError) {
        guard let publication = publication.value, let action = publication.actions.setFullScreen,
            publication.content.isFullScreen != nil
        else { throw .answer(Self.notSupported, "The program's window cannot cover the display now.") }
        publication.perform({ action(value) }, reply: { _ in })
    }

    // MARK: org.mpris.MediaPlayer2.TrackList

    func metadata(_ call: MethodCall) {
        let paths = (call.arguments[0].elements ?? []).compactMap(\.stringValue)
        try? call.reply([content.metadata(ofTracks: paths)])
    }

    func refuseEditing(_ call: MethodCall) {
        call.fail(Self.notSupported, "The list of tracks cannot be edited: CanEditTracks is false.")
    }

    /// MPRIS: an unknown track is ignored.
    func goTo(_ call: MethodCall) {
        guard let publication = publication.value, let action = publication.actions.goTo,
            let identity = publication.track(at: call.arguments[0].stringValue ?? "")
        else {
            try? call.reply()
            return
        }
        publication.perform({ action(identity) }, reply: { Self.answer(call, $0) })
    }

    // MARK: org.openavkit.NowPlaying1

    func perform(_ call: MethodCall) {
        guard let publication = publication.value else { return }
        let command: RemoteCommandCall
        do throws(RemoteCommandError) {
            command = try RemoteCommandCall(
                command: call.arguments[0].stringValue ?? "", arguments: call.arguments[1])
        } catch {
            return call.fail(Self.invalidArguments, error.message)
        }
        publication.perform(command) { outcome in
            var status = MPRemoteCommandHandlerStatus.commandFailed
            if case .finished(let result) = outcome { status = result }
            Self.answer(call, outcome, [.int32(Int32(status.rawValue))])
        }
    }
}
