import SwiftSyntax

/// Imports of modules that Foundation contains on Apple's platforms, written after an import that the file has.
///
/// A file that imports only Foundation has selectors, key-value observing and URL loading on Apple's platforms. On Linux they are in other
/// modules, which AVFoundation and UIKit export.
extension Converter {
    /// The modules that export the others.
    private static let exporters: [String: Set<String>] = [
        // UIKit exports the names of `names`, and not the module.
        "CoreMedia": ["AVFoundation", "AVKit", "CoreVideo", "MediaPlayer", "UIKit"],
        "CoreFoundationNames": [
            "AVFoundation", "AVKit", "AudioToolbox", "CoreGraphics", "CoreImage", "CoreMedia", "CoreVideo",
            "MediaPlayer", "QuartzCore", "SystemConfiguration", "UIKit",
        ],
        "Selectors": [
            "AVFoundation", "AVKit", "CoreImage", "MediaPlayer", "QuartzCore", "UIKit", "VideoSubscriberAccount",
        ],
        "KeyValueObserving": [
            "AVFAudio", "AVFoundation", "AVKit", "CoreImage", "MediaPlayer", "QuartzCore", "UIKit",
            "VideoSubscriberAccount",
        ],
        "DurationFormatting": ["AVFoundation", "AVKit", "MediaPlayer", "UIKit"],
        "FoundationNetworking": ["AVFoundation", "AVKit", "MediaPlayer"],
        "FoundationXML": [],
        "UIKit": ["AVKit", "MediaPlayer"],
    ]

    /// The module of a name that Foundation has on Apple's platforms.
    static func module(of name: String) -> String? {
        if names[name] != nil { return names[name] }
        let isNetworking = networkingPrefixes.contains { name.hasPrefix($0) } && !foundationNames.contains(name)
        return isNetworking ? "FoundationNetworking" : nil
    }

    private static let networkingPrefixes = [
        "URLSession", "URLRequest", "URLCache", "URLCredential", "URLAuthentication", "URLProtection", "URLProtocol",
        "URLResponse", "HTTPURLResponse", "HTTPCookie", "NSURLRequest", "NSMutableURLRequest", "NSURLSession",
        "CachedURLResponse",
    ]
    private static let foundationNames: Set<String> = ["URLResourceKey"]

    private static let names: [String: String] = {
        let modules = [
            "Selectors": [
                "Selector", "NSSelectorFromString", "NSStringFromSelector", "cancelPreviousPerformRequests",
                "performSelector", "objc_getAssociatedObject", "objc_setAssociatedObject",
                "objc_removeAssociatedObjects", "objc_AssociationPolicy", "NSHashTable", "NSMapTable",
            ],
            "CoreMedia": [
                "autoreleasepool", "CFAbsoluteTime", "CFAbsoluteTimeGetCurrent", "CFTimeInterval", "NSEC_PER_MSEC",
                "NSEC_PER_SEC", "NSEC_PER_USEC", "USEC_PER_SEC", "objc_sync_enter", "objc_sync_exit",
            ],
            "CoreFoundationNames": [
                "CFTypeRef", "CFPropertyList", "CFString", "CFMutableString", "CFAttributedString", "CFNumber",
                "CFBoolean", "CFData", "CFMutableData", "CFDate", "CFURL", "CFError", "CFNull", "CFArray",
                "CFMutableArray", "CFDictionary", "CFMutableDictionary", "CFSet", "CFMutableSet", "CFIndex",
                "CFOptionFlags", "CFHashCode", "CFAllocator", "kCFAllocatorDefault", "kCFBooleanTrue",
                "kCFBooleanFalse", "kCFNull", "OSStatus", "noErr", "OSType", "FourCharCode", "CFArrayGetCount",
                "CFArrayGetValueAtIndex", "CFDictionaryGetCount", "CFDictionaryContainsKey", "CFDictionarySetValue",
                "CFDictionaryAddValue", "CFDictionaryRemoveValue", "CFEqual", "CFRunLoop", "CFRunLoopMode",
                "CFRunLoopGetCurrent", "CFRunLoopGetMain",
            ],
            "KeyValueObserving": [
                "NSKeyValueObservation", "NSKeyValueObservingOptions", "NSKeyValueChangeKey", "NSKeyValueChange",
                "NSKeyValueObservedChange", "observeValue", "willChangeValue", "didChangeValue", "setValue",
                "NSPredicate",
            ],
            "DurationFormatting": ["DateComponentsFormatter"],
            "FoundationXML": [
                "XMLParser", "XMLParserDelegate", "XMLDocument", "XMLElement", "XMLNode", "XMLDTD",
            ],
        ]
        return Dictionary(uniqueKeysWithValues: modules.flatMap { module, names in names.map { ($0, module) } })
    }()

    /// Frequent types of UIKit: a file that names one uses UIKit, whatever it imports.
    private static let uiKitTypes: Set<String> = [
        "UIApplication", "UIBackgroundTaskIdentifier", "UIButton", "UIColor", "UIControl", "UIDevice", "UIEvent",
        "UIFont", "UIGestureRecognizer", "UIImage", "UIImageView", "UIInterfaceOrientation",
        "UIInterfaceOrientationMask", "UILabel", "UIScreen", "UISlider", "UITapGestureRecognizer", "UITouch", "UIView",
        "UIViewController", "UIWindow", "UIWindowScene",
    ]

    func noteName(_ name: String) {
        if let module = Self.module(of: name), !index.declares(type: name) { needs.insert(module) }
        guard name.wholeMatch(of: /UI[A-Z][a-z]\w*/) != nil, !index.declares(type: name) else { return }
        usesUIKit = true
        if Self.uiKitTypes.contains(name) { usesKnownUIKitType = true }
    }

    /// Adds the imports that the file needs, after its first import outside of `#if`, or its first one. A file without imports needs none.
    func addImports() {
        // Every module of Apple's that a file imports brings Foundation along.
        if imports.isEmpty, !removedImports.isEmpty { needs.insert("Foundation") }
        // XCTest of iOS and tvOS brings UIKit along, and so does the umbrella header of a framework to all of its files.
        if usesKnownUIKitType || (usesUIKit && imports.contains("XCTest")) { needs.insert("UIKit") }
        let missing = needs.filter { module in
            !imports.contains(module) && imports.isDisjoint(with: Self.exporters[module] ?? [])
        }.sorted()
        guard !missing.isEmpty else { return }
        let list = missing.map { "import \($0)" }.joined(separator: "; ")
        let outside = source.tree.statements.compactMap { $0.item.as(ImportDeclSyntax.self) }
        let kept = outside.first { !removedImports.contains($0.id) }
        guard let place = kept ?? outside.first ?? firstImport else { return }
        // After a comment, a separator would begin the line.
        edits.insert(removedImports.contains(place.id) ? " \(list)" : "; \(list)", after: place)
    }
}
