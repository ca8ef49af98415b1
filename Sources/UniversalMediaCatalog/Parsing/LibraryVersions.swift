import CCurl
import CLibXML2
import CZlib

/// The versions of the libraries that read feeds, for bug reports.
public enum LibraryVersions {
    /// The versions as `libxml2 2.9.14, zlib 1.3.1, libcurl 8.5.0`.
    public static var text: String {
        // `libcurl/8.5.0 OpenSSL/3.0.13 …`
        let curl = String(cString: curl_version()).split(separator: " ").first?.split(separator: "/").last ?? "unknown"
        return "libxml2 \(LIBXML_DOTTED_VERSION), zlib \(String(cString: zlibVersion())), libcurl \(curl)"
    }
}
