public import Foundation

/// The outputs and inputs of audio. Immutable.
public final class AVAudioSessionRouteDescription: NSObject, Sendable {
    public let inputs: [AVAudioSessionPortDescription]
    public let outputs: [AVAudioSessionPortDescription]

    package init(inputs: [AVAudioSessionPortDescription] = [], outputs: [AVAudioSessionPortDescription]) {
        self.inputs = inputs
        self.outputs = outputs
        super.init()
    }

    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? AVAudioSessionRouteDescription else { return false }
        return other.inputs == inputs && other.outputs == outputs
    }

    public override var hash: Int { outputs.hashValue }
}

/// One device. Immutable.
public final class AVAudioSessionPortDescription: NSObject, Sendable {
    public let portType: AVAudioSession.Port
    /// A name for display.
    public let portName: String
    public let uid: String
    public let channels: [AVAudioSessionChannelDescription]?

    package init(portType: AVAudioSession.Port, portName: String, uid: String, channelCount: Int = 2) {
        self.portType = portType
        self.portName = portName
        self.uid = uid
        channels = (0..<max(0, channelCount)).map { number in
            AVAudioSessionChannelDescription(
                channelName: "\(portName) \(number + 1)", channelNumber: number + 1, owningPortUID: uid)
        }
        super.init()
    }

    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? AVAudioSessionPortDescription else { return false }
        return other.portType == portType && other.uid == uid && other.portName == portName
    }

    public override var hash: Int { uid.hashValue }
}

public final class AVAudioSessionChannelDescription: NSObject, Sendable {
    public let channelName: String
    /// From 1.
    public let channelNumber: Int
    public let owningPortUID: String

    init(channelName: String, channelNumber: Int, owningPortUID: String) {
        self.channelName = channelName
        self.channelNumber = channelNumber
        self.owningPortUID = owningPortUID
        super.init()
    }
}
