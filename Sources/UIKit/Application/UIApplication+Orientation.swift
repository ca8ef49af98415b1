extension UIApplication {
    /// The orientation of the interface in the first window scene; unknown before there is one. Deprecated by Apple, and used by older sources.
    public var statusBarOrientation: UIInterfaceOrientation {
        connectedScenes.lazy.compactMap { $0 as? UIWindowScene }.first?.interfaceOrientation ?? .unknown
    }
}
