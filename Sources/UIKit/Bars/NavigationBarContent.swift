import CoreGraphics
import Foundation

/// The views of one item of a navigation bar: back button, buttons and title.
final class NavigationBarContent: UIView {
    let item: UINavigationItem
    private let back: UINavigationItem?
    private weak var bar: UINavigationBar?
    private let titleLabel = UILabel(frame: .zero)
    private let promptLabel = UILabel(frame: .zero)
    private(set) var backButton: BarButton?
    private var leading: [(item: UIBarButtonItem, view: UIView)] = []
    private var trailing: [(item: UIBarButtonItem, view: UIView)] = []
    private var titleView: UIView?
    private var observers: [BarItemObserver] = []

    /// - Parameter back: the item to which the back button leads.
    init(_ item: UINavigationItem, back: UINavigationItem?, bar: UINavigationBar) {
        self.item = item
        self.back = back
        self.bar = bar
        super.init(frame: bar.bounds)
        titleLabel.textAlignment = .center
        titleLabel.accessibilityTraits = [.staticText, .header]
        promptLabel.textAlignment = .center
        addSubview(titleLabel)
        addSubview(promptLabel)
        itemDidChange()
    }

    required init?(coder: NSCoder) { nil }

    private var look: BarLook { BarLook(bar?.traitCollection ?? traitCollection) }

    // MARK: Content

    func itemDidChange() {
        let look = look
        let attributes = (bar?.titleTextAttributes ?? [:]).merging(bar?.appearance.titleTextAttributes ?? [:]) { $1 }
        titleLabel.text = item.title
        titleLabel.font = attributes[.font] as? UIFont ?? look.titleFont
        titleLabel.textColor = attributes[.foregroundColor] as? UIColor ?? .label
        promptLabel.text = item.prompt
        promptLabel.font = look.promptFont
        promptLabel.textColor = .secondaryLabel
        promptLabel.isHidden = item.prompt == nil
        if titleView !== item.titleView {
            if titleView?.superview === self { titleView?.removeFromSuperview() }
            titleView = item.titleView
            if let titleView { addSubview(titleView) }
        }
        titleLabel.isHidden = titleView != nil
        updateBackButton()
        let replacesBack = item.leftBarButtonItems?.isEmpty == false && !item.leftItemsSupplementBackButton
        if replacesBack { removeBackButton() }
        renew(&leading, item.leftBarButtonItems ?? [])
        renew(&trailing, item.rightBarButtonItems ?? [])
        setNeedsLayout()
    }

    private func removeBackButton() {
        backButton?.removeFromSuperview()
        backButton = nil
    }

    private func updateBackButton() {
        // The menu button of a remote control goes back.
        guard let back, !item.hidesBackButton, traitCollection.userInterfaceIdiom != .tv else {
            return removeBackButton()
        }
        let content = back.backBarButtonItem ?? UIBarButtonItem()
        if back.backBarButtonItem == nil { content.title = back.titleOfBackButton }
        if let backButton, backButton.item === content || backButton.item.title == content.title { return }
        removeBackButton()
        let button = BarButton(content, isBack: true, ownAction: { [weak self] in self?.bar?.performBack() }) {
            [weak self] in
            self
        } itemDidChange: { [weak self] in
            self?.setNeedsLayout()
        }
        backButton = button
        insertSubview(button, at: 0)
    }

    private func renew(_ shown: inout [(item: UIBarButtonItem, view: UIView)], _ items: [UIBarButtonItem]) {
        let isCurrent =
            shown.count == items.count
            && zip(shown, items).allSatisfy { pair, item in
                pair.item === item
                    && (item.customView.map { $0 === pair.view } ?? (pair.view is BarButton || item.isSpace))
            }
        guard !isCurrent else { return }
        for pair in shown where pair.view.superview === self { pair.view.removeFromSuperview() }
        shown = items.map { ($0, makeView($0)) }
        for pair in shown { addSubview(pair.view) }
        window?.focusableContentDidChange()
    }

    private func makeView(_ item: UIBarButtonItem) -> UIView {
        if item.isSpace { return UIView(frame: .zero) }
        if let custom = item.customView {
            let observer = BarItemObserver { [weak self] in self?.itemDidChange() }
            item.display = observer
            observers.append(observer)
            return custom
        }
        return BarButton(item) { [weak self] in
            self?.bar?.owner?.topViewController?.viewIfLoaded ?? self
        } itemDidChange: { [weak self] in
            self?.itemDidChange()
        }
    }

    // MARK: Movement

    /// Moves the title and the back button sideways, and fades everything out: where the content comes from, or where it goes.
    func displace(by distance: CGFloat) {
        alpha = 0
        let move = CGAffineTransform(translationX: distance, y: 0)
        for view in [titleLabel, titleView, backButton] { view?.transform = move }
    }

    func settle() {
        alpha = 1
        for view in [titleLabel, titleView, backButton] { view?.transform = .identity }
    }

    // MARK: Layout

    private func width(_ pair: (item: UIBarButtonItem, view: UIView)) -> CGFloat {
        if pair.item.isHidden { return 0 }
        return pair.item.isSpace ? pair.item.width : BarContent.width(of: pair.item, pair.view)
    }

    /// Places views from a start on, and returns the end of the last one.
    private func place(
        _ pairs: [(item: UIBarButtonItem, view: UIView)], from start: CGFloat, in row: CGRect, isTrailing: Bool
    ) -> CGFloat {
        var x = start
        for pair in pairs {
            pair.view.isHidden = pair.item.isHidden
            guard !pair.item.isHidden else { continue }
            let width = width(pair)
            let height =
                pair.item.customView == nil ? row.height : BarContent.height(of: pair.view, in: row.height)
            pair.view.frame = mirroredIfNeeded(
                CGRect(
                    x: isTrailing ? x - width : x, y: row.minY + ((row.height - height) / 2).rounded(), width: width,
                    height: height))
            x += (width + look.gap) * (isTrailing ? -1 : 1)
        }
        return x
    }

    override func layoutSubviews() {
        super.layoutSubviews()
        let look = look
        let promptHeight = item.prompt == nil ? 0 : look.promptHeight
        let row = CGRect(x: 0, y: promptHeight, width: bounds.width, height: max(0, bounds.height - promptHeight))
        let edges = (superview ?? self).safeAreaInsets
        let (first, last) = (edges.left + look.edge, bounds.width - edges.right - look.edge)
        promptLabel.frame = CGRect(x: first, y: 0, width: max(0, last - first), height: promptHeight)
        let trailingEnd = place(trailing, from: last, in: row, isTrailing: true)
        let fixed = leading.map { width($0) + look.gap }.reduce(0, +)
        let title = titleView.map { BarContent.size(of: $0) } ?? titleLabel.sizeThatFits(.zero)
        let backWidth = placeBackButton(
            from: first, in: row, room: trailingEnd - first - fixed - look.gap, titleWidth: title.width)
        let leadingEnd = place(leading, from: first + backWidth, in: row, isTrailing: false)
        placeTitle(title, between: leadingEnd + look.gap, and: trailingEnd - look.gap, in: row)
    }

    /// Shortens the title of the back button until there is room for the title, and returns the width that the button takes.
    private func placeBackButton(from start: CGFloat, in row: CGRect, room: CGFloat, titleWidth: CGFloat) -> CGFloat {
        guard let backButton else { return 0 }
        let mode = back?.backButtonDisplayMode ?? .default
        var titles: [String??] = [.none]
        if mode == .default { titles.append(.some(BarStrings.current.back)) }
        titles.append(.some(nil))
        for title in titles {
            backButton.shortTitle = title
            // A title in the middle may need more room than beside the buttons: it moves towards the trailing edge then.
            if backButton.fittingWidth + titleWidth <= room { break }
        }
        let width = backButton.fittingWidth
        backButton.bounds.size = CGSize(width: width, height: row.height)
        let frame = mirroredIfNeeded(CGRect(x: start, y: row.minY, width: width, height: row.height))
        backButton.center = CGPoint(x: frame.midX, y: frame.midY)
        return width + look.gap
    }

    private func placeTitle(_ size: CGSize, between start: CGFloat, and end: CGFloat, in row: CGRect) {
        let width = min(size.width.rounded(.up), max(0, end - start))
        let height = min(size.height, row.height)
        let x = max(start, min(((bounds.width - width) / 2).rounded(), end - width))
        let frame = mirroredIfNeeded(
            CGRect(x: x, y: row.minY + ((row.height - height) / 2).rounded(), width: width, height: height))
        let view = titleView ?? titleLabel
        view.bounds.size = frame.size
        view.center = CGPoint(x: frame.midX, y: frame.midY)
    }
}
