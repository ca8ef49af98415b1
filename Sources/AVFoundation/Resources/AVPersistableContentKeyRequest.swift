public import Foundation

/// A key that is kept for playing offline.
///
/// Apple: belongs to FairPlay Streaming. Here: no session makes one; downloads keep the identity keys of what they downloaded themselves.
public final class AVPersistableContentKeyRequest: AVContentKeyRequest, @unchecked Sendable {  // As its base class.
    /// Here: throws `AVError.operationNotSupportedForAsset`.
    public func persistableContentKey(
        fromKeyVendorResponse keyVendorResponse: Data, options: [String: Any]? = nil
    ) throws -> Data {
        throw AVContentKeyRequest.isFairPlayAlone
    }
}
