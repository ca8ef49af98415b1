import AVFoundation
import AVKit
public import CoreGraphics
public import Foundation
import UIKit

/// The name of the notification that the viewer has changed the settings of captions. Write `as String`, or `as Notification.Name` in sources
/// that `openavkit-port` converts.
///
/// Here: posted on the main queue, and for the other settings of the player, too.
nonisolated(unsafe) public let kMACaptionAppearanceSettingsChangedNotification = NSString(
    string: SettingsStore.didChangeNotification.rawValue)

// MARK: Selection

public func MACaptionAppearanceGetDisplayType(_ domain: MACaptionAppearanceDomain) -> MACaptionAppearanceDisplayType {
    CaptionSettings.displayType(CaptionSettings.settings(domain).languages.captionDisplay)
}

/// Sets when captions are displayed, for every player of the viewer. The default domain cannot be changed.
public func MACaptionAppearanceSetDisplayType(
    _ domain: MACaptionAppearanceDomain, _ displayType: MACaptionAppearanceDisplayType
) {
    guard domain == .user else { return }
    CaptionSettings.store.change { $0.languages.captionDisplay = CaptionSettings.display(displayType) }
}

/// Makes a language the first choice for captions, for every player of the viewer.
/// - Returns: whether the language was stored.
@discardableResult
public func MACaptionAppearanceAddSelectedLanguage(_ domain: MACaptionAppearanceDomain, _ language: NSString) -> Bool {
    let language = language as String
    guard domain == .user, !language.isEmpty else { return false }
    return CaptionSettings.store.change { CaptionSettings.add(language, to: &$0.languages.captions) } == nil
}

/// Returns the languages of captions in order of preference, as BCP 47 tags.
public func MACaptionAppearanceCopySelectedLanguages(_ domain: MACaptionAppearanceDomain) -> Unmanaged<NSArray> {
    Unmanaged.passRetained(NSArray(array: CaptionSettings.settings(domain).languages.captions))
}

/// Returns the characteristics of the captions that the viewer prefers, as `AVMediaCharacteristic`: none, or those of captions for the deaf and
/// hard of hearing.
public func MACaptionAppearanceCopyPreferredCaptioningMediaCharacteristics(
    _ domain: MACaptionAppearanceDomain
) -> Unmanaged<NSArray> {
    let isPreferred = CaptionSettings.settings(domain).languages.prefersClosedCaptions
    let characteristics: [AVMediaCharacteristic] =
        isPreferred ? [.describesMusicAndSoundForAccessibility, .transcribesSpokenDialogForAccessibility] : []
    return Unmanaged.passRetained(NSArray(array: characteristics))
}

// MARK: Look

/// Returns the color of the text.
public func MACaptionAppearanceCopyForegroundColor(
    _ domain: MACaptionAppearanceDomain, _ behavior: UnsafeMutablePointer<MACaptionAppearanceBehavior>?
) -> Unmanaged<CGColor> {
    behavior?.pointee = .useContentIfAvailable
    return Unmanaged.passRetained(CaptionSettings.settings(domain).captions.color.text.cgColor)
}

/// Returns the color behind the text, without its opacity.
public func MACaptionAppearanceCopyBackgroundColor(
    _ domain: MACaptionAppearanceDomain, _ behavior: UnsafeMutablePointer<MACaptionAppearanceBehavior>?
) -> Unmanaged<CGColor> {
    behavior?.pointee = .useContentIfAvailable
    let fill = CaptionSettings.settings(domain).captions.background.fill ?? .black
    return Unmanaged.passRetained(fill.withAlphaComponent(1).cgColor)
}

/// Returns the color of the rectangle around all lines of a caption, without its opacity.
public func MACaptionAppearanceCopyWindowColor(
    _ domain: MACaptionAppearanceDomain, _ behavior: UnsafeMutablePointer<MACaptionAppearanceBehavior>?
) -> Unmanaged<CGColor> {
    behavior?.pointee = .useContentIfAvailable
    return Unmanaged.passRetained(CaptionSettings.settings(domain).captions.windowColor.fill.cgColor)
}

/// Returns the opacity of the text: 1, because no setting changes it.
public func MACaptionAppearanceGetForegroundOpacity(
    _ domain: MACaptionAppearanceDomain, _ behavior: UnsafeMutablePointer<MACaptionAppearanceBehavior>?
) -> CGFloat {
    behavior?.pointee = .useContentIfAvailable
    return CaptionSettings.settings(domain).captions.color.text.cgColor.alpha
}

public func MACaptionAppearanceGetBackgroundOpacity(
    _ domain: MACaptionAppearanceDomain, _ behavior: UnsafeMutablePointer<MACaptionAppearanceBehavior>?
) -> CGFloat {
    behavior?.pointee = .useContentIfAvailable
    return CaptionSettings.settings(domain).captions.background.fill?.cgColor.alpha ?? 0
}

public func MACaptionAppearanceGetWindowOpacity(
    _ domain: MACaptionAppearanceDomain, _ behavior: UnsafeMutablePointer<MACaptionAppearanceBehavior>?
) -> CGFloat {
    behavior?.pointee = .useContentIfAvailable
    return CGFloat(CaptionSettings.settings(domain).captions.windowOpacity)
}

/// Returns the size of the text relative to the usual size.
public func MACaptionAppearanceGetRelativeCharacterSize(
    _ domain: MACaptionAppearanceDomain, _ behavior: UnsafeMutablePointer<MACaptionAppearanceBehavior>?
) -> CGFloat {
    behavior?.pointee = .useContentIfAvailable
    return CGFloat(CaptionSettings.settings(domain).captions.textScale)
}

public func MACaptionAppearanceGetTextEdgeStyle(
    _ domain: MACaptionAppearanceDomain, _ behavior: UnsafeMutablePointer<MACaptionAppearanceBehavior>?
) -> MACaptionAppearanceTextEdgeStyle {
    behavior?.pointee = .useContentIfAvailable
    return CaptionSettings.edgeStyle(CaptionSettings.settings(domain).captions.edge)
}
