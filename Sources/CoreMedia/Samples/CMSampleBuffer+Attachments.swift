import Foundation

extension CMSampleBuffer {
    /// The attachments of each sample of a buffer, in their order.
    public struct SampleAttachmentsArray: RandomAccessCollection, MutableCollection, Sendable {
        private var samples: [PerSampleAttachmentsDictionary]

        init(_ samples: [PerSampleAttachmentsDictionary]) { self.samples = samples }

        public var startIndex: Int { 0 }
        public var endIndex: Int { samples.count }
        public subscript(position: Int) -> PerSampleAttachmentsDictionary {
            get { samples[position] }
            set { samples[position] = newValue }
        }
    }

    /// The attachments of a sample: hints for the display.
    public struct PerSampleAttachmentsDictionary: @unchecked Sendable {
        // Sendable: the values are immutable Foundation objects, numbers and texts, or such as the caller ensures.

        public struct Key: RawRepresentable, Hashable, @unchecked Sendable {
            // Sendable: a constant text.

            public let rawValue: CFString
            public init(rawValue: CFString) { self.rawValue = rawValue }

            /// Whether the sample is displayed as soon as it is enqueued, without regard to its time; a Boolean.
            public static let displayImmediately = Key(rawValue: kCMSampleAttachmentKey_DisplayImmediately)
            /// Whether the sample is not displayed; a Boolean.
            public static let doNotDisplay = Key(rawValue: kCMSampleAttachmentKey_DoNotDisplay)
            /// Whether the sample cannot be decoded alone; a Boolean.
            public static let notSync = Key(rawValue: kCMSampleAttachmentKey_NotSync)
        }

        private var values: [Key: NSObject] = [:]

        public init() {}

        init(_ attachments: NSDictionary) {
            for (key, value) in attachments {
                guard let name = key as? String else { continue }
                values[Key(rawValue: name as CFString)] = (value as AnyObject) as? NSObject
            }
        }

        /// Replaces the contents of the dictionary of a sample.
        func store(in attachments: NSMutableDictionary) {
            attachments.removeAllObjects()
            for (key, value) in values { attachments.setObject(value, forKey: key.rawValue) }
        }

        /// Accepts Booleans, numbers, texts and Foundation's objects; anything else removes the attachment.
        public subscript(key: Key) -> Any? {
            get { values[key] }
            set {
                switch newValue {
                case let value as Bool: values[key] = NSNumber(value: value)
                case let value as Int: values[key] = NSNumber(value: value)
                case let value as Double: values[key] = NSNumber(value: value)
                case let value as String: values[key] = NSString(string: value)
                default: values[key] = newValue as? NSObject
                }
            }
        }

        package func isOn(_ key: Key) -> Bool { (values[key] as? NSNumber)?.boolValue ?? false }
    }
}

// The constants below are `nonisolated(unsafe)`, because NSString is not sendable: nothing changes these objects.

/// Whether the sample is displayed as soon as it is enqueued, without regard to its time; a Boolean.
nonisolated(unsafe) public let kCMSampleAttachmentKey_DisplayImmediately: CFString = "DisplayImmediately"
/// Whether the sample is not displayed; a Boolean.
nonisolated(unsafe) public let kCMSampleAttachmentKey_DoNotDisplay: CFString = "DoNotDisplay"
/// Whether the sample cannot be decoded alone; a Boolean.
nonisolated(unsafe) public let kCMSampleAttachmentKey_NotSync: CFString = "NotSync"

/// Returns the attachments of each sample, dictionaries that can be changed: `CFDictionarySetValue`, or `NSMutableDictionary`.
///
/// A change is not synchronized with other threads: it is made before the buffer is enqueued.
/// - Parameter createIfNecessary: whether to return empty dictionaries where there are no attachments, rather than nil.
@discardableResult
public func CMSampleBufferGetSampleAttachmentsArray(_ sbuf: CMSampleBuffer, createIfNecessary: Bool) -> CFArray? {
    let list = sbuf.attachmentsList
    return createIfNecessary || list.sample.count > 0 ? list : nil
}
