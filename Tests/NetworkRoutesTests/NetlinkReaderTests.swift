import Foundation
import Testing

@testable import NetworkRoutes

@Suite("Network routes: messages of the kernel")
struct NetlinkReaderTests {
    @Test("truncated, random and contradictory bytes do not trap")
    func randomBytes() {
        var generator = SystemRandomNumberGenerator()
        for count in 0..<2000 {
            var bytes = (0..<count % 300).map { _ in UInt8.random(in: 0...255, using: &generator) }
            // Plausible headers, so that the reader comes to the attributes.
            if bytes.count >= 20 {
                bytes.replaceSubrange(0..<4, with: [UInt8(bytes.count & 0xfc), 0, 0, 0])
                bytes.replaceSubrange(4..<6, with: [[16, 24, 2][count % 3], 0])
                bytes[16] = 2
                bytes[17] = 0
            }
            _ = NetlinkReader.messages(bytes)
            _ = NetlinkReader.routeAnswer(bytes, sequence: UInt32(count % 3))
        }
    }

    @Test("a default route of the main table is read, one of another table and one to a network are not")
    func routes() {
        func message(destinationLength: UInt8, table: UInt8) -> [UInt8] {
            let attributes: [UInt8] = [8, 0, 5, 0, 10, 0, 0, 1, 8, 0, 4, 0, 3, 0, 0, 0, 8, 0, 6, 0, 100, 0, 0, 0]
            let body: [UInt8] = [2, destinationLength, 0, 0, table, 3, 0, 1, 0, 0, 0, 0] + attributes
            return [UInt8(16 + body.count), 0, 0, 0, 24, 0, 2, 0, 7, 0, 0, 0, 0, 0, 0, 0] + body
        }
        let read = NetlinkReader.messages(
            message(destinationLength: 0, table: 254) + message(destinationLength: 24, table: 254)
                + message(destinationLength: 0, table: 255))
        let expected = DefaultRoute(isIPv6: false, interfaceIndex: 3, gateway: [10, 0, 0, 1], metric: 100)
        #expect(read.map(\.message) == [.route([expected]), .other, .other])
        #expect(read.map(\.sequence) == [7, 7, 7])
    }

    @Test("the answer to a route request names the interface, the router and the local address")
    func routeAnswers() {
        func message(type: UInt8, gateway: Bool, sequence: UInt8 = 7) -> [UInt8] {
            var attributes: [UInt8] = [8, 0, 4, 0, 3, 0, 0, 0]
            if gateway { attributes += [8, 0, 5, 0, 10, 0, 0, 1] }
            let body: [UInt8] = [2, 32, 0, 0, 254, 0, 0, type, 0, 2, 0, 0] + attributes
            return [UInt8(16 + body.count), 0, 0, 0, 24, 0, 0, 0, sequence, 0, 0, 0, 0, 0, 0, 0] + body
        }
        func answer(_ bytes: [UInt8]) -> RouteAnswer? { NetlinkReader.routeAnswer(bytes, sequence: 7).route }
        #expect(
            answer(message(type: 1, gateway: true)) == RouteAnswer(isLocal: false, interfaceIndex: 3, hasGateway: true))
        #expect(
            answer(message(type: 2, gateway: false)) == RouteAnswer(isLocal: true, interfaceIndex: 3, hasGateway: false)
        )
        let blackHole = NetlinkReader.routeAnswer(message(type: 6, gateway: false), sequence: 7)
        #expect(blackHole.isComplete && blackHole.route == nil)
        let failure: [UInt8] = [20, 0, 0, 0, 2, 0, 0, 0, 7, 0, 0, 0, 0, 0, 0, 0, 0x9b, 0xff, 0xff, 0xff]
        #expect(NetlinkReader.routeAnswer(failure, sequence: 7).isComplete && answer(failure) == nil)
        #expect(!NetlinkReader.routeAnswer(message(type: 1, gateway: true, sequence: 6), sequence: 7).isComplete)
    }

    @Test("the loopback address is local, and an address of another length has no route")
    func systemRoutes() {
        let requests = NetworkRequests()
        #expect(requests.route(to: [127, 0, 0, 1])?.isLocal == true)
        #expect(requests.route(to: [127, 0, 0]) == nil && requests.route(to: []) == nil)
    }
}
