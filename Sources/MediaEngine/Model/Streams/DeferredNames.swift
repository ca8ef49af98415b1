public import HLS
import Synchronization

/// The localized names of a stream's renditions, which are loaded after playback has started (spec/hls.md section 4). Thread-safe.
public final class DeferredNames: Sendable {
    private let source: (any AnyObject & Sendable)?
    private let state = Mutex<LocalizedNames?>(nil)

    /// - Parameter source: the object that loads the names; retained by this object.
    init(from source: any AnyObject & Sendable) { self.source = source }

    /// Creates an object with known names.
    public init(_ names: LocalizedNames) {
        source = nil
        state.withLock { $0 = names }
    }

    func settle(_ names: LocalizedNames) { state.withLock { $0 = $0 ?? names } }

    /// Nil until the names are loaded, and if loading fails.
    public var names: LocalizedNames? { state.withLock { $0 } }
}
