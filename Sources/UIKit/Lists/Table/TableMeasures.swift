import CoreGraphics

/// The heights that a table has for all rows and sections. `UITableView.automaticDimension` stands for one that the
/// content determines.
struct TableMeasures: Equatable {
    var row: CGFloat = -1
    var header: CGFloat = -1
    var footer: CGFloat = -1
    var estimatedRow: CGFloat = -1
    var estimatedHeader: CGFloat = -1
    var estimatedFooter: CGFloat = -1
    var headerPadding: CGFloat = -1
}
