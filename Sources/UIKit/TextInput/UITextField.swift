import CoreGraphics
import Drawing
public import Foundation
public import Selectors
import WindowSystem

/// A line of text that the viewer edits with the keyboard, the pointer, the clipboard and input methods.
///
/// A click or Tab makes the field the first responder; in the tv idiom, Return or the select button does so while it has the focus. Keys that type or
/// edit text then reach no other responder and no key command. Ctrl+A, C, X, V, Z and Y act on the field; other combinations with Ctrl are passed on.
///
/// Apple: a keyboard on the screen appears. Here: there is none.
open class UITextField: UIControl {
    public enum BorderStyle: Int, Sendable {
        case none = 0
        case line, bezel, roundedRect
    }

    /// When an additional view is displayed.
    public enum ViewMode: Int, Sendable {
        case never = 0
        case whileEditing, unlessEditing, always
    }

    public enum DidEndEditingReason: Int, Sendable {
        case committed = 0
        /// Editing was cancelled with the back button, in the tv idiom.
        case cancelled = 1
    }

    // The notifications are posted on the main thread, with the field as object.
    public static let textDidBeginEditingNotification = NSNotification.Name(
        "UITextFieldTextDidBeginEditingNotification")
    public static let textDidEndEditingNotification = NSNotification.Name("UITextFieldTextDidEndEditingNotification")
    public static let textDidChangeNotification = NSNotification.Name("UITextFieldTextDidChangeNotification")
    /// The key of the reason in the user info of `textDidEndEditingNotification`: the raw value of a `DidEndEditingReason`.
    public static let didEndEditingReasonUserInfoKey = "UITextFieldDidEndEditingReasonKey"

    open weak var delegate: (any UITextFieldDelegate)?

    private(set) lazy var editor = TextEditor(self)
    let textView = EditedTextView(frame: .zero)
    private let frameView = UIView(frame: .zero)
    private lazy var sides = TextFieldSides(self)
    private lazy var placeholderView = TextFieldPlaceholder(self)
    /// The part of the line that is scrolled out at the left, in points.
    private var scroll: CGFloat = 0
    private var laidOut: (runs: [TextRenderer.Run], layout: TextLayout)?
    private lazy var keyWindow = KeyWindowObserver { [weak self] in self?.showCaret() }
    /// Whether the field handles a touch, so that its end does not act as the select button.
    private var isInTouch = false
    /// Whether the press of the back button has begun in this field.
    private var hasMenuPress = false
    /// What Return does where the delegate allows it, in place of the field's own actions.
    var onReturn: (@MainActor () -> Void)?

    public override init(frame: CGRect) {
        super.init(frame: frame)
        frameView.isUserInteractionEnabled = false
        sides.clearButton.addAction(UIAction { [weak self] _ in self?.clearByViewer() }, for: .touchUpInside)
        for view in [frameView, placeholderView.label, textView, sides.clearButton] { addSubview(view) }
        isAccessibilityElement = true
        setContentCompressionResistancePriority(.defaultHigh, for: .vertical)
    }

    public required init?(coder: NSCoder) { nil }

    // MARK: Text

    /// The text, with what an input method is composing; never nil. Setting it calls no method of the delegate and sends no event.
    open var text: String? {
        get { editor.buffer.string }
        set { setContent(NSAttributedString(string: newValue ?? "", attributes: customAttributes)) }
    }

    open var attributedText: NSAttributedString? {
        get { editor.buffer.content.over(defaultTextAttributes) }
        set { setContent(newValue.map { NSAttributedString(attributedString: $0) } ?? NSAttributedString(string: "")) }
    }

    private func setContent(_ text: NSAttributedString) {
        guard text != editor.buffer.content else { return }
        editor.setContent(text)
        contentDidChange()
    }

    /// The attributes of the whole text, besides font, color and alignment those that the client has set.
    open var defaultTextAttributes: [NSAttributedString.Key: Any] {
        get {
            let style = NSMutableParagraphStyle()
            style.alignment = textAlignment
            let own: [NSAttributedString.Key: Any] = [
                .font: usedFont, .foregroundColor: usedColor, .paragraphStyle: style,
            ]
            return own.merging(customAttributes) { $1 }
        }
        set {
            if let font = newValue[.font] as? UIFont { self.font = font }
            if let color = newValue[.foregroundColor] as? UIColor { textColor = color }
            if let style = newValue[.paragraphStyle] as? NSParagraphStyle { textAlignment = style.alignment }
            customAttributes = newValue.filter { ![.font, .foregroundColor, .paragraphStyle].contains($0.key) }
            editor.setAttributes {
                $0.setAttributes(customAttributes, range: NSRange(location: 0, length: $0.length))
            }
            textDidRestyle()
        }
    }
    private var customAttributes: [NSAttributedString.Key: Any] = [:]

    /// Setting it also changes the font of the attributed text.
    open var font: UIFont? {
        didSet {
            guard font != oldValue else { return }
            editor.setAttributes { $0.removeAttribute(.font, range: NSRange(location: 0, length: $0.length)) }
            textDidRestyle()
        }
    }
    /// Setting it also changes the color of the attributed text.
    open var textColor: UIColor? {
        didSet {
            guard textColor != oldValue else { return }
            editor.setAttributes {
                $0.removeAttribute(.foregroundColor, range: NSRange(location: 0, length: $0.length))
            }
            textDidRestyle()
        }
    }
    open var textAlignment = NSTextAlignment.natural { didSet { setNeedsLayout() } }
    open var adjustsFontForContentSizeCategory = false

    /// The text that is displayed while there is no other.
    open var placeholder: String? {
        get { attributedPlaceholder?.string }
        set { attributedPlaceholder = newValue.map { NSAttributedString(string: $0) } }
    }
    /// Apple: parts without a color have that of placeholders, as here; other attributes are kept.
    open var attributedPlaceholder: NSAttributedString? {
        get { placeholderView.text }
        set {
            placeholderView.text = newValue
            textDidRestyle()
            accessibilityDidChange(.label)
        }
    }

    var usedFont: UIFont { font ?? defaultFont }
    /// The font of a field for which the client has set none.
    var defaultFont = UIFont.systemFont(ofSize: 17) { didSet { if defaultFont != oldValue { textDidRestyle() } } }
    private var usedColor: UIColor { textColor ?? .label }

    // MARK: Look

    open var borderStyle = BorderStyle.none { didSet { textDidRestyle() } }
    /// The image behind the text, stretched; not displayed with a border of the style `.roundedRect`.
    open var background: UIImage? { didSet { setNeedsLayout() } }
    /// The image of a disabled field, where there is a `background`.
    open var disabledBackground: UIImage? { didSet { setNeedsLayout() } }
    private let backgroundView = UIImageView(image: nil)

    open var clearButtonMode: ViewMode {
        get { sides.clearMode }
        set { sides.clearMode = newValue }
    }
    /// The view before the text: at the left, or at the right where leading is right.
    open var leftView: UIView? {
        get { sides.left }
        set { sides.left = newValue }
    }
    open var leftViewMode: ViewMode {
        get { sides.leftMode }
        set { sides.leftMode = newValue }
    }
    /// The view behind the text, in place of the clear button where both are displayed.
    open var rightView: UIView? {
        get { sides.right }
        set { sides.right = newValue }
    }
    open var rightViewMode: ViewMode {
        get { sides.rightMode }
        set { sides.rightMode = newValue }
    }

    // MARK: Traits

    open var autocapitalizationType = UITextAutocapitalizationType.sentences
    open var autocorrectionType = UITextAutocorrectionType.default
    open var spellCheckingType = UITextSpellCheckingType.default
    open var keyboardType = UIKeyboardType.default
    open var keyboardAppearance = UIKeyboardAppearance.default
    open var returnKeyType = UIReturnKeyType.default
    open var enablesReturnKeyAutomatically = false
    /// Apple: the first character that is typed into a secure field replaces its text when editing begins again. Here: it is inserted.
    open var isSecureTextEntry = false {
        didSet { if isSecureTextEntry != oldValue { contentDidChange() } }
    }
    open var textContentType: UITextContentType!

    /// Whether the text is removed when editing begins.
    open var clearsOnBeginEditing = false
    /// Whether typed text replaces the whole text. Set to false by the first change.
    open var clearsOnInsertion = false {
        didSet { if clearsOnInsertion, isEditing { editor.selectAll() } }
    }

    // MARK: Editing

    open private(set) var isEditing = false

    open override var canBecomeFirstResponder: Bool { isEnabled && !isHidden && window != nil }

    @discardableResult open override func becomeFirstResponder() -> Bool {
        if isFirstResponder { return true }
        guard canBecomeFirstResponder, delegate?.textFieldShouldBeginEditing(self) ?? true,
            super.becomeFirstResponder()
        else { return false }
        beginEditing()
        return isFirstResponder
    }

    private func beginEditing() {
        isEditing = true
        isHighlighted = false
        if clearsOnBeginEditing, !editor.buffer.string.isEmpty, delegate?.textFieldShouldClear(self) ?? true {
            text = ""
            editorDidChangeText()
        }
        // The keys of Tab reach a field whose text is selected; a press places the caret.
        if clearsOnInsertion || !isInTouch {
            editor.selectAll()
        }
        keyWindow.follow(window)
        setNeedsLayout()
        showCaret()
        delegate?.textFieldDidBeginEditing(self)
        sendActions(for: .editingDidBegin)
        NotificationCenter.default.post(name: Self.textDidBeginEditingNotification, object: self)
    }

    @discardableResult open override func resignFirstResponder() -> Bool { resign(.committed) }

    private func resign(_ reason: DidEndEditingReason) -> Bool {
        guard isFirstResponder, isEditing else { return super.resignFirstResponder() }
        guard delegate?.textFieldShouldEndEditing(self) ?? true, super.resignFirstResponder() else { return false }
        finishEditing(reason)
        return true
    }

    private func finishEditing(_ reason: DidEndEditingReason) {
        guard isEditing else { return }
        editor.endComposition()
        isEditing = false
        scroll = 0
        keyWindow.follow(nil)
        setNeedsLayout()
        showCaret()
        delegate?.textFieldDidEndEditing(self, reason: reason)
        sendActions(for: .editingDidEnd)
        NotificationCenter.default.post(
            name: Self.textDidEndEditingNotification, object: self,
            userInfo: [Self.didEndEditingReasonUserInfoKey: reason.rawValue])
    }

    /// Ends editing without the delegate's permission.
    func forceEnd() {
        guard super.resignFirstResponder() else { return }
        finishEditing(.committed)
    }

    open override func didMoveToWindow() {
        super.didMoveToWindow()
        if window == nil { finishEditing(.committed) }
    }

    override func stateDidChange() {
        super.stateDidChange()
        if !isEnabled, isEditing { resignFirstResponder() }
        laidOut = nil
    }

    /// Performs what the Return key does.
    private func pressReturn() {
        guard !enablesReturnKeyAutomatically || !editor.buffer.string.isEmpty,
            delegate?.textFieldShouldReturn(self) ?? true
        else { return }
        if let onReturn { return onReturn() }
        let endsEditing =
            allControlEvents.contains(.editingDidEndOnExit) || traitCollection.userInterfaceIdiom == .tv
        sendActions(for: .editingDidEndOnExit)
        sendActions(for: .primaryActionTriggered)
        if endsEditing { resignFirstResponder() }
    }

    private func clearByViewer() {
        guard delegate?.textFieldShouldClear(self) ?? true else { return }
        editor.endComposition()
        editor.replace(NSRange(location: 0, length: editor.buffer.length), with: "")
    }

    // MARK: Keys and the pointer

    override var isKeyStop: Bool { true }
    override var showsKeyRing: Bool { borderStyle != .none }
    override var keyRing: (frame: CGRect, radius: CGFloat) {
        (borderRect(forBounds: bounds), borderStyle == .roundedRect ? Self.cornerRadius : 0)
    }
    open override var canBecomeFocused: Bool { isEnabled && !isHidden }

    /// The select button begins editing; while the field is edited, it acts as Return.
    override func primaryAction() {
        guard !isInTouch else { return }
        if isEditing { pressReturn() } else { becomeFirstResponder() }
    }

    open override func accessibilityActivate() -> Bool { isEnabled && becomeFirstResponder() }

    open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
        isInTouch = true
        defer { isInTouch = false }
        super.touchesBegan(touches, with: event)
    }

    open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
        isInTouch = true
        defer { isInTouch = false }
        super.touchesEnded(touches, with: event)
    }

    open override func beginTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
        guard touch.type == .indirectPointer else { return super.beginTracking(touch, with: event) }
        return place(touch, event) && super.beginTracking(touch, with: event)
    }

    /// Begins editing and places the caret.
    private func place(_ touch: UITouch, _ event: UIEvent?) -> Bool {
        guard becomeFirstResponder() else { return false }
        layoutIfNeeded()
        editor.press(
            at: touch.location(in: self), clicks: touch.tapCount,
            extends: event?.modifierFlags.contains(.shift) ?? false)
        return true
    }

    open override func continueTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
        if isEditing, touch.type == .indirectPointer { editor.drag(to: touch.location(in: self)) }
        return super.continueTracking(touch, with: event)
    }

    /// A finger may begin to scroll with its touch, so that its end begins editing.
    open override func endTracking(_ touch: UITouch?, with event: UIEvent?) {
        super.endTracking(touch, with: event)
        guard let touch, touch.type != .indirectPointer, bounds.contains(touch.location(in: self)) else { return }
        _ = place(touch, event)
    }

    open override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
        guard isEditing, let press = presses.first else { return super.pressesBegan(presses, with: event) }
        let isTelevision = traitCollection.userInterfaceIdiom == .tv
        switch press.type {
        case .menu where isTelevision:
            hasMenuPress = true
            _ = resign(.cancelled)
        case .leftArrow, .rightArrow: editor.moveCaret(right: press.type == .rightArrow, word: false, extends: false)
        case .upArrow where isTelevision, .downArrow where isTelevision:
            guard resign(.committed) else { return }
            super.pressesBegan(presses, with: event)
        default: super.pressesBegan(presses, with: event)
        }
    }

    /// The release of the button that has ended editing must not go back a second time.
    open override func pressesEnded(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
        if hasMenuPress, presses.contains(where: { $0.type == .menu }) { return hasMenuPress = false }
        super.pressesEnded(presses, with: event)
    }

    // MARK: Accessibility

    /// The label that the client has set, or the placeholder.
    open override var accessibilityLabel: String? {
        get { super.accessibilityLabel ?? placeholder }
        set { super.accessibilityLabel = newValue }
    }

    /// The displayed text: bullets for a secure one.
    open override var accessibilityValue: String? {
        get { super.accessibilityValue ?? editor.displayed }
        set { super.accessibilityValue = newValue }
    }

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

    // MARK: Frames

    private static let cornerRadius: CGFloat = 7

    /// The space between the border and the text.
    private var padding: CGFloat {
        switch borderStyle {
        case .none: 0
        case .line, .bezel: 5
        case .roundedRect: (usedFont.pointSize * 0.47).rounded()
        }
    }

    open func borderRect(forBounds bounds: CGRect) -> CGRect { bounds }
    /// Returns the frame of the text while it is not edited. Subclasses override it, and the following methods, to place the parts of the field.
    open func textRect(forBounds bounds: CGRect) -> CGRect {
        sides.contentRect(bounds, padding: padding, isEditing: false)
    }
    open func editingRect(forBounds bounds: CGRect) -> CGRect {
        sides.contentRect(bounds, padding: padding, isEditing: true)
    }
    open func placeholderRect(forBounds bounds: CGRect) -> CGRect {
        isEditing ? editingRect(forBounds: bounds) : textRect(forBounds: bounds)
    }

    open func clearButtonRect(forBounds bounds: CGRect) -> CGRect {
        sides.clearRect(bounds, fontSize: usedFont.pointSize, padding: padding)
    }

    open func leftViewRect(forBounds bounds: CGRect) -> CGRect { sides.leftRect(bounds) }
    open func rightViewRect(forBounds bounds: CGRect) -> CGRect { sides.rightRect(bounds) }

    private var currentRect: CGRect { isEditing ? editingRect(forBounds: bounds) : textRect(forBounds: bounds) }

    open override var intrinsicContentSize: CGSize {
        let width = max(editableLayout.size.width + TextInputStyle.caretWidth, placeholderView.size.width)
        let probe = CGRect(x: 0, y: 0, width: 10_000, height: 100)
        let extra = probe.width - textRect(forBounds: probe).width
        let line = max(editableLayout.size.height, placeholderView.size.height)
        let space: CGFloat = borderStyle == .none ? 0 : usedFont.pointSize * 0.8
        return CGSize(width: (width + extra).rounded(.up), height: (line + space).rounded(.up))
    }

    open override func sizeThatFits(_ size: CGSize) -> CGSize { intrinsicContentSize }

    // MARK: Layout

    open override func tintColorDidChange() {
        super.tintColorDidChange()
        setNeedsLayout()
    }

    open override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
        super.traitCollectionDidChange(previousTraitCollection)
        if adjustsFontForContentSizeCategory, let style = font?.textStyle {
            font = .preferredFont(forTextStyle: style, compatibleWith: traitCollection)
        }
        textDidRestyle()
    }

    private func textDidRestyle() {
        laidOut = nil
        invalidateIntrinsicContentSize()
        setNeedsLayout()
    }

    private func contentDidChange() {
        textDidRestyle()
        accessibilityDidChange(.value)
    }

    /// Whether the field is displayed with the highlight of the tv idiom's focus.
    var hasFocusHighlight: Bool { isFocused && !isEditing && borderStyle != .none }

    private var runs: [TextRenderer.Run] {
        let color = (hasFocusHighlight ? BarLook.inverse : usedColor).resolvedColor(with: traitCollection)
        guard !isSecureTextEntry, editor.buffer.length > 0 else {
            return [TextRenderer.Run(text: editor.displayed, font: usedFont, color: color)]
        }
        return TextRenderer.runs(of: editor.buffer.content, font: usedFont, color: color).map { run in
            var run = run
            run.color = run.color.resolvedColor(with: traitCollection)
            return run
        }
    }

    private var editableLayout: TextLayout {
        let runs = runs
        if let laidOut, laidOut.runs == runs { return laidOut.layout }
        let layout = TextRenderer.editableLayout(runs)
        laidOut = (runs, layout)
        return layout
    }

    /// The horizontal place of the line in its frame.
    private func lineStart(_ layout: TextLayout, width: CGFloat) -> CGFloat {
        let free = width - TextInputStyle.caretWidth - layout.size.width
        let isTextRightToLeft = layout.text.isEmpty ? isRightToLeft : layout.isRightToLeft
        guard free > 0 else {
            // Text that is not edited shows its beginning.
            return isEditing ? -scroll : isTextRightToLeft ? free : 0
        }
        switch textAlignment {
        case .left: return 0
        case .right: return free
        case .center: return (free / 2).rounded()
        case .natural, .justified: return isTextRightToLeft ? free : 0
        }
    }

    /// Scrolls so that the caret is visible.
    private func scrollToCaret() {
        let layout = editableLayout
        let width = currentRect.width
        let longest = layout.size.width + TextInputStyle.caretWidth - width
        guard isEditing, width > 0, longest > 0 else { return scroll = 0 }
        let caret = layout.caret(at: editor.displayedOffset(editor.buffer.head)).minX
        let room = min(TextInputStyle.caretWidth, width)
        scroll = min(max(scroll, caret + room - width), caret)
        scroll = min(max(0, scroll), longest)
    }

    private func lineTop(_ layout: TextLayout, in rect: CGRect) -> CGFloat {
        let free = rect.height - layout.size.height
        switch contentVerticalAlignment {
        case .top, .fill: return 0
        case .bottom: return free
        case .center: return (free / 2 * pixelsPerPoint).rounded() / pixelsPerPoint
        }
    }

    open override func layoutSubviews() {
        super.layoutSubviews()
        placeFrame()
        sides.layOut()
        placeholderView.layOut()
        textView.frame = currentRect
        scrollToCaret()
        textView.content = drawnContent
        showCaret()
    }

    private func placeFrame() {
        frameView.frame = borderRect(forBounds: bounds)
        frameView.isHidden = borderStyle == .none && !hasFocusHighlight
        frameView.layer.cornerRadius = borderStyle == .roundedRect ? Self.cornerRadius : 0
        frameView.layer.borderWidth = borderStyle == .none || hasFocusHighlight ? 0 : 1
        frameView.layer.borderColor = TextInputStyle.fieldBorder.resolvedColor(with: traitCollection).cgColor
        frameView.clipsToBounds = true
        frameView.backgroundColor =
            hasFocusHighlight
            ? BarLook.highlight(1)
            : borderStyle == .roundedRect ? backgroundColor == nil ? TextInputStyle.fieldBackground : .clear : .clear
        let image = borderStyle == .roundedRect ? nil : isEnabled ? background : disabledBackground ?? background
        if image != nil, backgroundView.superview == nil { insertSubview(backgroundView, at: 0) }
        backgroundView.image = image
        backgroundView.frame = bounds
        let opacity: CGFloat = isEnabled ? 1 : 0.4
        for view in [textView, placeholderView.label, leftView, rightView] { view?.alpha = opacity }
    }

    private var drawnContent: EditedTextView.Content {
        let layout = editableLayout
        let size = textView.bounds.size
        guard isEditing else {
            guard layout.size.width > size.width else {
                return .init(layout: layout, origin: lineOrigin(layout, in: textView.bounds))
            }
            var options = TextOptions(maximumWidth: size.width, maximumLines: 1, lineBreak: .truncateTail)
            options.alignment = TextRenderer.alignment(textAlignment)
            let short = TextRenderer.editableLayout(runs, options: options)
            return .init(layout: short, origin: CGPoint(x: 0, y: lineTop(short, in: textView.bounds)))
        }
        let origin = lineOrigin(layout, in: textView.bounds)
        func placed(_ range: NSRange?) -> [CGRect] {
            guard let range, range.length > 0 else { return [] }
            return layout.rectangles(of: editor.displayedRange(range)).map {
                $0.offsetBy(dx: origin.x, dy: origin.y)
            }
        }
        return .init(
            layout: layout, origin: origin, selection: placed(editor.buffer.selection),
            marked: placed(editor.buffer.marked), selectionColor: tintColor.resolvedColor(with: traitCollection),
            markColor: usedColor.resolvedColor(with: traitCollection))
    }

    private func lineOrigin(_ layout: TextLayout, in rect: CGRect) -> CGPoint {
        CGPoint(x: lineStart(layout, width: rect.width), y: lineTop(layout, in: rect))
    }

    private func showCaret() {
        guard isEditing, let window, window.isKeyWindow, editor.buffer.selection.length == 0 else {
            textView.showCaret(nil, color: tintColor)
            if !isEditing { window?.platform?.textInputArea = nil }
            return
        }
        var frame = editor.caret(at: editor.buffer.head)
        frame.size.width = TextInputStyle.caretWidth
        frame.origin.x = min(
            max(frame.minX, textView.frame.minX), max(textView.frame.minX, textView.frame.maxX - frame.width))
        textView.showCaret(convert(frame, to: textView), color: tintColor)
        window.platform?.textInputArea = convert(frame, to: window)
    }
}

// MARK: - The editor's view

extension UITextField: TextEditorHost {
    var editorLayout: any EditableLayout { editableLayout }
    var editorOrigin: CGPoint {
        let rect = currentRect
        let origin = lineOrigin(editableLayout, in: rect)
        return CGPoint(x: rect.minX + origin.x, y: rect.minY + origin.y)
    }
    var isEditorSecure: Bool { isSecureTextEntry }
    var isEditorMultiline: Bool { false }
    var isEditorEditable: Bool { isEnabled }
    var editorTypingAttributes: [NSAttributedString.Key: Any] {
        editor.buffer.content.attributes(typedAt: editor.buffer.selection.location) ?? customAttributes
    }

    func editorShouldChange(_ range: NSRange, to text: String) -> Bool {
        delegate?.textField(self, shouldChangeCharactersIn: range, replacementString: text) ?? true
    }

    func editorDidChangeText() {
        clearsOnInsertion = false
        contentDidChange()
        sendActions(for: .editingChanged)
        NotificationCenter.default.post(name: Self.textDidChangeNotification, object: self)
    }

    func editorDidChangeSelection() {
        scrollToCaret()
        setNeedsLayout()
        showCaret()
        delegate?.textFieldDidChangeSelection(self)
        accessibilityDidChange(.caret)
    }

    func editorDidPressReturn() { pressReturn() }
    func editorOffset(lines: Int, from offset: Int) -> Int? { nil }
    func editorLine(at offset: Int) -> Range<Int>? { nil }
}

extension UITextField: EditedText, ForcedEnd, TextCursorView, AccessibleText {
    var takesText: Bool { isEditing }
    func showsTextCursor(at point: CGPoint) -> Bool { isEnabled && currentRect.contains(point) }
}
