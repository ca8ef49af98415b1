import Foundation
import Testing

/// Tests feeds without an end, from generators that write as long as the reader reads.
@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: Tool.path)))
struct EndlessFeedTests {
    private static let head =
        #"<umcCatalog version="3.6" teamId="EXAMPLE001" catalogId="org.example.endless"><defaultLocale>en</defaultLocale>"#
    private static let item = #"<item contentType="movie" contentId="A"><title>Endless</title></item>"#

    @Test(
        "issue 4: endless streams are read up to a limit, and the message names the limit and its option",
        arguments: [
            // The repeated text, the filter, the limit, the expected message, and the option.
            (item, "cat", ["--max-items", "500"], "more than 500 items (limit items)", "--max-items"),
            (item, "cat", ["--max-bytes", "300K"], "larger than 307200 bytes (limit documentBytes)", "--max-bytes"),
            (item, "gzip -1", ["--max-items", "500"], "more than 500 items (limit items)", "--max-items"),
            (
                item, "gzip -1", ["--max-bytes", "300K"], "larger than 307200 bytes (limit documentBytes)",
                "--max-bytes"
            ),
            (
                " ", "gzip -9", ["--max-ratio", "20"], "grows to more than 20 times its size (limit inflationRatio)",
                "--max-ratio"
            ),
            (
                "<!-- x -->", "cat", ["--max-bytes", "2M"], "larger than 2097152 bytes (limit documentBytes)",
                "--max-bytes"
            ),
            ("<a>", "cat", ["--max-depth", "20"], "nested more than 20 deep (limit depth)", "--max-depth"),
            ("<a/>", "cat", [], "outside its items the feed has more than", "item"),
            ("<item ", "cat", [], "not well-formed XML", "fix:"),
            ("x", "cat", ["--max-bytes", "2M"], "limit documentBytes", "--max-bytes"),
        ])
    func endless(
        _ again: String, _ filter: String, _ limit: [String], _ words: String, _ option: String
    ) throws {
        let folder = try Folder()
        let head = try folder.write(Self.head, "head")
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        // The generator must end as well: otherwise `wait` would not return.
        process.arguments = [
            "-c",
            "{ cat \"$1\"; yes \"$2\"; } 2>/dev/null | $3 2>/dev/null | "
                + "{ \"$4\" validate - $5 --limit 1 >\"$6/out\" 2>&1; echo $? >\"$6/code\"; }",
            "sh", head, again, filter, Tool.path, limit.joined(separator: " "), folder.url.path,
        ]
        try process.run()
        process.waitUntilExit()
        let output = try folder.text("out")
        #expect(try folder.text("code") == "1\n", "\(output)")
        #expect(output.contains(words) && output.contains(option), "\(output)")
        #expect(output.contains("NOT READ TO ITS END"), "\(output)")
    }
}
