public import Foundation

/// A request for a key that is stored for offline playback.
///
/// Apple: a part of FairPlay Streaming. Here: no session creates one; downloads store the identity keys of their streams by themselves.
open class AVPersistableContentKeyRequest: AVContentKeyRequest, @unchecked Sendable {  // As its base class.
    /// Here: throws `AVError.operationNotSupportedForAsset`.
    open func persistableContentKey(
        fromKeyVendorResponse keyVendorResponse: Data, options: [String: Any]? = nil
    ) throws -> Data {
        throw AVContentKeyRequest.fairPlayUnsupported
    }
}
