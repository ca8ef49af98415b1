import Foundation

/// The state of a process's audio session as other processes of this project see it: a property of the process's connection to the server.
package struct SessionMark: Sendable, Hashable {
    package enum Phase: String, Sendable {
        case active
        /// Deactivated without a word to the others.
        case ended
        /// Deactivated, and the interrupted sessions may resume.
        case released
    }

    /// The treatment of others' audio.
    package enum Mixing: String, Sendable {
        case solo, mix, duck
        /// Mixes, but interrupts spoken audio.
        case overSpeech
    }

    package var phase: Phase
    package var mixing: Mixing
    /// The time of the activation, in microseconds since 1970: the later of two sessions interrupts the earlier.
    package var stamp: Int64

    package init(phase: Phase, mixing: Mixing, stamp: Int64) {
        self.phase = phase
        self.mixing = mixing
        self.stamp = stamp
    }

    package static let propertyName = "openavkit.session"
    /// The property of connections and streams that identifies the process.
    package static let processPropertyName = "openavkit.process"
    /// The property of streams whose client has chosen their device; empty or absent for the others.
    package static let devicePropertyName = "openavkit.device"
    /// The value of `processPropertyName` of this process.
    package static let process = UUID().uuidString

    package var text: String { "\(phase.rawValue) \(mixing.rawValue) \(stamp)" }

    /// - Parameter text: the value of the property; nil if it was written by another version.
    package init?(text: String) {
        let words = text.split(separator: " ")
        guard words.count == 3, let phase = Phase(rawValue: String(words[0])),
            let mixing = Mixing(rawValue: String(words[1])), let stamp = Int64(words[2])
        else { return nil }
        self.init(phase: phase, mixing: mixing, stamp: stamp)
    }
}
