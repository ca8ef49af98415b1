import Foundation

@testable import UIKit

/// A cell that counts its instances and reuses.
@MainActor
final class CountingCell: UITableViewCell {
    static var made = 0
    var reuses = 0

    override init(style: CellStyle, reuseIdentifier: String?) {
        Self.made += 1
        super.init(style: .subtitle, reuseIdentifier: reuseIdentifier)
    }
    required init?(coder: NSCoder) { nil }
    override func prepareForReuse() {
        super.prepareForReuse()
        reuses += 1
    }
}

/// Sections of names, and a log of the delegate's calls.
@MainActor
final class NameList: NSObject, UITableViewDataSource, UITableViewDelegate {
    var sections: [[String]]
    var titles: [String?] = []
    var log: [String] = []
    var displayed = 0
    var height: (IndexPath) -> CGFloat = { _ in 44 }
    var mayFocus: (IndexPath) -> Bool = { _ in true }
    var mayHighlight: (IndexPath) -> Bool = { _ in true }
    var select: (IndexPath) -> IndexPath? = { $0 }

    init(_ sections: [[String]]) { self.sections = sections }
    convenience init(count: Int) { self.init([(0..<count).map { "row \($0)" }]) }

    func numberOfSections(in tableView: UITableView) -> Int { sections.count }
    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { sections[section].count }
    func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
        let cell = tableView.dequeueReusableCell(withIdentifier: "name", for: indexPath)
        cell.textLabel?.text = sections[indexPath.section][indexPath.row]
        return cell
    }
    func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? {
        titles.indices.contains(section) ? titles[section] : nil
    }
    func tableView(_ tableView: UITableView, heightForRowAt indexPath: IndexPath) -> CGFloat { height(indexPath) }
    func tableView(_ tableView: UITableView, willDisplay cell: UITableViewCell, forRowAt indexPath: IndexPath) {
        displayed += 1
    }
    func tableView(_ tableView: UITableView, didEndDisplaying cell: UITableViewCell, forRowAt indexPath: IndexPath) {
        displayed -= 1
    }
    func tableView(_ tableView: UITableView, shouldHighlightRowAt indexPath: IndexPath) -> Bool {
        mayHighlight(indexPath)
    }
    func tableView(_ tableView: UITableView, willSelectRowAt indexPath: IndexPath) -> IndexPath? { select(indexPath) }
    func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
        log.append("select \(indexPath.row)")
    }
    func tableView(_ tableView: UITableView, didDeselectRowAt indexPath: IndexPath) {
        log.append("deselect \(indexPath.row)")
    }
    func tableView(_ tableView: UITableView, accessoryButtonTappedForRowWith indexPath: IndexPath) {
        log.append("details \(indexPath.row)")
    }
    func tableView(_ tableView: UITableView, canFocusRowAt indexPath: IndexPath) -> Bool { mayFocus(indexPath) }
    func tableView(
        _ tableView: UITableView, didUpdateFocusIn context: UITableViewFocusUpdateContext,
        with coordinator: UIFocusAnimationCoordinator
    ) {
        func name(_ path: IndexPath?) -> String { path.map { "\($0.row)" } ?? "-" }
        log.append("focus \(name(context.previouslyFocusedIndexPath)) \(name(context.nextFocusedIndexPath))")
    }
}

@MainActor
func makeTable(
    _ list: NameList, style: UITableView.Style = .plain, width: Double = 320, height: Double = 220
) -> UITableView {
    let table = UITableView(frame: CGRect(x: 0, y: 0, width: width, height: height), style: style)
    table.register(CountingCell.self, forCellReuseIdentifier: "name")
    table.dataSource = list
    table.delegate = list
    table.layoutIfNeeded()
    return table
}
