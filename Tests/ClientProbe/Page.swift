import AVKit
import UIKit

/// A client's page in the colors of the system, with the player among its content.
final class Page: UIViewController {
    private let player: AVPlayerViewController
    private let heading = UILabel()

    init(_ player: AVPlayerViewController, heading text: String) {
        self.player = player
        super.init(nibName: nil, bundle: nil)
        heading.text = text
        heading.font = .systemFont(ofSize: 28, weight: .bold)
    }

    required init?(coder: NSCoder) { nil }

    override func viewDidLoad() {
        super.viewDidLoad()
        view.backgroundColor = .systemBackground
        view.addSubview(heading)
        addChild(player)
        view.addSubview(player.view)
        player.didMove(toParent: self)
    }

    override func viewDidLayoutSubviews() {
        super.viewDidLayoutSubviews()
        let width = (view.bounds.width * 0.75).rounded()
        heading.frame = CGRect(x: 40, y: 20, width: width, height: 40)
        player.view.frame = CGRect(x: 40, y: 76, width: width, height: (width * 9 / 16).rounded())
    }
}
