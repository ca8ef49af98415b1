// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "Adaptation",
    dependencies: [.package(name: "OpenAVKit", path: "../..")],
    targets: [
        .executableTarget(
            name: "adaptation",
            dependencies: [
                .product(name: "HLS", package: "OpenAVKit"), .product(name: "MediaTesting", package: "OpenAVKit"),
            ])
    ],
    swiftLanguageModes: [.v6]
)
