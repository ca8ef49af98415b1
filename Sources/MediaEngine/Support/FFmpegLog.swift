import CFFmpeg
import Foundation

/// Configures FFmpeg's logging to standard error: disabled unless OPENAVKIT_FFMPEG_LOG is set to a level ("error", "warning", "info",
/// "debug").
enum FFmpegLog {
    static let isSetUp: Bool = {
        let levels = ["error": AV_LOG_ERROR, "warning": AV_LOG_WARNING, "info": AV_LOG_INFO, "debug": AV_LOG_DEBUG]
        let wanted = ProcessInfo.processInfo.environment["OPENAVKIT_FFMPEG_LOG"].flatMap { levels[$0] }
        av_log_set_level(wanted ?? AV_LOG_QUIET)
        return true
    }()
}
