import Foundation

extension DeferredChapters {
    /// Creates chapters whose images are loaded by `loader`.
    convenience init(loader: ResourceLoader) {
        self.init { url, body in
            loader.fetch(ResourceRequest(url: url, kind: .other)) { result in body(result.map { Data($0.bytes) }) }
        }
    }
}

extension DeferredNames {
    /// Creates names that are loaded by `loader`, which is retained with them.
    convenience init(loader: ResourceLoader) { self.init(from: loader) }
}
