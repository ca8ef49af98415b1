@_exported public import OpenAVKitOS
