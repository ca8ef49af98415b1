import UniversalMediaCatalog

/// MF-APPLE-ID: a brand without the App Store number of its app.
struct BrandApp: ManifestRule {
    static let info = RuleInfo(
        "MF-APPLE-ID", "A brand with an app service has a numeric appleId.", level: .error,
        tag: "D", section: "umc-manifest.md 2",
        remedy: "add <appleId>…</appleId> with the app's number in the App Store, which follows `id` in its URL",
        bad: [
            RuleExample(.manifest, "<appleId>1234567890</appleId>", ""),
            RuleExample(.manifest, "<appleId>1234567890</appleId>", "<appleId>id1234567890</appleId>"),
            RuleExample(.manifest, "<appleId>1234567890</appleId>", "<appleId>0</appleId>"),
        ],
        nearMisses: [
            // A brand with channels only has no app.
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
                    "\(brand.node.calledInManifest) has \(service.calledInManifest), an app service, but no appleId"
                )
            }
            for id in ids {
                let number = id.text.trimmed.decimal
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
