import Foundation
import HLS

/// The date ranges that a collector has reported so far, and the changes against an updated list of them.
struct DateRangeCollection: Sendable {
    struct Change: Sendable {
        /// By start date.
        var groups: [AVDateRangeMetadataGroup]
        var new: IndexSet
        var modified: IndexSet
    }

    /// nil collects all.
    let identifiers: Set<String>?
    let labels: Set<String>?
    private var reported: [String: DateRange] = [:]

    init(identifiers: Set<String>?, labels: Set<String>?) {
        self.identifiers = identifiers
        self.labels = labels
    }

    /// - Returns: nil where the matching date ranges have not changed.
    mutating func update(_ ranges: [DateRange]) -> Change? {
        let wanted = ranges.filter(isWanted).sorted { ($0.start, $0.id) < ($1.start, $1.id) }
        var change = Change(groups: [], new: [], modified: [])
        for (index, range) in wanted.enumerated() {
            change.groups.append(AVDateRangeMetadataGroup(range))
            guard let old = reported[range.id] else {
                change.new.insert(index)
                continue
            }
            if old != range { change.modified.insert(index) }
        }
        let hasLess = reported.count > wanted.count - change.new.count
        reported = Dictionary(wanted.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
        return change.new.isEmpty && change.modified.isEmpty && !hasLess ? nil : change
    }

    private func isWanted(_ range: DateRange) -> Bool {
        if let labels, !labels.contains(range.category ?? "") { return false }
        guard let identifiers else { return true }
        return range.metadata.contains { identifiers.contains($0.identifier.rawValue) }
    }
}

extension DateRange {
    /// The attributes as metadata identifiers and values, ordered by attribute name.
    var metadata: [(identifier: AVMetadataIdentifier, value: NSObject)] {
        var values = attributes.mapValues { value -> NSObject in
            switch value {
            case .text(let text): NSString(string: text)
            case .bytes(let bytes): NSData(data: Data(bytes))
            case .number(let number): NSNumber(value: number)
            }
        }
        for (name, bytes) in [("SCTE35-CMD", spliceCommand), ("SCTE35-OUT", spliceOut), ("SCTE35-IN", spliceIn)] {
            if let bytes { values[name] = NSData(data: Data(bytes)) }
        }
        return values.sorted { $0.key < $1.key }.compactMap { name, value in
            AVMetadataItem.identifier(forKey: NSString(string: name), keySpace: .hlsDateRange).map { ($0, value) }
        }
    }
}

extension AVDateRangeMetadataGroup {
    convenience init(_ range: DateRange) {
        self.init(
            items: range.metadata.map { identifier, value in
                var fields = MetadataFields(identifier: identifier, value: value)
                fields.startDate = range.start
                return AVMetadataItem(fields)
            }, start: range.start, end: range.end, classifyingLabel: range.category, uniqueID: range.id)
    }
}
