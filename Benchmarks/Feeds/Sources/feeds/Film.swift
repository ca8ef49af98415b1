import Foundation

/// A film of a list such as Wikipedia's: real titles and plots, as uneven as they are.
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
