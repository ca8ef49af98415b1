import CoreFoundationNames

/// A client's function with its information, which is retained for the lifetime of the value.
final class Callback: @unchecked Sendable {
    // Sendable: the variables are constant, and the client's functions are called from the thread that the client chose.

    private let function: SCNetworkReachabilityCallBack
    private let info: UnsafeMutableRawPointer?
    private let release: (@convention(c) (UnsafeRawPointer) -> Void)?
    private let copyDescription: ((UnsafeRawPointer) -> Unmanaged<CFString>)?

    init(_ function: @escaping SCNetworkReachabilityCallBack, context: SCNetworkReachabilityContext?) {
        self.function = function
        if let info = context?.info, let retain = context?.retain {
            self.info = UnsafeMutableRawPointer(mutating: retain(info))
        } else {
            info = context?.info
        }
        release = context?.release
        copyDescription = context?.copyDescription
    }

    deinit { if let info { release?(info) } }

    /// The client's description of its information; nil if the client gives none.
    var infoDescription: String? {
        guard let info, let copyDescription else { return nil }
        return copyDescription(info).takeRetainedValue() as String
    }

    func call(_ target: ReachabilityTarget, _ flags: SCNetworkReachabilityFlags) {
        function(target.reference, flags, info)
    }
}
