extension Lexicon {
    /// Frequent misspellings, values of programs that stand in the place of a word, and names of sources.
    static let misspellings: [(WordClasses, String)] = [
        (.misspelt, (EnglishMisspellings.right.map(\.0) + AccentlessWords.all).joined(separator: "|")),
        (.emptyValue, "undefined|null|nan"), (.source, "source|wikipedia|anonymous"),
    ]
}

/// English words that are often misspelt, and that are no words of English in their wrong spelling.
enum EnglishMisspellings {
    static let right: [(String, String)] = [
        ("recieve", "receive"), ("recieves", "receives"), ("recieved", "received"), ("recieving", "receiving"),
        ("beleive", "believe"), ("beleives", "believes"), ("beleived", "believed"), ("acheive", "achieve"),
        ("acheives", "achieves"), ("acheived", "achieved"), ("decieve", "deceive"), ("decieves", "deceives"),
        ("percieve", "perceive"), ("freind", "friend"), ("freinds", "friends"), ("freindship", "friendship"),
        ("wierd", "weird"), ("theif", "thief"), ("cheif", "chief"), ("neice", "niece"), ("seige", "siege"),
        ("sieze", "seize"), ("sucess", "success"), ("succesful", "successful"), ("sucessful", "successful"),
        ("succesfully", "successfully"), ("seperate", "separate"), ("seperated", "separated"),
        ("seperates", "separates"), ("seperately", "separately"), ("definately", "definitely"),
        ("definitly", "definitely"), ("desparate", "desperate"), ("desparately", "desperately"),
        ("occured", "occurred"), ("occuring", "occurring"), ("occurence", "occurrence"), ("untill", "until"),
        ("teh", "the"), ("hte", "the"), ("adn", "and"), ("wich", "which"), ("becuase", "because"),
        ("becasue", "because"), ("thier", "their"), ("theri", "their"), ("begining", "beginning"),
        ("beggining", "beginning"), ("goverment", "government"), ("govenment", "government"),
        ("enviroment", "environment"), ("neccessary", "necessary"), ("necesary", "necessary"),
        ("tommorow", "tomorrow"), ("tommorrow", "tomorrow"), ("tomorow", "tomorrow"), ("truely", "truly"),
        ("suprise", "surprise"), ("suprised", "surprised"), ("suprising", "surprising"), ("rythm", "rhythm"),
        ("independant", "independent"), ("agressive", "aggressive"), ("agression", "aggression"),
        ("apparantly", "apparently"), ("appearence", "appearance"), ("existance", "existence"),
        ("persistant", "persistent"), ("knowlege", "knowledge"), ("liason", "liaison"), ("harrass", "harass"),
        ("embarass", "embarrass"), ("embarassing", "embarrassing"), ("embarassed", "embarrassed"),
        ("millenium", "millennium"), ("pursuade", "persuade"), ("posession", "possession"),
        ("possesion", "possession"), ("posesses", "possesses"), ("commited", "committed"),
        ("commiting", "committing"), ("comitted", "committed"), ("adress", "address"),
        ("cemetary", "cemetery"), ("collegue", "colleague"), ("collegues", "colleagues"),
        ("dissapear", "disappear"), ("dissapears", "disappears"), ("dissapeared", "disappeared"),
        ("disapear", "disappear"), ("disapears", "disappears"), ("dissappear", "disappear"),
        ("dissapearance", "disappearance"), ("dissapointed", "disappointed"), ("dilemna", "dilemma"),
        ("familar", "familiar"), ("foriegn", "foreign"), ("fourty", "forty"), ("garantee", "guarantee"),
        ("gaurd", "guard"), ("happend", "happened"), ("heros", "heroes"), ("immediatly", "immediately"),
        ("interupt", "interrupt"), ("investigaton", "investigation"), ("jewelery", "jewelry"),
        ("mischievious", "mischievous"), ("misterious", "mysterious"),
        ("mysterius", "mysterious"), ("noticable", "noticeable"), ("ocassion", "occasion"),
        ("occassion", "occasion"), ("occassionally", "occasionally"), ("oppurtunity", "opportunity"),
        ("oppertunity", "opportunity"), ("parliment", "parliament"), ("pavillion", "pavilion"),
        ("peice", "piece"), ("peices", "pieces"), ("prefered", "preferred"), ("priviledge", "privilege"),
        ("proffesor", "professor"), ("profesor", "professor"), ("publically", "publicly"),
        ("recomend", "recommend"), ("refered", "referred"), ("relevent", "relevant"), ("religous", "religious"),
        ("resistence", "resistance"), ("restarant", "restaurant"), ("resturant", "restaurant"),
        ("rediculous", "ridiculous"), ("sargent", "sergeant"), ("seargent", "sergeant"), ("sherrif", "sheriff"),
        ("sherriff", "sheriff"), ("sence", "sense"), ("strenght", "strength"), ("lenght", "length"),
        ("temperture", "temperature"), ("threshhold", "threshold"),
        ("tragicly", "tragically"), ("twelth", "twelfth"), ("tyrany", "tyranny"), ("unforseen", "unforeseen"),
        ("unfortunatly", "unfortunately"), ("vaccum", "vacuum"), ("vengence", "vengeance"),
        ("vengance", "vengeance"), ("villian", "villain"), ("villians", "villains"), ("whereever", "wherever"),
        ("writting", "writing"), ("writen", "written"), ("yeild", "yield"), ("detctive", "detective"),
        ("detctives", "detectives"), ("dectective", "detective"), ("detectve", "detective"),
        ("murdrer", "murderer"), ("jounalist", "journalist"), ("jouney", "journey"), ("jorney", "journey"),
        ("familly", "family"), ("brithday", "birthday"), ("scientst", "scientist"), ("stuggle", "struggle"),
        ("stuggles", "struggles"), ("struggels", "struggles"), ("discoveres", "discovers"), ("dicovers", "discovers"),
        ("disover", "discover"), ("discoverd", "discovered"), ("buisness", "business"), ("bussiness", "business"),
        ("busness", "business"), ("thsi", "this"), ("htis", "this"), ("tihs", "this"), ("taht", "that"),
        ("waht", "what"),
        ("wiht", "with"), ("whith", "with"), ("yuo", "you"), ("abotu", "about"),
        ("agian", "again"), ("alot", "a lot"), ("allways", "always"), ("arguement", "argument"), ("athiest", "atheist"),
        ("basicly", "basically"), ("completly", "completely"), ("concious", "conscious"),
        ("conciousness", "consciousness"),
        ("curiousity", "curiosity"), ("encyclopeadia", "encyclopedia"), ("excercise", "exercise"),
        ("extreem", "extreme"),
        ("finaly", "finally"), ("futher", "further"), ("garuntee", "guarantee"), ("gallary", "gallery"),
        ("geneology", "genealogy"),
        ("greatful", "grateful"), ("gratefull", "grateful"), ("hopefull", "hopeful"), ("powerfull", "powerful"),
        ("beautifull", "beautiful"), ("beatiful", "beautiful"), ("beutiful", "beautiful"), ("wonderfull", "wonderful"),
        ("inocent", "innocent"), ("innoculate", "inoculate"), ("intellegent", "intelligent"),
        ("labratory", "laboratory"),
        ("libary", "library"), ("lonley", "lonely"), ("maintainance", "maintenance"), ("manuever", "maneuver"),
        ("medeval", "medieval"), ("memmory", "memory"), ("minature", "miniature"), ("mountian", "mountain"),
        ("nieghbor", "neighbor"), ("neigbor", "neighbor"), ("nieghbour", "neighbour"), ("orginal", "original"),
        ("orphange", "orphanage"), ("paralel", "parallel"), ("passanger", "passenger"), ("prisioner", "prisoner"),
        ("pyscho", "psycho"), ("phsycological", "psychological"), ("psycological", "psychological"),
        ("questionaire", "questionnaire"),
        ("rebelion", "rebellion"), ("revolutionnary", "revolutionary"), ("sacrafice", "sacrifice"),
        ("sacrifise", "sacrifice"), ("secretery", "secretary"), ("soliders", "soldiers"),
        ("speach", "speech"), ("straigth", "straight"), ("suspision", "suspicion"), ("suspicous", "suspicious"),
        ("terrorrist", "terrorist"), ("togehter", "together"), ("togather", "together"), ("transfered", "transferred"),
        ("unkown", "unknown"), ("unkonwn", "unknown"), ("vetran", "veteran"), ("visious", "vicious"),
        ("wendesday", "Wednesday"),
        ("wilderniss", "wilderness"), ("witnes", "witness"), ("yougest", "youngest"),
    ]
}

/// Words of languages with accents that are no words without them.
enum AccentlessWords {
    static let byLanguage: [(Language, [String])] = [
        (
            "fr",
            [
                "apres", "tres", "etre", "deja", "annee", "annees", "frere", "freres", "derriere", "etait", "etaient",
                "premiere", "mystere", "mysterieux", "mysterieuse", "pere", "mere", "debut", "celebre", "decouvre",
                "decouvrir",
                "epoque", "ecole", "etudiant", "verite", "liberte", "societe", "realite", "amitie",
            ]
        ),
        (
            "es",
            [
                "tambien", "despues", "ademas", "nino", "ninos", "espanol", "senor", "senora", "companero",
                "companera", "companeros", "pequeno", "pequena", "dia", "dias", "mision", "corazon", "jovenes",
                "policia",
                "detras", "travesia",
            ]
        ),
        (
            "de",
            [
                "fuer", "ueber", "koennen", "muessen", "waehrend", "spaeter", "zurueck", "gegenueber", "moechte",
                "maedchen",
            ]
        ),
    ]

    static let all = byLanguage.flatMap(\.1)
}
