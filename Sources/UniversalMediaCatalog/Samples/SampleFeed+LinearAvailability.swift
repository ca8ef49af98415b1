extension SampleFeed {
    static let linearAvailabilityText = #"""
        <?xml version="1.0" encoding="UTF-8"?>
        <!-- One linear channel = one feed. Inner spelling of serviceOffers/linearOffers is a design decision. Invented data. -->
        <umcAvailability version="3.0">
          <lastBuildDate>2026-03-02T04:15:00Z</lastBuildDate>
          <service teamId="EXAMPLE001" serviceId="org.example.lanternbay.linear.sports1">
            <serviceType>linear</serviceType>
            <totalItemCount>1</totalItemCount>
            <name locale="en-US">Lantern Bay Sports One</name>
            <name locale="en-US" type="synonym">Lantern Sports</name>
            <serviceOffers>
              <serviceOffer>
                <offeringType>subscription</offeringType>
                <windowStart>2026-01-01T00:00:00Z</windowStart>
                <restrictions>
                  <restriction type="tier" relationship="allow">Sports</restriction>
                  <restriction type="deviceLocation" relationship="allow">US</restriction>
                </restrictions>
              </serviceOffer>
            </serviceOffers>
            <locators>
              <locator platform="atv" action="play" url="https://tv.example.org/live/sports1?cid=tvapp"/>
              <locator platform="ios" action="play" url="https://tv.example.org/live/sports1?cid=tvapp"/>
            </locators>
            <item contentType="sporting_event" contentId="LB-SPT-7001" catalogId="org.example.lanternbay.sports">
              <pubDate>2026-03-01T20:10:00Z</pubDate>
              <playableProperties>
                <closedCaptioning>en-US</closedCaptioning>
                <primaryLocale>en-US</primaryLocale>
                <videoQuality>hd</videoQuality>
              </playableProperties>
              <linearOffers>
                <linearOffer>
                  <windowStart>2026-03-07T18:45:00-05:00</windowStart>
                  <windowEnd>2026-03-07T22:00:00-05:00</windowEnd>
                  <isLive>true</isLive>
                  <restrictions>
                    <restriction type="deviceLocation" relationship="deny">dma:537</restriction>
                    <restriction type="billingLocation" relationship="deny">5f2c-hashed-example</restriction>
                  </restrictions>
                </linearOffer>
                <linearOffer>
                  <windowStart>2026-03-08T09:00:00-05:00</windowStart>
                  <windowEnd>2026-03-08T12:00:00-05:00</windowEnd>
                  <isLive>false</isLive>
                </linearOffer>
              </linearOffers>
            </item>
          </service>
        </umcAvailability>

        """#
}
