import Foundation

/// Opens the source for a locator's scheme.
public enum SourceFactory {
    /// Blocks until the file is open or the server has responded, at most 10 s; without a limit if the app's provider responds.
    /// - Parameter onCreated: receives the source before the wait, so that another thread can `cancel` it.
    public static func open(
        _ locator: MediaLocator, onCreated: (@Sendable (any ByteSource) -> Void)? = nil
    ) throws(MediaError) -> any ByteSource {
        if let source = locator.opened?.takeSource() {
            onCreated?(source)
            return source
        }
        switch locator.url.scheme?.lowercased() {
        case "file", nil:
            let source = try FileOpening.open(locator.url)
            onCreated?(source)
            return source
        case "http", "https":
            let source = HTTPSource(locator)
            onCreated?(source)
            try source.open()
            return source
        case _? where locator.provider != nil:
            return try ProvidedSource.open(locator, onCreated: onCreated)
        case let scheme?:
            throw MediaError(
                .unsupportedScheme,
                "URLs that begin with “\(scheme.prefix(20)):” cannot be played; use file, http or https.",
                url: locator.url)
        }
    }
}
