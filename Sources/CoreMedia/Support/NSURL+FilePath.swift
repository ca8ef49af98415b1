// Apple: NSURL has these methods. Foundation on Linux has those of URL only.

extension NSURL {
    /// Returns the URL of a file; whether it is a folder is read from the disk.
    public class func fileURL(withPath path: String) -> URL { URL(fileURLWithPath: path) }

    public class func fileURL(withPath path: String, isDirectory isDir: Bool) -> URL {
        URL(fileURLWithPath: path, isDirectory: isDir)
    }
}
