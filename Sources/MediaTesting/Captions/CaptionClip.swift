public import Foundation

/// A video file with one caption track, in a folder of its own.
public enum CaptionClip {
    /// Creates the file with the ffmpeg command: a grey video of 640 by 360 pixels and 25 frames per second.
    /// - Parameters:
    ///   - captions: a file that ffmpeg reads, and its name with the extension of its format.
    ///   - codec: ffmpeg's encoder of the captions, or "copy".
    ///   - fonts: files that are attached.
    ///   - disposition: of the caption track, as ffmpeg names it.
    ///   - language: the ISO 639-2 code of the caption track.
    ///   - audioLanguages: the ISO 639-2 codes of silent audio tracks, of which the first one is the default.
    public static func make(
        _ captions: Data, named name: String, codec: String = "copy", container: String = "mkv", seconds: Double = 6,
        fonts: [URL] = [], disposition: String = "default", language: String? = nil,
        audioLanguages: [String] = []
    ) async throws -> URL {
        guard let ffmpeg = ExternalCommand.find("ffmpeg") else { throw StreamMakerError(message: "ffmpeg is missing") }
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("captions-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try captions.write(to: folder.appendingPathComponent(name))
        var arguments = ["-nostdin", "-v", "error", "-y", "-copyts", "-f", "lavfi"]
        arguments += ["-i", "color=c=gray:s=640x360:r=25:d=\(seconds)"]
        // The end of a picture is known only from the next one.
        if ["dvdsub", "dvbsub"].contains(codec) { arguments.append("-fix_sub_duration") }
        arguments += ["-i", name]
        for _ in audioLanguages { arguments += ["-f", "lavfi", "-i", "anullsrc=r=48000:cl=mono:d=\(seconds)"] }
        arguments += ["-map", "0", "-map", "1"]
        for (index, audioLanguage) in audioLanguages.enumerated() {
            arguments += ["-map", "\(index + 2)", "-metadata:s:a:\(index)", "language=\(audioLanguage)"]
            arguments += ["-disposition:a:\(index)", index == 0 ? "default" : "0"]
        }
        if let language { arguments += ["-metadata:s:s:0", "language=\(language)"] }
        arguments += ["-c:v", "libx264", "-preset", "ultrafast", "-g", "25", "-c:a", "aac", "-c:s", codec]
        for (index, font) in fonts.enumerated() {
            arguments += ["-attach", font.path, "-metadata:s:t:\(index)", "mimetype=application/x-truetype-font"]
        }
        arguments += ["-disposition:s:0", disposition, "film.\(container)"]
        let outcome = try await ExternalCommand.run(ffmpeg, arguments, in: folder)
        guard outcome.status == 0 else { throw StreamMakerError(message: outcome.standardError) }
        return folder.appendingPathComponent("film.\(container)")
    }

    /// Removes the file's folder.
    public static func remove(_ film: URL) { try? FileManager.default.removeItem(at: film.deletingLastPathComponent()) }
}
