public import Foundation

/// Objects are arguments of `%@` in `NSLog`, `os_log` and `String(format:)`, as on Apple's platforms.
extension NSObject: @retroactive CVarArg, @retroactive _CVarArgObject {
    public var _cVarArgObject: any CVarArg { (self as? NSString) ?? NSString(string: String(describing: self)) }

    public var _cVarArgEncoding: [Int] { _encodeBitsAsWords(self) }
}

/// Returns the value as an argument of a format: itself if it is one, and otherwise its description, for `%@`.
///
/// `openavkit-port` writes this function for `error as CVarArg`: errors are objects on Apple's platforms, and values on Linux.
public func _formatArgument(_ value: Any) -> any CVarArg { value as? any CVarArg ?? String(describing: value) }
