import MediaEngine
import Testing

@testable import AVFoundation

@Suite struct AVErrorTests {
    @Test("api section 6: an AVError has domain and code, and matches patterns, also as NSError")
    func error_bridges() {
        let error: any Error = AVError(
            .decodeFailed, userInfo: [AVErrorTimeKey: NSValue(time: CMTime(value: 1, timescale: 2))])
        #expect((error as NSError).domain == AVFoundationErrorDomain && (error as NSError).code == -11821)
        #expect(!error.localizedDescription.isEmpty)
        do {
            throw error
        } catch AVError.decodeFailed {
        } catch {
            Issue.record("no match")
        }
        let back = AVError(_nsError: error as NSError)
        #expect(back == AVError(.decodeFailed) && back.time == CMTime(value: 1, timescale: 2))
        #expect(AVError.Code.decodeFailed ~= (error as NSError) as any Error)
        let unheardOf = AVError(_nsError: NSError(domain: AVFoundationErrorDomain, code: -11999))
        #expect(unheardOf.code == .unknown && unheardOf.errorCode == -11999)
        #expect(AVError.contentIsProtected.rawValue == -11831 && AVError.failedToParse.rawValue == -11853)
    }

    @Test("an AVError and the URLError of a missing file are caught as NSError, and NSErrors cast to AVError")
    func error_casts() async throws {
        func isCaught(_ error: any Error, as domain: String, _ code: Int) -> Bool {
            do {
                throw error
            } catch let error as NSError where error.domain == domain {
                return error.code == code
            } catch {
                return false
            }
        }
        let error = AVError(.decodeFailed, userInfo: [AVErrorFileSizeKey: NSNumber(value: 9)])
        #expect(isCaught(error, as: AVFoundationErrorDomain, -11821))
        let cast = error as Any as? NSError
        #expect(cast === error._nsError)
        #expect(
            (NSError(domain: AVFoundationErrorDomain, code: -11833) as any Error as? AVError)?.code == .decoderNotFound)
        #expect(NSError(domain: NSURLErrorDomain, code: -11833) as any Error as? AVError == nil)
        let asset = AVURLAsset(url: URL(fileURLWithPath: "/nonexistent/a.mp4"))
        let failure = await #expect(throws: (any Error).self) { _ = try await asset.load(.duration) }
        #expect(isCaught(try #require(failure), as: NSURLErrorDomain, NSURLErrorFileDoesNotExist))
    }

    @Test(
        "api section 6: the engine's errors become AVError or URLError",
        arguments: [
            (MediaError.Code.formatNotRecognized, -11828), (.malformed, -11829), (.decoderNotFound, -11833),
            (.rangesNotSupported, -11850), (.contentIsProtected, -11831), (.noImageAtTime, -11832),
            (.cancelled, -11878),
            (.fileNotFound, -1100), (.cannotFindHost, -1003), (.networkTimedOut, -1001), (.connectionLost, -1005),
            (.unsupportedScheme, -1002), (MediaError.Code(rawValue: 1999), -11800),
        ])
    func mediaError_maps(code: MediaError.Code, expected: Int) {
        let error = MediaError(code, "What happened.").publicError
        #expect((error as NSError).code == expected)
        #expect((error as NSError).domain == (expected > -11000 ? NSURLErrorDomain : AVFoundationErrorDomain))
        #expect(error.localizedDescription == "What happened.")
    }

    @Test("api section 6: HTTP statuses map to URLError codes, and underlying errors form a chain")
    func mediaError_chain() throws {
        let cause = MediaError(.connectionLost, "The line went dead.", detail: "curl 56")
        let url = try #require(URL(string: "https://example.com/a"))
        let error =
            MediaError(.httpStatus, "Not there.", url: url, httpStatus: 404, cause: cause).publicError as NSError
        #expect(error.code == NSURLErrorFileDoesNotExist && error.userInfo[NSURLErrorFailingURLErrorKey] as? URL == url)
        let own = try #require(error.userInfo[NSUnderlyingErrorKey] as? NSError)
        #expect(own.domain == engineErrorDomain && own.code == 2009 && own.userInfo["httpStatus"] as? Int == 404)
        let inner = try #require(own.userInfo[NSUnderlyingErrorKey] as? NSError)
        #expect(inner.code == MediaError.Code.connectionLost.rawValue && inner.localizedDescription.contains("curl 56"))
        func code(_ status: Int) -> Int {
            (MediaError(.httpStatus, "", httpStatus: status).publicError as NSError).code
        }
        #expect(code(403) == NSURLErrorNoPermissionsToReadFile && code(503) == NSURLErrorBadServerResponse)
    }

    @Test("api section 0: constants have Apple's raw strings, under their old and new names")
    func constants_rawValues() {
        #expect(AVMetadataCommonIdentifierTitle == .commonIdentifierTitle)
        #expect(AVMetadataIdentifier.quickTimeMetadataTitle.rawValue == "mdta/com.apple.quicktime.title")
        #expect(
            AVMediaType.video.rawValue == "vide"
                && AVMediaCharacteristic.audible.rawValue == "AVMediaCharacteristicAudible")
        #expect(AVLayerVideoGravity.resizeAspectFill.rawValue == "AVLayerVideoGravityResizeAspectFill")
        #expect(AVFileType.mp4.rawValue == "public.mpeg-4" && AVMetadataKeySpace.common.rawValue == "comn")
    }

    @Test("an extension store holds one value for each type")
    func extensionStore_keepsByType() {
        struct Marks: Sendable, Equatable { var count = 0 }
        let store = ExtensionStore()
        #expect(store[Marks.self] == nil)
        store[Marks.self] = Marks(count: 2)
        #expect(
            store.update(Marks.self, initial: Marks()) {
                $0.count += 1; return $0.count
            } == 3)
        #expect(store[Marks.self] == Marks(count: 3))
        store[Marks.self] = nil
        #expect(store[Marks.self] == nil)
    }
}
