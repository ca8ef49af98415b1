package import Foundation

/// The association files of domains: from the cache while they are fresh, else from the domains.
package struct AssociationStore: Sendable {
    /// The time for which a file is used without being fetched again: what the server says, within these limits.
    static let age = 3_600.0...604_800.0
    static let usualAge = 86_400.0
    /// The time for which a failure is remembered.
    static let failureAge = 300.0
    /// The time since it was fetched for which a file is used while its domain cannot be reached.
    static let graceAge = 2_592_000.0

    package var request = AssociationRequest()
    private let cache: AssociationCache
    private let now: @Sendable () -> Date

    package init(_ folders: UserFolders, now: @escaping @Sendable () -> Date = { Date() }) {
        cache = AssociationCache(folders)
        self.now = now
    }

    /// Returns the file of a domain. Blocks while the file is fetched.
    /// - Parameter fetches: whether the file is fetched where the cache has none that is fresh.
    package func file(of domain: String, fetches: Bool = true) throws(AssociationError) -> AssociationFile {
        guard DomainName.isValid(domain) else { throw AssociationError(.domain, domain: domain) }
        let entry = cache.entry(for: domain)
        if let entry, entry.expires > now(), entry.fetched <= now() {
            if let file = try? entry.file.map(AssociationFile.init(json:)) { return file }
            if let problem = entry.problem { throw AssociationError(.remembered(problem), domain: domain) }
        }
        guard fetches else { throw AssociationError(.notCached, domain: domain) }
        return try refresh(domain)
    }

    /// Fetches the file of a domain and stores the result. Blocks.
    @discardableResult
    package func refresh(_ domain: String) throws(AssociationError) -> AssociationFile {
        let old = cache.entry(for: domain)
        let date = now()
        do {
            let answer = try request.fetch(domain)
            let file = try AssociationFile(json: answer.body)
            let age = min(max(answer.maximumAge ?? Self.usualAge, Self.age.lowerBound), Self.age.upperBound)
            cache.store(.init(domain: domain, fetched: date, expires: date + age, file: answer.body))
            return file
        } catch {
            var error = error
            error.domain = domain
            // A server that cannot be reached does not undo an association; one that answers otherwise does.
            if case .unreachable = error.reason, var old, let data = old.file,
                old.fetched + Self.graceAge > date, let file = try? AssociationFile(json: data)
            {
                old.expires = max(old.expires, date + Self.failureAge)
                cache.store(old)
                return file
            }
            cache.store(
                .init(domain: domain, fetched: date, expires: date + Self.failureAge, problem: error.description))
            throw error
        }
    }
}
