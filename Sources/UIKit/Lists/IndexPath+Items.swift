public import Foundation

extension IndexPath {
    public init(item: Int, section: Int) { self = [section, item] }
    public init(row: Int, section: Int) { self = [section, row] }

    /// The second index. A path without one is a programming error and stops the program.
    public var item: Int {
        get { self[1] }
        set { self[1] = newValue }
    }
    public var row: Int {
        get { self[1] }
        set { self[1] = newValue }
    }
    public var section: Int {
        get { self[0] }
        set { self[0] = newValue }
    }
}
