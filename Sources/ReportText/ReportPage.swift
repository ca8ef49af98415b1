/// The parts that HTML reports share.
package enum ReportPage {
    /// Colors, type and tables, for light and dark windows, phones and print.
    package static let styleSheet = """

        :root { --text: #1d1d1f; --dim: #6a6a70; --back: #ffffff; --panel: #f5f5f7; --line: #d9d9de; --link: #0b57b7;
          --must: #b3261e; --mustBack: #fdecea; --should: #8a5a00; --shouldBack: #fff4dc; --good: #1c6b34; --goodBack: #e5f4e9;
          --known: #0b57b7; --knownBack: #e6effa; --ours: #6b3fa0; --oursBack: #f1eaf9; }
        @media screen and (prefers-color-scheme: dark) {
          :root { --text: #ececf0; --dim: #a3a3ab; --back: #17171a; --panel: #222226; --line: #3a3a40; --link: #7fb2f5;
            --must: #ff8f86; --mustBack: #46201d; --should: #f3c15f; --shouldBack: #40310f; --good: #7fd69a; --goodBack: #16391f;
            --known: #8fbdf7; --knownBack: #1a2d47; --ours: #caa6f2; --oursBack: #34244a; } }
        * { box-sizing: border-box; }
        body { margin: 0 auto; max-width: 68rem; padding: 2rem 1.5rem 3rem; color: var(--text); background: var(--back);
          font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif; }
        h1 { font-size: 1.7rem; line-height: 1.25; margin: 0; overflow-wrap: anywhere; }
        h2 { font-size: 1.3rem; margin: 2.4rem 0 .2rem; }
        h3 { font-size: 1.05rem; margin: 0 0 .6rem; display: flex; flex-wrap: wrap; align-items: center; gap: .6rem; }
        h2.mustFix { color: var(--must); } h2.shouldFix { color: var(--should); }
        a { color: var(--link); text-decoration: none; } a:hover { text-decoration: underline; }
        .meta, .lead, .more, footer { color: var(--dim); } .lead { margin: 0 0 1rem; } .meta { margin: .3rem 0; }
        .cards { display: flex; flex-wrap: wrap; gap: .75rem; margin: 1.4rem 0; }
        .card { background: var(--panel); border-radius: .6rem; padding: .7rem 1rem; min-width: 7rem; flex: 1; }
        .card b { display: block; font-size: 1.6rem; line-height: 1.2; font-variant-numeric: tabular-nums; }
        .card span { color: var(--dim); overflow-wrap: anywhere; }
        .card.mustFix { background: var(--mustBack); } .card.mustFix b { color: var(--must); }
        .card.shouldFix { background: var(--shouldBack); } .card.shouldFix b { color: var(--should); }
        .card.fine { background: var(--goodBack); } .card.fine b { color: var(--good); }
        .good { color: var(--good); font-weight: 600; } .bad { color: var(--must); }
        /* Right-to-left titles do not reorder the text around them. */
        code { unicode-bidi: isolate; }
        table { border-collapse: collapse; width: 100%; margin: .4rem 0 1rem; }
        th { text-align: left; font-weight: 600; color: var(--dim); font-size: .85rem; }
        th, td { padding: .38rem .7rem .38rem 0; border-bottom: 1px solid var(--line); vertical-align: baseline; }
        td { overflow-wrap: anywhere; } .number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
        th.number, td.number { padding-right: 1.4rem; } .overview .number { padding-right: 0; }
        .nowrap, .overview .id { white-space: nowrap; }
        .id, .where, .item, .path, code { font-family: ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;
          font-size: .86em; }
        .samples { table-layout: fixed; margin-bottom: 0; } .samples .path { color: var(--dim); font-size: .78em; }
        .samples th:nth-child(1) { width: 20%; } .samples th:nth-child(2) { width: 24%; }
        .samples tr:last-child td { border-bottom: 0; }
        .rule { background: var(--panel); border-left: 4px solid var(--should); border-radius: .3rem .6rem .6rem .3rem;
          padding: 1rem 1.1rem .7rem; margin: 0 0 1rem; }
        .rule.mustFix { border-left-color: var(--must); } .rule .id { font-size: 1em; font-weight: 700; }
        .total { color: var(--dim); font-weight: 400; font-size: .9rem; margin-left: auto; } .more { margin: .4rem 0 .3rem; }
        dl { display: grid; grid-template-columns: max-content 1fr; gap: .3rem 1rem; margin: 0 0 .7rem; }
        dt { color: var(--dim); } dd { margin: 0; }
        .chip { display: inline-block; border-radius: .8rem; padding: .02rem .6rem; font-size: .8rem; font-weight: 600;
          white-space: nowrap; color: var(--dim); background: var(--line); }
        .chip.mustFix, .chip.error { color: var(--must); background: var(--mustBack); }
        .chip.shouldFix, .chip.warning { color: var(--should); background: var(--shouldBack); }
        .chip.known { color: var(--known); background: var(--knownBack); }
        .chip.ours { color: var(--ours); background: var(--oursBack); }
        footer { margin-top: 2rem; border-top: 1px solid var(--line); padding-top: .8rem; font-size: .85rem; }
        @media (max-width: 40rem) { .overview td:nth-child(2), .overview th:nth-child(2), .overview .class { display: none; }
          .feeds td:nth-child(2), .feeds th:nth-child(2), .feeds td:nth-child(4), .feeds th:nth-child(4) { display: none; }
          .feeds td { overflow-wrap: break-word; } .notRun td:first-child { font-weight: 600; }
          .changes td:nth-child(3):not([colspan])::before { content: "before: "; color: var(--dim); }
          .changes td:nth-child(4)::before { content: "after: "; color: var(--dim); }
          :is(.samples, .notRun) :is(tbody, tr, td), .samples, .notRun table { display: block; }
          :is(.samples, .notRun) thead { display: none; } :is(.samples, .notRun) td { border: 0; padding: 0; }
          :is(.samples, .notRun) tr { border-bottom: 1px solid var(--line); padding: .4rem 0; } }
        @media print { body { max-width: none; padding: 0; font-size: 10.5pt; } h2, h3, .lead, .rule dl { break-after: avoid; }
          tr, li, .card, dl, figure { break-inside: avoid; } .samples thead { break-after: avoid; }
          .card { min-width: 6rem; padding: .5rem .7rem; } .card b { font-size: 1.35rem; } .card span { font-size: .85em; }
          .card, .rule, .chip, .swatch { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
          a { color: inherit; } }

        """

    /// Returns HTML for text with code in backticks.
    package static func prose(_ text: String) -> String {
        let parts = DisplayText.xml(text).split(separator: "`", omittingEmptySubsequences: false)
        var result = ""
        for (index, part) in parts.enumerated() {
            if index == 0 || (index == parts.count - 1 && index % 2 == 1) {
                // The last of an odd number of backticks is literal.
                result += index == 0 ? part : "`" + part
            } else {
                result += (index % 2 == 1 ? "<code>" : "</code>") + part
            }
        }
        return result
    }
}
