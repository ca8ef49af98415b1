public import HLS
import Synchronization

/// The localized names of a stream's renditions, which are loaded after playback has begun (spec/hls.md section 4). Any thread.
public final class LateNames: Sendable {
    private let source: (any AnyObject & Sendable)?
    private let state = Mutex<LocalizedNames?>(nil)

    /// - Parameter source: the object that fetches the names; retained as long as this one.
    init(from source: any AnyObject & Sendable) { self.source = source }

    /// Creates an object whose names are known.
    public init(_ names: LocalizedNames) {
        source = nil
        state.withLock { $0 = names }
    }

    func settle(_ names: LocalizedNames) { state.withLock { $0 = $0 ?? names } }

    /// nil until the names are loaded, and where loading fails.
    public var names: LocalizedNames? { state.withLock { $0 } }
}
