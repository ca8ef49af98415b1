import Foundation

/// `NSNumber`, bits per second: the cheapest variant that has as many is taken, the best where none has.
public let AVAssetDownloadTaskMinimumRequiredMediaBitrateKey = "AVAssetDownloadTaskMinimumRequiredMediaBitrateKey"
/// `CGSize`, pixels: the smallest variant that is as large is taken.
public let AVAssetDownloadTaskMinimumRequiredPresentationSizeKey =
    "AVAssetDownloadTaskMinimumRequiredPresentationSizeKey"
/// `AVMediaSelection`: the sound and subtitles that are taken.
public let AVAssetDownloadTaskMediaSelectionKey = "AVAssetDownloadTaskMediaSelectionKey"
/// Accepted. Here: a variant's sound is that of the selection.
public let AVAssetDownloadTaskMediaSelectionPrefersMultichannelKey =
    "AVAssetDownloadTaskMediaSelectionPrefersMultichannelKey"
/// `NSNumber` or `Bool`: lossless sound is taken where there is such a variant.
public let AVAssetDownloadTaskPrefersLosslessAudioKey = "AVAssetDownloadTaskPrefersLosslessAudioKey"
/// `NSNumber` or `Bool`: variants of a high dynamic range are taken where there are such.
public let AVAssetDownloadTaskPrefersHDRKey = "AVAssetDownloadTaskPrefersHDRKey"
