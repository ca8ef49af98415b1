import UniversalMediaCatalog

/// A brand of an app that is not named.
struct BrandApp: ManifestRule {
    static let info = RuleInfo(
        "MF-APPLE-ID", "A brand with a service of an app names the app by its appleId, a number.", level: .error,
        tag: "D", section: "umc-manifest.md 2",
        remedy: "add <appleId>…</appleId>: the app's number in the App Store, as in its address behind `id`",
        bad: [
            RuleExample(.manifest, "<appleId>1234567890</appleId>", ""),
            RuleExample(.manifest, "<appleId>1234567890</appleId>", "<appleId>id1234567890</appleId>"),
        ],
        nearMisses: [
            // A brand of a channel alone has no app.
            RuleExample(
                .manifest, "<appleId>1234567890</appleId>", "<appleId>1234567890</appleId><appleId>284910350</appleId>")
        ])

    func check(_ manifest: ManifestView, _ findings: inout Findings) {
        for brand in manifest.brands {
            let ids = brand.node.children.named(.appleId)
            if ids.isEmpty,
                let service = brand.services.first(where: {
                    $0.first(.integrationType)?.text.trimmed.string == "video_app"
                })
            {
                findings.report(
                    info, at: brand.node,
                    "\(brand.node.calledInManifest) has \(service.calledInManifest), which is of an app, and names no app"
                )
            }
            for id in ids where id.text.trimmed.decimal == nil {
                findings.report(info, at: id, "\(id.text.trimmed.shown) is no number of an app")
            }
        }
    }
}
