import AVKit
import Foundation

/// Renders the content of a window as PNG.
enum Screenshot {
    @MainActor
    static func png(of window: UIWindow) -> Data? {
        window.snapshotImage()?.pngData()
    }
}
