// swift-tools-version: 6.1
import PackageDescription

func product(_ name: String) -> Target.Dependency { .product(name: name, package: "OpenAVKit") }

/// Returns a program of script/bench or script/soak. All of them share one build of the libraries.
func program(_ name: String, in folder: String, _ libraries: String..., using own: Target.Dependency...) -> Target {
    .executableTarget(name: name, dependencies: libraries.map(product) + own, path: "\(folder)/Sources/\(name)")
}

let package = Package(
    name: "Benchmarks",
    dependencies: [.package(name: "OpenAVKit", path: "..")],
    targets: [
        program("adaptation", in: "Adaptation", "HLS", "MediaTesting"),
        program("captions", in: "Captions", "HLS"),
        program("cycles", in: "Cycles", "AVKit"),
        program("faults", in: "Faults", "AVFoundation", "MediaTesting"),
        program("feeds", in: "Feeds", "UniversalMediaCatalog", "CatalogValidation", "CatalogReports"),
        program("hover", in: "Hover", "AVFoundation"),
        program("lowlatency", in: "LowLatency", "AVFoundation", "MediaTesting"),
        program("playlists", in: "Playlists", "HLS"),
        program("scrolling", in: "Scrolling", "AVKit"),
        program("thumbnails", in: "Thumbnails", "AVFoundation"),
        program("threads", in: "Threads", "AVFoundation"),
        .target(
            name: "CScreen", path: "Windows/Sources/CScreen", linkerSettings: [.linkedLibrary("xcb")]),
        program("windows", in: "Windows", "AVKit", using: "CScreen"),
    ],
    swiftLanguageModes: [.v6]
)
