@_exported public import AVFAudio
@_exported public import CoreGraphics
@_exported public import CoreMedia
@_exported public import CoreVideo
@_exported public import Foundation
@_exported public import KeyValueObserving
@_exported public import QuartzCore
@_exported public import Selectors
