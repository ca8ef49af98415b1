// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "Faults",
    dependencies: [.package(name: "OpenAVKit", path: "../..")],
    targets: [
        .executableTarget(
            name: "faults",
            dependencies: [
                .product(name: "AVFoundation", package: "OpenAVKit"),
                .product(name: "MediaTesting", package: "OpenAVKit"),
            ])
    ],
    swiftLanguageModes: [.v6]
)
