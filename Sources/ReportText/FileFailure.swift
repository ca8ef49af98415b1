import Foundation

/// The reason why a file could not be read or written, as a short text for messages.
package enum FileFailure {
    /// Returns the text of the POSIX error, such as `No such file or directory`, or else the error's own description.
    package static func reason(_ error: any Error) -> String {
        var next: NSError? = error as NSError
        while let current = next {
            if current.domain == NSPOSIXErrorDomain { return String(cString: strerror(Int32(current.code))) }
            next = current.userInfo[NSUnderlyingErrorKey] as? NSError
        }
        switch (error as? CocoaError)?.code {
        case .fileReadNoSuchFile, .fileNoSuchFile: return String(cString: strerror(ENOENT))
        case .fileReadNoPermission, .fileWriteNoPermission: return String(cString: strerror(EACCES))
        default: return error.localizedDescription
        }
    }
}
