// swift-tools-version: 6.1
import PackageDescription

// A client of the modules with Apple's names, in one build with packages that ask `#if canImport(Combine)` and the like.
let package = Package(
    name: "Beside",
    dependencies: [
        .package(name: "OpenAVKit", path: "../../..", traits: ["Combine"]),
        .package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    ],
    targets: [
        // Uses the other packages and none of ours: it must not see ours.
        .target(
            name: "Plain",
            dependencies: [
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "OpenCombine", package: "OpenCombine"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "Logging", package: "swift-log"),
            ]),
        .target(
            name: "Client",
            dependencies: [
                "Plain",
                .product(name: "Combine", package: "OpenAVKit"),
                .product(name: "os", package: "OpenAVKit"),
                .product(name: "Network", package: "OpenAVKit"),
                .product(name: "SystemConfiguration", package: "OpenAVKit"),
                .product(name: "UniformTypeIdentifiers", package: "OpenAVKit"),
            ]),
        .executableTarget(name: "MainLoop", dependencies: [.product(name: "Combine", package: "OpenAVKit")]),
        .testTarget(name: "BesideTests", dependencies: ["Client", "Plain"]),
    ],
    swiftLanguageModes: [.v6]
)
