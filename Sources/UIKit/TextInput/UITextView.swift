import CoreGraphics
public import Foundation
public import Selectors
import WindowSystem

/// A text of several lines that scrolls, and that the viewer reads, selects or edits.
///
/// A `delegate` that conforms to `UITextViewDelegate` also decides about editing and links, and follows changes. A click or Tab makes the view the
/// first responder. While it is edited, keys that type or edit text reach no other responder. While it is only read, arrow and page keys scroll,
/// Shift with arrow keys selects, and Ctrl+C and Ctrl+A act on the text. Tab moves on to the next control.
///
/// Apple: a keyboard on the screen appears, and Tab on another keyboard inserts a tabulator. Here: neither.
open class UITextView: UIScrollView {
    // The notifications are posted on the main thread, with the view as object.
    public static let textDidBeginEditingNotification = NSNotification.Name("UITextViewTextDidBeginEditingNotification")
    public static let textDidEndEditingNotification = NSNotification.Name("UITextViewTextDidEndEditingNotification")
    public static let textDidChangeNotification = NSNotification.Name("UITextViewTextDidChangeNotification")

    open private(set) var textContainer: NSTextContainer
    private(set) lazy var editor = TextEditor(self)
    private(set) lazy var display = TextViewDisplay(self)
    private(set) lazy var links = TextLinks(self)
    private lazy var keyWindow = KeyWindowObserver { [weak self] in self?.display.showCaret() }
    /// The horizontal place that the caret returns to when it moves up and down over shorter lines.
    private var column: CGFloat?
    /// The column of the move in progress.
    private var columnOfMove: CGFloat?
    private var isInTouch = false

    /// - Parameter textContainer: nil for a new one.
    public init(frame: CGRect, textContainer: NSTextContainer?) {
        self.textContainer = textContainer ?? NSTextContainer()
        super.init(frame: frame)
        backgroundColor = .systemBackground
        isAccessibilityElement = true
        insertSubview(display.canvas, at: 0)
        self.textContainer.onChange = { [weak self] in self?.textDidRestyle() }
    }

    public convenience override init(frame: CGRect) { self.init(frame: frame, textContainer: nil) }

    public required init?(coder: NSCoder) { nil }

    var textDelegate: (any UITextViewDelegate)? { delegate as? any UITextViewDelegate }

    // MARK: Text

    /// The text, with what an input method is composing; never nil. Setting it calls no method of the delegate about changes.
    open var text: String! {
        get { editor.buffer.string }
        set { setContent(NSAttributedString(string: newValue ?? "")) }
    }

    /// Apple: text without a font is displayed at 12 points. Here: with `font`, as text without a color and a paragraph style is with the view's.
    open var attributedText: NSAttributedString! {
        get { editor.buffer.content.over(baseAttributes) }
        set { setContent(newValue.map { NSAttributedString(attributedString: $0) } ?? NSAttributedString(string: "")) }
    }

    /// Setting it also changes the font of the attributed text.
    open var font: UIFont? { didSet { if font != oldValue { removeAttribute(.font) } } }
    /// Setting it also changes the color of the attributed text.
    open var textColor: UIColor? { didSet { if textColor != oldValue { removeAttribute(.foregroundColor) } } }
    /// The alignment of paragraphs without a style of their own.
    open var textAlignment = NSTextAlignment.natural { didSet { textDidRestyle() } }
    open var adjustsFontForContentSizeCategory = false
    /// The space around the text.
    open var textContainerInset = UIEdgeInsets(top: 8, left: 0, bottom: 8, right: 0) { didSet { textDidRestyle() } }
    /// The attributes of links, in place of those of the text.
    open var linkTextAttributes: [NSAttributedString.Key: Any]! { didSet { textDidRestyle() } }

    private var ownTypingAttributes: [NSAttributedString.Key: Any]?
    /// The attributes of text that is typed next: those of the character before the caret, until they are set. The next change of the selection
    /// resets them.
    open var typingAttributes: [NSAttributedString.Key: Any] {
        get { baseAttributes.merging(editorTypingAttributes) { $1 } }
        set { ownTypingAttributes = newValue }
    }

    var usedFont: UIFont { font ?? .systemFont(ofSize: 17) }
    var usedColor: UIColor { textColor ?? .label }

    private var baseAttributes: [NSAttributedString.Key: Any] {
        let style = NSMutableParagraphStyle()
        style.alignment = textAlignment
        style.lineBreakMode = textContainer.lineBreakMode
        return [.font: usedFont, .foregroundColor: usedColor, .paragraphStyle: style]
    }

    func textDidRestyle() {
        display.invalidate()
        invalidateIntrinsicContentSize()
        setNeedsLayout()
    }

    // MARK: Traits

    open var autocapitalizationType = UITextAutocapitalizationType.sentences
    open var autocorrectionType = UITextAutocorrectionType.default
    open var spellCheckingType = UITextSpellCheckingType.default
    open var keyboardType = UIKeyboardType.default
    open var keyboardAppearance = UIKeyboardAppearance.default
    open var returnKeyType = UIReturnKeyType.default
    open var textContentType: UITextContentType!

    // MARK: Editing

    open var isEditable = true {
        didSet {
            if !isEditable { finishEditing() }
            textDidRestyle()
        }
    }
    /// Whether the viewer can select text and press links, where the text is not editable.
    open var isSelectable = true { didSet { textDidRestyle() } }
    /// Whether typed text replaces the whole text. Set to false by the first change.
    open var clearsOnInsertion = false { didSet { if clearsOnInsertion, isEditing { editor.selectAll() } } }
    private(set) var isEditing = false

    /// In UTF-16 units.
    open var selectedRange: NSRange {
        get { editor.buffer.selection }
        set { editor.select(newValue) }
    }

    open override var canBecomeFirstResponder: Bool { !isHidden && window != nil && (isEditable || isSelectable) }

    @discardableResult open override func becomeFirstResponder() -> Bool {
        if isFirstResponder { return true }
        guard canBecomeFirstResponder, !isEditable || textDelegate?.textViewShouldBeginEditing(self) ?? true,
            super.becomeFirstResponder()
        else { return false }
        if isEditable { beginEditing() }
        display.hasKeyRing = !isEditable && !isInTouch
        setNeedsLayout()
        return isFirstResponder
    }

    private func beginEditing() {
        isEditing = true
        if clearsOnInsertion { editor.selectAll() }
        keyWindow.follow(window)
        display.showCaret()
        textDelegate?.textViewDidBeginEditing(self)
        NotificationCenter.default.post(name: Self.textDidBeginEditingNotification, object: self)
    }

    @discardableResult open override func resignFirstResponder() -> Bool {
        guard isFirstResponder else { return super.resignFirstResponder() }
        guard !isEditing || textDelegate?.textViewShouldEndEditing(self) ?? true, super.resignFirstResponder() else {
            return false
        }
        finishEditing()
        return true
    }

    private func finishEditing() {
        setNeedsLayout()
        display.hasKeyRing = false
        guard isEditing else { return }
        editor.endComposition()
        isEditing = false
        keyWindow.follow(nil)
        display.showCaret()
        textDelegate?.textViewDidEndEditing(self)
        NotificationCenter.default.post(name: Self.textDidEndEditingNotification, object: self)
    }

    /// Ends editing without the delegate's permission.
    func forceEnd() { if super.resignFirstResponder() { finishEditing() } }

    open override func didMoveToWindow() {
        super.didMoveToWindow()
        if window == nil { finishEditing() }
        textDidRestyle()
    }

    // MARK: UIKeyInput

    open var hasText: Bool { editor.buffer.length > 0 }
    /// Inserts text in place of the selection. Apple and here: the delegate is not asked.
    open func insertText(_ text: String) { editor.replace(editor.buffer.selection, with: text) }
    /// Removes the selection or the character before the caret.
    open func deleteBackward() { editor.deleteBackwardByProgram() }

    // MARK: Actions

    /// Whether an action is possible at present: to copy, for example, a selection is necessary.
    open override func canPerformAction(_ action: Selector, withSender sender: Any?) -> Bool {
        editor.canPerform(NSStringFromSelector(action)) ?? super.canPerformAction(action, withSender: sender)
    }

    open func cut(_ sender: Any?) { editor.cut() }
    open func copy(_ sender: Any?) { editor.copy() }
    open func paste(_ sender: Any?) { editor.paste() }
    open func selectAll(_ sender: Any?) { editor.selectAll() }
    /// Removes the selected text.
    open func delete(_ sender: Any?) { if editor.buffer.selection.length > 0 { editor.deleteBackward() } }

    // MARK: Scrolling and layout

    open override var isScrollEnabled: Bool { didSet { if isScrollEnabled != oldValue { textDidRestyle() } } }

    /// Scrolls so that a part of the text is visible; of a longer part, its beginning.
    open func scrollRangeToVisible(_ range: NSRange) {
        display.prepare()
        let range = editor.buffer.clamped(range)
        scrollRectToVisible(editor.caret(at: range.location + range.length).insetBy(dx: -1, dy: 0), animated: false)
        scrollRectToVisible(editor.caret(at: range.location).insetBy(dx: -1, dy: 0), animated: false)
    }

    /// The size of the text where it does not scroll; a view that scrolls has none.
    open override var intrinsicContentSize: CGSize {
        isScrollEnabled
            ? CGSize(width: UIView.noIntrinsicMetric, height: UIView.noIntrinsicMetric)
            : display.fittingSize(width: nil)
    }

    /// Returns the size of the text with its insets at a width; 0 for text that is not broken into lines.
    open override func sizeThatFits(_ size: CGSize) -> CGSize {
        display.fittingSize(width: size.width > 0 ? size.width : nil)
    }

    open override func layoutSubviews() {
        display.prepare()
        super.layoutSubviews()
        display.show()
    }

    override func scrollingWillAnimate(to offset: CGPoint) { display.scroll(to: offset) }
    override func scrollingDidAnimate() { display.scroll(to: nil) }

    open override func tintColorDidChange() {
        super.tintColorDidChange()
        textDidRestyle()
    }

    open override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
        super.traitCollectionDidChange(previousTraitCollection)
        if adjustsFontForContentSizeCategory, let style = font?.textStyle {
            font = .preferredFont(forTextStyle: style, compatibleWith: traitCollection)
        }
        textDidRestyle()
    }

    // MARK: Pointer and touches

    open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
        guard isEditable || isSelectable, let touch = touches.first else {
            return super.touchesBegan(touches, with: event)
        }
        guard event?.isPrimaryPress ?? true else { return }
        if links.press(at: touch.location(in: self)) { return }
        if touch.type == .indirectPointer { place(touch, event) }
    }

    open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
        guard isEditable || isSelectable, let touch = touches.first else {
            return super.touchesMoved(touches, with: event)
        }
        guard touch.type == .indirectPointer, isFirstResponder, isInTouch else { return }
        editor.drag(to: touch.location(in: self))
    }

    /// A finger may begin to scroll with its touch, so that its end places the caret.
    open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
        guard isEditable || isSelectable, let touch = touches.first else {
            return super.touchesEnded(touches, with: event)
        }
        isInTouch = false
        let point = touch.location(in: self)
        if links.release(at: point) || touch.type == .indirectPointer || !bounds.contains(point) { return }
        if isEditable || touch.tapCount > 1 { place(touch, event) }
        isInTouch = false
    }

    open override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
        isInTouch = false
        links.release(at: nil)
        super.touchesCancelled(touches, with: event)
    }

    /// Takes the keys and places the caret.
    private func place(_ touch: UITouch, _ event: UIEvent?) {
        isInTouch = true
        placeCaret(touch, event)
    }

    // MARK: Keys and the remote

    /// Whether Tab gives the keys to the view, or the remote the focus: where it can be edited or scrolled.
    private var isStop: Bool { isEditable || (isSelectable && isScrollEnabled && contentSize.height > bounds.height) }
    var isKeyStop: Bool { isStop && window != nil && !isHidden && traitCollection.userInterfaceIdiom != .tv }
    open override var canBecomeFocused: Bool { isStop && !isHidden && traitCollection.userInterfaceIdiom == .tv }

    open override func didUpdateFocus(
        in context: UIFocusUpdateContext, with coordinator: UIFocusAnimationCoordinator
    ) {
        super.didUpdateFocus(in: context, with: coordinator)
        display.hasKeyRing = isFocused
        setNeedsLayout()
    }

    open override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
        guard let press = presses.first, isEditing ? edits(press) : reads(press) else {
            return super.pressesBegan(presses, with: event)
        }
    }

    /// - Returns: whether the press edits the text: a button of a remote without keys.
    private func edits(_ press: UIPress) -> Bool {
        let isTelevision = traitCollection.userInterfaceIdiom == .tv
        switch press.type {
        case .leftArrow, .rightArrow: editor.moveCaret(right: press.type == .rightArrow, word: false, extends: false)
        case .upArrow where isTelevision, .downArrow where isTelevision:
            if editor.moveLine(press.type == .upArrow ? -1 : 1, extends: false) { return true }
            resignFirstResponder()
            return false
        case .menu where isTelevision: resignFirstResponder()
        default: return false
        }
        return true
    }

    /// - Returns: whether the press scrolls or selects the text, or begins editing.
    private func reads(_ press: UIPress) -> Bool {
        guard isFirstResponder || isFocused else { return false }
        if press.type == .select, isFocused, isEditable { return becomeFirstResponder() }
        if let key = press.key, isSelectable, selects(key) { return editor.use(of: key) == .taken }
        let line = usedFont.lineHeight * 2
        let page = max(line, (bounds.height - adjustedContentInset.top - adjustedContentInset.bottom) * 0.85)
        let step: CGFloat? =
            switch (press.type, press.key?.keyCode) {
            case (.upArrow, _): -line
            case (.downArrow, _): line
            case (.pageUp, _): -page
            case (.pageDown, _), (_, .keyboardSpacebar): page
            case (_, .keyboardHome): -contentSize.height
            case (_, .keyboardEnd): contentSize.height
            default: nil
            }
        guard isScrollEnabled, let step else { return false }
        let target = limited(CGPoint(x: contentOffset.x, y: contentOffset.y + step))
        guard target != contentOffset else { return false }
        setContentOffset(target, animated: false)
        return true
    }

    /// Whether a key selects or copies text that is not edited.
    private func selects(_ key: UIKey) -> Bool {
        let modifiers = key.modifierFlags.intersection([.shift, .control, .alternate, .command])
        if modifiers == .control { return ["a", "c"].contains(key.charactersIgnoringModifiers) }
        let isMove = (UIKeyboardHIDUsage.keyboardHome.rawValue...UIKeyboardHIDUsage.keyboardUpArrow.rawValue)
            .contains(key.keyCode.rawValue)
        return modifiers.contains(.shift) && modifiers.isSubset(of: [.shift, .control]) && isMove
            && key.keyCode != .keyboardDeleteForward
    }

    // MARK: Accessibility

    /// The text.
    open override var accessibilityValue: String? {
        get { super.accessibilityValue ?? editor.displayed }
        set { super.accessibilityValue = newValue }
    }
}

// MARK: - The editor's view

extension UITextView: TextEditorHost {
    var editorLayout: any EditableLayout { display.block }
    var editorOrigin: CGPoint { display.origin }
    var isEditorSecure: Bool { false }
    var isEditorMultiline: Bool { true }
    var isEditorEditable: Bool { isEditable }
    var editorTypingAttributes: [NSAttributedString.Key: Any] {
        if let ownTypingAttributes { return ownTypingAttributes }
        var found = editor.buffer.content.attributes(typedAt: editor.buffer.selection.location) ?? [:]
        found[.link] = nil
        return found
    }

    func editorShouldChange(_ range: NSRange, to text: String) -> Bool {
        textDelegate?.textView(self, shouldChangeTextIn: range, replacementText: text) ?? true
    }

    func editorDidChangeText() {
        clearsOnInsertion = false
        contentDidChange()
        textDelegate?.textViewDidChange(self)
        NotificationCenter.default.post(name: Self.textDidChangeNotification, object: self)
    }

    func editorDidChangeSelection() {
        column = columnOfMove
        columnOfMove = nil
        ownTypingAttributes = nil
        if isFirstResponder {
            display.prepare()
            scrollRectToVisible(editor.caret(at: editor.buffer.head).insetBy(dx: -1, dy: -2), animated: false)
        }
        setNeedsLayout()
        display.showCaret()
        textDelegate?.textViewDidChangeSelection(self)
        accessibilityDidChange(.caret)
    }

    func editorDidPressReturn() { editor.insertTyped("\n") }

    func editorOffset(lines: Int, from offset: Int) -> Int? {
        let x = column ?? display.block.caret(at: offset).minX
        columnOfMove = x
        return display.block.offset(lines: lines, from: offset, x: x)
    }

    func editorLine(at offset: Int) -> Range<Int>? { display.block.line(at: offset) }
}

extension UITextView: EditedText, ForcedEnd, TextCursorView, AccessibleText, KeyStop, WrappingText {
    var takesText: Bool { isEditing }
    func showsTextCursor(at point: CGPoint) -> Bool { (isEditable || isSelectable) && links.item(at: point) == nil }
    var wrapsLines: Bool { !isScrollEnabled }
}
