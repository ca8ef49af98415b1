import CoreGraphics
import Foundation
import Testing

@testable import UIKit

/// The content and the look of table cells.
@MainActor
struct TableCellTests {
    private func cell(_ style: UITableViewCell.CellStyle) -> UITableViewCell {
        let cell = UITableViewCell(style: style, reuseIdentifier: nil)
        cell.frame = CGRect(x: 0, y: 0, width: 320, height: 60)
        cell.textLabel?.text = "Title"
        cell.detailTextLabel?.text = "Detail"
        cell.layoutIfNeeded()
        return cell
    }

    @Test("the texts of the styles are below or beside each other")
    func styles() throws {
        #expect(cell(.default).detailTextLabel == nil)
        let subtitle = cell(.subtitle)
        let (title, detail) = (try #require(subtitle.textLabel), try #require(subtitle.detailTextLabel))
        #expect(title.frame.minX == 16 && detail.frame.minX == 16 && detail.frame.minY >= title.frame.maxY)
        let value = cell(.value1)
        #expect(try #require(value.detailTextLabel).frame.maxX == 304)
        #expect(abs(try #require(value.detailTextLabel).frame.midY - 30) <= 0.5)
        let column = cell(.value2)
        #expect(try #require(column.textLabel).frame.maxX < (try #require(column.detailTextLabel)).frame.minX)
    }

    @Test("values that do not fit beside each other are below each other, and the row is higher")
    func longValues() throws {
        let value = cell(.value1)
        let before = value.systemLayoutSizeFitting(CGSize(width: 320, height: 0)).height
        value.detailTextLabel?.text = String(repeating: "long ", count: 12)
        let after = value.systemLayoutSizeFitting(CGSize(width: 320, height: 0)).height
        #expect(before == 44 && after > before)
    }

    @Test("an image is before the text and as high as the row at most; an accessory takes room at the end")
    func imageAndAccessory() throws {
        let row = cell(.default)
        row.imageView?.image = UIGraphicsImageRenderer(size: CGSize(width: 160, height: 90)).image { _ in }
        row.accessoryType = .disclosureIndicator
        row.setNeedsLayout()
        row.layoutIfNeeded()
        let picture = try #require(row.imageView).frame
        #expect(picture.minX == 16 && picture.height <= 60 && abs(picture.width / picture.height - 16.0 / 9) < 0.05)
        #expect(try #require(row.textLabel).frame.minX == picture.maxX + 12)
        #expect(row.contentView.frame.maxX == 276)
        row.accessoryType = .none
        row.layoutIfNeeded()
        #expect(row.contentView.frame.maxX == 320)
    }

    @Test("larger text makes rows higher")
    func textSize() throws {
        let before = UITraitCollection.current
        defer { UITraitCollection.current = before }
        let usual = cell(.subtitle).systemLayoutSizeFitting(CGSize(width: 320, height: 0)).height
        UITraitCollection.current = before.merging(
            UITraitCollection(preferredContentSizeCategory: .accessibilityLarge))
        let large = cell(.subtitle)
        #expect(large.systemLayoutSizeFitting(CGSize(width: 320, height: 0)).height > usual * 1.5)
        #expect(try #require(large.textLabel).font.pointSize == 33)
    }

    @Test("where leading is right, texts begin at the right and accessories are on the left")
    func rightToLeft() throws {
        let before = UITraitCollection.current
        defer { UITraitCollection.current = before }
        UITraitCollection.current = before.merging(UITraitCollection(layoutDirection: .rightToLeft))
        let row = cell(.default)
        row.accessoryType = .checkmark
        row.row.separator = .black
        row.layoutIfNeeded()
        #expect(row.contentView.frame.minX == 44 && row.contentView.frame.maxX == 320)
        #expect(try #require(row.textLabel).frame.maxX == row.contentView.bounds.maxX - 16)
        #expect(row.textLabel?.textAlignment == .right)
        #expect(UITableViewCell.separator(of: row)?.maxX == 304)
    }

    @Test("a selected row has another color, its own background view, or none")
    func selectionStyles() throws {
        func color(_ row: UITableViewCell) -> UInt8? {
            row.layoutIfNeeded()
            return row.snapshotImage?.cgImage?.pixel(x: 300, y: 5)?.red
        }
        let row = cell(.default)
        row.overrideUserInterfaceStyle = .light
        #expect(color(row) == 255)
        row.isSelected = true
        #expect(color(row) == 209)
        row.selectionStyle = .none
        #expect(color(row) == 255)
        row.selectionStyle = .default
        let red = UIView(frame: .zero)
        red.backgroundColor = .black
        row.selectedBackgroundView = red
        #expect(color(row) == 0)
        row.isSelected = false
        #expect(color(row) == 255)
        row.overrideUserInterfaceStyle = .dark
        #expect(color(row) == 0)
    }

    @Test("a row that was laid out outside of its window has the colors of the window when it returns")
    func returningRow() throws {
        let root = UIViewController()
        let window = makeWindow(root)
        defer { window.isHidden = true }
        window.overrideUserInterfaceStyle = .light
        let row = cell(.default)
        root.view.addSubview(row)
        window.layoutIfNeeded()
        row.removeFromSuperview()
        let before = UITraitCollection.current
        defer { UITraitCollection.current = before }
        UITraitCollection.current = before.merging(UITraitCollection(userInterfaceStyle: .dark))
        row.isSelected = true
        row.layoutIfNeeded()
        row.isSelected = false
        root.view.addSubview(row)
        window.layoutIfNeeded()
        #expect(row.layer.backgroundColor?.components?.first == 1)
    }

    @Test("separators begin where the texts begin, at the client's inset, or are not drawn")
    func separators() throws {
        let list = NameList(count: 2)
        let table = makeTable(list)
        table.overrideUserInterfaceStyle = .light
        table.separatorColor = .black
        func line(_ x: Int) throws -> UInt8? {
            table.layoutIfNeeded()
            let cell = try #require(table.cellForRow(at: IndexPath(row: 0, section: 0)))
            cell.layoutIfNeeded()
            return cell.snapshotImage?.cgImage?.pixel(x: x, y: 43)?.red
        }
        #expect(try line(8) == 255 && line(20) == 0)
        table.separatorInset = UIEdgeInsets(top: 0, left: 0, bottom: 0, right: 100)
        #expect(try line(8) == 0 && line(300) == 255)
        table.separatorStyle = .none
        #expect(try line(150) == 255)
    }

    @Test("a content configuration replaces the labels and follows the state of the cell")
    func configurations() throws {
        let row = cell(.subtitle)
        var content = row.defaultContentConfiguration()
        content.text = "Text"
        content.secondaryText = "Second"
        content.textProperties.transform = .uppercase
        row.contentConfiguration = content
        row.setNeedsLayout()
        row.layoutIfNeeded()
        #expect(row.textLabel?.isHidden == true)
        let view = try #require(row.contentView.subviews.first { $0 is UIListContentView })
        #expect(view.subviews.compactMap { ($0 as? UILabel)?.text } == ["TEXT", "Second"])
        #expect(row.accessibilityLabel == "Text, Second")
        content.text = "Other"
        row.contentConfiguration = content
        #expect(row.contentView.subviews.contains { $0 === view })
        var states: [Bool] = []
        row.configurationUpdateHandler = { _, state in states.append(state.isSelected) }
        row.isSelected = true
        #expect(states == [false, true])
        row.contentConfiguration = nil
        row.setNeedsLayout()
        row.layoutIfNeeded()
        #expect(row.textLabel?.isHidden == false && view.superview == nil)
    }

    @Test("a background configuration colors the row")
    func background() {
        let row = cell(.default)
        var background = UIBackgroundConfiguration.clear()
        background.backgroundColor = .red
        background.backgroundInsets.leading = 10
        row.backgroundConfiguration = background
        row.layoutIfNeeded()
        let image = row.snapshotImage?.cgImage
        #expect(image?.pixel(x: 300, y: 5)?.red == 255 && image?.pixel(x: 5, y: 5)?.alpha == 0)
    }
}

extension UITableViewCell {
    /// The frame of the separator, which is one pixel high.
    fileprivate static func separator(of cell: UITableViewCell) -> CGRect? {
        cell.subviews.first { $0.frame.height > 0 && $0.frame.height <= 1 }?.frame
    }
}

extension UIView {
    /// The view as it is, in points.
    fileprivate var snapshotImage: UIImage? {
        let format = UIGraphicsImageRendererFormat()
        format.scale = 1
        return UIGraphicsImageRenderer(size: bounds.size, format: format).image { layer.render(in: $0.cgContext) }
    }
}
