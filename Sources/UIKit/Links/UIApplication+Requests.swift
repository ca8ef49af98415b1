import AppIdentity
import AppLinks
import DBus
import DeepLinks
import Foundation

extension UIApplication {
    /// Performs the request of another program. Main thread only.
    func perform(_ request: AppRequest) {
        switch request {
        case .activate: comeForward()
        case .open(let links, let source):
            deliver(links, source: source, to: linkScene)
            comeForward()
        case .continueActivity(let type, let source): continueActivity(type, from: source)
        }
    }

    /// The scene that receives links.
    private var linkScene: UIWindowScene? { keyWindow?.windowScene ?? defaultScene }

    private func comeForward() { (keyWindow ?? windows.first { !$0.isHidden })?.raise() }

    // MARK: Links

    /// Delivers http and https URLs as user activities to continue, as universal links are on Apple's platforms, and
    /// all other URLs as URLs to open.
    /// - Parameter source: the identifier of the app that opens them.
    func deliver(_ urls: [URL], source: String? = nil, to scene: UIWindowScene?) {
        if let last = urls.last { LinkCampaign.shared.note(last) }
        if let scene, let delegate = scene.delegate {
            for url in urls where url.isWebLink {
                delegate.scene(scene, willContinueUserActivityWithType: NSUserActivityTypeBrowsingWeb)
                delegate.scene(scene, continue: NSUserActivity(webLink: url))
            }
            let others = urls.filter { !$0.isWebLink }
            guard !others.isEmpty else { return }
            delegate.scene(scene, openURLContexts: Set(others.map { UIOpenURLContext(url: $0, source: source) }))
        } else {
            deliverToDelegate(urls, source: source)
        }
    }

    func deliverToDelegate(_ urls: [URL], source: String?) {
        let options: [OpenURLOptionsKey: Any] = source.map { [.sourceApplication: $0] } ?? [:]
        for url in urls {
            if url.isWebLink, continueActivity(NSUserActivity(webLink: url)) == .taken { continue }
            _ = delegate?.application(self, open: url, options: options)
        }
    }

    /// Opens a URL of the app's own that another program has passed on, such as an MPRIS client. Association files are not fetched.
    /// Main thread only.
    /// - Returns: false if the app has not registered the URL.
    package func receive(_ url: URL) -> Bool {
        guard let app = try? LinkResolver().destination(of: url, fetches: false).app,
            app.identifier == AppIdentity.current.identifier
        else { return false }
        deliver([url], to: linkScene)
        return true
    }

    /// The schemes of the URLs that `receive(_:)` opens: those that the app has registered, and https where it has registered a domain.
    package var receivableSchemes: [String] {
        guard let app = AppRegistry().registration(of: AppIdentity.current.identifier) else { return [] }
        return app.schemes.sorted() + (app.domains.isEmpty ? [] : ["https"])
    }

    enum Continuation { case taken, declined }

    /// Passes an activity to the application's delegate. The responders that the delegate returns restore their state
    /// from the activity.
    @discardableResult
    func continueActivity(_ activity: NSUserActivity) -> Continuation {
        _ = delegate?.application(self, willContinueUserActivityWithType: activity.activityType)
        let isTaken = delegate?.application(self, continue: activity) { objects in
            for object in objects ?? [] { object.restoreUserActivityState(activity) }
        }
        return isTaken == true ? .taken : .declined
    }

    // MARK: Continuation

    /// Continues the current activity of another app of the user.
    private func continueActivity(_ type: String, from source: String) {
        let scene = linkScene
        let sceneDelegate = scene?.delegate
        if let scene, let sceneDelegate {
            sceneDelegate.scene(scene, willContinueUserActivityWithType: type)
        } else {
            _ = delegate?.application(self, willContinueUserActivityWithType: type)
        }
        Task { @MainActor in
            do throws(BusError) {
                let answer = try await ActivityBus.take(type, from: source)
                guard let record = ActivityRecord(answer), record.activityType == type else {
                    throw BusError(
                        code: .remote, message: "The app '\(source)' sent no activity of the type '\(type)'.")
                }
                let activity = NSUserActivity(record)
                if let scene, let sceneDelegate {
                    sceneDelegate.scene(scene, continue: activity)
                } else {
                    _ = self.delegate?.application(self, continue: activity) { objects in
                        for object in objects ?? [] { object.restoreUserActivityState(activity) }
                    }
                }
                self.comeForward()
            } catch {
                if let scene, let sceneDelegate {
                    sceneDelegate.scene(scene, didFailToContinueUserActivityWithType: type, error: error)
                } else {
                    self.delegate?.application(self, didFailToContinueUserActivityWithType: type, error: error)
                }
            }
        }
    }

    // MARK: Opening

    /// Opens a URL with the app that has registered it, which may be this one, else with the desktop's default program.
    func openLink(_ url: URL, universalLinksOnly: Bool) async -> Bool {
        guard url.scheme != nil else { return false }
        let identifier = AppIdentity.current.identifier
        let destination = await withCheckedContinuation { continuation in
            // An association file may have to be fetched.
            DispatchQueue.global(qos: .userInitiated).async {
                continuation.resume(
                    returning: Result { () throws(DeepLinkError) in try LinkResolver().destination(of: url) })
            }
        }
        switch destination {
        case .failure(let error):
            AppRequests.log(error.description)
            return false
        case .success(.desktop): return universalLinksOnly ? false : await Self.linkOpener(url)
        case .success(.scheme) where universalLinksOnly: return false
        case .success(.scheme(let app)), .success(.universal(let app)):
            if app.identifier == identifier {
                AppRequests.shared.receive(.open([url], source: identifier))
                return true
            }
            switch await AppLauncher().open([url.absoluteString], with: app, source: identifier) {
            case .opened: return true
            case .refused(let text), .failed(let text):
                AppRequests.log(text)
                return false
            }
        }
    }
}
