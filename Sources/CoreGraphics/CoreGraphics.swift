@_exported public import CoreFoundationNames
@_exported public import Foundation
