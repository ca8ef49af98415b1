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
    // The notifications are posted on the main thread, with the field as object.
    public static let textDidBeginEditingNotification = NSNotification.Name(
        "UITextFieldTextDidBeginEditingNotification")
    public static let textDidEndEditingNotification = NSNotification.Name("UITextFieldTextDidEndEditingNotification")
    public static let textDidChangeNotification = NSNotification.Name("UITextFieldTextDidChangeNotification")
    /// The key of the reason in the user info of `textDidEndEditingNotification`: the raw value of a `DidEndEditingReason`.
    public static let didEndEditingReasonUserInfoKey = "UITextFieldDidEndEditingReasonKey"

    open weak var delegate: (any UITextFieldDelegate)?

    private(set) lazy var editor = TextEditor(self)
    private(set) lazy var display = TextFieldDisplay(self)
    private lazy var border = TextFieldBorder(self)
    private lazy var editing = TextFieldEditing(self)
    private lazy var sides = TextFieldSides(self)
    private lazy var placeholderView = TextFieldPlaceholder(self)
    /// Whether the field handles a touch, so that its end does not act as the select button.
    private var isInTouch = false
    /// Whether the press of the back button has begun in this field.
    private var hasMenuPress = false

    /// What Return does where the delegate allows it, in place of the field's own actions.
    final var onReturn: (@MainActor () -> Void)? {
        get { editing.onReturn }
        set { editing.onReturn = newValue }
    }

    public override init(frame: CGRect) {
        super.init(frame: frame)
        sides.clearButton.addAction(UIAction { [weak self] _ in self?.editing.clear() }, for: .touchUpInside)
        for view in [border.frameView, placeholderView.label, display.canvas, sides.clearButton] { addSubview(view) }
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
    open var font: UIFont? { didSet { if font != oldValue { removeAttribute(.font) } } }
    /// Setting it also changes the color of the attributed text.
    open var textColor: UIColor? { didSet { if textColor != oldValue { removeAttribute(.foregroundColor) } } }
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
    var usedColor: UIColor { textColor ?? .label }

    // MARK: Look

    open var borderStyle: BorderStyle {
        get { border.style }
        set {
            border.style = newValue
            textDidRestyle()
        }
    }
    /// The image behind the text, stretched; not displayed with a border of the style `.roundedRect`.
    open var background: UIImage? {
        get { border.image }
        set { border.image = newValue }
    }
    /// The image of a disabled field, where there is a `background`.
    open var disabledBackground: UIImage? {
        get { border.disabledImage }
        set { border.disabledImage = newValue }
    }

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
    open var clearsOnBeginEditing: Bool {
        get { editing.clearsFirst }
        set { editing.clearsFirst = newValue }
    }
    /// Whether typed text replaces the whole text. Set to false by the first change.
    open var clearsOnInsertion = false {
        didSet { if clearsOnInsertion, isEditing { editor.selectAll() } }
    }

    // MARK: Editing

    open var isEditing: Bool { editing.isActive }

    open override var canBecomeFirstResponder: Bool { isEnabled && !isHidden && window != nil }

    @discardableResult open override func becomeFirstResponder() -> Bool {
        if isFirstResponder { return true }
        guard canBecomeFirstResponder, delegate?.textFieldShouldBeginEditing(self) ?? true,
            super.becomeFirstResponder()
        else { return false }
        // The keys of Tab reach a field whose text is selected; a press places the caret.
        editing.begin(selectsAll: !isInTouch)
        return isFirstResponder
    }

    @discardableResult open override func resignFirstResponder() -> Bool { resign(.committed) }

    private func resign(_ reason: DidEndEditingReason) -> Bool {
        guard isFirstResponder, isEditing else { return super.resignFirstResponder() }
        guard delegate?.textFieldShouldEndEditing(self) ?? true, super.resignFirstResponder() else { return false }
        editing.finish(reason)
        return true
    }

    /// Ends editing without the delegate's permission.
    func forceEnd() {
        guard super.resignFirstResponder() else { return }
        editing.finish(.committed)
    }

    open override func didMoveToWindow() {
        super.didMoveToWindow()
        if window == nil { editing.finish(.committed) }
    }

    override func stateDidChange() {
        super.stateDidChange()
        if !isEnabled, isEditing { resignFirstResponder() }
        display.invalidate()
    }

    // MARK: Keys and the pointer

    override var isKeyStop: Bool { true }
    override var showsKeyRing: Bool { borderStyle != .none }
    override var keyRing: (frame: CGRect, radius: CGFloat) {
        (borderRect(forBounds: bounds), border.cornerRadius)
    }
    open override var canBecomeFocused: Bool { isEnabled && !isHidden }

    /// The select button begins editing; while the field is edited, it acts as Return.
    override func primaryAction() {
        guard !isInTouch else { return }
        if isEditing { editing.pressReturn() } else { becomeFirstResponder() }
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
        return placeCaret(touch, event) && super.beginTracking(touch, with: event)
    }

    open override func continueTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
        if isEditing, touch.type == .indirectPointer { editor.drag(to: touch.location(in: self)) }
        return super.continueTracking(touch, with: event)
    }

    /// A finger may begin to scroll with its touch, so that its end begins editing.
    open override func endTracking(_ touch: UITouch?, with event: UIEvent?) {
        super.endTracking(touch, with: event)
        guard let touch, touch.type != .indirectPointer, bounds.contains(touch.location(in: self)) else { return }
        placeCaret(touch, event)
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

    open func borderRect(forBounds bounds: CGRect) -> CGRect { bounds }
    /// Returns the frame of the text while it is not edited. Subclasses override it, and the following methods, to place the parts of the field.
    open func textRect(forBounds bounds: CGRect) -> CGRect {
        sides.contentRect(bounds, padding: border.padding, isEditing: false)
    }
    open func editingRect(forBounds bounds: CGRect) -> CGRect {
        sides.contentRect(bounds, padding: border.padding, isEditing: true)
    }
    open func placeholderRect(forBounds bounds: CGRect) -> CGRect {
        isEditing ? editingRect(forBounds: bounds) : textRect(forBounds: bounds)
    }

    open func clearButtonRect(forBounds bounds: CGRect) -> CGRect {
        sides.clearRect(bounds, fontSize: usedFont.pointSize, padding: border.padding)
    }

    open func leftViewRect(forBounds bounds: CGRect) -> CGRect { sides.leftRect(bounds) }
    open func rightViewRect(forBounds bounds: CGRect) -> CGRect { sides.rightRect(bounds) }

    /// The frame of the text.
    var currentRect: CGRect { isEditing ? editingRect(forBounds: bounds) : textRect(forBounds: bounds) }

    open override var intrinsicContentSize: CGSize {
        let width = max(display.layout.size.width + TextInputStyle.caretWidth, placeholderView.size.width)
        let probe = CGRect(x: 0, y: 0, width: 10_000, height: 100)
        let extra = probe.width - textRect(forBounds: probe).width
        let line = max(display.layout.size.height, placeholderView.size.height)
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

    func textDidRestyle() {
        display.invalidate()
        invalidateIntrinsicContentSize()
        setNeedsLayout()
    }

    /// Whether the field is displayed with the highlight of the tv idiom's focus.
    var hasFocusHighlight: Bool { isFocused && !isEditing && borderStyle != .none }

    open override func layoutSubviews() {
        super.layoutSubviews()
        border.layOut()
        for view in [display.canvas, placeholderView.label, leftView, rightView] { view?.alpha = isEnabled ? 1 : 0.4 }
        sides.layOut()
        placeholderView.layOut()
        display.show()
    }
}

// MARK: - The editor's view

extension UITextField: TextEditorHost {
    var editorLayout: any EditableLayout { display.layout }
    var editorOrigin: CGPoint {
        let rect = currentRect
        let origin = display.origin(in: rect)
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
        display.scrollToCaret()
        setNeedsLayout()
        display.showCaret()
        delegate?.textFieldDidChangeSelection(self)
        accessibilityDidChange(.caret)
    }

    func editorDidPressReturn() { editing.pressReturn() }
    func editorOffset(lines: Int, from offset: Int) -> Int? { nil }
    func editorLine(at offset: Int) -> Range<Int>? { nil }
}

extension UITextField: EditedText, ForcedEnd, TextCursorView, AccessibleText {
    var takesText: Bool { isEditing }
    func showsTextCursor(at point: CGPoint) -> Bool { isEnabled && currentRect.contains(point) }
}
