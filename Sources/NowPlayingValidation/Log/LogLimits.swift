/// Limits of a log, so that a damaged or hostile one costs neither memory nor time.
public struct LogLimits: Sendable {
    /// Maximum length of a line in bytes. Longer ones are skipped and reported.
    public var lineBytes = 1 << 20
    /// Maximum length of a text in bytes.
    public var textBytes = 64 << 10
    /// Maximum nesting depth of a value.
    public var depth = 8
    /// Maximum number of members and elements in a line.
    public var values = 4_096
    /// Maximum number of reported problems; reading ends with the next one.
    public var problems = 100
    /// Maximum time of a record in seconds: ten years.
    public var seconds = 315_576_000.0

    public init() {}
}
