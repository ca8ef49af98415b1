import Foundation

/// A film from a list such as Wikipedia's, with real titles and plots of varying quality.
struct Film: Decodable {
    var title: String
    var year: Int
    var cast: [String]
    var genres: [String]
    var extract: String?

    static func all(_ path: String) throws -> [Film] {
        try JSONDecoder().decode([Film].self, from: Data(contentsOf: URL(fileURLWithPath: path)))
    }
}
