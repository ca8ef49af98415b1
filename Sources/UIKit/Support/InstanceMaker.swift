public import Foundation

/// A class with a required `init()`, used by `makeInstance`. Not for clients.
///
/// Open, because for a class that cannot be subclassed outside the module, the optimizer would call the initializer
/// directly and not through the class's vtable, on which `makeInstance` relies.
open class _InstanceMaker: NSObject {
    public required override init() { super.init() }
}

/// Creates an object of a class through NSObject's `init()`, which a subclass need not mark `required`.
///
/// The cast is safe because only the vtable entry of `NSObject.init()` is called, which every subclass of NSObject has.
@inline(never) @_optimize(none) func makeInstance(of type: AnyClass) -> NSObject {
    unsafeBitCast(type, to: _InstanceMaker.Type.self).init()
}
