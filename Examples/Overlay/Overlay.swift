import AVKit

/// A view of the client's own between the picture and the controls.
final class BadgeView: UIView {
    private let label = UILabel()

    override init(frame: CGRect) {
        super.init(frame: frame)
        backgroundColor = UIColor.black.withAlphaComponent(0.4)
        layer.cornerRadius = 12
        label.text = "LIVE FROM THE OVERLAY"
        label.textColor = .white
        label.font = .systemFont(ofSize: 18, weight: .semibold)
        label.translatesAutoresizingMaskIntoConstraints = false
        addSubview(label)
        NSLayoutConstraint.activate([
            label.centerXAnchor.constraint(equalTo: centerXAnchor),
            label.centerYAnchor.constraint(equalTo: centerYAnchor),
        ])
    }

    required init?(coder: NSCoder) { nil }
}

@main
final class Overlay: UIResponder, UIApplicationDelegate {
    var window: UIWindow?

    func application(
        _ application: UIApplication, didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        let controller = AVPlayerViewController()
        let player = AVPlayer(url: URL(fileURLWithPath: CommandLine.arguments.last ?? ""))
        controller.player = player
        let badge = BadgeView()
        badge.translatesAutoresizingMaskIntoConstraints = false
        if let overlay = controller.contentOverlayView {
            overlay.addSubview(badge)
            NSLayoutConstraint.activate([
                badge.topAnchor.constraint(equalTo: overlay.topAnchor, constant: 40),
                badge.trailingAnchor.constraint(equalTo: overlay.trailingAnchor, constant: -40),
                badge.widthAnchor.constraint(equalToConstant: 260),
                badge.heightAnchor.constraint(equalToConstant: 44),
            ])
        }
        window = UIWindow(frame: UIScreen.main.bounds)
        window?.rootViewController = controller
        window?.makeKeyAndVisible()
        player.play()
        return true
    }
}
