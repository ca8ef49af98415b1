/// Names of renditions in several languages: session data with the identifier `_hls.localized-rendition-names` (spec/hls.md section 4).
public struct LocalizedNames: Sendable, Hashable {
    /// By NAME, then by language.
    public var names: [String: [String: String]]

    public static let dataID = "_hls.localized-rendition-names"

    public static func parse(
        _ bytes: [UInt8], limits: ParsingLimits = .standard
    ) throws(PlaylistError) -> LocalizedNames {
        do throws(BoundedJSON.Failure) {
            return LocalizedNames(
                names: try BoundedJSON.decode([String: [String: String]].self, from: bytes, limits: limits))
        } catch {
            throw PlaylistError(
                fault: PlaylistFault(
                    line: 0, rule: "hls.localized-names.json", level: .error,
                    message: "The names are not a JSON object of NAMEs with a text for each language. Correct the "
                        + "file."))
        }
    }

    /// Returns the name to display: exact language first, then the same primary language. nil where the file has none.
    public func name(for rendition: String, languages: [String]) -> String? {
        guard let known = names[rendition] else { return nil }
        let order = known.keys.sorted()
        for wanted in languages {
            if let key = order.first(where: { LanguageTag.isSame($0, wanted) })
                ?? order.first(where: { LanguageTag.isRelated($0, wanted) })
            {
                return known[key]
            }
        }
        return nil
    }
}
