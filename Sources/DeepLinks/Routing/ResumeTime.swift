public import Foundation

/// The resume time of a link: whole seconds (R212).
public enum ResumeTime {
    /// The parameter's name in the integration guide.
    public static let parameter = "resumeTime"
    /// The largest accepted time, in seconds: two days.
    public static let maximum = 172_800

    /// Returns the time that the values of the parameter name; 0 with a reason for a value that is negative, not an integer, absurd or
    /// repeated, and nil where there is no value.
    public static func time(of values: [String]) -> (seconds: Int, problem: String?)? {
        guard let text = values.first else { return nil }
        guard values.count == 1 else { return (0, "is given \(values.count) times") }
        guard !text.isEmpty, text.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) else {
            let isNegative = text.hasPrefix("-") && Int(text) != nil
            return (0, isNegative ? "is negative" : "is not a whole number of seconds")
        }
        guard let seconds = Int(text), seconds <= maximum else { return (0, "is larger than \(maximum) seconds") }
        return (seconds, nil)
    }

    /// Returns the resume time of a URL of any kind, such as the address of media; nil without one, or where the URL has no valid query.
    public static func seconds(in url: URL) -> Int? {
        guard let query = url.query(percentEncoded: true), query.utf8.count <= LinkText.maximumLength else {
            return nil
        }
        let values = query.split(separator: "&").compactMap { part -> String? in
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard pair.first.map({ $0 == parameter }) ?? false else { return nil }
            return pair.count > 1 ? LinkText.percentDecoded(pair[1].utf8) ?? "" : ""
        }
        return time(of: values)?.seconds
    }
}
