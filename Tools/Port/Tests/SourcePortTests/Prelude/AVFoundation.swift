// The parts of AVFoundation that the snippets use. It is compiled as the module AVFoundation.
@_exported import UIKit

open class AVPlayer: NSObject, NamedPropertyObservable, @unchecked Sendable {
    // `@unchecked`: the snippets use a player on one thread.
    public let namedObservers = NamedObservers()
    private var storedRate: Float = 0
    private var storedMuted = false

    open var rate: Float {
        get { storedRate }
        set { change("rate") { storedRate = newValue } }
    }

    open var isMuted: Bool {
        get { storedMuted }
        set { change("muted") { storedMuted = newValue } }
    }

    open func play() { rate = 1 }
    open func pause() { rate = 0 }

    public func value(named key: String) -> Any? {
        switch key {
        case "rate": rate
        case "muted": isMuted
        default: nil
        }
    }
}

extension Notification.Name {
    public static let AVPlayerItemDidPlayToEndTime = Notification.Name("AVPlayerItemDidPlayToEndTime")
}
