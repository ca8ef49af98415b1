public import Foundation

/// Methods that classes implement for objects of a nib file. There are no nib files on Linux, so that nothing calls them but clients.
extension NSObjectProtocol where Self: NSObject {
    /// Does nothing, as on Apple's platforms. A class of a client has a method of its own, from which it calls `super.awakeFromNib()`.
    @MainActor public func awakeFromNib() {}

    /// Does nothing: there is no Interface Builder on Linux.
    @MainActor public func prepareForInterfaceBuilder() {}
}
