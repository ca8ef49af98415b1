import Foundation

/// The errors of audio files, with Apple's codes.
enum AudioFileError: Int {
    /// `wht?`
    case unspecified = 2_003_334_207
    /// `typ?`
    case unsupportedFileType = 1_954_115_647
    /// `fmt?`
    case unsupportedDataFormat = 1_718_449_215
    /// `kAudio_ParamError`
    case parameter = -50

    func error(_ message: String, _ cause: (any Error)? = nil) -> NSError {
        var info: [String: Any] = [NSLocalizedDescriptionKey: message]
        if let cause {
            info[NSLocalizedFailureReasonErrorKey] = String(describing: cause)
            info[NSUnderlyingErrorKey] = cause as NSError
        }
        return NSError(domain: "com.apple.coreaudio.avfaudio", code: rawValue, userInfo: info)
    }
}
