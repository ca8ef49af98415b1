import AVKit

// An app for the tests of links: it writes what its delegates receive into a file in the folder LINK_PROBE_LOG, which has the name of the
// app's identifier. It ends by itself after three minutes.
alarm(180)
Probe.log("start \(Probe.identity)")
UIApplication.isHeadless = Probe.isOn("LINK_PROBE_HEADLESS")
UIApplication.endsWithLastWindow = false
exit(UIApplicationMain(CommandLine.argc, CommandLine.unsafeArgv, nil, "link_probe.ProbeDelegate"))
