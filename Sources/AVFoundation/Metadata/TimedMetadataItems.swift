import CoreMedia
import Foundation
import MediaEngine

extension AVMetadataKeySpace {
    /// The key space of stream messages other than ID3 tags; the keys are scheme URIs. Apple exposes no such messages.
    static let eventMessage = AVMetadataKeySpace(rawValue: "emsg")
}

extension AVTimedMetadataGroup {
    /// - Parameter identifiers: the identifiers of the items to include; nil includes all.
    /// - Returns: nil where no item remains.
    convenience init?(_ metadata: TimedMetadata, _ identifiers: Set<String>? = nil) {
        let items = AVMetadataItem.items(of: metadata).filter { item in
            identifiers.map { $0.contains(item.identifier?.rawValue ?? "") } ?? true
        }
        guard !items.isEmpty else { return nil }
        self.init(items: items, timeRange: metadata.range)
    }
}

extension AVMetadataItem {
    static func items(of metadata: TimedMetadata) -> [AVMetadataItem] {
        switch metadata.content {
        case .id3(let frames): frames.map { AVMetadataItem($0, metadata.range) }
        case .message(let scheme, let value, let data): [AVMetadataItem(scheme, value, data, metadata.range)]
        }
    }

    private convenience init(_ frame: ID3Frame, _ range: CMTimeRange) {
        var fields = MetadataFields(
            identifier: AVMetadataIdentifier(rawValue: "id3/" + frame.name), time: range.start,
            duration: range.duration)
        switch frame.value {
        case .text(let text):
            fields.value = NSString(string: text)
            fields.dataType = kCMMetadataBaseDataType_UTF8
        case .data(let bytes):
            fields.value = NSData(data: Data(bytes))
            fields.dataType =
                switch frame.mimeType {
                case "image/jpeg", "image/jpg": kCMMetadataBaseDataType_JPEG
                case "image/png": kCMMetadataBaseDataType_PNG
                default: kCMMetadataBaseDataType_RawData
                }
        }
        if let language = frame.language, !["XXX", "und", ""].contains(language) { fields.setLanguage(language) }
        if let info = frame.info { fields.extraAttributes = [.info: info] }
        self.init(fields)
    }

    private convenience init(_ scheme: String, _ value: String, _ data: [UInt8], _ range: CMTimeRange) {
        var fields = MetadataFields(
            identifier: AVMetadataItem.identifier(forKey: NSString(string: scheme), keySpace: .eventMessage),
            value: NSData(data: Data(data)), dataType: kCMMetadataBaseDataType_RawData, time: range.start,
            duration: range.duration)
        if !value.isEmpty { fields.extraAttributes = [.info: value] }
        self.init(fields)
    }
}
