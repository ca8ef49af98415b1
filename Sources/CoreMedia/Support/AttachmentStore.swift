import Synchronization

/// An object that carries attachments.
package protocol AttachmentBearing: AnyObject {
    var attachmentStore: AttachmentStore { get }
}

/// Values by their keys, each with its mode of propagation to other buffers. Thread-safe.
package final class AttachmentStore: Sendable {
    package struct Attachment: @unchecked Sendable {
        // Sendable: attachments are immutable Foundation objects, as the caller must ensure.
        package let value: AnyObject
        package let isPropagated: Bool

        package init(value: AnyObject, isPropagated: Bool) {
            self.value = value
            self.isPropagated = isPropagated
        }
    }

    private let attachments = Mutex<[String: Attachment]>([:])

    package init() {}

    package subscript(key: String) -> Attachment? {
        get { attachments.withLock { $0[key] } }
        set { attachments.withLock { $0[key] = newValue } }
    }

    package func removeAll() { attachments.withLock { $0 = [:] } }

    /// The attachments of a mode, by their keys.
    package func attachments(propagated isPropagated: Bool) -> [String: Attachment] {
        attachments.withLock { $0.filter { $0.value.isPropagated == isPropagated } }
    }

    /// Adds the attachments that are to be propagated to another store; its attachments with the same keys are replaced.
    package func propagate(to other: AttachmentStore) {
        guard other !== self else { return }
        for (key, attachment) in attachments(propagated: true) { other[key] = attachment }
    }
}
