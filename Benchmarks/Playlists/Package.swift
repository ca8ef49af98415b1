// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "Playlists",
    dependencies: [.package(name: "OpenAVKit", path: "../..")],
    targets: [
        .executableTarget(name: "playlists", dependencies: [.product(name: "HLS", package: "OpenAVKit")])
    ],
    swiftLanguageModes: [.v6]
)
