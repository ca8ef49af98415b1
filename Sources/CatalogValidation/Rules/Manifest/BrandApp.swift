import UniversalMediaCatalog

/// MF-APPLE-ID: a brand without the App Store number of its app.
struct BrandApp: ManifestRule {
    static let info = RuleInfo(
        "MF-APPLE-ID", "A brand with an app service has a numeric appleId.", level: .error,
        tag: "D", section: "umc-manifest.md 2",
        remedy: "add <appleId>…</appleId> with the app's number in the App Store, which follows `id` in its URL",
        bad: [
            RuleExample(.manifest, "<appleId>6450901234</appleId>", ""),
            RuleExample(.manifest, "<appleId>6450901234</appleId>", "<appleId>id6450901234</appleId>"),
            RuleExample(.manifest, "<appleId>6450901234</appleId>", "<appleId>0</appleId>"),
            RuleExample(.manifest, "<appleId>6450901234</appleId>", "<appleId>12</appleId>"),
            RuleExample(.manifest, "<appleId>6450901234</appleId>", "<appleId>1234567890</appleId>"),
            RuleExample(
                .manifest, "<appleId>6450901234</appleId>", "<appleId>6450901234</appleId><appleId>6450901234</appleId>"
            ),
        ],
        nearMisses: [
            // A brand with channels only has no app.
            RuleExample(
                .manifest, "<appleId>6450901234</appleId>", "<appleId>6450901234</appleId><appleId>284910350</appleId>")
        ])

    func check(_ manifest: ManifestView, _ findings: inout Findings) {
        // The brand of each number.
        var owners: [String: String] = [:]
        for brand in manifest.brands {
            let ids = brand.node.children.named(.appleId)
            if ids.isEmpty,
                let service = brand.services.first(where: {
                    $0.first(.integrationType)?.text.trimmed.string == "video_app"
                })
            {
                findings.report(
                    info, at: brand.node,
                    "\(brand.node.calledInManifest) has \(service.calledInManifest), an app service, but no appleId"
                )
            }
            for id in ids {
                let number = id.text.trimmed.decimal
                if let other = owners[id.text.trimmed.string] {
                    findings.report(
                        info, at: id, level: .warning, remedy: "each app belongs to one brand; remove one of the two",
                        "the appleId \(id.text.trimmed.shown) is already that of \(other)")
                } else if number ?? 0 > 0 {
                    owners[id.text.trimmed.string] = brand.node.calledInManifest
                }
                if let number, number > 0, number < 100_000 || id.text.trimmed[0] == UInt8(ascii: "0") {
                    findings.report(
                        info, at: id, level: .warning,
                        "\(id.text.trimmed.shown) does not look like an App Store number, which has nine or ten digits")
                }
                if number == 1_234_567_890 || number == 123_456_789 {
                    findings.report(
                        info, at: id, level: .warning,
                        "\(id.text.trimmed.shown) is the number of examples in documentation")
                }
                if number == nil {
                    findings.report(info, at: id, "\(id.text.trimmed.shown) is not an App Store number")
                } else if number == 0,
                    let service = brand.services.first(where: {
                        $0.first(.integrationType).map { $0.text.trimmed == "video_app" } ?? false
                    })
                {
                    findings.report(
                        info, at: id,
                        "the appleId is 0, which only brands of channels may have, but \(service.calledInManifest) is an app service"
                    )
                }
            }
        }
    }
}
