import Foundation
import MediaEngine

/// Facts about the machine for bug reports, each with what to do where something is missing. Not in Apple's API.
public struct SystemReport: Sendable {
    public struct Entry: Sendable, Hashable {
        public var name: String
        public var value: String
        /// What to do about it; nil where nothing is wrong.
        public var remedy: String?

        public init(name: String, value: String, remedy: String? = nil) {
            self.name = name
            self.value = value
            self.remedy = remedy
        }
    }

    public var entries: [Entry]

    public init(entries: [Entry]) { self.entries = entries }
}

/// What playback stands on: libraries, decoders, sound. Not in Apple's API.
public enum MediaSystem {
    /// Looks at the machine now. Any thread; may block for half a second while it looks for a sound server.
    public static func report() -> SystemReport {
        var entries = [SystemReport.Entry(name: "system", value: ProcessInfo.processInfo.operatingSystemVersionString)]
        entries.append(.init(name: "ffmpeg", value: EngineDiagnostics.mediaLibraryVersion))
        for library in EngineDiagnostics.libraries() {
            let isSame = library.loaded.contains(library.compiled)
            entries.append(
                .init(
                    name: library.name,
                    value: isSame ? library.loaded : "\(library.loaded) (built with \(library.compiled))"))
        }
        let decoders = EngineDiagnostics.decoders()
        entries.append(
            .init(name: "decoders", value: decoders.compactMap { $0.decoder }.joined(separator: " ")))
        let missing = decoders.filter { $0.decoder == nil }.map { $0.codec }
        if !missing.isEmpty {
            entries.append(
                .init(
                    name: "no decoder", value: missing.joined(separator: " "),
                    remedy: "Install a libavcodec that has them; films with these codecs do not play."))
        }
        entries.append(
            .init(
                name: "hardware",
                value: EngineDiagnostics.hasHardwareDecoding() ? "VA-API" : "none (decodes in software)"))
        if let server = EngineDiagnostics.soundServer() {
            entries.append(.init(name: "sound", value: server))
        } else {
            entries.append(
                .init(
                    name: "sound", value: "no sound server: films play silently",
                    remedy: "Start PulseAudio or PipeWire (pipewire-pulse), or set PULSE_SERVER."))
        }
        return SystemReport(entries: entries)
    }
}
