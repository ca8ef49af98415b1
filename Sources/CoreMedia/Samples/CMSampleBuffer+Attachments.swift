import Foundation

extension CMSampleBuffer {
    /// The attachments of each sample of a buffer, in their order.
    public struct SampleAttachmentsArray: RandomAccessCollection, MutableCollection, Sendable {
        private var samples: [PerSampleAttachmentsDictionary]

        init(count: Int) { samples = Array(repeating: PerSampleAttachmentsDictionary(), count: count) }

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

        public struct Key: RawRepresentable, Hashable, Sendable {
            public let rawValue: String
            public init(rawValue: String) { self.rawValue = rawValue }

            /// Whether the sample is displayed as soon as it is enqueued, without regard to its time; a Boolean.
            public static let displayImmediately = Key(rawValue: kCMSampleAttachmentKey_DisplayImmediately)
            /// Whether the sample is not displayed; a Boolean.
            public static let doNotDisplay = Key(rawValue: kCMSampleAttachmentKey_DoNotDisplay)
            /// Whether the sample cannot be decoded alone; a Boolean.
            public static let notSync = Key(rawValue: kCMSampleAttachmentKey_NotSync)
        }

        private var values: [Key: NSObject] = [:]

        public init() {}

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

public let kCMSampleAttachmentKey_DisplayImmediately = "DisplayImmediately"
public let kCMSampleAttachmentKey_DoNotDisplay = "DoNotDisplay"
public let kCMSampleAttachmentKey_NotSync = "NotSync"
