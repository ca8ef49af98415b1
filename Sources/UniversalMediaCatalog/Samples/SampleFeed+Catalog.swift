extension SampleFeed {
    static let catalogText = #"""
        <?xml version="1.0" encoding="UTF-8"?>
        <!-- All names, people and services are invented. Element spelling beyond the S/L rows of umc-catalog.md is our own choice. -->
        <umcCatalog version="3.6" teamId="EXAMPLE001" catalogId="org.example.lanternbay.catalog">
          <totalItemCount>6</totalItemCount>
          <lastBuildDate>2026-03-02T04:00:00Z</lastBuildDate>
          <title>Lantern Bay TV (fictional)</title>
          <description>Movies and series of an invented service.</description>
          <defaultLocale>en-US</defaultLocale>

          <item contentType="movie" contentId="LB-MOV-0001">
            <pubDate>2026-02-27T09:15:00+00:00</pubDate>
            <contentGroupId>LB-GRP-0001</contentGroupId>
            <title locale="en-US">The Paper Lighthouse</title>
            <title locale="fr-FR">Le Phare de papier</title>
            <title locale="ja-JP">紙の灯台</title>
            <title locale="ja-JP" isPhonetic="true">かみ の とうだい</title>
            <description locale="en-US">A retired mapmaker rebuilds a lighthouse out of old charts and finds a coast that nobody has drawn.</description>
            <description locale="fr-FR">Un cartographe à la retraite reconstruit un phare avec de vieilles cartes et découvre une côte que personne n'a dessinée.</description>
            <genre>drama</genre>
            <genre>mystery</genre>
            <rating systemCode="mpaa">PG</rating>
            <rating systemCode="fr-movie">Tout public</rating>
            <artwork url="https://img.example.org/LB-MOV-0001/cover-h-en.jpg" type="cover_artwork_horizontal" locales="en,en-US"/>
            <artwork url="https://img.example.org/LB-MOV-0001/cover-h-fr.jpg" type="cover_artwork_horizontal" locales="fr,fr-FR"/>
            <artwork url="https://img.example.org/LB-MOV-0001/tile.jpg" type="tile_artwork"/>
            <artwork url="https://img.example.org/LB-MOV-0001/bg.jpg" type="centered_background"/>
            <artwork url="https://img.example.org/LB-MOV-0001/bg-small.jpg" type="centered_background_small"/>
            <artwork url="https://img.example.org/LB-MOV-0001/logo.png" type="content_logo_polychromatic" locales="en-US"/>
            <credit role="director">Imre Fictional</credit>
            <credit role="actor" characterName="Oda">Nell Invented</credit>
            <isOriginal>true</isOriginal>
            <keyword locale="en-US">sea</keyword>
            <originalLanguage>en</originalLanguage>
            <externalId system="house">PLH-2025-01</externalId>
            <movieInfo>
              <type>feature</type>
              <duration>6120</duration>
              <originalReleaseDate territory="US">2025-10-03</originalReleaseDate>
              <productionCountry>NZ</productionCountry>
              <studio>Invented Tide Pictures</studio>
            </movieInfo>
          </item>

          <item contentType="tv_show" contentId="LB-SHOW-0100">
            <pubDate>2026-02-20T12:00:00Z</pubDate>
            <title locale="en-US">Harbor of Small Machines</title>
            <description locale="en-US">In a port run by patient robots, two sisters repair the things that people leave behind.</description>
            <genre>comedy</genre>
            <genre>sci_fi</genre>
            <rating systemCode="us-tv" advisories="L">TV-PG</rating>
            <artwork url="https://img.example.org/LB-SHOW-0100/cover-h.jpg" type="cover_artwork_horizontal" locales="en-US"/>
            <artwork url="https://img.example.org/LB-SHOW-0100/square.jpg" type="cover_artwork_square" locales="en-US"/>
            <credit role="creator">Tam Notreal</credit>
            <isOriginal>true</isOriginal>
            <tvShowInfo>
              <type>series</type>
              <originalPremiereDate>2025-09-12</originalPremiereDate>
              <network>Lantern Bay TV</network>
            </tvShowInfo>
          </item>

          <item contentType="tv_season" contentId="LB-SEAS-0100-1">
            <pubDate>2026-02-20T12:00:00Z</pubDate>
            <title locale="en-US">Harbor of Small Machines</title>
            <artwork url="https://img.example.org/LB-SEAS-0100-1/square.jpg" type="cover_artwork_square" locales="en-US"/>
            <tvSeasonInfo>
              <showContentId>LB-SHOW-0100</showContentId>
              <seasonNumber>1</seasonNumber>
              <originalPremiereDate>2025-09-12</originalPremiereDate>
            </tvSeasonInfo>
          </item>

          <item contentType="tv_episode" contentId="LB-EP-0100-0101">
            <pubDate>2026-02-21T08:30:00Z</pubDate>
            <title locale="en-US">The Crane Who Collected Bells</title>
            <description locale="en-US">A loading crane refuses to work until the harbor returns every bell it has ever lost.</description>
            <genre>comedy</genre>
            <rating systemCode="us-tv">TV-PG</rating>
            <artwork url="https://img.example.org/LB-EP-0100-0101/still.jpg" type="episode_still"/>
            <credit role="director">Ro Madeup</credit>
            <tvEpisodeInfo>
              <type>standard</type>
              <duration>1740</duration>
              <originalAirDate>2025-09-12</originalAirDate>
              <showContentId>LB-SHOW-0100</showContentId>
              <seasonContentId>LB-SEAS-0100-1</seasonContentId>
              <seasonNumber>1</seasonNumber>
              <episodeNumber>1</episodeNumber>
            </tvEpisodeInfo>
          </item>

          <item contentType="tv_show" contentId="LB-SHOW-0200">
            <pubDate>2026-03-01T10:00:00Z</pubDate>
            <title locale="en-US">Nine Quiet Volcanoes</title>
            <description locale="en-US">A documentary journey to nine mountains that people forgot were on fire.</description>
            <genre>documentary</genre>
            <rating systemCode="us-tv">TV-G</rating>
            <artwork url="https://img.example.org/LB-SHOW-0200/cover-h.jpg" type="cover_artwork_horizontal" locales="en-US"/>
            <artwork url="https://img.example.org/LB-SHOW-0200/tile.jpg" type="tile_artwork"/>
            <artwork url="https://img.example.org/LB-SHOW-0200/bg.jpg" type="centered_background"/>
            <artwork url="https://img.example.org/LB-SHOW-0200/bg-small.jpg" type="centered_background_small"/>
            <artwork url="https://img.example.org/LB-SHOW-0200/logo.png" type="content_logo_polychromatic" locales="en-US"/>
            <tvShowInfo>
              <type>miniseries</type>
              <originalPremiereDate>2026-05-08</originalPremiereDate>
            </tvShowInfo>
          </item>

          <item contentType="extra" contentId="LB-EXT-0200-T1">
            <pubDate>2026-03-01T10:00:00Z</pubDate>
            <title locale="en-US">Nine Quiet Volcanoes: Preview</title>
            <description locale="en-US">A first look at the nine mountains of the series.</description>
            <artwork url="https://img.example.org/LB-EXT-0200-T1/cover-h.jpg" type="cover_artwork_horizontal"/>
            <extraInfo>
              <type>preview</type>
              <relatedContentId>LB-SHOW-0200</relatedContentId>
              <duration>95</duration>
              <language>en</language>
            </extraInfo>
          </item>
        </umcCatalog>

        """#
}
