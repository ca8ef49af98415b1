import Foundation

extension LateChapters {
    /// Chapters whose pictures `loader` loads.
    convenience init(loader: ResourceLoader) {
        self.init { url, body in
            loader.fetch(ResourceRequest(url: url, kind: .other)) { result in body(result.map { Data($0.bytes) }) }
        }
    }
}

extension LateNames {
    /// Names that `loader` fetches; it is retained as long as they are.
    convenience init(loader: ResourceLoader) { self.init(from: loader) }
}
