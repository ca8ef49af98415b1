import Foundation
import UniversalMediaCatalog

/// MF-ID-CASE: ids of a manifest that differ only in letter case.
struct ManifestIDsInOtherCase: ManifestRule {
    static let info = RuleInfo(
        "MF-ID-CASE", "The ids of services, catalogs and brands differ in more than letter case.", level: .warning,
        tag: "D", section: "umc-manifest.md 2", remedy: "give one of them an id that cannot be confused",
        bad: [
            RuleExample(
                .manifest, "serviceId=\"org.example.lanternbay.ebs.ca\"", "serviceId=\"org.example.lanternbay.VOD.us\""),
            RuleExample(.manifest, "brandId=\"lanternbay-channel\"", "brandId=\"LanternBay-App\""),
        ],
        nearMisses: [
            RuleExample(
                .manifest, "serviceId=\"org.example.lanternbay.ebs.ca\"", "serviceId=\"org.example.lanternbay.Ebs.ca\"")
        ])

    func check(_ manifest: ManifestView, _ findings: inout Findings) {
        check(manifest.catalogs, .catalogId, &findings)
        check(manifest.services, .serviceId, &findings)
        check(manifest.brands.map(\.node), .brandId, &findings)
    }

    private func check(_ nodes: [FeedNode], _ name: AttributeName, _ findings: inout Findings) {
        var seen: [String: String] = [:]
        for node in nodes {
            guard let id = node[name]?.string else { continue }
            guard let other = seen[id.lowercased()] else {
                seen[id.lowercased()] = id
                continue
            }
            guard other != id else { continue }
            findings.report(
                info, at: node,
                "\(name.rawValue) \(id.quotedForMessage) differs from \(other.quotedForMessage) only in letter case")
        }
    }
}

/// MF-TERRITORY-DUP: a territory that is listed twice.
struct RepeatedTerritory: ManifestRule {
    static let info = RuleInfo(
        "MF-TERRITORY-DUP", "A territory and a catalogRef are listed once in a brand or service.", level: .warning,
        tag: "D",
        section: "umc-manifest.md 2", remedy: "remove the second one",
        bad: [
            RuleExample(
                .manifest, "<territory>CA</territory>\n      <services>",
                "<territory>US</territory><territory>CA</territory>\n      <services>")
        ],
        nearMisses: [
            RuleExample(
                .manifest, "<territory>CA</territory>\n      <services>",
                "<territory>CA</territory><territory>MX</territory>\n      <services>")
        ])

    func check(_ manifest: ManifestView, _ findings: inout Findings) {
        for brand in manifest.brands {
            for node in [brand.node] + brand.services {
                var seen: Set<String> = []
                for child in node.children where child.name == .territory || child.name == .catalogRef {
                    let value = child.text.trimmed
                    guard !value.isEmpty, !seen.insert("\(child.spelling) \(value.string)").inserted else { continue }
                    findings.report(info, at: child, "the \(child.spelling) \(value.shown) is listed twice")
                }
            }
        }
    }
}

/// MF-NAME-TEXT: names with markup, wrongly encoded characters or placeholders, and synonyms that are no others.
struct ManifestNames: ManifestRule {
    static let info = RuleInfo(
        "MF-NAME-TEXT", "Names are plain texts, and a synonym differs from the name.", level: .warning, tag: "D",
        section: "umc-manifest.md 2", remedy: "write the name as viewers shall read and say it",
        bad: [
            RuleExample(
                .manifest, "<name locale=\"en-US\">Lantern Bay TV<",
                "<name locale=\"en-US\">Lantern &lt;b&gt;Bay&lt;/b&gt;<"),
            RuleExample(.manifest, "<name locale=\"en-US\">Lantern Bay TV<", "<name locale=\"en-US\">TBD<"),
            RuleExample(
                .manifest, "<name locale=\"en-US\">Lantern Bay TV<", "<name locale=\"en-US\">TEST - Lantern Bay TV<"),
            RuleExample(.manifest, "<name locale=\"en-US\">Lantern Bay TV<", "<name locale=\"en-US\">TEST<"),
            RuleExample(
                .manifest, "<name locale=\"en-US\">Lantern Bay TV<", "<name locale=\"en-US\">Lantern Bay TV (staging)<"),
            RuleExample(.manifest, ">Lantern Sports</name>", ">Lantern Bay sports One</name>"),
        ],
        nearMisses: [
            RuleExample(
                .manifest, "<name locale=\"en-US\">Lantern Bay TV<", "<name locale=\"en-US\">Lantern &amp; Bay 1<"),
            RuleExample(
                .manifest, "<name locale=\"en-US\">Lantern Bay TV<", "<name locale=\"en-US\">Lantern Test Cricket<"),
            RuleExample(.manifest, ">Lantern Sports</name>", ">Lantern Bay Sports 1</name>"),
        ])

    func check(_ document: DocumentView, _ findings: inout Findings) {
        for node in document.nodes(.name) {
            if let fault = OtherTexts.fault(node.text.trimmed) {
                findings.report(info, at: node, "the name \(node.text.trimmed.shown) \(fault)")
            } else if Self.placeholders.ignoringCase(node.text.trimmed) != nil {
                findings.report(
                    info, at: node, remedy: "write the name that viewers know",
                    "the name \(node.text.trimmed.shown) is a placeholder")
            } else if WorkingNote.isMarked(node.text.trimmed) {
                findings.report(
                    info, at: node, remedy: "remove the note",
                    "the name \(node.text.trimmed.shown) has a note for the people who work on the feed")
            }
        }
        check(ManifestView(document), &findings)
    }

    private static let placeholders = WordTable([
        "test", "test brand", "test service", "test channel", "test partner", "test app", "brand", "brand name",
        "service", "service name", "channel", "channel name", "my brand", "my service", "my channel", "sample",
        "example", "demo", "name", "untitled", "acme", "foo", "dummy",
    ])

    func check(_ manifest: ManifestView, _ findings: inout Findings) {
        for service in manifest.services {
            let names = service.children.named(.name)
            for name in names where name[.type]?.trimmed.isIgnoringCase("synonym") ?? false {
                guard
                    names.contains(where: {
                        $0.index != name.index && $0.text.trimmed.isSameIgnoringCase(name.text.trimmed)
                    })
                else { continue }
                findings.report(
                    info, at: name, remedy: "remove it, or write what else viewers say",
                    "the synonym \(name.text.trimmed.shown) equals a name")
            }
        }
    }
}

/// MF-URL-HOST: a feed on a server that is not public.
struct FeedServer: ManifestRule {
    static let info = RuleInfo(
        "MF-URL-HOST", "Feeds are on public servers, and their URLs contain no secrets.", level: .warning, tag: "D",
        section: "umc-manifest.md 2", remedy: "write the public URL of the feed; declare protection with auth",
        bad: [
            RuleExample(.manifest, "https://feeds.example.org/catalog-vod.xml", "https://localhost/catalog-vod.xml"),
            RuleExample(.manifest, "https://feeds.example.org/catalog-vod.xml", "https://10.0.0.7/catalog-vod.xml"),
            RuleExample(
                .manifest, "https://feeds.example.org/catalog-vod.xml", "https://feeds.dev.example.org/catalog-vod.xml"),
            RuleExample(
                .manifest, "https://feeds.example.org/catalog-vod.xml", "https://feeds.exmaple.org/catalog-vod.xml"),
        ],
        nearMisses: [
            RuleExample(
                .manifest, "https://feeds.example.org/catalog-vod.xml", "https://feeds.example.org/dev/catalog.xml")
        ])

    func check(_ manifest: ManifestView, _ findings: inout Findings) {
        for node in manifest.addresses {
            guard let fault = PublicServer.fault(node.text.trimmed) else { continue }
            findings.report(info, at: node, "the feedUrl \(fault): \(node.text.trimmed.shown)")
        }
        checkSpelling(manifest, &findings)
    }

    /// Reports a server whose name is spelt almost like that of most feeds.
    private func checkSpelling(_ manifest: ManifestView, _ findings: inout Findings) {
        var counts: [String: (count: Int, first: FeedNode)] = [:]
        for node in manifest.addresses {
            guard let host = PublicServer.host(node.text.trimmed)?.string else { continue }
            counts[host] = ((counts[host]?.count ?? 0) + 1, counts[host]?.first ?? node)
        }
        guard (2...LinkServer.maximum).contains(counts.count) else { return }
        let usual = counts.max { ($0.value.count, $1.key) < ($1.value.count, $0.key) }
        for (host, server) in counts.sorted(by: { $0.key < $1.key }) {
            guard let usual, usual.value.count >= 3 * server.count, MisspeltServer.isMisspelling(host, of: usual.key)
            else { continue }
            findings.report(
                info, at: server.first, remedy: "correct the name of the server",
                "the feedUrl leads to \(host.quotedForMessage), but \(usual.value.count) others to "
                    + usual.key.quotedForMessage)
        }
    }
}
