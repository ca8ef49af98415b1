// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "Cycles",
    dependencies: [.package(name: "OpenAVKit", path: "../..")],
    targets: [
        .executableTarget(name: "cycles", dependencies: [.product(name: "AVKit", package: "OpenAVKit")])
    ],
    swiftLanguageModes: [.v6]
)
