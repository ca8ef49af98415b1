@_exported public import CoreGraphics
@_exported public import KeyValueObserving
@_exported public import Selectors
