import AVKit
import Foundation

/// The pixels of a window as a PNG.
enum Screenshot {
    @MainActor
    static func png(of window: UIWindow) -> Data? {
        window.snapshotImage()?.pngData()
    }
}
