public import HLS
import Synchronization

/// The names of a stream's renditions in several languages, which come from a resource of their own after playing has begun (spec/hls.md
/// section 4). Any thread.
public final class LateNames: Sendable {
    private let loader: ResourceLoader?
    private let state = Mutex<LocalizedNames?>(nil)

    /// - Parameter loader: what fetches them, which is kept for as long.
    init(loader: ResourceLoader) { self.loader = loader }

    /// Names that are here.
    public init(_ names: LocalizedNames) {
        loader = nil
        state.withLock { $0 = names }
    }

    func settle(_ names: LocalizedNames) { state.withLock { $0 = $0 ?? names } }

    /// nil: they have not come yet, or cannot be had.
    public var names: LocalizedNames? { state.withLock { $0 } }
}
