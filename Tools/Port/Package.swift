// swift-tools-version: 6.1
import PackageDescription

// The source converter. It is a package of its own, so that building OpenAVKit does not build swift-syntax.
let package = Package(
    name: "Port",
    products: [
        .executable(name: "openavkit-port", targets: ["openavkit-port"]),
        .library(name: "SourcePort", targets: ["SourcePort"]),
        .plugin(name: "PortSources", targets: ["PortSources"]),
    ],
    dependencies: [
        .package(url: "https://github.com/swiftlang/swift-syntax", exact: "603.0.1"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    ],
    targets: [
        .target(
            name: "SourcePort",
            dependencies: [
                .product(name: "SwiftSyntax", package: "swift-syntax"),
                .product(name: "SwiftParser", package: "swift-syntax"),
                .product(name: "SwiftParserDiagnostics", package: "swift-syntax"),
            ]),
        .executableTarget(
            name: "openavkit-port",
            dependencies: ["SourcePort", .product(name: "ArgumentParser", package: "swift-argument-parser")]),
        .plugin(name: "PortSources", capability: .buildTool(), dependencies: ["openavkit-port"]),
        .testTarget(
            name: "SourcePortTests", dependencies: ["SourcePort", "openavkit-port"],
            exclude: ["Prelude"], resources: [.copy("Corpus")]),
    ],
    swiftLanguageModes: [.v6]
)
