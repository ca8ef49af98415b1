public import AVFoundation
public import Foundation
import KeyValueObserving
import NowPlayingModel

/// Receives the changes of a session.
@preconcurrency @MainActor
public protocol MPNowPlayingSessionDelegate: AnyObject {
    /// The session has become the active one of the app, or another one has.
    func nowPlayingSessionDidChangeActive(_ nowPlayingSession: MPNowPlayingSession)
    func nowPlayingSessionDidChangeCanBecomeActive(_ nowPlayingSession: MPNowPlayingSession)
}

extension MPNowPlayingSessionDelegate {
    public func nowPlayingSessionDidChangeActive(_ nowPlayingSession: MPNowPlayingSession) {}
    public func nowPlayingSessionDidChangeCanBecomeActive(_ nowPlayingSession: MPNowPlayingSession) {}
}

/// One of several players of an app, with information and commands of its own. For players that no AVKit player shows.
///
/// On the bus, each session is a player. Main thread only.
@preconcurrency @MainActor
open class MPNowPlayingSession: NSObject {
    open private(set) var players: [AVPlayer]
    open weak var delegate: (any MPNowPlayingSessionDelegate)?
    open private(set) var nowPlayingInfoCenter: MPNowPlayingInfoCenter
    open private(set) var remoteCommandCenter = MPRemoteCommandCenter()

    /// Whether the session publishes the information by itself, from its players and `AVPlayerItem.nowPlayingInfo`. The client must not
    /// write `nowPlayingInfoCenter` meanwhile.
    open var automaticallyPublishesNowPlayingInfo = false {
        didSet { if automaticallyPublishesNowPlayingInfo != oldValue { watchPlayers() } }
    }

    private let publication: NowPlayingPublication
    private var observers: [SessionPlayerObserver] = []
    private var updates = AutomaticUpdates()
    /// The player that plays, or was the last to play.
    private weak var present: AVPlayer?
    private var couldBecomeActive = false
    private static weak var activeSession: MPNowPlayingSession?

    /// - Parameter players: at least one.
    public convenience init(players: [AVPlayer]) { self.init(players: players, program: .shared) }

    package init(players: [AVPlayer], program: NowPlayingProgram) {
        precondition(!players.isEmpty, "MPNowPlayingSession needs at least one player.")
        self.players = players
        publication = NowPlayingPublication(program.service)
        nowPlayingInfoCenter = MPNowPlayingInfoCenter(publication)
        super.init()
        publication.setCommands(of: remoteCommandCenter)
        program.prepare()
        watchPlayers()
    }

    isolated deinit { if Self.activeSession === self { Self.activeSession = nil } }

    open func addPlayer(_ player: AVPlayer) {
        guard !players.contains(where: { $0 === player }) else { return }
        players.append(player)
        watchPlayers()
    }

    /// Removes a player; the last one stays, because a session has at least one.
    open func removePlayer(_ player: AVPlayer) {
        guard players.count > 1 else { return }
        players.removeAll { $0 === player }
        watchPlayers()
    }

    // MARK: The active session

    /// Whether a player of the session has an item.
    open var canBecomeActive: Bool { players.contains { $0.currentItem != nil } }
    /// Whether commands without an addressee, such as media keys, reach this session.
    open var isActive: Bool { Self.activeSession === self }

    /// Makes the session the active one of the app.
    open func becomeActiveIfPossible(completion: ((Bool) -> Void)? = nil) {
        guard canBecomeActive else {
            completion?(false)
            return
        }
        let former = Self.activeSession
        if former !== self {
            Self.activeSession = self
            former.map { $0.delegate?.nowPlayingSessionDidChangeActive($0) }
            delegate?.nowPlayingSessionDidChangeActive(self)
        }
        publication.service.setActive(publication)
        completion?(true)
    }

    open func becomeActiveIfPossible() async -> Bool {
        await withCheckedContinuation { continuation in
            becomeActiveIfPossible { continuation.resume(returning: $0) }
        }
    }

    // MARK: Automatic publication

    private func watchPlayers() {
        observers = players.map { player in
            SessionPlayerObserver(player) { [weak self, weak player] event in
                if let self, let player { happened(event, player) }
            }
        }
        if !automaticallyPublishesNowPlayingInfo, updates.isPublished {
            updates = AutomaticUpdates()
            nowPlayingInfoCenter.nowPlayingInfo = nil
        }
        noteActivity()
        for player in players { happened(.changed, player) }
    }

    private func noteActivity() {
        guard canBecomeActive != couldBecomeActive else { return }
        couldBecomeActive = canBecomeActive
        delegate?.nowPlayingSessionDidChangeCanBecomeActive(self)
    }

    private func happened(_ event: SessionPlayerObserver.Event, _ player: AVPlayer) {
        noteActivity()
        guard automaticallyPublishesNowPlayingInfo else { return }
        if player.timeControlStatus == .playing || present == nil { present = player }
        guard player === present else { return }
        if case .jumped = event { updates.noteJump() }
        let item = player.currentItem
        let observer = observers.first { $0.player === player }
        let action = updates.update(
            item.map { observer?.report($0) ?? PlaybackReport(item: ObjectIdentifier($0)) },
            isReady: item?.status == .readyToPlay && observer?.metadata != nil, isMoving: false,
            isOver: observer?.hasEnded ?? false,
            at: PlaybackClock.now)
        switch action {
        case .none: break
        case .end: nowPlayingInfoCenter.nowPlayingInfo = nil
        case .publish(let hasJumped):
            guard let item, let report = observer?.report(item) else { return }
            var problems: [NowPlayingRecord.Problem] = []
            let dictionary = report.dictionary
            var info = NowPlayingInfo(dictionary, problems: &problems)
            ProblemLog.shared.report(problems)
            info.identity = .item(report.item)
            info.isJump = hasJumped
            info.position = { [weak player] in player?.currentTime().seconds }
            nowPlayingInfoCenter.store(dictionary)
            publication.setInfo(info)
        }
    }
}

/// Reports the changes of a session's player, and describes it. Main thread only.
@MainActor
private final class SessionPlayerObserver {
    enum Event { case changed, jumped }

    let player: AVPlayer
    private(set) var hasEnded = false
    private let handler: @MainActor (Event) -> Void
    private var observations: [NSKeyValueObservation] = []
    private var tokens: [any NSObjectProtocol] = []
    private var item: AVPlayerItem?
    private var itemObservations: [NSKeyValueObservation] = []
    /// nil until the item's metadata is loaded: published earlier, the item would first have the name of its file as its title.
    private(set) var metadata: [AVMetadataItem]?
    private var loading: Task<Void, Never>?

    init(_ player: AVPlayer, handler: @escaping @MainActor (Event) -> Void) {
        self.player = player
        self.handler = handler
        let changed: @Sendable () -> Void = { [weak self] in
            Task { @MainActor in self?.changed() }
        }
        observations = [
            player.observe(\.timeControlStatus) { _, _ in changed() },
            player.observe(\.rate) { _, _ in changed() },
            player.observe(\.defaultRate) { _, _ in changed() },
            player.observe(\.currentItem) { _, _ in changed() },
        ]
        followItem()
    }

    isolated deinit {
        loading?.cancel()
        for token in tokens { NotificationCenter.default.removeObserver(token) }
    }

    private func changed() {
        if player.currentItem !== item { followItem() }
        if player.timeControlStatus == .playing { hasEnded = false }
        handler(.changed)
    }

    private func followItem() {
        item = player.currentItem
        for token in tokens { NotificationCenter.default.removeObserver(token) }
        (tokens, itemObservations, metadata) = ([], [], nil)
        loading?.cancel()
        hasEnded = false
        guard let item else { return }
        let changed: @Sendable () -> Void = { [weak self] in
            Task { @MainActor in self?.changed() }
        }
        itemObservations = [
            item.observe(\.status) { _, _ in changed() }, item.observe(\.duration) { _, _ in changed() },
        ]
        func observe(_ name: Notification.Name, _ body: @escaping @MainActor (SessionPlayerObserver) -> Void) {
            tokens.append(
                NotificationCenter.default.addObserver(forName: name, object: item, queue: nil) { [weak self] _ in
                    Task { @MainActor in if let self { body(self) } }
                })
        }
        observe(AVPlayerItem.timeJumpedNotification) { $0.handler(.jumped) }
        observe(AVPlayerItem.nowPlayingInfoDidChange) { $0.changed() }
        observe(AVPlayerItem.didPlayToEndTimeNotification) { observer in
            observer.hasEnded = (observer.player as? AVQueuePlayer).map { $0.items().count <= 1 } ?? true
            observer.changed()
        }
        let asset = item.asset
        loading = Task { [weak self] in
            let metadata = (try? await asset.load(.commonMetadata)) ?? []
            guard !Task.isCancelled, let self else { return }
            self.metadata = metadata
            self.changed()
        }
    }

    func report(_ item: AVPlayerItem) -> PlaybackReport {
        var report = PlaybackReport(item: ObjectIdentifier(item))
        report.isPlaying = player.timeControlStatus != .paused
        report.isWaiting = player.timeControlStatus != .playing
        report.rate = Double(player.rate == 0 ? 1 : player.rate)
        report.defaultRate = Double(player.defaultRate)
        let duration = item.duration.seconds
        report.isLive = item.status == .readyToPlay && !duration.isFinite
        report.duration = duration.isFinite ? duration : nil
        let time = item.currentTime().seconds
        report.elapsed = time.isFinite ? time : 0
        report.date = item.currentDate()
        report.hasVideo = item.presentationSize.width > 0
        func text(_ identifier: AVMetadataIdentifier) -> String? {
            AVMetadataItem.metadataItems(from: metadata ?? [], filteredByIdentifier: identifier).first?.stringValue
        }
        let file = (item.asset as? AVURLAsset)?.url
        report.description[MPMediaItemPropertyTitle] =
            text(.commonIdentifierTitle)
            ?? file.flatMap { $0.isFileURL ? $0.deletingPathExtension().lastPathComponent : nil }
        report.description[MPMediaItemPropertyArtist] = text(.commonIdentifierArtist)
        report.description[MPMediaItemPropertyAlbumTitle] = text(.commonIdentifierAlbumName)
        report.additional = item.nowPlayingInfo ?? [:]
        return report
    }
}
