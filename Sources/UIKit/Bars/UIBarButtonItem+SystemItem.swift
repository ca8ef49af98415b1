extension UIBarButtonItem {
    /// An item with the title or image that the action has in all apps.
    public enum SystemItem: Int, Sendable {
        case done = 0
        case cancel, edit, save, add, flexibleSpace, fixedSpace, compose, reply, action, organize, bookmarks, search
        case refresh, stop, camera, trash, play, pause, rewind, fastForward, undo, redo
        case close = 24

        var isProminent: Bool { self == .done || self == .save }

        /// The symbol; nil for items with a title, and for spaces.
        private var symbol: String? {
            switch self {
            case .add: "plus"
            case .compose: "square.and.pencil"
            case .reply: "arrowshape.turn.up.left"
            case .action: "square.and.arrow.up"
            case .organize: "folder"
            case .bookmarks: "book"
            case .search: "magnifyingglass"
            case .refresh: "arrow.clockwise"
            case .stop, .close: "xmark"
            case .camera: "camera"
            case .trash: "trash"
            case .play: "play.fill"
            case .pause: "pause.fill"
            case .rewind: "backward.fill"
            case .fastForward: "forward.fill"
            default: nil
            }
        }

        @MainActor var image: UIImage? { symbol.flatMap { UIImage(systemName: $0) } }

        /// The title of an item that has no symbol.
        @MainActor var title: String? { symbol == nil ? name : nil }

        /// The name of the action; nil for spaces.
        @MainActor var name: String? { BarStrings.current.name(of: self) }
    }
}
