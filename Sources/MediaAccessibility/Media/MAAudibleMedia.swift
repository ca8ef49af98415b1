import AVFoundation
import AVKit
public import Foundation

/// Returns the characteristics of the audio that the viewer prefers, as `AVMediaCharacteristic`: none, or that of audio descriptions.
public func MAAudibleMediaCopyPreferredCharacteristics() -> Unmanaged<NSArray> {
    let isPreferred = CaptionSettings.store.present.languages.prefersAudioDescription
    let characteristics: [AVMediaCharacteristic] = isPreferred ? [.describesVideoForAccessibility] : []
    return Unmanaged.passRetained(NSArray(array: characteristics))
}
