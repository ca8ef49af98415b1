import CFFmpeg
import Foundation

/// Returns FFmpeg's description of a negative return code.
func ffmpegMessage(_ code: Int32) -> String {
    var buffer = [CChar](repeating: 0, count: Int(AV_ERROR_MAX_STRING_SIZE))
    av_strerror(code, &buffer, buffer.count)
    return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
}

extension MediaError {
    /// Returns the error for a failed FFmpeg call, with a message for the user.
    static func ffmpeg(_ code: Int32, call: String, reading url: URL?, otherwise fallback: Code) -> MediaError {
        let detail = "\(call): \(ffmpegMessage(code))"
        switch code {
        case ff_error_out_of_memory:
            return MediaError(.outOfMemory, "There is not enough memory to continue.", detail: detail, url: url)
        case ff_error_decoder_not_found:
            return MediaError(
                .decoderNotFound, "No decoder for this format is installed.", detail: detail, url: url)
        default:
            break
        }
        switch fallback {
        case .formatNotRecognized:
            return MediaError(
                fallback,
                "This is not video or audio in a supported format. Check that the file's contents match its name.",
                detail: detail, url: url)
        case .malformed:
            return MediaError(
                fallback, "The file is damaged or incomplete. Try to download it again.", detail: detail, url: url)
        case .decodingFailed:
            return MediaError(fallback, "The media could not be decoded.", detail: detail, url: url)
        default:
            return MediaError(fallback, "The media could not be read.", detail: detail, url: url)
        }
    }
}
