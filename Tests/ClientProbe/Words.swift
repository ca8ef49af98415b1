import Foundation

/// The client's texts, in English or Arabic by LANGUAGE.
struct Words {
    private let isArabic = ProcessInfo.processInfo.environment["LANGUAGE"]?.hasPrefix("ar") == true

    private func text(_ english: String, _ arabic: String) -> String { isArabic ? arabic : english }

    var title: String { text("The Harbour", "الميناء") }
    var subtitle: String { text("Season 1 · Episode 4", "الموسم 1 · الحلقة 4") }
    var summary: String {
        text(
            "A storm closes the harbour, and nobody can leave the island.",
            "تغلق عاصفة الميناء، ولا يستطيع أحد مغادرة الجزيرة.")
    }
    var nextTitle: String { text("The Lighthouse", "المنارة") }
    var nextSubtitle: String { text("Season 1 · Episode 5", "الموسم 1 · الحلقة 5") }
    var skipIntroduction: String { text("Skip Introduction", "تخطي المقدمة") }
    var nextEpisode: String { text("Next Episode", "الحلقة التالية") }
    var cast: String { text("Cast", "طاقم العمل") }
    var names: String {
        text("Ada Moreno · Jonas Weil · Keiko Arai · Samir Haddad", "آدا مورينو · يوناس فايل · كيكو أراي · سمير حداد")
    }
    var more: String { text("Extras", "إضافات") }
    var moreDetail: String {
        text("The making of the storm, and two deleted scenes", "كيف صُنعت العاصفة، ومشهدان محذوفان")
    }
    var angle: String { text("Camera", "الكاميرا") }
    var angles: [String] {
        isArabic ? ["الرئيسية", "الجسر", "من الأعلى"] : ["Main", "Bridge", "From above"]
    }
    var channel: String { text("Channel 7", "القناة 7") }
    var programme: String { text("Evening news", "أخبار المساء") }
}
