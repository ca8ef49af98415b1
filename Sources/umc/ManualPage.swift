import Foundation
import UniversalMediaCatalog

/// The manual page: each command with its arguments, and the sections common to all.
struct ManualPage {
    private let root: CommandDescription
    private let writer = RoffWriter()

    init(_ root: CommandDescription) { self.root = root }

    /// The environment variables. A test checks that the sources use no others.
    static let environment: [(name: String, meaning: String)] = [
        ("NO_COLOR", "If set and not empty, output is not coloured unless --color always is given."),
        ("TERM", "If `dumb`, output is not coloured unless --color always is given."),
        (
            "CURL_CA_BUNDLE, SSL_CERT_FILE",
            "A file of certificate authorities that replaces the system's; the first variable that is set is used."
        ),
        ("SSL_CERT_DIR", "A folder of such files."),
        (
            "http_proxy, https_proxy, all_proxy, no_proxy, NO_PROXY",
            "The proxies for connections to servers, and the hosts reached without a proxy; this machine is always reached directly."
        ),
    ]

    private static let files: [(name: String, meaning: String)] = [
        (
            "FILE.PID.part",
            "The file that --output writes to. It is renamed when it is complete, and deleted if umc is interrupted."
        ),
        (
            "the folder of --cache",
            "For each URL a .feed file with the received bytes and a .json file with the URL, its ETag and its date. "
                + "The files may be deleted at any time."
        ),
        ("the file of --write-baseline", "JSON, one line for each finding, suitable for version control."),
    ]

    var roff: String {
        let commands = (root.subcommands ?? []).filter(\.shouldDisplay)
        var text = writer.title(
            root.commandName, section: 1, date: UMCCommand.toolDate,
            source: "\(root.commandName) \(UMCCommand.toolVersion)", manual: "User Commands")
        text += writer.section("NAME")
        text += writer.raw("\(root.commandName) \\-") + writer.filled(Self.lowered(root.abstract ?? ""))
        text += writer.section("SYNOPSIS")
        text += commands.filter { $0.commandName != "help" }.map(synopsis).joined(separator: ".br\n")
        text += writer.section("DESCRIPTION")
        text += writer.paragraph(root.abstract ?? "")
        let parts = DiscussionParts(root.discussion ?? "")
        for paragraph in parts.paragraphs { text += writer.paragraph(paragraph) }
        text += writer.paragraph(
            "Every command prints its options with --help, and --version prints the versions of umc and of the libraries that it "
                + "uses to read feeds.")
        text += writer.section("COMMANDS")
        for command in commands { text += self.command(command) }
        text += writer.section("EVIDENCE")
        text += writer.paragraph(
            "Every rule has a tag that names its evidence; some rules have several. The profile apple-3.6-known excludes rules with only "
                + "the tags I or D.")
        for tag in ["S", "A", "L", "L?", "I", "D", "-"] {
            text += writer.tagged(writer.bold(tag), EvidenceTag(stringLiteral: tag).meaning)
        }
        text += writer.section("EXIT STATUS")
        for code in ToolExit.meanings { text += writer.tagged(writer.bold("\(code.code)"), code.meaning) }
        text += writer.paragraph(ToolExit.remark)
        text += writer.section("ENVIRONMENT")
        for variable in Self.environment { text += writer.tagged(writer.bold(variable.name), variable.meaning) }
        text += writer.section("FILES")
        for file in Self.files { text += writer.tagged(writer.italic(file.name), file.meaning) }
        text += writer.section("EXAMPLES")
        for example in parts.literals { text += writer.literal(example) }
        text += writer.paragraph("More examples are listed with each command.")
        text += writer.section("SEE ALSO")
        text += writer.raw("\\fBxmllint\\fR(1),\n\\fBgzip\\fR(1),\n\\fBcurl\\fR(1)")
        return writer.cleaned(text)
    }

    private func command(_ command: CommandDescription) -> String {
        var text = writer.subsection("\(root.commandName) \(command.commandName)")
        text += synopsis(command)
        text += writer.paragraph(command.abstract ?? "")
        let parts = DiscussionParts(command.discussion ?? "")
        for paragraph in parts.paragraphs { text += writer.paragraph(paragraph) }
        var title: String?
        for argument in arguments(command) {
            if argument.sectionTitle != title, let next = argument.sectionTitle { text += writer.heading(next) }
            title = argument.sectionTitle
            let meaning = meaning(argument)
            if !meaning.isEmpty { text += writer.tagged(tag(argument), meaning) }
        }
        let lines = parts.literals.reduce(0) { $0 + $1.lines.count }
        if lines > 0 { text += writer.heading(lines > 1 ? "Examples" : "Example") }
        for example in parts.literals {
            if let lead = example.lead { text += writer.paragraph(lead) }
            text += writer.literal(example)
        }
        return text
    }

    private func synopsis(_ command: CommandDescription) -> String {
        var words = [writer.bold("\(root.commandName) \(command.commandName)")]
        let arguments = arguments(command)
        if arguments.contains(where: { $0.kind != "positional" }) { words.append("[\(writer.italic("option"))\\&...]") }
        for argument in arguments where argument.kind == "positional" {
            var word = writer.italic(argument.valueName ?? "")
            if argument.isRepeating { word += "\\&..." }
            words.append(argument.isOptional ? "[\(word)]" : word)
        }
        return words.joined(separator: " ") + "\n"
    }

    /// Returns the arguments without those of every command. A flag and its inversion are merged.
    private func arguments(_ command: CommandDescription) -> [CommandDescription.Argument] {
        var result: [CommandDescription.Argument] = []
        for argument in command.arguments ?? [] where argument.shouldDisplay {
            let isCommon = argument.kind == "flag" && ["help", "version"].contains(argument.names?.last?.name)
            guard !isCommon else { continue }
            if argument.kind == "flag", let last = result.last, last.kind == "flag", last.abstract == argument.abstract
            {
                result[result.count - 1].names?.append(contentsOf: argument.names ?? [])
            } else {
                result.append(argument)
            }
        }
        return result
    }

    private func tag(_ argument: CommandDescription.Argument) -> String {
        guard argument.kind != "positional" else {
            return writer.italic(argument.valueName ?? "") + (argument.isRepeating ? "\\&..." : "")
        }
        let names = (argument.names ?? []).map(\.spelling).sorted { $0.count < $1.count && $0.count == 2 }
            .map(writer.bold).joined(separator: ", ")
        return argument.kind == "option" ? "\(names) \(writer.italic(argument.valueName ?? "value"))" : names
    }

    private func meaning(_ argument: CommandDescription.Argument) -> String {
        var text = argument.abstract ?? ""
        let unsaid = (argument.allValues ?? []).filter { !text.contains($0) }
        if !unsaid.isEmpty {
            text += " One of " + (argument.allValues ?? []).joined(separator: ", ") + "."
        }
        if let value = argument.defaultValue, !value.isEmpty { text += " By default \(value)." }
        return text
    }

    private static func lowered(_ text: String) -> String {
        (text.prefix(1).lowercased() + text.dropFirst()).trimmingSuffix(".")
    }
}

/// The discussion of a command, split into paragraphs and literal text.
struct DiscussionParts {
    struct Literal {
        /// The text before it.
        var lead: String?
        var lines: [String]
    }

    private(set) var paragraphs: [String] = []
    private(set) var literals: [Literal] = []

    /// - Parameter text: paragraphs separated by empty lines; lines that begin with two spaces are literal.
    init(_ text: String) {
        for block in text.components(separatedBy: "\n\n") {
            let lines = block.split(separator: "\n").map(String.init)
            let shown = lines.filter { $0.hasPrefix("  ") }.map { String($0.dropFirst(2)) }
            let said = lines.filter { !$0.hasPrefix("  ") }.joined(separator: " ")
            guard !shown.isEmpty else {
                // Exit codes have their own section.
                if !said.hasPrefix("Exit codes:") { paragraphs.append(said) }
                continue
            }
            let isTitle = ["Examples:", "Example:"].contains(said)
            literals.append(Literal(lead: isTitle ? nil : said, lines: shown))
        }
    }
}

extension String {
    fileprivate func trimmingSuffix(_ suffix: String) -> String {
        hasSuffix(suffix) ? String(dropLast(suffix.count)) : self
    }
}
