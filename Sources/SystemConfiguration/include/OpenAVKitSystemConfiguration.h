#pragma once
#include <stdint.h>

// The types of callbacks, which C must represent: Swift's classes and option sets cannot be parameters of C functions. The functions are in the
// Swift module of the same name.

#pragma clang assume_nonnull begin

/// A network address or a host name whose reachability is determined and followed.
typedef const struct __attribute__((objc_bridge(id))) __SCNetworkReachability *SCNetworkReachabilityRef;

/// Whether an address or a host name is reachable, and how.
typedef enum __attribute__((flag_enum, enum_extensibility(open))) SCNetworkReachabilityFlags : uint32_t {
    /// Over a link to one other machine, such as those of PPP and of VPNs.
    kSCNetworkReachabilityFlagsTransientConnection = 1 << 0,
    /// There is a route over an interface that is up.
    kSCNetworkReachabilityFlagsReachable = 1 << 1,
    /// Apple: a connection must be made first. Here: never set.
    kSCNetworkReachabilityFlagsConnectionRequired = 1 << 2,
    /// Apple: traffic makes the connection. Here: never set.
    kSCNetworkReachabilityFlagsConnectionOnTraffic = 1 << 3,
    /// Apple: the user makes the connection. Here: never set.
    kSCNetworkReachabilityFlagsInterventionRequired = 1 << 4,
    /// Apple: some functions make the connection. Here: never set.
    kSCNetworkReachabilityFlagsConnectionOnDemand = 1 << 5,
    /// The address is one of this machine.
    kSCNetworkReachabilityFlagsIsLocalAddress = 1 << 16,
    /// No router is on the way.
    kSCNetworkReachabilityFlagsIsDirect = 1 << 17,
    /// Over a mobile network.
    kSCNetworkReachabilityFlagsIsWWAN = 1 << 18,
    kSCNetworkReachabilityFlagsConnectionAutomatic = kSCNetworkReachabilityFlagsConnectionOnTraffic
} SCNetworkReachabilityFlags;

/// A function that receives changed flags, with the information of the context.
typedef void (*SCNetworkReachabilityCallBack)(
    SCNetworkReachabilityRef target, SCNetworkReachabilityFlags flags, void *_Nullable info);

/// Status codes of the latest function that failed.
enum {
    kSCStatusOK = 0,
    kSCStatusFailed = 1001,
    kSCStatusInvalidArgument = 1002
};

#pragma clang assume_nonnull end
