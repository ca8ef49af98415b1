import Foundation

/// `NSNumber`, bits per second: selects the variant with the lowest bit rate that is at least as high, else the one with the highest.
public let AVAssetDownloadTaskMinimumRequiredMediaBitrateKey = "AVAssetDownloadTaskMinimumRequiredMediaBitrateKey"
/// `CGSize`, pixels: selects the smallest variant that is at least as large.
public let AVAssetDownloadTaskMinimumRequiredPresentationSizeKey =
    "AVAssetDownloadTaskMinimumRequiredPresentationSizeKey"
/// `AVMediaSelection`: the audio and subtitles to download.
public let AVAssetDownloadTaskMediaSelectionKey = "AVAssetDownloadTaskMediaSelectionKey"
/// Accepted without effect. Here: the audio is that of the media selection.
public let AVAssetDownloadTaskMediaSelectionPrefersMultichannelKey =
    "AVAssetDownloadTaskMediaSelectionPrefersMultichannelKey"
/// `NSNumber` or `Bool`: prefers variants with lossless audio.
public let AVAssetDownloadTaskPrefersLosslessAudioKey = "AVAssetDownloadTaskPrefersLosslessAudioKey"
/// `NSNumber` or `Bool`: prefers variants with a high dynamic range.
public let AVAssetDownloadTaskPrefersHDRKey = "AVAssetDownloadTaskPrefersHDRKey"
