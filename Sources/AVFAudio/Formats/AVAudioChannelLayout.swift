public import CoreMedia
public import Foundation

/// The places of channels: an immutable `AudioChannelLayout`. Any thread.
open class AVAudioChannelLayout: NSObject, @unchecked Sendable {
    // Sendable: the layout is only read after the initializer.
    let stored: StoredChannelLayout

    /// - Returns: nil for a tag without a number of channels: layouts that list their channels, or name them as bits.
    public init?(layoutTag: AudioChannelLayoutTag) {
        guard AudioChannelLayoutTag_GetNumberOfChannels(layoutTag) > 0 else { return nil }
        stored = StoredChannelLayout(tag: layoutTag)
        super.init()
    }

    /// Copies a layout with all its descriptions of channels.
    public init(layout: UnsafePointer<AudioChannelLayout>) {
        stored = StoredChannelLayout(layout)
        super.init()
    }

    /// For a setting's data; nil for data that are no layout.
    init?(data: Data) {
        guard let stored = data.withUnsafeBytes({ StoredChannelLayout(bytes: $0) }) else { return nil }
        self.stored = stored
        super.init()
    }

    /// Valid as long as this object.
    open var layout: UnsafePointer<AudioChannelLayout> { stored.pointer }
    open var layoutTag: AudioChannelLayoutTag { stored.pointer.pointee.mChannelLayoutTag }
    open var channelCount: AVAudioChannelCount { stored.channelCount }

    /// Whether two layouts have the same bytes. Apple: layouts that mean the same are equal, such as a tag and its list of channels.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? AVAudioChannelLayout else { return false }
        return stored.bytes.elementsEqual(other.stored.bytes)
    }

    open override var hash: Int { Int(layoutTag) }
}
