// R4: programs that import AVKit see the modules below it, as on Apple's platforms.
@_exported public import AVFoundation
@_exported public import CoreGraphics
@_exported public import CoreMedia
@_exported public import Foundation
@_exported public import KeyValueObserving
@_exported public import QuartzCore
@_exported public import UIKit
