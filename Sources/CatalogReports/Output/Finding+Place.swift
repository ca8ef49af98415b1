import CatalogValidation
import ReportText
import UniversalMediaCatalog

extension Finding {
    /// The place, such as `catalog.xml:12:5`, or only the file.
    var place: String {
        let file = DisplayText.line(file)
        return if let line { column.map { "\(file):\(line):\($0)" } ?? "\(file):\(line)" } else { file }
    }
}
