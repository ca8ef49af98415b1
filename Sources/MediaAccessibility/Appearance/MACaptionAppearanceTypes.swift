/// The settings that a function reads or changes.
public enum MACaptionAppearanceDomain: Int, Sendable {
    /// The settings of a viewer without preferences.
    case `default` = 0
    /// The settings of this viewer.
    case user = 1
}

/// When captions are displayed without a choice by the viewer.
public enum MACaptionAppearanceDisplayType: Int, Sendable {
    /// Only captions that translate passages in a foreign language.
    case forcedOnly = 0
    /// For audio in a language that the viewer does not understand.
    case automatic = 1
    case alwaysOn = 2
}

/// The priority of a setting over the look that the content has.
public enum MACaptionAppearanceBehavior: Int, Sendable {
    case useValue = 0
    /// The setting applies where the content has no look of its own. Here: each setting.
    case useContentIfAvailable = 1
}

public enum MACaptionAppearanceTextEdgeStyle: Int, Sendable {
    case undefined = 0
    case none = 1
    case raised = 2
    case depressed = 3
    /// An outline.
    case uniform = 4
    case dropShadow = 5
}
