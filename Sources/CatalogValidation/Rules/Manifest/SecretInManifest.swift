import UniversalMediaCatalog

/// MF-SECRET: a credential in the manifest. Findings never quote it.
struct SecretInManifest: DocumentRule {
    static let info = RuleInfo(
        "MF-SECRET", "The manifest contains no credentials.", level: .error, tag: "D",
        section: "umc-manifest.md 2",
        remedy: "change the secret, transmit it by another channel, and refer to it with credentialRef",
        bad: [
            RuleExample(
                .manifest, "credentialRef=\"lanternbay-feeds\"/>",
                "credentialRef=\"lanternbay-feeds\" password=\"hunter2\"/>"),
            RuleExample(
                .manifest, "credentialRef=\"lanternbay-feeds\"/>", "credentialRef=\"Basic YXBwbGU6aHVudGVyMg==\"/>"),
            RuleExample(
                .manifest, "credentialRef=\"lanternbay-feeds\"/>",
                "credentialRef=\"lanternbay-feeds\"><password>hunter2</password></auth>"),
            RuleExample(
                .manifest, "https://feeds.example.org/catalog-vod.xml",
                "https://feeds.example.org/catalog-vod.xml?api_key=3f9a77"),
        ],
        nearMisses: [
            RuleExample(
                .manifest, "credentialRef=\"lanternbay-feeds\"",
                "credentialRef=\"arn:aws:secretsmanager:eu-west-1:1234:secret:basic-token\""),
            RuleExample(
                .manifest, "https://feeds.example.org/catalog-vod.xml",
                "https://feeds.example.org/token/catalog.xml?keyword=secret"),
        ])

    let kinds: Set<FeedKind> = [.manifest]
    private static let names: Set<String> = [
        "password", "passwd", "pwd", "passphrase", "secret", "clientsecret", "token", "accesstoken", "bearer", "apikey",
        "key", "privatekey", "username", "user", "login", "credential", "credentials", "sig", "signature",
    ]

    func check(_ document: DocumentView, _ findings: inout Findings) {
        for index in document.root.tree.nodes.indices {
            let node = document.root.tree[index]
            if node.name == .unknown, Self.isSecret(node.spelling), node.hasChildren || !node.text.isBlank {
                findings.report(info, at: node, "`\(node.spelling)` looks like a credential")
            } else if node.name == .auth {
                check(node, &findings)
            } else if node.name == .feedUrl, let query = LinkText(node.text.trimmed)?.query {
                check(query, node, &findings)
            }
        }
    }

    private func check(_ auth: FeedNode, _ findings: inout Findings) {
        for attribute in auth.attributes where attribute.name == .unknown && Self.isSecret(attribute.spelling) {
            findings.report(info, at: auth, "the attribute `\(attribute.spelling)` looks like a credential")
        }
        if !auth.hasChildren, !auth.text.isBlank {
            findings.report(info, at: auth, "`auth` has a text, which looks like a credential")
        }
        guard let reference = auth[.credentialRef]?.trimmed else { return }
        let lower = reference.string.lowercased()
        if lower.hasPrefix("basic ") || lower.hasPrefix("bearer ") || lower.hasPrefix("-----begin")
            || lower.hasSuffix("=") || Self.isUserAndPassword(lower)
        {
            findings.report(info, at: auth, "credentialRef is itself a credential, not a reference to one")
        }
    }

    private func check(_ query: FeedText, _ node: FeedNode, _ findings: inout Findings) {
        for part in query.string.split(whereSeparator: { $0 == "&" || $0 == ";" }) {
            let pair = part.split(separator: "=", maxSplits: 1)
            guard pair.count == 2, Self.isSecret(String(pair[0])) else { continue }
            findings.report(
                info, at: node, "the parameter `\(pair[0])` of the feedUrl looks like a credential")
        }
    }

    /// Returns whether a reference is `user:password`; `vault:name` and longer paths are references.
    private static func isUserAndPassword(_ text: String) -> Bool {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        return parts.count == 2 && !parts[1].hasPrefix("/")
            && !["vault", "secret", "secrets", "env", "ref", "kms", "ssm", "file", "arn"].contains(parts[0])
    }

    private static func isSecret(_ name: String) -> Bool {
        names.contains(name.lowercased().filter { $0 != "_" && $0 != "-" })
    }
}
