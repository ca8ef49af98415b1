import ReportText
import Testing

/// Arguments of command lines that are not UTF-8.
struct ArgumentTextTests {
    @Test("an argument that is not UTF-8 is named with its bytes, as a shell accepts them")
    func invalid() throws {
        let problem = try #require(ArgumentText.problem([Array("inspect".utf8), Array("caf".utf8) + [0xE9, 0x27]]))
        #expect(problem.contains("'caf\\xE9\\'' is not UTF-8"), "\(problem)")
    }

    @Test("arguments that are UTF-8 are accepted")
    func valid() {
        #expect(ArgumentText.problem([Array("日本語.mp4".utf8), [], Array("café".utf8)]) == nil)
    }
}
