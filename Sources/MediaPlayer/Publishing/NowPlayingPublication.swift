import DBus
import Foundation
package import NowPlayingModel
import Synchronization
import UIKit

/// A player of this process on the bus: its information, its commands and its position.
///
/// The player is on the bus while it has information and an available command. Any thread may use the publication; all work on the bus
/// happens on a queue of its own, and the position is computed on the bus thread, so that it is right while the main thread is busy.
package final class NowPlayingPublication: Sendable {
    fileprivate struct State {
        var content = PlayerContent()
        var numbers = TrackNumbers()
        /// Whether playback has jumped since the last update on the bus.
        var hasJumped = false
        var haveTracksChanged = false
        var limiter = UpdateLimiter()
        var isFlushPending = false
        var artworkRequest: ArtworkRequest?
        /// The last picture that was written, and its URL; nil: it could not be written.
        var written: (artwork: MPMediaItemArtwork, url: String?)?
        /// Runs a command; nil: nothing runs it.
        var performer: (@MainActor @Sendable (RemoteCommandCall, LanguageOptions) -> MPRemoteCommandHandlerStatus)?
        var actions = PlayerActions()
    }

    /// The parts of a former state that hold objects of the client.
    private struct FormerInfo: Sendable {
        let info: NowPlayingInfo?
        let written: MPMediaItemArtwork?
        let request: ArtworkRequest?

        init(_ state: borrowing State) {
            info = state.content.info
            written = state.written?.artwork
            request = state.artworkRequest
        }
    }

    let service: NowPlayingService
    let queue = DispatchQueue(label: "now playing")
    private let state = Mutex(State())
    let commands: CommandQueue
    // Used on `queue` only.
    private let link: PlayerLink

    package init(_ service: NowPlayingService) {
        self.service = service
        commands = CommandQueue(queue)
        link = PlayerLink(service: service, queue: queue)
        link.attach(self)
        service.add(self)
    }

    deinit {
        let link = link
        queue.async { link.close() }
    }

    // MARK: Content

    package func setInfo(_ info: NowPlayingInfo?) {
        let now = PlaybackClock.now
        // The former information is released outside of the lock: the artwork's handler may hold objects that use the information when they
        // are deallocated.
        let (request, former) = state.withLock { state -> (ArtworkRequest?, FormerInfo) in
            let former = FormerInfo(state)
            let identity = info.map { $0.identity ?? $0.record.identity }
            let isNew = identity != state.numbers.current
            state.numbers.setCurrent(identity)
            let hasJumped = state.content.set(info, isNewTrack: isNew, at: now)
            state.hasJumped = state.hasJumped && info != nil || hasJumped
            if isNew {
                state.haveTracksChanged = true
                state.content.campaign = info == nil ? nil : LinkCampaign.shared.take()
            }
            state.updateTracks()
            return (state.noteArtwork(info?.artwork), former)
        }
        withExtendedLifetime(former) {}
        if let request { start(request) }
        if info.map({ $0.record.rate != 0 }) == true { service.setActive(self) }
        contentDidChange()
    }

    package func setState(_ playbackState: NowPlayingState) {
        state.withLock { $0.content.state = playbackState }
        contentDidChange()
    }

    func setCommands(_ commands: CommandAvailability) {
        let isChanged = state.withLock { state in
            defer { state.content.commands = commands }
            return state.content.commands != commands
        }
        if isChanged { contentDidChange() }
    }

    package func setVolume(_ volume: Double?) {
        let isChanged = state.withLock { state in
            defer { state.content.volume = volume }
            return state.content.volume != volume
        }
        if isChanged { contentDidChange() }
    }

    /// - Parameter isFullScreen: whether the player covers the display; nil: other programs cannot change that.
    package func setFullScreen(_ isFullScreen: Bool?) {
        let isChanged = state.withLock { state in
            defer { state.content.isFullScreen = isFullScreen }
            return state.content.isFullScreen != isFullScreen
        }
        if isChanged { contentDidChange() }
    }

    /// Sets the tracks of the queue; empty: only the current item is known.
    package func setQueue(_ tracks: [QueuedTrack]) {
        let isChanged = state.withLock { state in
            guard state.numbers.queue != tracks else { return false }
            state.numbers.setQueue(tracks)
            state.haveTracksChanged = true
            state.updateTracks()
            return true
        }
        if isChanged { contentDidChange() }
    }

    /// Sets what programs on the bus can do besides the commands.
    package func setActions(_ actions: PlayerActions) { state.withLock { $0.actions = actions } }
    var actions: PlayerActions { state.withLock { $0.actions } }

    func setPerformer(
        _ performer: (@MainActor @Sendable (RemoteCommandCall, LanguageOptions) -> MPRemoteCommandHandlerStatus)?
    ) {
        state.withLock { $0.performer = performer }
    }

    /// What the player shows now.
    var content: PlayerContent { state.withLock { $0.content } }

    /// The position in seconds, on any thread.
    package var position: Double {
        // The source of the position may take locks of its own.
        content.position(at: PlaybackClock.now)
    }

    func track(at path: String) -> NowPlayingIdentity? { state.withLock { $0.numbers.identity(at: path) } }

    // MARK: Updates

    /// Schedules an update on the bus: at once, or coalesced with others.
    private func contentDidChange() {
        let action = state.withLock { state -> UpdateLimiter.Action in
            // Changes of one event, such as a pause and the commands that it enables, are one update for the limiter.
            if state.isFlushPending { return .join }
            let action = state.limiter.request(at: PlaybackClock.now)
            if action == .send { state.isFlushPending = true }
            return action
        }
        switch action {
        case .send: queue.async { [weak self] in self?.flush(isLate: false) }
        case .wait(let seconds):
            queue.asyncAfter(deadline: .now() + seconds) { [weak self] in self?.flush(isLate: true) }
        case .join: break
        }
    }

    private func flush(isLate: Bool) {
        let (content, hasJumped, haveTracksChanged) = state.withLock { state in
            if isLate { state.limiter.sent(at: PlaybackClock.now) } else { state.isFlushPending = false }
            defer {
                state.hasJumped = false
                state.haveTracksChanged = false
            }
            return (state.content, state.hasJumped, state.haveTracksChanged)
        }
        link.show(content, hasJumped: hasJumped, haveTracksChanged: haveTracksChanged)
    }

    // MARK: Artwork

    private func start(_ request: ArtworkRequest) {
        service.artwork.write(request.artwork) { [weak self] url in self?.artworkDidArrive(url, for: request) }
    }

    private func artworkDidArrive(_ url: String?, for request: ArtworkRequest) {
        let (next, isChanged, former) = state.withLock { state -> (ArtworkRequest?, Bool, FormerInfo) in
            let former = FormerInfo(state)
            let next = state.artworkRequest?.next.map { ArtworkRequest(artwork: $0) }
            state.artworkRequest = next
            state.written = (request.artwork, url)
            // The item may have another picture by now.
            guard state.content.info?.artwork === request.artwork else { return (next, false, former) }
            defer { state.content.artwork = url }
            return (next, state.content.artwork != url, former)
        }
        withExtendedLifetime(former) {}
        if let next { start(next) }
        if isChanged { contentDidChange() }
    }

    // MARK: Commands

    /// Runs a command on the main thread.
    /// - Parameter reply: called once, on any thread; nil: the command was dropped, because too many wait or the main thread is blocked.
    package func perform(_ call: RemoteCommandCall, reply: @escaping @Sendable (CommandOutcome) -> Void) {
        commands.submit(reply) { [weak self] in
            guard let self else { return .commandFailed }
            let (performer, languages) = state.withLock {
                ($0.performer, $0.content.info?.languages ?? LanguageOptions())
            }
            guard let performer else { return .commandFailed }
            return performer(call, languages)
        }
    }

    /// Runs an action that is no command, with the same limits.
    func perform(
        _ action: @escaping @MainActor @Sendable () -> Void, reply: @escaping @Sendable (CommandOutcome) -> Void
    ) {
        commands.submit(reply) {
            action()
            return .success
        }
    }

    /// Waits until the updates so far are on the bus. For tests.
    package func drain() { queue.sync {} }

    /// Removes the information from the bus at once.
    /// - Returns: the connection that carries the message; nil without one.
    func leave() -> BusConnection? {
        setInfo(nil)
        return queue.sync {
            flush(isLate: false)
            return link.connection
        }
    }
    package var busName: String? { queue.sync { link.name } }
}

/// The artwork that is being written to a file, and the one to be written after it.
struct ArtworkRequest: Sendable {
    let artwork: MPMediaItemArtwork
    var next: MPMediaItemArtwork?
}

extension NowPlayingPublication.State {
    /// Notes the item's artwork.
    /// - Returns: a request to start; nil if there is no new picture, or another one is being written.
    fileprivate mutating func noteArtwork(_ artwork: MPMediaItemArtwork?) -> ArtworkRequest? {
        guard let artwork else {
            content.artwork = nil
            artworkRequest?.next = nil
            written = nil
            return nil
        }
        if let written, written.artwork === artwork {
            content.artwork = written.url
            artworkRequest?.next = nil
            return nil
        }
        if artworkRequest != nil {
            let isSame = artworkRequest?.artwork === artwork
            artworkRequest?.next = isSame ? nil : artwork
            return nil
        }
        artworkRequest = ArtworkRequest(artwork: artwork)
        return artworkRequest
    }

    fileprivate mutating func updateTracks() {
        (content.tracks, content.currentTrack) = numbers.tracks(current: content.info?.record)
    }
}
