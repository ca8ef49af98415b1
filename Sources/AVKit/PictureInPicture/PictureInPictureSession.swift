import AVFoundation
import Foundation
import UIKit

/// One client's Picture in Picture, from idle to idle: performs the actions of `PictureInPictureMachine`.
///
/// At most one session of a process is active; a session that starts ends the previous one. Main thread only. Does not retain its client,
/// except that an active session retains the object that the client names.
@MainActor
final class PictureInPictureSession {
    typealias Machine = PictureInPictureMachine<ContinuousClock.Instant>

    /// Posted when a session of the process has become active or inactive.
    static let activityDidChange = Notification.Name("OpenAVKitPictureInPictureActivityDidChange")
    private static weak var running: PictureInPictureSession?
    /// Whether a session of the process is active.
    static var isAnyActive: Bool { running?.isActive ?? false }

    weak var client: (any PictureInPictureClient)?
    var environment = PictureInPictureEnvironment()
    private(set) var machine = Machine()
    private(set) var window: PictureInPictureWindow?
    private(set) var isActive = false
    /// Whether the session has started because the app was hidden; it then ends when the app is visible again.
    private(set) var isAutomatic = false
    private let timer = MainTimer()
    private let clock = ContinuousClock()
    private var actions: [PictureInPictureAction] = []
    private var isPerforming = false
    /// Retained while the session is not idle.
    private var owner: AnyObject?
    /// The present captions and wait of the model, for a window that opens later.
    private var captions: [NSAttributedString] = []
    private var isWaiting = false
    private lazy var watch = BackgroundWatch(self)

    /// Observes the app's scenes. Call once, before the first session.
    func prepare() { _ = watch }

    isolated deinit { window?.close() }

    // MARK: Requests

    /// Starts asynchronously, as the client's delegate expects.
    func start() { later { $0.startNow(isAutomatic: false) } }

    /// Stops asynchronously.
    func stop(_ reason: PictureInPictureStopReason = .program) { later { $0.stopNow(reason) } }

    private func later(_ body: @escaping @MainActor (PictureInPictureSession) -> Void) {
        DispatchQueue.main.async { [weak self] in MainActor.assumeIsolated { if let self { body(self) } } }
    }

    func startNow(isAutomatic: Bool) {
        guard let client else { return }
        let canStart = client.canStartPictureInPicture
        if machine.phase == .idle, canStart {
            self.isAutomatic = isAutomatic
            if let other = Self.running, other !== self { other.giveWay(to: client.pictureInPictureContent) }
            Self.running = self
        }
        perform(machine.start(canStart: canStart, at: clock.now))
    }

    func stopNow(_ reason: PictureInPictureStopReason) { perform(machine.stop(reason, at: clock.now)) }

    /// Ends at once, because another session starts. Its video pauses unless the new session has the same one: the audio of two videos is
    /// never mixed (R113).
    private func giveWay(to other: any PictureInPictureContent) {
        if let own = client?.pictureInPictureContent, !own.isSameVideo(as: other) { own.pausePlayback() }
        stopNow(.replaced)
        // A session that was starting has no window to close yet.
        if machine.phase != .idle { perform(machine.windowLost()) }
    }

    /// Ends the session without notifications, because its client is being deallocated.
    func release() { perform(machine.release()) }

    /// Handles a change of the client's model.
    func modelDidChange(_ change: PlayerModel.Change) {
        switch change {
        case .captions(let texts):
            captions = texts
            window?.view.showCaptions(texts)
        case .longWait(let isLong):
            isWaiting = isLong
            window?.view.showSpinner(isLong)
        case .item, .properties, .ended: update()
        case .target, .interstitial: window?.view.update()
        case .time, .chapter, .momentaryVolume, .errorLogged, .media, .jumped: break
        }
    }

    /// Handles a change of the player, its item or the client's properties.
    func update() {
        guard machine.phase != .idle, let client else { return }
        window?.show(client.pictureInPictureContent)
        perform(machine.conditionsChanged(canContinue: client.canContinuePictureInPicture))
    }

    // MARK: Actions

    /// Performs actions in order; actions that result from a performed action follow all the others.
    private func perform(_ new: [PictureInPictureAction]) {
        actions += new
        guard !isPerforming else { return }
        isPerforming = true
        while !actions.isEmpty { perform(actions.removeFirst()) }
        isPerforming = false
        schedule()
        guard machine.phase == .idle else { return }
        if Self.running === self { Self.running = nil }
        AudibleVideo.shared.release(by: self)
        // Last, because the owner may be deallocated with this session; and after `owner` is nil, because its deallocation ends the session
        // again.
        let last = owner
        owner = nil
        withExtendedLifetime(last) {}
    }

    private func perform(_ action: PictureInPictureAction) {
        switch action {
        case .notify(let notification):
            if notification == .willStart { owner = client?.pictureInPictureOwner }
            client?.pictureInPictureChanged(notification)
        case .openWindow: openWindow()
        case .setActive(let isNew): setActive(isNew)
        case .pause: client?.pictureInPictureContent.pausePlayback()
        case .askToRestore(let request): askToRestore(request)
        case .closeWindow(let way): closeWindow(way)
        case .discardWindow: discardWindow()
        case .report(.unexpectedAnswer):
            Self.log("the restoration of the user interface was reported twice or too late; the report is ignored")
        case .report(.missingAnswer):
            Self.log(
                "the restoration of the user interface was not reported within \(Machine.restoreTimeLimit); call the "
                    + "completion handler as soon as the interface is restored")
        case .startAgain: start()
        }
    }

    private static func log(_ text: String) {
        FileHandle.standardError.write(Data("AVKit: Picture in Picture: \(text)\n".utf8))
    }

    private func schedule() {
        guard let deadline = machine.deadline else { return timer.cancel() }
        timer.fire(after: clock.now.duration(to: deadline)) { [weak self] in
            guard let self else { return }
            perform(machine.tick(at: clock.now))
        }
    }

    private func setActive(_ isNew: Bool) {
        guard isNew != isActive else { return }
        isActive = isNew
        if isNew {
            client?.showPlaceholder(true)
            AudibleVideo.shared.claim(for: self) { [weak self] in self?.stopNow(.closedByViewer) }
        }
        client?.pictureInPictureBecameActive(isNew)
        NotificationCenter.default.post(name: Self.activityDidChange, object: nil)
    }

    // MARK: Window

    private func openWindow() {
        guard let client,
            let window = PictureInPictureWindow(
                content: client.pictureInPictureContent, near: client.sourceWindow?.frameOnDesktop,
                needsDisplay: environment.needsDisplay,
                handler: { [weak self] in self?.handle($0) })
        else { return perform(machine.windowFailed()) }
        self.window = window
        window.view.showCaptions(captions)
        window.view.showSpinner(isWaiting)
        window.open()
    }

    private func handle(_ event: PictureInPictureWindow.Event) {
        switch event {
        case .opened: perform(machine.windowOpened(at: clock.now))
        case .lost: perform(machine.windowLost())
        case .suspended(let isSuspended): client?.pictureInPictureSuspended(isSuspended)
        case .stopRequested(let reason): stopNow(reason)
        }
    }

    private func askToRestore(_ request: Int) {
        guard let client else { return }
        client.sourceWindow?.bringForward()
        client.restoreUserInterface { [weak self] succeeded in
            // The client may answer on any thread.
            DispatchQueue.main.async {
                MainActor.assumeIsolated {
                    guard let self else { return }
                    self.perform(self.machine.restored(request: request, succeeded: succeeded))
                }
            }
        }
    }

    private func closeWindow(_ way: PictureInPictureAction.Closing) {
        guard let window, way == .returning, let target = returnFrame else {
            discardWindow()
            return perform(machine.windowClosed())
        }
        window.move(toVideoAt: target) { [weak self] in
            guard let self, machine.phase == .stopping else { return }
            discardWindow()
            perform(machine.windowClosed())
        }
    }

    /// The frame of the video in the app on the desktop; nil where the video is not visible.
    private var returnFrame: CGRect? {
        guard let client, let origin = client.sourceWindow?.frameOnDesktop?.origin else { return nil }
        client.sourceWindow?.layoutIfNeeded()
        let frame = client.sourceFrame
        return frame.isEmpty ? nil : frame.offsetBy(dx: origin.x, dy: origin.y)
    }

    /// Shows the video in the app before it disappears from the window, so that there is no gap.
    private func discardWindow() {
        client?.showPlaceholder(false)
        window?.close()
        window = nil
        client?.pictureInPictureSuspended(false)
    }

    // MARK: Background

    fileprivate func sceneEnteredBackground(_ scene: UIWindowScene?) {
        guard Self.running == nil, machine.phase == .idle, let client, client.startsPictureInPictureInBackground,
            client.sourceWindow?.windowScene === scene
        else { return }
        startNow(isAutomatic: true)
    }

    fileprivate func sceneEntersForeground(_ scene: UIWindowScene?) {
        guard isAutomatic, machine.phase != .idle, client?.sourceWindow?.windowScene === scene else { return }
        isAutomatic = false
        stopNow(.program)
    }
}

/// Starts and ends a session when its app is hidden and shown.
@MainActor
private final class BackgroundWatch {
    private var tokens: [any NSObjectProtocol] = []

    init(_ session: PictureInPictureSession) {
        func observe(
            _ name: Notification.Name, _ body: @escaping @MainActor (PictureInPictureSession, UIScene?) -> Void
        ) {
            tokens.append(
                NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { [weak session] note in
                    let scene = note.object as? UIScene
                    let body: @MainActor () -> Void = { if let session { body(session, scene) } }
                    // UIKit posts on the main thread; other senders need not.
                    if Thread.isMainThread {
                        MainActor.assumeIsolated(body)
                    } else {
                        DispatchQueue.main.async(execute: body)
                    }
                })
        }
        observe(UIScene.didEnterBackgroundNotification) { $0.sceneEnteredBackground($1 as? UIWindowScene) }
        observe(UIScene.willEnterForegroundNotification) { $0.sceneEntersForeground($1 as? UIWindowScene) }
    }

    isolated deinit { for token in tokens { NotificationCenter.default.removeObserver(token) } }
}
