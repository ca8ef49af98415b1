// swift-tools-version: 6.1
import PackageDescription

/// The language settings of every Swift target: Swift 6 mode, and imports that say what they give away.
let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

func layer(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: strict)
}

/// The toolchain wants overlays of its own where a module called CoreGraphics or UIKit meets Testing; ours have none.
/// Two compiler processes a test target, instead of one for 25 files: each reads the imported modules again.
let testing =
    strict + [
        .unsafeFlags(["-Xfrontend", "-disable-cross-import-overlays", "-driver-batch-size-limit", "100"])
    ]

func tests(_ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
    .testTarget(
        name: name + "Tests", dependencies: [.target(name: name)] + dependencies, exclude: exclude,
        swiftSettings: testing)
}

func shim(_ name: String, links libraries: [String] = [], _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, linkerSettings: libraries.map { .linkedLibrary($0) })
}

let argumentParser: Target.Dependency = .product(name: "ArgumentParser", package: "swift-argument-parser")

/// Fetched and built only for clients that enable the trait.
let openCombine: [Target.Dependency] = ["OpenCombine", "OpenCombineDispatch", "OpenCombineFoundation"].map {
    .product(name: $0, package: "OpenCombine", condition: .when(traits: ["Combine"]))
}

let package = Package(
    name: "OpenAVKit",
    products: [
        .library(name: "CoreMedia", targets: ["CoreMedia", "CoreVideo"]),
        .library(
            name: "Selectors",
            targets: ["Selectors", "KeyValueObserving", "DurationFormatting", "CoreFoundationNames"]),
        .library(name: "HLS", targets: ["HLS"]),
        .library(name: "QuartzCore", targets: ["QuartzCore", "CoreGraphics"]),
        .library(name: "AVFoundation", targets: ["AVFoundation", "AVFAudio", "FileLoading"]),
        .library(name: "UIKit", targets: ["UIKit"]),
        .library(name: "AVKit", targets: ["AVKit", "AVRouting", "FileLoading"]),
        .library(name: "MediaPlayer", targets: ["MediaPlayer"]),
        .library(name: "MediaAccessibility", targets: ["MediaAccessibility"]),
        .library(name: "DeepLinks", targets: ["DeepLinks"]),
        .library(name: "MediaTesting", targets: ["MediaTesting"]),
        .library(name: "VideoSubscriberAccount", targets: ["VideoSubscriberAccount"]),
        .library(name: "Questions", targets: ["Questions"]),
        .library(name: "NowPlayingValidation", targets: ["NowPlayingValidation"]),
        .library(name: "NowPlayingTesting", targets: ["NowPlayingTesting"]),
        .library(name: "UniversalMediaCatalog", targets: ["UniversalMediaCatalog"]),
        .library(name: "CatalogValidation", targets: ["CatalogValidation"]),
        .library(name: "CatalogReports", targets: ["CatalogReports"]),
        .library(name: "Combine", targets: ["Combine", "OpenAVKitCombine"]),
        .library(name: "os", targets: ["os", "OpenAVKitOS"]),
        .library(name: "Network", targets: ["Network", "OpenAVKitNetwork"]),
        .library(name: "SystemConfiguration", targets: ["SystemConfiguration", "OpenAVKitSystemConfiguration"]),
        .library(
            name: "UniformTypeIdentifiers", targets: ["UniformTypeIdentifiers", "OpenAVKitUniformTypeIdentifiers"]),
        .library(name: "AudioToolbox", targets: ["AudioToolbox", "OpenAVKitAudioToolbox"]),
        .library(name: "CoreImage", targets: ["CoreImage", "OpenAVKitCoreImage"]),
        .executable(name: "avplayer", targets: ["avplayer"]),
        .executable(name: "hls-origin", targets: ["hls-origin"]),
        .executable(name: "umc", targets: ["umc"]),
        .executable(name: "openavkit-register", targets: ["openavkit-register"]),
        .executable(name: "openavkit-open", targets: ["openavkit-open"]),
        .executable(name: "up-next", targets: ["up-next"]),
    ],
    traits: [
        // script/test --examples sets the variable, so that its builds of this package and of Examples/ are the same.
        .default(enabledTraits: Context.environment["OPENAVKIT_WITH_COMBINE"] == nil ? [] : ["Combine"]),
        .trait(
            name: "Combine", description: "Adds the contents of the product 'Combine', for which OpenCombine is built."),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0"),
    ],
    targets: [
        // System libraries: headers, module maps and the few C lines that Swift cannot write.
        shim("CFFmpeg", links: ["avformat", "avcodec", "swscale", "swresample", "avutil"]),
        shim("CPicture"),
        shim("CHeap"),
        shim("CCurl", links: ["curl"]),
        shim("CPulse", links: ["pulse"]),
        shim("CLoudness", links: ["ebur128"]),
        shim("CASS"),
        shim("CZlib", links: ["z"]),
        shim("CSDL", links: ["SDL2", "X11", "Xrandr", "xcb", "xcb-shm"]),
        shim("CDispatchMain"),
        shim("CPixels", links: ["jpeg"]),
        .systemLibrary(name: "CCairo", pkgConfig: "cairo", providers: [.apt(["libcairo2-dev"])]),
        .systemLibrary(name: "CGraphics", pkgConfig: "pangocairo", providers: [.apt(["libpango1.0-dev"])]),
        .systemLibrary(name: "CLibXML2", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]),
        .systemLibrary(
            name: "CDesktop", pkgConfig: "atk-bridge-2.0", providers: [.apt(["libatk-bridge2.0-dev"])]),
        shim("CAccessibility", ["CDesktop"]),

        // Ours, from the bottom up. A lower target never imports an upper one.
        // Files for URLSession: in the products for clients alone, because it registers a class when a program starts.
        shim("CFileLoading"),
        layer("FileLoading", ["CFileLoading"]),
        // Core Foundation's names, which Foundation on Linux lacks.
        layer("CoreFoundationNames", []),
        layer("CoreMedia", ["CoreFoundationNames"]),
        // Selectors, and Foundation's methods that take them: what Objective-C provides on Apple's platforms.
        layer("Selectors", []),
        layer("KeyValueObserving", []),
        // What else Foundation on Linux lacks and players use.
        layer("DurationFormatting", []),
        // The viewer's languages, and tables of texts: the modules with texts for the viewer declare their tables with it.
        layer("Localization", []),
        // What responses, redirects and failures of HTTP mean: without I/O, for the player and the feeds alike.
        layer("HTTPRules", []),
        // Utterances about the playing item: what they ask for, in six languages.
        layer("Questions", []),
        // JSON and safe text of reports, for the player and the feeds alike.
        layer("ReportText", []),
        // Rules for media files, without I/O: black bars, metadata, chapters, captions, loudness.
        layer("AssetRules", []),
        // What the Testing library asks for where it meets modules of these names: without them no test file compiles that sees both.
        layer("_Testing_CoreGraphics", []),
        layer("_Testing_UIKit", []),
        layer("CoreGraphics", ["CoreFoundationNames", "_Testing_CoreGraphics", "CCairo", "CPixels"]),
        // Decoded frames as values, and their conversion on the processor: the engine makes them, consumers draw or upload them.
        layer("VideoFrames", ["CoreMedia"]),
        layer("CoreVideo", ["CoreMedia", "CoreGraphics", "VideoFrames"]),
        layer("FrameConversion", ["VideoFrames", "CFFmpeg", "CPicture"]),
        layer("QuartzCore", ["CoreGraphics", "CoreMedia", "VideoFrames", "KeyValueObserving", "Selectors"]),
        layer("HLS", ["CoreMedia"]),
        // Rules for streams, without I/O: what playlists declare and what was measured in, findings and reports out.
        layer("StreamRules", ["HLS", "CoreMedia", "ReportText"]),
        // The audio server's devices, streams and programs as values, and the connection that follows and commands them.
        layer("AudioServer", ["CPulse"]),
        layer(
            "MediaEngine",
            [
                "HLS", "CoreMedia", "CoreGraphics", "VideoFrames", "FrameConversion", "HTTPRules", "CFFmpeg", "CHeap",
                "CCurl", "CASS", "CLoudness", "CPulse", "CLibXML2", "CZlib", "AudioServer",
            ]),
        // Loads a stream with everything that its playlists name, and measures it for the rules.
        layer("StreamInspection", ["MediaEngine", "StreamRules", "HLS", "HTTPRules", "CoreMedia", "ReportText"]),
        layer("AVFAudio", ["CoreMedia", "KeyValueObserving", "AudioServer"]),
        layer(
            "AVFoundation",
            [
                "AVFAudio", "CoreMedia", "CoreVideo", "CoreGraphics", "QuartzCore", "VideoFrames", "FrameConversion",
                "MediaEngine", "HLS", "KeyValueObserving", "Selectors", "DurationFormatting", "Localization",
                "AssetRules",
            ]),
        layer("Drawing", ["CoreGraphics", "CGraphics", "CPixels"]),
        layer(
            "Compositor",
            ["QuartzCore", "CoreGraphics", "VideoFrames", "FrameConversion", "Drawing", "CGraphics", "CPixels"]),
        layer("DBus", ["CDesktop"]),
        // The running app, as the TV app and the desktop see it: identifier, Info.plist, capabilities; its object on the session bus.
        layer("AppIdentity", []),
        layer("AppService", ["DBus", "AppIdentity"]),
        // The answers to questions: from what players and apps publish on the session bus.
        layer("QuestionBus", ["Questions", "DBus", "Localization"]),
        // What players publish as Now Playing: the log, the rules and their reports; then the recorder on a bus.
        layer("NowPlayingValidation", ["ReportText"]),
        layer("NowPlayingTesting", ["DBus", "NowPlayingValidation"]),
        layer(
            "WindowSystem",
            ["CoreGraphics", "QuartzCore", "DBus", "CSDL", "CDesktop", "CAccessibility", "CDispatchMain"]),
        // Links: their parser and router; then the registered apps, the association files of domains, and the opening of links.
        layer("DeepLinks", []),
        layer("AppLinks", ["DeepLinks", "AppIdentity", "DBus", "HTTPRules", "CCurl"]),
        layer(
            "UIKit",
            [
                "_Testing_UIKit",
                "QuartzCore", "CoreGraphics", "CoreMedia", "Drawing", "Compositor", "WindowSystem",
                "KeyValueObserving", "Selectors", "DurationFormatting", "Localization", "DeepLinks", "AppIdentity",
                "AppLinks", "AppService", "DBus",
            ]),
        .executableTarget(
            name: "openavkit-register", dependencies: ["AppLinks", "AppIdentity", "DBus", argumentParser],
            swiftSettings: strict),
        .executableTarget(
            name: "openavkit-open", dependencies: ["AppLinks", "DeepLinks", "DBus", argumentParser],
            swiftSettings: strict),
        // The facts about playback that a program publishes, and their names on the bus: without I/O.
        layer("NowPlayingModel", []),
        layer(
            "MediaPlayer",
            [
                "NowPlayingModel", "AppIdentity", "DBus", "UIKit", "AVFoundation", "AVFAudio", "CoreMedia",
                "CoreGraphics", "KeyValueObserving", "Selectors", "Localization", "MediaEngine",
            ]),
        // The client's own entries in route pickers.
        layer("AVRouting", []),
        layer(
            "AVKit",
            [
                "AVRouting",
                "UIKit", "AVFoundation", "MediaEngine", "CoreMedia", "CoreGraphics", "QuartzCore", "KeyValueObserving",
                "Selectors", "Localization", "DBus", "MediaPlayer", "NowPlayingModel", "AppIdentity",
            ]),
        layer("MediaAccessibility", ["AVKit", "AVFoundation", "UIKit", "CoreGraphics"]),
        tests("MediaAccessibility", ["AVKit", "AVFoundation", "CoreGraphics"]),
        layer("MediaTesting", ["CoreMedia", "MediaEngine", "HLS", "CFFmpeg", "DBus"]),
        // A stand-in for the TV app's Up Next list, for developers.
        .executableTarget(name: "up-next", dependencies: ["MediaTesting", argumentParser], swiftSettings: strict),
        layer("SubscriptionRegistry", ["AppService", "AppIdentity", "DBus", "CDesktop"]),
        tests("SubscriptionRegistry", ["BusTestSupport", "MediaTesting", "AppService", "AppIdentity", "DBus"]),
        .executableTarget(
            name: "subscription-soak", dependencies: ["SubscriptionRegistry", "AppIdentity"],
            path: "Tests/SubscriptionSoak", swiftSettings: strict),
        layer("VideoSubscriberAccount", ["SubscriptionRegistry", "Selectors", "UIKit"]),
        .executableTarget(
            name: "subscription-probe", dependencies: ["VideoSubscriberAccount"], path: "Tests/SubscriptionProbe",
            swiftSettings: strict),
        tests(
            "VideoSubscriberAccount",
            [
                "subscription-probe", "SubscriptionRegistry", "BusTestSupport", "MediaTesting", "AppService",
                "AppIdentity",
                "DBus", "UIKit",
            ]),
        .executableTarget(
            name: "hls-origin", dependencies: ["MediaTesting", "ReportText", argumentParser], swiftSettings: strict),
        .executableTarget(
            name: "avplayer",
            dependencies: [
                "AVKit", "MediaPlayer", "MediaEngine", "Localization", "SubscriptionRegistry", "DeepLinks", "DBus",
                "Questions",
                "QuestionBus", "NowPlayingTesting", "NowPlayingValidation", "AssetRules", "ReportText",
                "StreamRules", "StreamInspection", argumentParser,
            ],
            swiftSettings: strict),

        // Modules of Apple's that clients import beside the player; the player needs none of them. `import os` and the others find a C module
        // that only targets with the product see, so that `#if canImport(os)` stays false in the other packages of a build.
        shim("Combine"),
        .target(
            name: "OpenAVKitCombine", dependencies: ["Combine", "KeyValueObserving"] + openCombine,
            swiftSettings: strict),
        shim("os"),
        layer("OpenAVKitOS", ["os"]),
        // The kernel's links and routes, and their changes.
        layer("NetworkRoutes", []),
        shim("Network"),
        layer("OpenAVKitNetwork", ["Network", "NetworkRoutes"]),
        shim("SystemConfiguration"),
        layer("OpenAVKitSystemConfiguration", ["SystemConfiguration", "NetworkRoutes", "CoreFoundationNames"]),
        shim("UniformTypeIdentifiers"),
        layer("OpenAVKitUniformTypeIdentifiers", ["UniformTypeIdentifiers"]),
        shim("AudioToolbox"),
        layer("OpenAVKitAudioToolbox", ["AudioToolbox", "CoreMedia", "CoreFoundationNames"]),
        layer("_Testing_CoreImage", []),
        shim("CoreImage"),
        layer(
            "OpenAVKitCoreImage",
            ["CoreImage", "_Testing_CoreImage", "CoreGraphics", "CoreVideo", "VideoFrames", "FrameConversion"]),

        // The feeds. Nothing of the player, and nothing that the player needs: model and reading, then rules, then reports.
        layer("UniversalMediaCatalog", ["HTTPRules", "ReportText", "CLibXML2", "CZlib", "CCurl"]),
        layer("CatalogValidation", ["UniversalMediaCatalog", "HTTPRules", "ReportText", "CZlib", "CCurl"]),
        layer("CatalogReports", ["CatalogValidation", "UniversalMediaCatalog", "ReportText"]),
        // A log of Now Playing compared with feeds.
        layer("NowPlayingFeeds", ["NowPlayingValidation", "CatalogValidation", "UniversalMediaCatalog", "ReportText"]),
        .executableTarget(
            name: "umc",
            dependencies: [
                "CatalogReports", "CatalogValidation", "UniversalMediaCatalog", "NowPlayingFeeds",
                "NowPlayingValidation", "ReportText",
                "CHeap", argumentParser,
            ],
            swiftSettings: strict),

        // Subclasses and mocks as clients write them: public names alone, in the language mode of most clients.
        .testTarget(
            name: "SubclassTests", dependencies: ["AVKit", "MediaTesting"],
            swiftSettings: [
                .swiftLanguageMode(.v5), .unsafeFlags(["-Xfrontend", "-disable-cross-import-overlays"]),
            ]),
        tests("FileLoading", []),
        tests("CoreFoundationNames", []),
        tests("CoreMedia", []),
        tests("Selectors", []),
        tests("KeyValueObserving", []),
        tests("DurationFormatting", []),
        tests("Localization", []),
        tests("OpenAVKitOS", ["os"]),
        .target(name: "NetworkTestSupport", path: "Tests/NetworkTestSupport", swiftSettings: strict),
        tests("NetworkRoutes", []),
        tests("OpenAVKitNetwork", ["Network", "NetworkRoutes", "NetworkTestSupport"]),
        tests(
            "OpenAVKitSystemConfiguration",
            ["SystemConfiguration", "NetworkRoutes", "NetworkTestSupport", "CoreFoundationNames"]),
        tests("OpenAVKitUniformTypeIdentifiers", ["UniformTypeIdentifiers"]),
        tests("OpenAVKitAudioToolbox", ["AudioToolbox"]),
        tests("OpenAVKitCoreImage", ["CoreImage"]),
        tests("HTTPRules", []),
        tests("Questions", []),
        tests("AssetRules", []),
        tests("StreamRules", ["HLS", "ReportText"]),
        tests("StreamInspection", ["StreamRules", "MediaTesting", "MediaEngine", "HLS"]),
        tests("QuartzCore", ["CoreGraphics"]),
        tests("HLS", ["CoreMedia"]),
        tests(
            "MediaEngine",
            [
                "MediaTesting", "AudioServer", "CoreMedia", "VideoFrames", "FrameConversion", "HLS", "HTTPRules",
                "CFFmpeg",
            ],
            exclude: ["Golden/Dumps"]),
        tests(
            "AVFoundation",
            ["MediaTesting", "MediaEngine", "AudioServer", "CoreMedia", "VideoFrames", "Localization"]),
        .executableTarget(
            name: "link-probe", dependencies: ["AVKit", "DeepLinks"], path: "Tests/LinkProbe", swiftSettings: strict),
        .testTarget(
            name: "LinkProcessTests",
            dependencies: [
                "link-probe", "openavkit-open", "openavkit-register", "MediaTesting", "BusTestSupport", "DBus",
            ], swiftSettings: testing),
        tests("AppIdentity", []),
        tests("AppService", ["BusTestSupport", "MediaTesting", "DBus", "AppIdentity"]),
        tests("DeepLinks", []),
        tests("AppLinks", ["DeepLinks", "MediaTesting", "BusTestSupport", "DBus"]),
        tests("CoreGraphics", []),
        tests("Drawing", ["CoreGraphics"]),
        tests("Compositor", ["QuartzCore", "CoreGraphics", "VideoFrames", "FrameConversion", "Drawing"]),
        .target(
            name: "BusTestSupport", dependencies: ["MediaTesting"], path: "Tests/BusTestSupport", swiftSettings: strict),
        tests("DBus", ["BusTestSupport", "CDesktop"]),
        tests("QuestionBus", ["BusTestSupport", "MediaTesting", "DBus", "Questions", "Localization"]),
        .target(
            name: "NowPlayingTestSupport", dependencies: ["NowPlayingValidation", "NowPlayingTesting", "DBus"],
            path: "Tests/NowPlayingTestSupport", swiftSettings: strict),
        .executableTarget(
            name: "nowplaying-soak", dependencies: ["NowPlayingTestSupport", "NowPlayingValidation"],
            path: "Tests/NowPlayingSoak", swiftSettings: strict),
        tests("NowPlayingValidation", ["NowPlayingTestSupport"]),
        tests("NowPlayingTesting", ["NowPlayingValidation", "NowPlayingTestSupport", "DBus", "BusTestSupport"]),
        tests(
            "NowPlayingFeeds",
            ["NowPlayingValidation", "NowPlayingTestSupport", "CatalogValidation", "UniversalMediaCatalog"]),
        .executableTarget(
            name: "window-probe",
            dependencies: ["UIKit", "WindowSystem", "DBus", "CoreGraphics", "VideoFrames", "QuartzCore"],
            path: "Tests/WindowProbe", swiftSettings: strict),
        tests(
            "WindowSystem",
            ["window-probe", "MediaTesting", "DBus", "BusTestSupport", "CSDL", "QuartzCore", "CoreGraphics"]),
        tests(
            "UIKit",
            [
                "MediaTesting", "QuartzCore", "CoreGraphics", "Compositor", "WindowSystem", "Localization", "AppLinks",
                "AppIdentity",
            ]),
        tests(
            "AVKit",
            ["MediaTesting", "MediaEngine", "UIKit", "AVFoundation", "CoreMedia", "WindowSystem", "Localization"]),
        tests("NowPlayingModel", []),
        tests(
            "MediaPlayer",
            [
                "NowPlayingModel", "DBus", "BusTestSupport", "MediaTesting", "AVFoundation", "AVFAudio", "AVKit",
                "UIKit", "NowPlayingTesting", "NowPlayingValidation",
                "WindowSystem", "CoreMedia", "CoreGraphics",
            ]),
        tests("MediaTesting", ["MediaEngine", "HLS"]),
        .target(name: "CTestInput", path: "Tests/CTestInput", linkerSettings: [.linkedLibrary("xcb")]),
        .executableTarget(
            name: "player-fuzz",
            dependencies: [
                "AVKit", "UIKit", "AVFoundation", "CoreMedia", "CoreGraphics", "MediaTesting", "CTestInput", "CSDL",
            ],
            path: "Tests/PlayerFuzz", swiftSettings: strict),
        .executableTarget(
            name: "client-probe", dependencies: ["AVKit", "UIKit"], path: "Tests/ClientProbe",
            swiftSettings: strict),
        .target(
            name: "CatalogTestSupport", dependencies: ["UniversalMediaCatalog", "CLibXML2"],
            path: "Tests/CatalogTestSupport",
            swiftSettings: strict),
        .executableTarget(
            name: "reader-soak", dependencies: ["CatalogTestSupport"], path: "Tests/ReaderSoak", swiftSettings: strict),
        tests("UniversalMediaCatalog", ["CatalogTestSupport"]),
        tests("CatalogValidation", ["UniversalMediaCatalog", "CLibXML2", "CZlib"]),
        tests("CatalogReports", ["CatalogValidation", "UniversalMediaCatalog", "CatalogTestSupport"]),
        .testTarget(
            name: "umcTests",
            dependencies: [
                "umc", "CatalogReports", "CatalogValidation", "UniversalMediaCatalog", "ReportText",
                "NowPlayingTestSupport", "NowPlayingValidation", "CLibXML2",
            ],
            swiftSettings: testing),
        .testTarget(
            name: "avplayerTests",
            dependencies: [
                "avplayer", "client-probe", "MediaTesting", "BusTestSupport", "DBus", "NowPlayingTestSupport",
                "NowPlayingTesting",
                "NowPlayingValidation", "ReportText",
            ],
            exclude: ["ForeignFiles"], swiftSettings: testing),
    ],
    cLanguageStandard: .gnu11
)

// Builds with a sanitizer contain only the test targets that are run with it (script/support/sanitizers.sh).
if let names = Context.environment["OPENAVKIT_TEST_TARGETS"]?.split(separator: ",").map(String.init) {
    package.targets.removeAll { $0.type == .test && !names.contains($0.name) }
}
