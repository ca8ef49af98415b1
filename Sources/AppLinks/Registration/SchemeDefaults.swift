import Foundation

/// The default programs of schemes in `mimeapps.list`, a file that other programs write, too. Everything else in it stays as it is.
struct SchemeDefaults {
    static let groups = ["[Default Applications]", "[Added Associations]"]

    private var lines: [String]

    init(_ text: String) {
        lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        while lines.last?.isEmpty == true { lines.removeLast() }
    }

    var text: String { lines.isEmpty ? "" : lines.joined(separator: "\n") + "\n" }

    /// Makes a program the default of a scheme.
    mutating func add(_ desktopFile: String, scheme: String) {
        for group in Self.groups { change(scheme, in: group) { [desktopFile] + $0.filter { $0 != desktopFile } } }
    }

    /// Removes a program from all schemes.
    mutating func remove(_ desktopFile: String) {
        lines = lines.compactMap { line in
            guard line.hasPrefix("x-scheme-handler/"), let equal = line.firstIndex(of: "=") else { return line }
            let programs = Self.programs(line[line.index(after: equal)...])
            guard programs.contains(desktopFile) else { return line }
            let rest = programs.filter { $0 != desktopFile }
            return rest.isEmpty ? nil : line[...equal] + rest.map { $0 + ";" }.joined()
        }
    }

    private mutating func change(_ scheme: String, in group: String, _ change: ([String]) -> [String]) {
        let key = "x-scheme-handler/\(scheme)="
        if !lines.contains(group) { lines += (lines.isEmpty ? [] : [""]) + [group] }
        guard let start = lines.firstIndex(of: group) else { return }
        let end = lines[(start + 1)...].firstIndex { $0.hasPrefix("[") } ?? lines.endIndex
        if let index = lines[start..<end].firstIndex(where: { $0.hasPrefix(key) }) {
            lines[index] = key + change(Self.programs(lines[index].dropFirst(key.count))).map { $0 + ";" }.joined()
        } else {
            lines.insert(key + change([]).map { $0 + ";" }.joined(), at: start + 1)
        }
    }

    private static func programs(_ value: some StringProtocol) -> [String] {
        value.split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }
}
