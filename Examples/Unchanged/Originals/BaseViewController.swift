/*
 A controller with a caption at the bottom, and with what its subclasses have in common.
 */

import UIKit

private extension Selector {
    static let appDidEnterBackground = #selector(BaseViewController.appDidEnterBackground)
    static let hideCaption = #selector(BaseViewController.hideCaption(animated:))
}

class BaseViewController: UIViewController {

    let caption = UILabel(frame: .zero)

    override func viewDidLoad() {
        super.viewDidLoad()
        view.backgroundColor = .black
        caption.textColor = .white
        caption.translatesAutoresizingMaskIntoConstraints = false
        view.addSubview(caption)
        NSLayoutConstraint.activate([
            caption.centerXAnchor.constraint(equalTo: view.centerXAnchor),
            caption.bottomAnchor.constraint(equalTo: view.bottomAnchor, constant: -20),
        ])
        NotificationCenter.default.addObserver(
            self, selector: .appDidEnterBackground, name: UIApplication.didEnterBackgroundNotification, object: nil)
    }

    /// Shows a text for a moment.
    func showCaption(_ text: String) {
        caption.text = text
        caption.isHidden = false
        NSObject.cancelPreviousPerformRequests(withTarget: self, selector: .hideCaption, object: true)
        perform(.hideCaption, with: true, afterDelay: 0.3)
    }

    @objc fileprivate func hideCaption(animated: Bool) {
        caption.isHidden = true
        captionDidHide()
    }

    @objc fileprivate func appDidEnterBackground() {
        EventLog.shared.record("The app is in the background.")
    }

    // MARK: For subclasses

    @objc func captionDidHide() {}

    @objc func close(_ sender: Any?) {
        EventLog.shared.record("The controller was closed.")
    }
}
