import Foundation
import Selectors
import Testing

struct BridgedErrorTests {
    struct PlainError: _BridgedError, LocalizedError, Equatable {
        var number: Int
        init(_ number: Int) { self.number = number }
        init(_nsError error: NSError) { number = error.code }
        static var errorDomain: String { "PlainErrorDomain" }
        var errorCode: Int { number }
        var errorDescription: String? { "Number \(number) failed." }
    }

    private func caught(_ error: any Error) -> NSError? {
        do {
            throw error
        } catch let error as NSError where error.code != 0 {
            return error
        } catch {
            return nil
        }
    }

    @Test("an error of a bridged type is caught as NSError with its domain, code and sentence")
    func toNSError() throws {
        let error = try #require(caught(PlainError(7)))
        #expect(error.domain == "PlainErrorDomain" && error.code == 7)
        #expect(error.localizedDescription == "Number 7 failed.")
        let value: Any = PlainError(7)
        #expect(value as? NSError == error)
    }

    @Test("an NSError of the domain casts to the type, another one does not")
    func fromNSError() {
        let errors: [any Error] = [
            NSError(domain: "PlainErrorDomain", code: 3), NSError(domain: "OtherDomain", code: 3),
        ]
        #expect(errors.map { $0 as? PlainError } == [PlainError(3), nil])
    }

    @Test("URLError and POSIXError are caught as NSError, and NSErrors of their domains cast to them")
    func foundationErrors() throws {
        let url = try #require(caught(URLError(.badURL, userInfo: ["key": 2])))
        #expect(url.domain == NSURLErrorDomain && url.code == -1000 && url.userInfo["key"] as? Int == 2)
        #expect(
            (NSError(domain: NSURLErrorDomain, code: -1009) as any Error as? URLError)?.code == .notConnectedToInternet)
        #expect(NSError(domain: "OtherDomain", code: -1009) as any Error as? URLError == nil)
        let system = try #require(caught(POSIXError(.ENOENT)))
        #expect(system.domain == NSPOSIXErrorDomain && system.code == Int(ENOENT))
        #expect((NSError(domain: NSPOSIXErrorDomain, code: Int(EPERM)) as any Error as? POSIXError)?.code == .EPERM)
    }
}
