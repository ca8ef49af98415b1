import AudioServer

extension AVAudioSessionRouteDescription {
    /// - Parameter output: nil: there is no output, or it is unknown.
    convenience init(output: AudioSink?) {
        self.init(outputs: output.map { [AVAudioSessionPortDescription($0)] } ?? [.unknownOutput])
    }
}

extension AVAudioSessionPortDescription {
    /// The output of a machine whose audio server does not answer.
    static let unknownOutput = AVAudioSessionPortDescription(
        portType: .builtInSpeaker, portName: "Default output", uid: "default")

    convenience init(_ sink: AudioSink) {
        self.init(
            portType: AVAudioSession.Port(sink.kind), portName: sink.label, uid: sink.identifier,
            channelCount: sink.channelCount)
    }
}

extension AVAudioSession.Port {
    init(_ kind: AudioDeviceKind) {
        switch kind {
        case .speaker: self = .builtInSpeaker
        case .headphones: self = .headphones
        case .lineOut: self = .lineOut
        case .hdmi: self = .HDMI
        case .displayPort: self = .displayPort
        case .bluetooth: self = .bluetoothA2DP
        case .bluetoothCall: self = .bluetoothHFP
        case .usb: self = .usbAudio
        case .network: self = .airPlay
        case .virtual: self = .virtual
        }
    }
}
