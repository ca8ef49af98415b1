import Foundation

/// An object with attachments: a sample buffer or an image buffer. Other objects have none.
public typealias CMAttachmentBearer = CFTypeRef

/// Whether an attachment is copied to buffers that are made of this one.
public typealias CMAttachmentMode = UInt32
public let kCMAttachmentMode_ShouldNotPropagate: CMAttachmentMode = 0
public let kCMAttachmentMode_ShouldPropagate: CMAttachmentMode = 1

/// Attaches a value, which must not be changed afterwards; nil removes the attachment.
public func CMSetAttachment(
    _ target: CMAttachmentBearer, key: CFString, value: CFTypeRef?, attachmentMode: CMAttachmentMode
) {
    store(of: target)?[key as String] = value.map {
        AttachmentStore.Attachment(value: $0, isPropagated: attachmentMode == kCMAttachmentMode_ShouldPropagate)
    }
}

/// Returns an attachment and its mode; nil where there is none.
@discardableResult
public func CMGetAttachment(
    _ target: CMAttachmentBearer, key: CFString, attachmentModeOut: UnsafeMutablePointer<CMAttachmentMode>?
) -> CFTypeRef? {
    guard let attachment = store(of: target)?[key as String] else { return nil }
    attachmentModeOut?.pointee =
        attachment.isPropagated ? kCMAttachmentMode_ShouldPropagate : kCMAttachmentMode_ShouldNotPropagate
    return attachment.value
}

public func CMRemoveAttachment(_ target: CMAttachmentBearer, key: CFString) { store(of: target)?[key as String] = nil }

public func CMRemoveAllAttachments(_ target: CMAttachmentBearer) { store(of: target)?.removeAll() }

/// Attaches each value of a dictionary with its key.
public func CMSetAttachments(
    _ target: CMAttachmentBearer, attachments theAttachments: CFDictionary, attachmentMode: CMAttachmentMode
) {
    for (key, value) in theAttachments {
        guard let key = key as? String else { continue }
        CMSetAttachment(target, key: key as CFString, value: value as AnyObject, attachmentMode: attachmentMode)
    }
}

/// Returns the attachments of a mode; nil where there is none.
@discardableResult
public func CMCopyDictionaryOfAttachments(
    allocator: CFAllocator?, target: CMAttachmentBearer, attachmentMode: CMAttachmentMode
) -> CFDictionary? {
    let isPropagated = attachmentMode == kCMAttachmentMode_ShouldPropagate
    guard let attachments = store(of: target)?.attachments(propagated: isPropagated), !attachments.isEmpty else {
        return nil
    }
    return attachments.mapValues(\.value) as CFDictionary
}

/// Copies the attachments that are to be propagated.
public func CMPropagateAttachments(_ source: CMAttachmentBearer, destination: CMAttachmentBearer) {
    guard let from = store(of: source), let to = store(of: destination) else { return }
    from.propagate(to: to)
}

private func store(of target: CMAttachmentBearer) -> AttachmentStore? {
    (target as? any AttachmentBearing)?.attachmentStore
}
