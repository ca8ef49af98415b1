public import Foundation

/// Lends `makeInstance` the right to call `init()`; nothing for clients.
///
/// Open, because the optimiser calls the one initialiser of a class that nobody can subclass directly, and not through the slot
/// that this is about.
open class InstanceMaker: NSObject {
    public required override init() { super.init() }
}

/// Makes an object of a class through NSObject's `init()`, which a subclass need not mark `required`.
///
/// The cast is safe because only the slot of `NSObject.init()` in the class's own table is called, which every class here has.
@inline(never) @_optimize(none) func makeInstance(of type: AnyClass) -> NSObject {
    unsafeBitCast(type, to: InstanceMaker.Type.self).init()
}
