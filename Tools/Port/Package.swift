// swift-tools-version: 6.1
import PackageDescription

// swift-syntax of the toolchain, in the folder that this variable names: script/test sets it, because building swift-syntax takes minutes.
let toolchainSyntax = Context.environment["OPENAVKIT_TOOLCHAIN_SYNTAX"]
// A target that imports SourcePort reads its module, which names these.
let syntaxSettings: [SwiftSetting] = toolchainSyntax.map { [.unsafeFlags(["-I", $0])] } ?? []
let syntaxModules = ["SwiftSyntax", "SwiftParser", "SwiftParserDiagnostics"]

// The source converter. It is a package of its own, so that building OpenAVKit does not build swift-syntax.
let package = Package(
    name: "Port",
    products: [
        .executable(name: "openavkit-port", targets: ["openavkit-port"]),
        .library(name: "SourcePort", targets: ["SourcePort"]),
        .plugin(name: "PortSources", targets: ["PortSources"]),
    ],
    dependencies: [.package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2")]
        + (toolchainSyntax == nil
            ? [.package(url: "https://github.com/swiftlang/swift-syntax", exact: "603.0.1")] : []),
    targets: [
        .target(
            name: "SourcePort",
            dependencies: toolchainSyntax == nil
                ? syntaxModules.map { .product(name: $0, package: "swift-syntax") } : [],
            swiftSettings: syntaxSettings,
            linkerSettings: toolchainSyntax.map { folder in
                [.unsafeFlags(["-L", folder, "-Xlinker", "-rpath", "-Xlinker", folder])]
                    + syntaxModules.map { .linkedLibrary($0) }
            } ?? []),
        .executableTarget(
            name: "openavkit-port",
            dependencies: ["SourcePort", .product(name: "ArgumentParser", package: "swift-argument-parser")],
            swiftSettings: syntaxSettings),
        .plugin(name: "PortSources", capability: .buildTool(), dependencies: ["openavkit-port"]),
        .testTarget(
            name: "SourcePortTests", dependencies: ["SourcePort", "openavkit-port"],
            exclude: ["Prelude"], resources: [.copy("Corpus")], swiftSettings: syntaxSettings),
    ],
    swiftLanguageModes: [.v6]
)
