import ArgumentParser
import Foundation
import CatalogValidation

/// Options for checking the images of artwork.
struct ArtworkOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Check the images in this folder; their paths are those of the URLs, or the last parts of these.",
            valueName: "folder"),
        completion: .directory)
    var artwork: String?

    @Flag(help: "Fetch the first bytes of each image and check them (uses the network).")
    var fetchArtwork = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Maximum number of images to fetch, such as 1000.", valueName: "n"))
    var maxArtwork: Int?

    @Flag(help: "Fetch images over http as well.")
    var artworkOverHttp = false

    func validate() throws {
        if let artwork {
            var isDirectory: ObjCBool = false
            guard FileManager.default.fileExists(atPath: artwork, isDirectory: &isDirectory), isDirectory.boolValue
            else {
                throw ValidationError("--artwork '\(artwork)' is not a folder.")
            }
        }
        try FeedCommand.check(maxArtwork, "--max-artwork", example: "1000")
        guard fetchArtwork || (maxArtwork == nil && !artworkOverHttp) else {
            throw ValidationError("--max-artwork and --artwork-over-http require --fetch-artwork.")
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
