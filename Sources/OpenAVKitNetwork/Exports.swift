@_exported public import OpenAVKitNetwork
