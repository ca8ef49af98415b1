import Foundation
import WindowSystem

/// The viewer's own settings of the interface. A value that is nil leaves the desktop's setting.
package struct ViewerTraits: Equatable, Sendable {
    package var textScale: Double?
    package var reducesMotion: Bool?
    package var increasesContrast: Bool?
    /// Whether playing video may keep the display awake.
    package var keepsDisplayAwake = true

    package init() {}

    func applied(to desktop: DesktopSettings) -> DesktopSettings {
        var settings = desktop
        if let textScale { settings.textScale = textScale }
        if let reducesMotion { settings.reducesMotion = reducesMotion }
        if let increasesContrast { settings.prefersHighContrast = increasesContrast }
        return settings
    }
}
