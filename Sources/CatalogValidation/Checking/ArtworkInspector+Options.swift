extension ArtworkInspector {
    /// nil: the options ask for no look at any image.
    convenience init?(_ options: ValidationOptions) {
        self.init(
            directory: options.artworkDirectory, fetch: options.artworkFetch, samples: options.artworkSamples)
    }
}
