import Foundation

/// The attachments of the samples of a buffer, as the array that `CMSampleBufferGetSampleAttachmentsArray` gives to clients. It has one element:
/// a dictionary, which clients change.
final class SampleAttachmentsList: NSArray {
    // A dictionary of Foundation, because its own classes alone are bridged to dictionaries of Swift; and an array of a class of its own,
    // because one of Foundation returns a copy of the dictionary.
    let sample = NSMutableDictionary()

    override init() { super.init(objects: nil, count: 0) }

    required init(objects: UnsafePointer<AnyObject>!, count: Int) { super.init(objects: nil, count: 0) }

    required init?(coder: NSCoder) { nil }

    required convenience init(arrayLiteral elements: Any...) { self.init() }

    override var count: Int { 1 }

    override func object(at index: Int) -> Any {
        precondition(index == 0, "The array has one element.")
        return sample
    }
}
