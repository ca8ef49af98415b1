import Foundation

/// The viewer's restrictions: which ratings play without a passcode (R138).
///
/// A value without a source of its own: see `RestrictionSettingsSource`.
struct RestrictionSettings: Equatable, Sendable {
    /// The highest rating of a medium that plays.
    enum Limit: Equatable, Sendable {
        case everything
        /// The label of a rating, such as `PG-13`.
        case rating(String)
        case nothing
    }

    struct Limits: Equatable, Sendable {
        var movies = Limit.everything
        var television = Limit.everything

        func limit(of medium: RatingTable.Medium) -> Limit { medium == .movie ? movies : television }
    }

    /// Whether ratings above `limits` require the passcode.
    var isEnabled = false
    /// The digits that authorize a restricted item; nil: no passcode has been set, so that nothing can authorize one.
    var passcode: PasscodeCheck?
    /// The ISO 3166 code of the viewer's rating region.
    var region = "US"
    var limits = Limits()
    /// Whether an item without a known rating is rejected.
    var requiresRating = false
    /// The limits of a managed device, which no passcode overrides; nil: the device is not managed.
    var profile: Limits?

    /// Whether items have to be checked at all.
    var isActive: Bool { isEnabled || profile != nil }

    static let passcodeLengths = 4...8

    /// Settings under which no item plays, for a source that cannot be read.
    static let nothingAllowed = RestrictionSettings(
        isEnabled: true, limits: Limits(movies: .nothing, television: .nothing), requiresRating: true)
}

/// Provides the restrictions of the viewer. Called on any thread.
protocol RestrictionSettingsSource: Sendable {
    var settings: RestrictionSettings { get }
}

/// Constant restrictions.
struct FixedRestrictions: RestrictionSettingsSource {
    let settings: RestrictionSettings
}

/// Restrictions of the environment variable `OPENAVKIT_RESTRICTIONS`, which is read once; without the variable nothing is restricted.
///
/// The variable holds pairs: `movies=PG-13,tv=TV-14,passcode=1234`. The further keys are `region` (US), `unrated` (`allow` or `deny`),
/// `profile-movies` and `profile-tv`. A limit is a label of the region's scale, `all` or `none`.
struct EnvironmentRestrictions: RestrictionSettingsSource {
    static let variable = "OPENAVKIT_RESTRICTIONS"

    let settings: RestrictionSettings

    init(_ environment: [String: String] = ProcessInfo.processInfo.environment) {
        guard let text = environment[Self.variable], !text.isEmpty else {
            settings = RestrictionSettings()
            return
        }
        do throws(RestrictionSettingsError) {
            settings = try RestrictionSettings(text)
        } catch {
            FileHandle.standardError.write(
                Data("AVKit: \(Self.variable): \(error); until it is corrected, no item plays\n".utf8))
            settings = .nothingAllowed
        }
    }
}

/// A pair of `OPENAVKIT_RESTRICTIONS` that cannot be used.
enum RestrictionSettingsError: Error, Equatable, CustomStringConvertible {
    case notAPair(String)
    case unknownKey(String)
    case badPasscode
    case badAnswer(String)
    case unknownRating(String, region: String)

    var description: String {
        switch self {
        case .notAPair(let text): "“\(text)” is not a pair such as movies=PG-13"
        case .unknownKey(let key):
            "“\(key)” is not one of movies, tv, passcode, region, unrated, profile-movies and profile-tv"
        case .badPasscode:
            "the passcode must have \(RestrictionSettings.passcodeLengths.lowerBound) to"
                + " \(RestrictionSettings.passcodeLengths.upperBound) digits"
        case .badAnswer(let text): "“\(text)” must be allow or deny"
        case .unknownRating(let label, let region): "“\(label)” is not a rating of the region \(region), all or none"
        }
    }
}

extension RestrictionSettings {
    /// Reads the pairs of `OPENAVKIT_RESTRICTIONS`. Restrictions are enabled by any pair except those of the profile.
    init(_ text: String, table: RatingTable = .standard) throws(RestrictionSettingsError) {
        self.init()
        var values: [(key: String, value: String)] = []
        for pair in text.split(whereSeparator: { $0 == "," || $0 == ";" }) {
            let parts = pair.split(separator: "=", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
            guard parts.count == 2 else { throw .notAPair(String(pair)) }
            values.append((parts[0].lowercased(), parts[1]))
        }
        if let region = values.last(where: { $0.key == "region" })?.value { self.region = RatingTable.region(region) }
        for (key, value) in values {
            switch key {
            case "region": isEnabled = true
            case "movies": limits.movies = try limit(value, .movie, table)
            case "tv": limits.television = try limit(value, .television, table)
            case "passcode":
                guard Self.isPasscode(value) else { throw .badPasscode }
                passcode = PasscodeCheck(value)
            case "unrated":
                guard ["allow", "deny"].contains(value) else { throw .badAnswer(value) }
                requiresRating = value == "deny"
            case "profile-movies":
                let limit = try limit(value, .movie, table)
                profile = Limits(movies: limit, television: profile?.television ?? .everything)
            case "profile-tv":
                let limit = try limit(value, .television, table)
                profile = Limits(movies: profile?.movies ?? .everything, television: limit)
            default: throw .unknownKey(key)
            }
            if !key.hasPrefix("profile") { isEnabled = true }
        }
    }

    static func isPasscode(_ text: String) -> Bool {
        passcodeLengths.contains(text.count) && text.allSatisfy { ("0"..."9").contains($0) }
    }

    private func limit(
        _ text: String, _ medium: RatingTable.Medium, _ table: RatingTable
    ) throws(RestrictionSettingsError) -> Limit {
        switch text.lowercased() {
        case "all": return .everything
        case "none": return .nothing
        default:
            guard table.rating(text, of: medium, in: region) != nil || !table.ratings(text, preferring: region).isEmpty
            else { throw .unknownRating(text, region: region) }
            return .rating(text)
        }
    }
}
