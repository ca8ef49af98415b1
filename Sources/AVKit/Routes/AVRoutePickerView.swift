public import AVFoundation
public import AVRouting
import CoreGraphics
public import Foundation
public import UIKit

/// A button that lists the audio outputs of the machine and its screens, and plays the program's audio and video on those that the viewer
/// chooses.
///
/// The outputs are those of the audio server: speakers, headphones, HDMI, USB, Bluetooth and network devices. External screens are
/// listed where there are any: they show the video of the players that allow external playback. Playback keeps its position during the
/// change. Main thread only.
///
/// Apple: the routes of the picker are those of one player, or of the program. Here: always of the program.
open class AVRoutePickerView: UIView {
    /// The states of the button with colors of their own.
    public enum ButtonState: Int, Sendable {
        case normal = 0
        case normalHighlighted = 1
        /// The audio is played on another output than the machine's own speakers.
        case active = 2
        case activeHighlighted = 3
    }

    open weak var delegate: (any AVRoutePickerViewDelegate)?
    /// The color of the button while the audio is played on another output than the machine's own speakers.
    open var activeTintColor: UIColor! = .systemBlue { didSet { button.update() } }
    /// Whether outputs with a display come first.
    open var prioritizesVideoDevices = false { didSet { button.update() } }
    open var routePickerButtonStyle = AVRoutePickerViewButtonStyle.system { didSet { button.update() } }
    /// Whether the button has a hairline border.
    open var isRoutePickerButtonBordered = false { didSet { button.update() } }

    /// The player for which screens are listed, if it allows external playback; nil: screens are always listed.
    open weak var player: AVPlayer?
    /// The controller whose actions are listed, too. Its delegate receives the action that the viewer chooses.
    open var customRoutingController: AVCustomRoutingController?
    /// Whether screens are listed for the player of the built-in controls.
    var offersScreens = true { didSet { if offersScreens != oldValue { outputsDidChange() } } }

    private let routes: RouteList
    private var screenObservers: [any NSObjectProtocol] = []
    private lazy var button = RouteButton(self)
    private var list: RouteMenuView?
    private var colors: [ButtonState: UIColor] = [:]
    /// Called when the list has opened (true) or closed, and when the number of outputs has changed.
    var listHandler: @MainActor (_ isOpen: Bool) -> Void = { _ in }

    public override init(frame: CGRect) {
        routes = RouteList(session: Self.sessionOfNew)
        super.init(frame: frame)
        setUp()
    }

    /// Creates a view for another audio session, for tests.
    package convenience init(frame: CGRect, session: AVAudioSession) {
        Self.sessionOfNew = session
        defer { Self.sessionOfNew = .sharedInstance() }
        self.init(frame: frame)
    }

    /// The audio session of the next view. An initializer of its own for tests would be a second designated initializer, which clients'
    /// subclasses cannot override, so that they would not inherit the others.
    private static var sessionOfNew = AVAudioSession.sharedInstance()

    public required init?(coder: NSCoder) {
        routes = RouteList()
        super.init(coder: coder)
        setUp()
    }

    private func setUp() {
        addSubview(button)
        routes.changeHandler = { [weak self] in self?.outputsDidChange() }
        let names = [
            UIScreen.didConnectNotification, UIScreen.didDisconnectNotification,
            ExternalScreenActivity.didChange,
        ]
        screenObservers = names.map { name in
            NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { [weak self] _ in
                Task { @MainActor in self?.outputsDidChange() }
            }
        }
    }

    isolated deinit { for observer in screenObservers { NotificationCenter.default.removeObserver(observer) } }

    /// Whether there are several outputs, screens or actions to choose from.
    var hasChoice: Bool {
        routes.outputs.count > 1 || screens != nil || customRoutingController?.customActionItems.isEmpty == false
    }
    /// The view that is highlighted under the pointer.
    var pointerTarget: any PointerTarget { button }
    var isListOpen: Bool { list != nil }
    var listMenu: GlassMenuView? { list?.menu }

    // MARK: Look

    open override func tintColorDidChange() {
        super.tintColorDidChange()
        button.update()
    }

    open func setRoutePickerButtonColor(_ color: UIColor?, for state: ButtonState) {
        colors[state] = color
        button.update()
    }

    open func routePickerButtonColor(for state: ButtonState) -> UIColor { colors[state] ?? standardColor(for: state) }

    private func standardColor(for state: ButtonState) -> UIColor {
        switch state {
        case .normal, .normalHighlighted: tintColor
        case .active, .activeHighlighted: activeTintColor
        }
    }

    /// Whether the audio is played on another output than the machine's own, or the video on an external screen.
    private var isActive: Bool {
        if screens != nil, ExternalScreenActivity.screen != nil { return true }
        let own: Set<AVAudioSession.Port> = [.builtInSpeaker, .lineOut, .virtual]
        return routes.outputs.contains { $0.isPresent && !own.contains($0.port.portType) }
    }

    func color(isHighlighted: Bool) -> UIColor {
        switch (isActive, isHighlighted) {
        case (false, false): routePickerButtonColor(for: .normal)
        case (false, true): routePickerButtonColor(for: .normalHighlighted)
        case (true, false): routePickerButtonColor(for: .active)
        case (true, true): routePickerButtonColor(for: .activeHighlighted)
        }
    }

    open override func layoutSubviews() {
        super.layoutSubviews()
        button.frame = bounds
        button.update()
    }

    // MARK: The list

    private func outputsDidChange() {
        list?.update(sections)
        button.update()
        listHandler(isListOpen)
    }

    /// The screens to choose from. The displays are read only for a picker in a window.
    private var screens: MenuSection? {
        guard window != nil, offersScreens, player?.allowsExternalPlayback != false else { return nil }
        return ExternalScreenChoice.shared.section()
    }

    private var sections: [MenuSection] {
        let audio = routes.section(prioritizesVideo: prioritizesVideoDevices)
        let actions = customRoutingController.map { MenuSection(title: nil, rows: rows(of: $0)) }
        return ((prioritizesVideoDevices ? [screens, audio] : [audio, screens]) + [actions]).compactMap { $0 }
            .filter { !$0.rows.isEmpty }
    }

    private func rows(of controller: AVCustomRoutingController) -> [MenuSection.Row] {
        controller.customActionItems.compactMap { item in
            guard let title = item.overrideTitle, !title.isEmpty else { return nil }
            return MenuSection.Row(title: title) { [weak controller] in
                guard let controller else { return }
                controller.delegate?.customRoutingController(controller, didSelect: item)
            }
        }
    }

    func toggleList() {
        if let list { return list.close() }
        let sections = sections
        guard let window, !sections.isEmpty else { return }
        delegate?.routePickerViewWillBeginPresentingRoutes(self)
        let list = RouteMenuView(sections, over: convert(bounds, to: window), in: window)
        self.list = list
        button.update()
        listHandler(true)
        list.closeHandler = { [weak self] in
            guard let self else { return }
            self.list = nil
            button.update()
            listHandler(false)
            delegate?.routePickerViewDidEndPresentingRoutes(self)
        }
    }

    open override func willMove(toWindow newWindow: UIWindow?) {
        super.willMove(toWindow: newWindow)
        if newWindow == nil { list?.close() }
    }
}

/// The button of a route picker.
private final class RouteButton: UIControl, PointerTarget {
    private weak var picker: AVRoutePickerView?
    private let icon = UIImageView(image: nil)
    var isHovered = false { didSet { if isHovered != oldValue { update() } } }

    init(_ picker: AVRoutePickerView) {
        self.picker = picker
        super.init(frame: .zero)
        icon.contentMode = .scaleAspectFit
        addSubview(icon)
        isAccessibilityElement = true
        accessibilityTraits = .button
        accessibilityLabel = StringTable.current[.outputs]
        addAction(UIAction { [weak picker] _ in picker?.toggleList() }, for: .primaryActionTriggered)
    }

    required init?(coder: NSCoder) { nil }

    override var canBecomeFocused: Bool { isEnabled && !isHidden }
    override var isHighlighted: Bool { didSet { update() } }

    override func layoutSubviews() {
        super.layoutSubviews()
        let button = min(bounds.width, bounds.height)
        let side = min(PlayerLook.iconSize(inButtonOf: button), button)
        icon.frame = CGRect(x: (bounds.width - side) / 2, y: (bounds.height - side) / 2, width: side, height: side)
        layer.cornerRadius = min(bounds.width, bounds.height) / 2
    }

    func update() {
        guard let picker else { return }
        icon.image = UIImage(systemName: picker.prioritizesVideoDevices ? "airplayvideo" : "airplayaudio")
        icon.tintColor = picker.color(isHighlighted: isHighlighted)
        icon.isHidden = picker.routePickerButtonStyle == .custom
        let isLit = isHighlighted || isHovered || picker.isListOpen
        switch picker.routePickerButtonStyle {
        case .system:
            backgroundColor =
                isLit ? UIColor(white: isHighlighted ? 0.42 : 0.3, alpha: 0.72) : PlayerLook.darkGlass
        case .plain, .custom:
            backgroundColor =
                isLit ? PlayerLook.white(isHighlighted ? PlayerLook.pressedFill : PlayerLook.hoverFill) : nil
        }
        layer.borderWidth = isFocused ? 2 : picker.isRoutePickerButtonBordered ? 1 : 0
        layer.borderColor = (isFocused ? UIColor.white : PlayerLook.hairline).cgColor
    }
}
