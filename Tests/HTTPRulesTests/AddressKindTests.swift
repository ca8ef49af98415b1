import Testing

@testable import HTTPRules

/// The networks of addresses.
struct AddressKindTests {
    @Test(
        "IPv6 addresses that stand for IPv4 addresses are of their kind",
        arguments: [
            ("::", AddressKind.loopback), ("::1", .loopback), ("::ffff:127.0.0.1", .loopback),
            ("::ffff:10.0.0.1", .privateNetwork), ("::ffff:8.8.8.8", .open), ("::127.0.0.1", .loopback),
            ("64:ff9b::7f00:1", .loopback), ("64:ff9b::a00:1", .privateNetwork), ("64:ff9b::808:808", .open),
            ("64:ff9b:1::808:808", .privateNetwork), ("2002:7f00:1::1", .loopback), ("2002:a9fe:a9fe::", .linkLocal),
            ("2002:808:808::1", .open), ("2001:db8::7f00:1", .open), ("fec0::1", .privateNetwork),
            ("fd00::1", .privateNetwork), ("fe80::1", .linkLocal), ("febf::1", .linkLocal), ("ff02::1", .open),
            ("2606:2800:220:1::1", .open), ("100.64.0.1", .privateNetwork), ("100.128.0.1", .open),
            ("172.31.0.1", .privateNetwork), ("172.32.0.1", .open), ("2130706433", .loopback), ("0x7f.1", .loopback),
        ])
    func kinds(address: String, kind: AddressKind) { #expect(AddressKind.kinds(ofHost: address) == [kind]) }
}
