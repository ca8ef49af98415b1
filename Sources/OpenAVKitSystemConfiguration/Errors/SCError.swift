import Foundation

/// The status of the calling thread's latest function of this module that failed; `kSCStatusOK` before.
public func SCError() -> Int32 { StatusStore.status }

/// Returns the text of a status; of other codes than those of this module, the text of `errno`.
///
/// The text is valid until the program ends, or until the thread's next call with another code.
public func SCErrorString(_ status: Int32) -> UnsafePointer<CChar> {
    switch Int(status) {
    case kSCStatusOK: text("Success")
    case kSCStatusFailed: text("Failed")
    case kSCStatusInvalidArgument: text("Invalid argument")
    default: UnsafePointer(strerror(status))
    }
}

private func text(_ text: StaticString) -> UnsafePointer<CChar> {
    UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)
}

/// The status of each thread.
enum StatusStore {
    private static let key = "OpenAVKit.SCError"

    static var status: Int32 {
        get { Thread.current.threadDictionary[key] as? Int32 ?? Int32(kSCStatusOK) }
        set { Thread.current.threadDictionary[key] = newValue }
    }

    /// Stores a failure.
    /// - Returns: false, the result of the function.
    static func fail(_ status: Int = kSCStatusInvalidArgument) -> Bool {
        self.status = Int32(status)
        return false
    }
}
