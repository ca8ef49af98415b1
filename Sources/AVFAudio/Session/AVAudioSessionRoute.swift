public import Foundation

/// The outputs and inputs of audio. Immutable.
open class AVAudioSessionRouteDescription: NSObject, @unchecked Sendable {
    open private(set) var inputs: [AVAudioSessionPortDescription]
    open private(set) var outputs: [AVAudioSessionPortDescription]

    package init(inputs: [AVAudioSessionPortDescription] = [], outputs: [AVAudioSessionPortDescription]) {
        self.inputs = inputs
        self.outputs = outputs
        super.init()
    }

    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? AVAudioSessionRouteDescription else { return false }
        return other.inputs == inputs && other.outputs == outputs
    }

    open override var hash: Int { outputs.hashValue }
}

/// One device. Immutable.
open class AVAudioSessionPortDescription: NSObject, @unchecked Sendable {
    open private(set) var portType: AVAudioSession.Port
    /// A name for display.
    open private(set) var portName: String
    open private(set) var uid: String
    open private(set) var channels: [AVAudioSessionChannelDescription]?

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

    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? AVAudioSessionPortDescription else { return false }
        return other.portType == portType && other.uid == uid && other.portName == portName
    }

    open override var hash: Int { uid.hashValue }
}

open class AVAudioSessionChannelDescription: NSObject, @unchecked Sendable {
    open private(set) var channelName: String
    /// From 1.
    open private(set) var channelNumber: Int
    open private(set) var owningPortUID: String

    init(channelName: String, channelNumber: Int, owningPortUID: String) {
        self.channelName = channelName
        self.channelNumber = channelNumber
        self.owningPortUID = owningPortUID
        super.init()
    }
}
