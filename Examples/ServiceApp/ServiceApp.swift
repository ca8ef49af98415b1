import AVKit

typealias Choice = (name: String, action: @MainActor () -> Void)

/// A heading with buttons below it.
class PageViewController: UIViewController {
    private let column = UIStackView()

    override func viewDidLoad() {
        super.viewDidLoad()
        view.backgroundColor = .black
        column.axis = .vertical
        column.spacing = 12
        column.alignment = .leading
        column.translatesAutoresizingMaskIntoConstraints = false
        view.addSubview(column)
        column.leadingAnchor.constraint(equalTo: view.leadingAnchor, constant: 60).isActive = true
        column.centerYAnchor.constraint(equalTo: view.centerYAnchor).isActive = true
    }

    func show(_ heading: String, _ choices: [Choice]) {
        loadViewIfNeeded()
        column.arrangedSubviews.forEach { $0.removeFromSuperview() }
        let label = UILabel()
        label.text = heading
        label.textColor = .white
        label.font = .systemFont(ofSize: 34, weight: .bold)
        column.addArrangedSubview(label)
        for (index, choice) in choices.enumerated() {
            var look = index == 0 ? UIButton.Configuration.filled() : .gray()
            look.title = choice.name
            look.baseForegroundColor = .white
            look.contentInsets = NSDirectionalEdgeInsets(top: 10, leading: 18, bottom: 10, trailing: 18)
            column.addArrangedSubview(UIButton(configuration: look, primaryAction: UIAction { _ in choice.action() }))
        }
    }
}

/// Leads to the pages of the app, from buttons and from links.
@MainActor
final class Router {
    private let window: UIWindow

    init(_ window: UIWindow) { self.window = window }

    func ask(_ heading: String, _ choices: [Choice]) {
        let page = PageViewController()
        window.rootViewController = page
        page.show(heading, choices)
    }

    func showMenu() {
        let account = Account.shared
        let sign: Choice = (
            account.isSignedIn ? "Sign Out" : "Sign In",
            { [unowned self] in
                account.isSignedIn ? account.signOut() : account.signIn()
                showMenu()
            }
        )
        ask(
            "Northlight",
            Title.all.map { title -> Choice in (title.name, { [unowned self] in _ = showDetail(title) }) } + [sign])
    }

    func showDetail(_ title: Title) -> DetailViewController {
        let page = DetailViewController(title, router: self)
        window.rootViewController = page
        return page
    }

    /// The page comes first, so that the viewer is on it whenever playback ends, even before its first frame.
    func play(_ title: Title, at time: Double? = nil, campaign: String? = nil) {
        let again = { @MainActor [unowned self] in play(title, at: time, campaign: campaign) }
        guard let offer = title.offer else { return _ = showDetail(title) }
        guard Account.shared.canPlay(offer) else {
            return ask("Sign in to watch \(title.name).", [("Sign In", { (Account.shared.signIn(), again()).1 })])
        }
        guard Account.shared.profile != nil else {
            return ask(
                "Who is watching?",
                Account.profiles.map { name -> Choice in (name, { (Account.shared.profile = name, again()).1 }) })
        }
        showDetail(title).play(at: time, campaign: campaign)
    }

    /// Opens a link of the TV app or of the web; false if it is not one of this service.
    func open(_ url: URL) -> Bool {
        guard let link = Link(url) else { return false }
        if let profile = link.profile { Account.shared.profile = profile }
        if let title = Title.all.first(where: { $0.contentIdentifier == link.contentIdentifier }) {
            if link.isPlayback {
                play(title, at: link.resumeTime, campaign: link.campaign)
            } else {
                _ = showDetail(title)
            }
        } else {
            ask("This title is not available any more.", [("All Titles", { [unowned self] in showMenu() })])
        }
        return true
    }
}

@main
final class ServiceApp: UIResponder, UIApplicationDelegate {
    var window: UIWindow?
    private var router: Router?

    func application(
        _ application: UIApplication, didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        Account.shared.register()
        let window = UIWindow(frame: UIScreen.main.bounds)
        window.backgroundColor = .black
        (self.window, router) = (window, Router(window))
        router?.showMenu()
        window.makeKeyAndVisible()
        return true
    }

    /// Custom scheme.
    func application(_ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any]) -> Bool {
        router?.open(url) ?? false
    }

    /// Universal link.
    func application(
        _ application: UIApplication, continue userActivity: NSUserActivity,
        restorationHandler: @escaping ([any UIUserActivityRestoring]?) -> Void
    ) -> Bool {
        userActivity.webpageURL.map { router?.open($0) ?? false } ?? false
    }
}
