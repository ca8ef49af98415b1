extension SampleFeed {
    static let eventAvailabilityText = #"""
        <?xml version="1.0" encoding="UTF-8"?>
        <!-- Event-based stream: a VOD-type service whose items are sporting events with isLive in the offer. Invented data. -->
        <umcAvailability version="3.0">
          <lastBuildDate>2026-03-02T04:16:00Z</lastBuildDate>
          <service teamId="EXAMPLE001" serviceId="org.example.lanternbay.ebs.ca">
            <serviceType>vod</serviceType>
            <totalItemCount>1</totalItemCount>
            <item contentType="sporting_event" contentId="LB-SPT-7002" catalogId="org.example.lanternbay.sports">
              <pubDate>2026-03-01T20:12:00Z</pubDate>
              <locators>
                <locator platform="atv" action="open" url="https://tv.example.org/ev/LB-SPT-7002?cid=tvapp"/>
                <locator platform="atv" action="play" url="https://tv.example.org/live/LB-SPT-7002?cid=tvapp"/>
                <locator platform="ios" action="open" url="https://tv.example.org/ev/LB-SPT-7002?cid=tvapp"/>
                <locator platform="ios" action="play" url="https://tv.example.org/live/LB-SPT-7002?cid=tvapp"/>
              </locators>
              <playableProperties>
                <primaryLocale>en-CA</primaryLocale>
                <videoQuality>hd</videoQuality>
              </playableProperties>
              <offers>
                <offer>
                  <offeringType>subscription</offeringType>
                  <windowStart>2026-03-15T00:00:00Z</windowStart>
                  <windowEnd>2026-03-16T00:00:00Z</windowEnd>
                  <isLive>true</isLive>
                </offer>
              </offers>
            </item>
          </service>
        </umcAvailability>

        """#
}
