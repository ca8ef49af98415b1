public import HLS
import Synchronization

/// The names of a stream's renditions in several languages, which come from a resource of their own after playing has begun (spec/hls.md
/// section 4). Any thread.
public final class LateNames: Sendable {
    private let source: (any AnyObject & Sendable)?
    private let state = Mutex<LocalizedNames?>(nil)

    /// - Parameter source: the object that fetches the names; retained as long as this one.
    init(from source: any AnyObject & Sendable) { self.source = source }

    /// Names that are known already.
    public init(_ names: LocalizedNames) {
        source = nil
        state.withLock { $0 = names }
    }

    func settle(_ names: LocalizedNames) { state.withLock { $0 = $0 ?? names } }

    /// nil: they have not come yet, or cannot be had.
    public var names: LocalizedNames? { state.withLock { $0 } }
}
