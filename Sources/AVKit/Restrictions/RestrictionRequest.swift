import AVFoundation
import Foundation
import UIKit

/// A screen that can show the passcode entry of a request.
@MainActor
protocol PasscodeHost: AnyObject {
    func showPasscode(_ view: PasscodeView)
    func removePasscode(_ view: PasscodeView)
}

/// The pending requests for authorization, at most one for each item (semantics section 12).
@MainActor
final class RestrictionRequests {
    static let shared = RestrictionRequests()

    private var pending: [ObjectIdentifier: RestrictionRequest] = [:]

    /// Starts a request, or joins the pending request of the item. The completion is called after this call.
    /// - Parameter host: shows the passcode entry; nil: a screen over the key window.
    func request(
        _ item: AVPlayerItem, host: (any PasscodeHost)?, _ completion: @escaping RestrictionRequest.Completion
    ) {
        let id = ObjectIdentifier(item)
        if let request = pending[id] { return request.join(completion) }
        let request = RestrictionRequest(item, host: host) { [weak self] in self?.pending[id] = nil }
        pending[id] = request
        request.join(completion)
        request.start()
    }

    func cancel(_ item: AVPlayerItem) { pending[ObjectIdentifier(item)]?.cancel() }
}

/// One request for the authorization of an item: finds its rating, decides, and asks for the passcode where that is required.
@MainActor
final class RestrictionRequest {
    typealias Completion = @MainActor @Sendable (Bool, (any Error)?) -> Void

    private enum Stage {
        case waiting
        case evaluating(Task<Void, Never>)
        case asking(PasscodeView)
        case finished
    }

    private let item: AVPlayerItem
    private weak var host: (any PasscodeHost)?
    /// The screen of a request without a host; nil while none is shown.
    private var windowHost: WindowPasscodeHost?
    private let usesWindow: Bool
    private var completions: [Completion] = []
    private var stage = Stage.waiting
    private let onFinish: @MainActor () -> Void

    init(_ item: AVPlayerItem, host: (any PasscodeHost)?, onFinish: @escaping @MainActor () -> Void) {
        self.item = item
        self.host = host
        usesWindow = host == nil
        self.onFinish = onFinish
    }

    func join(_ completion: @escaping Completion) { completions.append(completion) }

    func start() {
        let settings = item.restrictionSettings
        if item.isPlaybackAuthorized || !settings.isActive { return finish(nil) }
        stage = .evaluating(
            Task { [weak self, item] in
                let ratings = await ContentRating.ratings(of: item)
                guard !Task.isCancelled else { return }
                self?.decide(PlaybackRestrictions(settings: settings).decide(ratings), settings)
            })
    }

    func cancel() { finish(AVKitError(.contentDisallowedByPasscode)) }

    private func decide(_ decision: PlaybackRestrictions.Decision, _ settings: RestrictionSettings) {
        guard case .evaluating = stage else { return }
        switch decision {
        case .allowed: finish(nil)
        case .disallowedByProfile: finish(AVKitError(.contentDisallowedByProfile))
        case .ratingUnknown: finish(AVKitError(.contentRatingUnknown))
        case .needsPasscode(let rating):
            if usesWindow { windowHost = WindowPasscodeHost.make() }
            guard let passcode = settings.passcode, let host = windowHost ?? host else {
                return finish(AVKitError(.contentDisallowedByPasscode))
            }
            let view = PasscodeView(passcode: passcode, reason: StringTable.current.ratedItem(rating)) {
                [weak self] isAccepted in
                self?.finish(isAccepted ? nil : AVKitError(.contentDisallowedByPasscode))
            }
            stage = .asking(view)
            host.showPasscode(view)
        }
    }

    private func finish(_ error: AVKitError?) {
        switch stage {
        case .finished: return
        case .waiting: break
        case .evaluating(let task): task.cancel()
        case .asking(let view):
            windowHost?.removePasscode(view)
            host?.removePasscode(view)
        }
        stage = .finished
        windowHost = nil
        if error == nil { item.authorizePlayback() }
        onFinish()
        let completions = completions
        self.completions = []
        DispatchQueue.main.async {
            MainActor.assumeIsolated { for completion in completions { completion(error == nil, error) } }
        }
    }
}

/// Shows the passcode entry of a client's own request over the key window.
@MainActor
final class WindowPasscodeHost: PasscodeHost {
    private let presenter: UIViewController
    private var screen: PasscodeViewController?

    private init(presenter: UIViewController) { self.presenter = presenter }

    /// Returns nil, and writes a message to standard error, where no window can show the screen.
    static func make() -> WindowPasscodeHost? {
        let window = UIApplication.shared.keyWindow ?? UIApplication.shared.windows.first { !$0.isHidden }
        guard var top = window?.rootViewController else {
            FileHandle.standardError.write(
                Data("AVKit: the passcode of a restricted item cannot be asked for, because no window is shown\n".utf8))
            return nil
        }
        while let presented = top.presentedViewController, !presented.isBeingDismissed { top = presented }
        return WindowPasscodeHost(presenter: top)
    }

    func showPasscode(_ view: PasscodeView) {
        let screen = PasscodeViewController(view)
        self.screen = screen
        presenter.present(screen, animated: true)
        // A presentation that is rejected ends the request.
        if screen.presentingViewController == nil { screen.cancel() }
    }

    func removePasscode(_ view: PasscodeView) {
        screen?.isDone = true
        screen?.dismiss(animated: true)
        screen = nil
    }
}

/// The screen of a passcode entry outside a player.
final class PasscodeViewController: UIViewController {
    private let passcode: PasscodeView
    /// Whether the entry has ended, so that the disappearance of the screen is no cancellation.
    var isDone = false

    init(_ passcode: PasscodeView) {
        self.passcode = passcode
        super.init(nibName: nil, bundle: nil)
        modalPresentationStyle = .fullScreen
        modalTransitionStyle = .crossDissolve
    }

    required init?(coder: NSCoder) { nil }

    override func loadView() { view = passcode }
    override var preferredFocusEnvironments: [any UIFocusEnvironment] { [passcode] }

    override func viewDidAppear(_ animated: Bool) {
        super.viewDidAppear(animated)
        passcode.becomeFirstResponder()
    }

    override func viewDidDisappear(_ animated: Bool) {
        super.viewDidDisappear(animated)
        if !isDone { cancel() }
    }

    func cancel() { passcode.cancel() }
}
