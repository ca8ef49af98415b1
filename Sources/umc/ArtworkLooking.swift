import ArgumentParser
import Foundation
import CatalogValidation

/// Whether the images of artwork are looked at.
struct ArtworkLooking: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Look at the images in this folder, under the paths of their addresses or the last parts of these.",
            valueName: "folder"),
        completion: .directory)
    var artwork: String?

    @Flag(help: "Fetch the beginnings of images and look at them: the network is used.")
    var fetchArtwork = false

    @Option(help: ArgumentHelp("Fetch at most this many images.", valueName: "n"))
    var maxArtwork: Int?

    @Flag(help: "Fetch images over http too.")
    var artworkOverHttp = false

    func validate() throws {
        if let artwork {
            var isDirectory: ObjCBool = false
            guard FileManager.default.fileExists(atPath: artwork, isDirectory: &isDirectory), isDirectory.boolValue
            else {
                throw ValidationError("--artwork '\(artwork)' is no folder.")
            }
        }
        if let maxArtwork, maxArtwork < 1 { throw ValidationError("--max-artwork is at least 1.") }
        guard fetchArtwork || (maxArtwork == nil && !artworkOverHttp) else {
            throw ValidationError("--max-artwork and --artwork-over-http go with --fetch-artwork.")
        }
    }

    func apply(to options: inout ValidationOptions) {
        options.artworkDirectory = artwork.map { URL(filePath: $0) }
        guard fetchArtwork else { return }
        var fetch = ArtworkFetchOptions()
        if let maxArtwork { fetch.maximumFetches = maxArtwork }
        fetch.allowsHTTP = artworkOverHttp
        options.artworkFetch = fetch
    }
}
