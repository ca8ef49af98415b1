import Synchronization

extension AVAudioSession {
    public enum PortOverride: UInt, Sendable {
        case none = 0
        case speaker = 1_936_747_378
    }

    /// Moves the audio of the process to the built-in speaker, or back to the output before.
    ///
    /// Apple: the override ends with a change of the route. Here: it ends when the viewer chooses another output.
    /// A machine without a speaker of its own keeps the present output.
    ///
    /// - Throws: an error for the speaker with another category than `playAndRecord`.
    public func overrideOutputAudioPort(_ portOverride: PortOverride) throws {
        switch portOverride {
        case .speaker:
            guard category == .playAndRecord else {
                throw Self.error(.badParam, "Only the category playAndRecord has an override to the speaker.")
            }
            selectSpeaker()
        case .none:
            restoreOutput()
        }
    }

    private func selectSpeaker() {
        let outputs = outputs
        guard let speaker = outputs.first(where: { $0.port.portType == .builtInSpeaker }), !speaker.isPresent else {
            return
        }
        replacedOutput.withLock { $0 = outputs.first(where: \.isPresent)?.port.uid }
        selectOutput(speaker.port.uid)
    }

    private func restoreOutput() {
        let replaced = replacedOutput.withLock { output in
            defer { output = nil }
            return output
        }
        let isOverridden = outputs.contains { $0.isPresent && $0.port.portType == .builtInSpeaker }
        if let replaced, isOverridden { selectOutput(replaced) }
    }
}
