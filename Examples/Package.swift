// swift-tools-version: 6.1
import PackageDescription

// Programs as clients write them. They are compiled with the tests and changed by nobody to suit us.
let package = Package(
    name: "Examples",
    dependencies: [
        .package(name: "OpenAVKit", path: "..", traits: ["Combine"]),
        .package(name: "Port", path: "../Tools/Port"),
    ],
    targets: [
        .executableTarget(
            name: "TenLines", dependencies: [.product(name: "AVKit", package: "OpenAVKit")], path: "TenLines"),
        .executableTarget(
            name: "BusyClient", dependencies: [.product(name: "AVKit", package: "OpenAVKit")], path: "BusyClient"),
        .executableTarget(
            name: "Overlay", dependencies: [.product(name: "AVKit", package: "OpenAVKit")], path: "Overlay"),
        // Names of the client's own that no module of ours may have.
        .executableTarget(
            name: "OwnNames", dependencies: [.product(name: "AVKit", package: "OpenAVKit")], path: "OwnNames",
            swiftSettings: [.swiftLanguageMode(.v5)]),
        .executableTarget(
            name: "Neighbours",
            dependencies: ["AVFoundation", "Combine", "CoreImage", "Network", "UniformTypeIdentifiers", "os"].map {
                .product(name: $0, package: "OpenAVKit")
            }, path: "Neighbours"),
        // Written for iOS and tvOS, and unchanged: the plugin converts the originals at build time.
        .executableTarget(
            name: "Unchanged",
            dependencies: [
                .product(name: "AVKit", package: "OpenAVKit"),
                .product(name: "MediaPlayer", package: "OpenAVKit"),
            ], path: "Unchanged", exclude: ["Originals"], swiftSettings: [.swiftLanguageMode(.v5)],
            plugins: [.plugin(name: "PortSources", package: "Port")]),
        .executableTarget(
            name: "ServiceApp",
            dependencies: [
                .product(name: "AVKit", package: "OpenAVKit"),
                .product(name: "VideoSubscriberAccount", package: "OpenAVKit"),
            ], path: "ServiceApp", exclude: ["Feeds", "README.md", "Info.plist", "Capabilities.plist"]),
    ],
    swiftLanguageModes: [.v6]
)
