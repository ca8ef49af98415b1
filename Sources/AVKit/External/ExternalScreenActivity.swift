import Foundation
import UIKit

/// Which external screen shows the video of a player of this process. Main thread only.
@MainActor
enum ExternalScreenActivity {
    static let didChange = Notification.Name("OpenAVKitExternalScreenActivityDidChange")

    /// The external screen that shows video; nil: there is none.
    private(set) static var screen: UIScreen?

    static func show(on screen: UIScreen?) {
        self.screen = screen
        NotificationCenter.default.post(name: didChange, object: nil)
    }
}
