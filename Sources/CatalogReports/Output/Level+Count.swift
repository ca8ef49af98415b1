import ReportText
import UniversalMediaCatalog

extension Level {
    func counted(_ number: Int) -> String {
        switch self {
        case .error: DisplayText.count(number, "error")
        case .warning: DisplayText.count(number, "warning")
        case .info: DisplayText.count(number, "piece of advice", "pieces of advice")
        }
    }
}
