public import CoreMedia
public import Foundation

/// Whether an attachment is copied by `CVBufferPropagateAttachments` and into samples that are made of the buffer.
public enum CVAttachmentMode: UInt32, Sendable {
    case shouldNotPropagate = 0
    case shouldPropagate = 1
}

/// Attaches a value, which must not be changed afterwards.
public func CVBufferSetAttachment(
    _ buffer: CVBuffer, _ key: CFString, _ value: CFTypeRef, _ attachmentMode: CVAttachmentMode
) {
    buffer.attachmentStore[key as String] = AttachmentStore.Attachment(
        value: value, isPropagated: attachmentMode == .shouldPropagate)
}

/// Attaches each value of a dictionary with its key.
public func CVBufferSetAttachments(
    _ buffer: CVBuffer, _ theAttachments: CFDictionary, _ attachmentMode: CVAttachmentMode
) {
    CMSetAttachments(buffer, attachments: theAttachments, attachmentMode: attachmentMode.rawValue)
}

/// Returns an attachment and its mode; nil where there is none.
@discardableResult
public func CVBufferCopyAttachment(
    _ buffer: CVBuffer, _ key: CFString, _ attachmentMode: UnsafeMutablePointer<CVAttachmentMode>?
) -> CFTypeRef? {
    guard let attachment = buffer.attachmentStore[key as String] else { return nil }
    attachmentMode?.pointee = attachment.isPropagated ? .shouldPropagate : .shouldNotPropagate
    return attachment.value
}

/// Returns an attachment, which lives as long as it is attached; nil where there is none.
@discardableResult
public func CVBufferGetAttachment(
    _ buffer: CVBuffer, _ key: CFString, _ attachmentMode: UnsafeMutablePointer<CVAttachmentMode>?
) -> Unmanaged<CFTypeRef>? {
    CVBufferCopyAttachment(buffer, key, attachmentMode).map(Unmanaged.passUnretained)
}

/// Returns the attachments of a mode; nil where there is none.
@discardableResult
public func CVBufferCopyAttachments(_ buffer: CVBuffer, _ attachmentMode: CVAttachmentMode) -> CFDictionary? {
    CMCopyDictionaryOfAttachments(allocator: nil, target: buffer, attachmentMode: attachmentMode.rawValue)
}

/// The former name of `CVBufferCopyAttachments`.
@discardableResult
public func CVBufferGetAttachments(_ buffer: CVBuffer, _ attachmentMode: CVAttachmentMode) -> CFDictionary? {
    CVBufferCopyAttachments(buffer, attachmentMode)
}

@discardableResult
public func CVBufferHasAttachment(_ buffer: CVBuffer, _ key: CFString) -> Bool {
    buffer.attachmentStore[key as String] != nil
}

public func CVBufferRemoveAttachment(_ buffer: CVBuffer, _ key: CFString) {
    buffer.attachmentStore[key as String] = nil
}

public func CVBufferRemoveAllAttachments(_ buffer: CVBuffer) { buffer.attachmentStore.removeAll() }

/// Copies the attachments that are to be propagated.
public func CVBufferPropagateAttachments(_ sourceBuffer: CVBuffer, _ destinationBuffer: CVBuffer) {
    sourceBuffer.attachmentStore.propagate(to: destinationBuffer.attachmentStore)
}
