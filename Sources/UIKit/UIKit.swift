@_exported public import CoreGraphics
@_exported public import DurationFormatting
@_exported public import Foundation
@_exported public import KeyValueObserving
@_exported public import QuartzCore
@_exported public import Selectors
// Names that Foundation brings along on Apple's platforms.
@_exported public import func CoreMedia.CFAbsoluteTimeGetCurrent
@_exported public import func CoreMedia.autoreleasepool
@_exported public import func CoreMedia.objc_sync_enter
@_exported public import func CoreMedia.objc_sync_exit
@_exported public import let CoreMedia.NSEC_PER_MSEC
@_exported public import let CoreMedia.NSEC_PER_SEC
@_exported public import let CoreMedia.NSEC_PER_USEC
@_exported public import let CoreMedia.USEC_PER_SEC
@_exported public import typealias CoreMedia.CFAbsoluteTime
@_exported public import typealias CoreMedia.CFTimeInterval
