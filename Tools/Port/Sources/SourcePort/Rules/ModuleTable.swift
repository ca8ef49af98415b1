/// What becomes of imports of Apple's modules. Modules that are not listed stay: those of the client, and those that exist for targets that
/// depend on a product of their name, such as Combine, os, Network, SystemConfiguration and UniformTypeIdentifiers.
enum ModuleTable {
    enum Treatment {
        /// OpenAVKit, or Swift on Linux, has a module of this name.
        case provided
        /// Another module has the declarations.
        case replaced(String)
        /// No module has the declarations.
        case absent(reason: String, suggestion: String)
    }

    static func treatment(of module: String) -> Treatment? {
        if provided.contains(module) { return .provided }
        if let other = replacements[module] { return .replaced(other) }
        guard let (reason, suggestion) = gaps[module] else { return nil }
        return .absent(reason: reason, suggestion: suggestion)
    }

    /// Parts of modules that are not listed: their declarations are in the module.
    static func isPart(_ path: [String]) -> Bool { path == ["CoreImage", "CIFilterBuiltins"] }

    static func isProvided(_ module: String) -> Bool { provided.contains(module) }

    /// Whether `#if canImport(module)` is false on Linux.
    static func isAbsent(_ module: String) -> Bool { gaps[module] != nil || replacements[module] != nil }

    private static let provided: Set<String> = [
        // OpenAVKit
        "AVFAudio", "AVFoundation", "AVKit", "AVRouting", "CoreGraphics", "CoreMedia", "CoreVideo", "MediaPlayer",
        "QuartzCore", "UIKit",
        "VideoSubscriberAccount",
        // Swift on Linux
        "Dispatch", "Foundation", "Observation", "Synchronization", "XCTest", "Testing",
    ]

    private static let replacements = [
        "CoreAnimation": "QuartzCore",
        "CoreFoundation": "Foundation",
        "Darwin": "Glibc",
        "MediaToolbox": "AVFoundation",
        "ObjectiveC": "Foundation",
    ]

    private static let fence =
        "put the import and the code that needs it between #if canImport(…) and #endif, or remove both"

    /// Module, reason, and what to do.
    private static let gaps: [String: (String, String)] = [
        "ARKit": ("Linux has no such module", fence),
        "Accelerate": ("Linux has no such module", "compute with Swift's SIMD types"),
        "Accounts": ("Linux has no such service", fence),
        "ActivityKit": ("Linux has no live activities", fence),
        "AdSupport": ("Linux has no advertising identifier", fence),
        "AppIntents": ("Linux has no such service", fence),
        "AppKit": ("OpenAVKit provides UIKit's classes, not AppKit's", "use the source's branch for iOS"),
        "AppTrackingTransparency": ("Linux has no advertising identifier", fence),
        "AudioUnit": ("OpenAVKit has no audio units", fence),
        "AuthenticationServices": ("Linux has no such service", "sign in through a web page"),
        "BackgroundTasks": ("programs on Linux are not suspended", "run the task at once"),
        "CFNetwork": ("Linux has no such module", "use URLSession of FoundationNetworking"),
        "CallKit": ("Linux has no such service", fence),
        "CarPlay": ("Linux has no such service", fence),
        "Charts": ("Linux has no such module", fence),
        "Cocoa": ("OpenAVKit provides UIKit's classes, not AppKit's", "use the source's branch for iOS"),
        "CommonCrypto": ("Linux has no such module", "use the package swift-crypto"),
        "Compression": ("Linux has no such module", fence),
        "Contacts": ("Linux has no such service", fence),
        "CoreAudioKit": ("OpenAVKit has no such module", fence),
        "CoreBluetooth": ("Linux has no such module", fence),
        "CoreData": ("Linux has no such module", "store the data with Codable or a database"),
        "CoreHaptics": ("Linux has no such module", fence),
        "CoreLocation": ("Linux has no such module", fence),
        "CoreMIDI": ("OpenAVKit has no such module", fence),
        "CoreML": ("Linux has no such module", fence),
        "CoreMotion": ("Linux has no such module", fence),
        "CoreNFC": ("Linux has no such module", fence),
        "CoreServices": ("Linux has no such module", "import UniformTypeIdentifiers, and name media types by UTType"),
        "CoreSpotlight": ("Linux has no such service", fence),
        "CoreTelephony": ("Linux has no such module", fence),
        "CoreText": ("OpenAVKit has no such module", "draw text with UILabel"),
        "CryptoKit": ("Linux has no such module", "use the package swift-crypto"),
        "DeviceCheck": ("Linux has no such service", fence),
        "EventKit": ("Linux has no such service", fence),
        "ExternalAccessory": ("Linux has no such module", fence),
        "GLKit": ("OpenAVKit has no such module", fence),
        "GameController": ("Linux has no such module", fence),
        "GameKit": ("Linux has no such service", fence),
        "GroupActivities": ("Linux has no such service", fence),
        "HealthKit": ("Linux has no such service", fence),
        "IOKit": ("Linux has no such module", fence),
        "IOSurface": ("Linux has no such module", fence),
        "ImageIO": ("OpenAVKit has no such module", "use UIImage"),
        "Intents": ("Linux has no such service", fence),
        "JavaScriptCore": ("Linux has no such module", fence),
        "LinkPresentation": ("Linux has no such module", fence),
        "LocalAuthentication": ("Linux has no such service", fence),
        "MachO": ("Linux has no such module", fence),
        "MapKit": ("Linux has no such module", fence),
        "MessageUI": ("Linux has no such service", fence),
        "Messages": ("Linux has no such service", fence),
        "Metal": ("Linux has no such module", fence),
        "MetalKit": ("Linux has no such module", fence),
        "MobileCoreServices": (
            "Linux has no such module", "import UniformTypeIdentifiers, and name media types by UTType"
        ),
        "MultipeerConnectivity": ("Linux has no such service", fence),
        "NaturalLanguage": ("Linux has no such module", fence),
        "NetworkExtension": ("Linux has no such module", fence),
        "NotificationCenter": (
            "Linux has no such module; the class NotificationCenter is in Foundation", "remove the import"
        ),
        "OpenGLES": ("OpenAVKit has no such module", fence),
        "PDFKit": ("Linux has no such module", fence),
        "PassKit": ("Linux has no such service", fence),
        "Photos": ("Linux has no photo library", fence),
        "PhotosUI": ("Linux has no photo library", fence),
        "QuickLook": ("Linux has no such service", fence),
        "ReplayKit": ("Linux has no such service", fence),
        "SafariServices": (
            "Linux has no such service", "open the URL with UIApplication.open(_:options:completionHandler:)"
        ),
        "SceneKit": ("Linux has no such module", fence),
        "Security": (
            "Linux has no such module",
            "store secrets with the Secret Service, or in a file that only the user may read"
        ),
        "Social": ("Linux has no such service", fence),
        "SoundAnalysis": ("OpenAVKit has no such module", fence),
        "Speech": ("Linux has no such service", fence),
        "SpriteKit": ("Linux has no such module", fence),
        "StoreKit": ("Linux has no App Store", fence),
        "SwiftData": ("Linux has no such module", "store the data with Codable or a database"),
        "SwiftUI": (
            "OpenAVKit provides UIKit's classes, not SwiftUI's",
            "present AVPlayerViewController from a UIViewController"
        ),
        "TVMLKit": ("OpenAVKit has no such module", fence),
        "TVServices": ("Linux has no Top Shelf", fence),
        "TVUIKit": ("OpenAVKit has no such module", "use UIKit"),
        "UserNotifications": ("Linux has no such module", fence),
        "VideoToolbox": ("OpenAVKit has no such module", "decode with AVPlayer and AVPlayerItemVideoOutput"),
        "Vision": ("Linux has no such module", fence),
        "VisionKit": ("Linux has no such module", fence),
        "WatchConnectivity": ("Linux has no such service", fence),
        "WatchKit": ("Linux has no such module", fence),
        "WebKit": ("OpenAVKit has no web view", "open the URL with UIApplication.open(_:options:completionHandler:)"),
        "WidgetKit": ("Linux has no widgets", fence),
        "simd": ("Linux has no such module", "compute with Swift's SIMD types"),
    ]
}
