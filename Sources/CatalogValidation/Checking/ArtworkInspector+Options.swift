extension ArtworkInspector {
    /// Returns nil when the options do not request image inspection.
    convenience init?(_ options: ValidationOptions) {
        self.init(
            directory: options.artworkDirectory, fetch: options.artworkFetch, samples: options.artworkSamples)
    }
}
