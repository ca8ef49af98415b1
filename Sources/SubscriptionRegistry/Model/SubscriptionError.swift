package import AppIdentity

/// The reason why a registration was not changed. The previous registration stays.
package enum SubscriptionError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The app lacks the capability, in strict mode.
    case capability(CapabilityError)
    /// A value that cannot be registered.
    case invalid(_ field: String, _ reason: String)
    case folder(AppDataError)
    /// A file cannot be read or written.
    case file(_ path: String, _ reason: String)
    /// Another process of the app has held the lock for too long.
    case locked(_ path: String)
    /// The file was written by a later version, and is not replaced.
    case laterVersion(_ path: String, Int)

    package var description: String {
        switch self {
        case .capability(let error): error.description
        case .invalid(let field, let reason): "The subscription is not registered: \(field): \(reason)."
        case .folder(let error): "The subscription is not registered. \(error)"
        case .file(let path, let reason): "The subscription is not registered: '\(path)': \(reason)."
        case .locked(let path):
            "The subscription is not registered: another process of the app holds the lock '\(path)'. End that process."
        case .laterVersion(let path, let version):
            "The subscription is not registered: '\(path)' has the version \(version) of the format, which is later than this "
                + "program's. Update the program, or remove the file."
        }
    }
}
