/// Items for the examples of rules about episodes.
enum EpisodesOfSeason {
    /// A second episode of the sample's season with this title.
    static func titled(_ title: String) -> String {
        EpisodeNumberTwice.episode(2, 2).replacing("The Buoy Who Forgot the Sea", with: title)
    }

    /// A further season of the sample's first show.
    static func season(_ number: Int, _ date: String) -> String {
        """
          <item contentType="tv_season" contentId="LB-SEAS-0100-\(number)">
            <pubDate>2026-02-20T12:00:00Z</pubDate>
            <title locale="en-US">Harbor of Small Machines: Season \(number)</title>
            <artwork url="https://img.example.org/LB-SEAS-0100-\(number)/square.jpg" type="cover_artwork_square" locales="en-US"/>
            <tvSeasonInfo>
              <showContentId>LB-SHOW-0100</showContentId>
              <seasonNumber>\(number)</seasonNumber>
              <originalPremiereDate>\(date)</originalPremiereDate>
            </tvSeasonInfo>
          </item>

        """
    }
}
