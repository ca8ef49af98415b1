import Foundation
import MediaEngine

/// A report about the machine for bug reports, with a remedy for each missing component. Not in Apple's API.
package struct SystemReport: Sendable {
    package struct Entry: Sendable, Hashable {
        package var name: String
        package var value: String
        /// How to fix the problem; nil where there is none.
        package var remedy: String?

        package init(name: String, value: String, remedy: String? = nil) {
            self.name = name
            self.value = value
            self.remedy = remedy
        }
    }

    package var entries: [Entry]

    package init(entries: [Entry]) { self.entries = entries }
}

/// Reports the libraries, decoders and audio output that playback depends on. Not in Apple's API.
package enum MediaSystem {
    /// Collects the report. Any thread; may block for half a second while it looks for a sound server.
    package static func report() -> SystemReport {
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
                    remedy: "Install a libavcodec that has them; media with these codecs cannot be played."))
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
                    name: "sound", value: "no sound server: media plays without audio",
                    remedy: "Start PulseAudio or PipeWire (pipewire-pulse), or set PULSE_SERVER."))
        }
        return SystemReport(entries: entries)
    }
}
