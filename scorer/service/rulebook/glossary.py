"""The words of all rulesets: what each means, what it is called where the game comes from, and by
which words sentences have it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from scorer.service.i18n.languages import later

__all__ = ["GROUPS", "TERMS", "Term", "by_group"]


class Term(NamedTuple):
    """A word: its id, the group that it stands in, its name, its names in the field (a language's
    code, the name, how it is read), what it means, and the words of each language's sentences that
    are it. A name and a meaning are English: a page says them in its language."""

    id: str
    group: str
    name: str
    names: tuple[tuple[str, str, str], ...]
    meaning: str
    words: Mapping[str, tuple[str, ...]]


GROUPS: Final = {
    "tiles": later("Tiles"),
    "sets": later("Sets"),
    "hand": later("The hand"),
    "play": later("Play"),
    "score": later("The score"),
    "american": later("American mahjong"),
    "riichi": later("Riichi"),
}


def _term(
    group: str, id: str, name: str, field: str, meaning: str, **words: str
) -> tuple[str, Term]:
    """``field`` has names as "zh 碰 pèng; ja ポン pon", ``words`` those of a language, with commas
    between."""
    names = []
    for told in field.split("; ") if field else ():
        language, _, rest = told.partition(" ")
        own, _, read = rest.partition(" ")
        names.append((language, own, read))
    apart = {
        language: tuple(word.strip() for word in told.split(","))
        for language, told in words.items()
    }
    return id, Term(id, group, name, tuple(names), meaning, apart)


TERMS: Final[Mapping[str, Term]] = dict(
    [
        _term(
            *("tiles", "suit", later("Suit"), "zh 花色 huāsè"),
            later("Bamboo, characters or dots: nine numbers, four tiles of each."),
            en="suit, suits, suited",
            fr="famille, familles",
            zh="花色",
        ),
        _term(
            *("tiles", "honour", later("Honour"), "zh 字牌 zìpái; ja 字牌 jihai"),
            later("A wind or a dragon: a tile without a number, of which no chow can be made."),
            en="honour, honours, honor, honors",
            fr="honneur, honneurs",
            zh="字牌",
        ),
        _term(
            *("tiles", "wind", later("Wind"), "zh 风牌 fēngpái; ja 風牌 kazehai"),
            later("East, South, West or North: four tiles of each, and the names of the seats."),
            en="wind, winds",
            fr="vent, vents",
            zh="风牌",
        ),
        _term(
            *("tiles", "dragon", later("Dragon"), "zh 箭牌 jiànpái; ja 三元牌 sangenpai"),
            later("Red, green or white: four tiles of each. A pung of one counts for everybody."),
            en="dragon, dragons",
            fr="dragon, dragons",
            zh="箭牌",
        ),
        _term(
            *("tiles", "terminal", later("Terminal"), "zh 幺九 yāojiǔ; ja 老頭牌 rōtōhai"),
            later("A one or a nine."),
            en="terminal, terminals, one or nine, ones and nines",
            fr="extrémité, extrémités",
            zh="幺九",
        ),
        _term(
            *("tiles", "major", later("Major"), "zh 幺九牌 yāojiǔpái; ja 么九牌 yaochūhai"),
            later("A one, a nine, a wind or a dragon. All other tiles are minor."),
            en="major, majors",
            fr="majeur, majeure, majeurs, majeures",
            zh="幺九牌",
        ),
        _term(
            *("tiles", "simple", later("Simple"), "zh 中张 zhōngzhāng; ja 中張牌 chunchanhai"),
            later("A tile with a number from 2 to 8. The British and classical call it minor."),
            en="simple, simples, minor",
            fr="simple, simples, mineur, mineure, mineurs",
            zh="中张",
        ),
        _term(
            *("tiles", "flower", later("Flower and season"), "zh 花牌 huāpái"),
            later(
                "Eight tiles of which each is there once: who draws one lays it out, and draws "
                "another in its place. Each belongs to a wind."
            ),
            en="flower, flowers, season, seasons",
            fr="fleur, fleurs, saison, saisons",
            zh="花牌, 季节花, 季花",
        ),
        # Sets
        _term(
            *("sets", "chow", later("Chow"), "zh 顺子 shùnzi; yue 上 soeng5; ja 順子 shuntsu"),
            later(
                "Three numbers in a row of one suit. It may be claimed only from the player "
                "before, but to win."
            ),
            en="chow, chows",
            fr="chow, chows",
            zh="顺子, 顺",
        ),
        _term(
            *("sets", "pung", later("Pung"), "zh 刻子 kèzi; yue 碰 pung3; ja 刻子 kōtsu"),
            later("Three tiles that are the same. It may be claimed from every player."),
            en="pung, pungs",
            fr="pung, pungs",
            zh="刻子, 刻",
        ),
        _term(
            *("sets", "kong", later("Kong"), "zh 杠 gàng; yue 槓 gong3; ja 槓子 kantsu"),
            later(
                "Four tiles that are the same, declared as a set. Who declares one draws another "
                "tile."
            ),
            en="kong, kongs",
            fr="kong, kongs",
            zh="杠子, 杠",
        ),
        _term(
            *("sets", "eye", later("Eye"), "zh 将牌 jiàngpái; yue 眼 ngaan5; ja 雀頭 jantō"),
            later("The pair beside the four sets of a hand."),
            en="eye",
            fr="œil",
            zh="将牌, 将, 雀头",
        ),
        _term(
            *("sets", "meld", later("Meld"), "zh 面子 miànzi; ja 面子 mentsu"),
            later("A chow, a pung or a kong. Four of them and an eye are a hand."),
            en="meld, melds",
            fr="figure, figures",
            zh="面子",
        ),
        _term(
            *("sets", "claim", later("Claim"), "zh 鸣牌 míngpái; ja 鳴き naki"),
            later("Take the tile that another player has just discarded, for a set or to win."),
            en="claim, claimed, claims",
            fr="réclamé, réclamée, réclamés, réclamées",
            zh="鸣牌, 别家的",
        ),
        _term(
            *("sets", "exposed", later("Exposed"), "zh 明 míng; ja 明 min"),
            later(
                "Laid out before everybody, because a tile of it was claimed. The Chinese Official "
                "rules say melded."
            ),
            en="exposed, melded",
            fr="exposé, exposée, exposés, exposées",
            zh="明刻, 明杠, 明顺",
        ),
        _term(
            *("sets", "concealed", later("Concealed"), "zh 暗 àn; ja 暗 an"),
            later(
                "Made of tiles that the player drew; a concealed kong is laid out and stays one."
            ),
            en="concealed",
            fr="caché, cachée, cachés, cachées",
            zh="暗刻, 暗杠, 暗顺",
        ),
        _term(
            *("sets", "knitted", later("Knitted"), "zh 组合 zǔhé"),
            later(
                "Put together across the suits: in the Chinese Official rules 147, 258 and 369 of "
                "one suit each, in the British ones pairs or triples of one number."
            ),
            en="knitted, knitting",
            fr="serpentin, serpentine, serpentins, serpentines, tricot",
            zh="组合龙, 不靠, 编织",
        ),
        _term(
            *("sets", "straight", later("Straight"), "zh 龙 lóng; ja 一気通貫 ikkitsūkan"),
            later("The numbers 1 to 9 in three chows: pure in one suit, mixed in all three."),
            en="straight",
            fr="suite pure, suite mêlée, suite serpentine",
            zh="清龙, 花龙",
        ),
        # The hand
        _term(
            *("hand", "mahjong", later("Mahjong"), "zh 和 hú; yue 食糊 sik6wu2; ja 和了 agari"),
            later("A hand that is complete and wins: as a rule four sets and an eye."),
            en="mahjong, mah-jong",
            fr="mahjong, mah-jong",
            zh="和牌",
        ),
        _term(
            *("hand", "fishing", later("Fishing, or calling"), "zh 听牌 tīngpái; ja 聴牌 tenpai"),
            later("One tile short of a winning hand. What would win is what the hand waits for."),
            en="fishing, fish, waited, waits, waiting, calling",
            fr="pêche, en attente, attente, attendait",
            zh="听牌, 听",
        ),
        _term(
            *("hand", "special-hand", later("Special hand"), "zh 特殊牌型 tèshū páixíng"),
            later(
                "A pattern with a value of its own, whatever its parts would count. Some are no "
                "four sets and an eye."
            ),
            en="special hand, special hands, limit hand, limit hands",
            fr="main spéciale, mains spéciales, main limite, mains limites",
            zh="特殊牌型, 特殊牌",
        ),
        _term(
            *("hand", "flush", later("Flush"), "zh 一色 yīsè; ja 一色 isō"),
            later("A hand of one suit: a half flush has honours beside it, a full flush none."),
            en="flush, half flush, full flush",
            fr="semi-pure, main pure",
            zh="混一色, 清一色",
        ),
        _term(
            *("hand", "goulash", later("Goulash"), ""),
            later(
                "In British play the hand after a wall game: tiles are passed on as in a "
                "Charleston, and chosen tiles are wild."
            ),
            en="goulash",
            fr="goulash",
            zh="古拉什",
        ),
        # Play
        _term(
            *("play", "wall", later("Wall"), "zh 牌墙 páiqiáng; ja 山 yama"),
            later("The tiles that are still to be drawn, two high in a square."),
            en="wall",
            fr="mur",
            zh="牌墙, 牌山",
        ),
        _term(
            *(
                "play",
                "dead-wall",
                later("Dead wall, or kong box"),
                "zh 王牌 wángpái; ja 王牌 wanpai",
            ),
            later(
                "The end of the wall, from which the tiles in place of kongs and flowers are "
                "drawn; they are called loose tiles."
            ),
            en="dead wall, kong box, loose tile, loose tiles",
            fr="mur mort, boîte à kongs, tuile de remplacement",
            zh="杠尾, 王牌, 补来的牌",
        ),
        _term(
            *("play", "own-wind", later("Own wind"), "zh 门风 ménfēng; ja 自風 jikaze"),
            later("The wind of the player’s seat. East deals; the seats move on as the deal does."),
            en="own wind, seat wind",
            fr="vent du joueur",
            zh="门风",
        ),
        _term(
            *(
                "play",
                "prevailing-wind",
                later("Prevailing wind"),
                "zh 圈风 quānfēng; ja 場風 bakaze",
            ),
            later(
                "The wind of the round: East until everybody has been East, then South and so on."
            ),
            en="prevailing wind, wind of the round, prevailing, round wind, prevalent wind",
            fr="vent du tour",
            zh="圈风",
        ),
        _term(
            *("play", "self-draw", later("Self-draw"), "zh 自摸 zìmō; ja 自摸 tsumo"),
            later("Win on a tile that one drew oneself, from the wall or in place of another."),
            en="self-drawn, self-draw, drew, was drawn",
            fr="pioche, pioché, piochée, tirée, tiré",
            zh="自摸",
        ),
        _term(
            *(
                "play",
                "robbing-the-kong",
                later("Robbing the kong"),
                "zh 抢杠 qiǎnggàng; ja 槍槓 chankan",
            ),
            later("Win on the fourth tile that another player adds to an exposed pung."),
            en="robbing the kong, robbed from another player's kong, robbed",
            fr="kong volé, volée, volé",
            zh="抢杠",
        ),
        _term(
            *("play", "last-tile", later("Last tile"), "zh 海底 hǎidǐ; ja 海底 haitei"),
            later(
                "The last that can be drawn from the wall; the discard after it is the last too."
            ),
            en="last tile of the wall, wall's last tile, last discard, very last discard",
            fr="dernière tuile du mur, dernier rejet, dernière défausse",
            zh="海底, 河底, 最后一张牌",
        ),
        _term(
            *(
                "play",
                "original-call",
                later("Original call"),
                "zh 天听 tiāntīng; ja ダブル立直 daburu-rīchi",
            ),
            later("Fishing from the first discard on, and told at once."),
            en="original call",
            fr="appel initial",
            zh="天听",
        ),
        _term(
            *(
                "play",
                "washout",
                later("Washout, or wall game"),
                "zh 荒牌 huāngpái; ja 流局 ryūkyoku",
            ),
            later("A hand that nobody wins before the wall ends: it is dealt again."),
            en="washout, wash-out, wash-outs, wall game",
            fr="donne nulle, donnes nulles",
            zh="荒牌, 流局, 荒庄",
        ),
        _term(
            *(
                "play",
                "cannon",
                later("Letting off a cannon"),
                "zh 包 bāo; ja 責任払い sekininbarai",
            ),
            later(
                "Discard what plainly makes a great hand, although something safe was there: who "
                "does so pays for everybody."
            ),
            en="cannon, letting off a cannon",
            fr="canon, coup de canon",
            zh="放大炮, 包牌, 放炮",
        ),
        # The score
        _term(
            *("score", "points", later("Points"), "zh 底子 dǐzi; ja 符 fu"),
            later("What sets, pairs and ways of winning count before anything is doubled."),
        ),
        _term(
            *("score", "double", later("Double"), "zh 翻 fān; yue 番 faan1; ja 飜 han"),
            later("What multiplies the points by two; three doubles make eight times as much."),
            en="double, doubles, doubled",
            fr="double, doubles, doublé, doublée, doublement, doublements",
            zh="翻倍, 加倍",
        ),
        _term(
            *("score", "fan", later("Fan"), "zh 番 fān; yue 番 faan1"),
            later(
                "A pattern that scores: the Chinese Official rules have 81, which are added up. "
                "Elsewhere fan are doubles."
            ),
            en="fan",
            fr="fan, fans",
            zh="番种",
        ),
        _term(
            *(
                "score",
                "limit",
                later("Limit"),
                "zh 满贯 mǎnguàn; yue 爆棚 baau3paang4; ja 満貫 mangan",
            ),
            later("The most that a hand can score. A limit hand scores it whatever it holds."),
            en="limit, the limit",
            fr="limite",
            zh="满贯, 封顶",
        ),
        _term(
            *("score", "faan-laak", later("Faan-laak"), "yue 辣 laat6; zh 辣子 làzi"),
            later("In Hong Kong the limit, and the steps towards it at which a score stops."),
            zh="辣子",
        ),
        _term(
            *(
                "score",
                "chicken-hand",
                later("Chicken hand"),
                "zh 无番和 wúfānhú; yue 雞糊 gai1wu2",
            ),
            later(
                "A hand that wins and shows no pattern: in most rulesets the least that there is."
            ),
            en="chicken hand",
            fr="main sans valeur",
            zh="无番和",
        ),
        # American mahjong
        _term(
            *("american", "card", later("Card"), ""),
            later("The list of hands that may be made this year; no other hand wins."),
            en="card",
            fr="carte",
            zh="牌卡, 牌表",
        ),
        _term(
            *("american", "joker", later("Joker"), "zh 百搭 bǎidā"),
            later(
                "One of eight tiles that stand for any other in a group of three or more, never in "
                "a pair."
            ),
            en="joker, jokers, wild tile, wild tiles",
            fr="joker, jokers",
            zh="百搭, 百搭牌",
        ),
        _term(
            *("american", "charleston", later("Charleston"), ""),
            later("Three tiles passed on three times or more before play, to the right first."),
            en="charleston",
            fr="charleston",
            zh="查尔斯顿, 换牌",
        ),
        _term(
            *("american", "exposure", later("Exposure"), ""),
            later(
                "A group laid out because a tile of it was claimed. A hand marked C may have none."
            ),
            en="exposure, exposures",
            fr="exposition, expositions",
            zh="亮组",
        ),
        _term(
            *("american", "quint", later("Quint"), ""),
            later("Five tiles that are the same: one of them at least is a joker."),
            en="quint, quints",
            fr="quint, quints",
            zh="五张组",
        ),
        # Riichi
        _term(
            *("riichi", "riichi", later("Riichi"), "ja 立直 rīchi; zh 立直 lìzhí"),
            later(
                "Declare that a closed hand waits, lay 1,000 points beside the discard and change"
                " nothing more in the hand."
            ),
            en="riichi",
            fr="riichi",
            zh="立直",
        ),
        _term(
            *("riichi", "ippatsu", later("Ippatsu"), "ja 一発 ippatsu; zh 一发 yīfā"),
            later(
                "Win within one go-around of one’s riichi, before anybody claims a tile or lays a"
                " kong."
            ),
            en="ippatsu",
            fr="ippatsu",
            zh="一发",
        ),
        _term(
            *("riichi", "dora", later("Dora"), "ja ドラ dora; zh 宝牌 bǎopái"),
            later("A tile that adds one han for each that a winning hand holds. It is no yaku."),
            en="dora",
            fr="dora",
            zh="宝牌",
        ),
        _term(
            *(
                "riichi",
                "indicator",
                later("Dora indicator"),
                "ja ドラ表示牌 dora hyōjihai; zh 宝牌指示牌 bǎopái zhǐshìpái",
            ),
            later(
                "A tile turned on the dead wall: the next in order is dora, after 9 the 1, after "
                "north the east, after red the white. Each kong turns one more."
            ),
            en="indicator, indicators",
            fr="indicateur, indicateurs",
            zh="指示牌",
        ),
        _term(
            *("riichi", "ura-dora", later("Uradora"), "ja 裏ドラ uradora; zh 里宝牌 lǐbǎopái"),
            later(
                "The dora of the indicators that lie beneath: they are turned when a player in "
                "riichi has won."
            ),
            en="uradora, ura dora",
            fr="uradora, ura dora",
            zh="里宝牌",
        ),
        _term(
            *("riichi", "red-five", later("Red five"), "ja 赤ドラ akadora; zh 赤五 chìwǔ"),
            later(
                "A five printed in red that takes the place of a plain one, and is a dora by "
                "itself."
            ),
            en="red five, red fives",
            fr="cinq rouge, cinq rouges",
            zh="赤五, 赤5",
        ),
        _term(
            *("riichi", "yaku", later("Yaku"), "ja 役 yaku; zh 役 yì"),
            later(
                "A pattern or a way of winning that has han. A hand wins with at least one, "
                "whatever dora it holds."
            ),
            en="yaku",
            fr="yaku",
            zh="役种, 无役",
        ),
        _term(
            *("riichi", "han", later("Han"), "ja 飜 han; zh 番 fān"),
            later(
                "What yaku and dora bring, added up. Each one more doubles the base points, up to"
                " the mangan."
            ),
            en="han",
            fr="han",
        ),
        _term(
            *("riichi", "fu", later("Fu"), "ja 符 fu; zh 符 fú"),
            later(
                "The small points of a hand: for its sets, its pair, its wait and how it won, "
                "rounded up to tens."
            ),
            en="fu",
            fr="fu",
            zh="符",
        ),
        _term(
            *(
                "riichi",
                "base-points",
                later("Base points"),
                "ja 基本点 kihonten; zh 基本点 jīběndiǎn",
            ),
            later(
                "The fu doubled as often as there are han and twice more. A discarder pays four "
                "times as much, to East six times."
            ),
            en="base points",
            fr="points de base",
            zh="基本点",
        ),
        _term(
            *("riichi", "tenpai", later("Tenpai"), "ja 聴牌 tenpai; zh 听牌 tīngpái"),
            later(
                "One tile short of a complete hand. When the wall ends those in tenpai are paid "
                "by the others, who are noten."
            ),
            en="tenpai, noten",
            fr="tenpai, noten",
        ),
        _term(
            *("riichi", "furiten", later("Furiten"), "ja 振聴 furiten; zh 振听 zhèntīng"),
            later(
                "A hand that waits for a tile which its player has discarded or let pass: it wins"
                " by its own draw alone."
            ),
            en="furiten",
            fr="furiten",
            zh="振听",
        ),
        _term(
            *("riichi", "tsumo", later("Tsumo"), "ja 自摸 tsumo; zh 自摸 zìmō"),
            later("Win on a tile that one drew: all others pay, East more than the rest."),
            en="tsumo",
            fr="tsumo",
        ),
        _term(
            *("riichi", "ron", later("Ron"), "ja 栄 ron; zh 荣和 rónghú"),
            later("Win on another player’s discard: who discarded it pays for all."),
            en="ron",
            fr="ron",
            zh="荣和",
        ),
        _term(
            *("riichi", "open-hand", later("Closed and open"), "ja 門前 menzen; zh 门清 ménqīng"),
            later(
                "A hand is closed as long as nothing of it was claimed but the winning tile; a "
                "concealed kong leaves it so. Many yaku bring less in an open hand, or nothing."
            ),
            en="closed hand, open hand",
            fr="main fermée, main ouverte",
            zh="门清",
        ),
        _term(
            *("riichi", "mangan", later("Mangan"), "ja 満貫 mangan; zh 满贯 mǎnguàn"),
            later("The first limit, 2,000 base points: five han, or fewer with so many fu."),
            en="mangan",
            fr="mangan",
        ),
        _term(
            *(
                "riichi",
                "haneman",
                later("Haneman, baiman, sanbaiman"),
                "ja 跳満 haneman; ja 倍満 baiman; ja 三倍満 sanbaiman; "
                "zh 跳满 tiàomǎn; zh 倍满 bèimǎn; zh 三倍满 sānbèimǎn",
            ),
            later(
                "The limits above the mangan: six, eight and eleven han pay one and a half times,"
                " twice and three times as much."
            ),
            en="haneman, baiman, sanbaiman",
            fr="haneman, baiman, sanbaiman",
            zh="跳满, 倍满, 三倍满",
        ),
        _term(
            *("riichi", "yakuman", later("Yakuman"), "ja 役満 yakuman; zh 役满 yìmǎn"),
            later(
                "The highest limit, four times a mangan: the rarest hands are one whatever else "
                "they hold, and thirteen han may count as one."
            ),
            en="yakuman",
            fr="yakuman",
            zh="役满",
        ),
        _term(
            *("riichi", "counter", later("Counter, or honba"), "ja 本場 honba; zh 本场 běnchǎng"),
            later(
                "A stick laid when East keeps the deal or a hand is drawn: each adds 300 points "
                "to the next win."
            ),
            en="counter, counters, honba",
            fr="compteur, compteurs, honba",
            zh="本场",
        ),
        _term(
            *("riichi", "deposit", later("Deposit"), "ja 供託 kyōtaku; zh 供托 gòngtuō"),
            later(
                "The 1,000 points of a riichi. They stay on the table until somebody wins, who "
                "takes them all."
            ),
            en="deposit, deposits",
            fr="mise, mises",
            zh="供托",
        ),
        _term(
            *(
                "riichi",
                "exhaustive-draw",
                later("Exhaustive and abortive draw"),
                "ja 流局 ryūkyoku; zh 流局 liújú",
            ),
            later(
                "A hand without a winner: the wall is empty, or the deal is thrown in because of "
                "nine terminals, four riichi, four winds or four kongs."
            ),
            en="exhaustive draw, abortive draws",
            fr="mur épuisé",
            zh="荒牌流局, 途中流局",
        ),
        _term(
            *(
                "riichi",
                "nagashi-mangan",
                later("Nagashi mangan"),
                "ja 流し満貫 nagashi mangan; zh 流局满贯 liújú mǎnguàn",
            ),
            later(
                "When the wall ends, a mangan for who discarded only terminals and honours, none "
                "of which was claimed."
            ),
            en="nagashi mangan",
            fr="nagashi mangan",
            zh="流局满贯",
        ),
        _term(
            *("riichi", "pao", later("Liability, or pao"), "ja 包 pao; zh 包牌 bāopái"),
            later(
                "Who feeds the set that makes a yakuman plain pays for it: all of it when it is "
                "drawn, half when another discards the last tile."
            ),
            en="liable, liability",
            fr="responsable, responsabilité",
        ),
        _term(
            *("riichi", "chombo", later("Chombo"), "ja 錯和 chombo; zh 错和 cuòhú"),
            later(
                "The penalty for a hand that was declared and is none, or for what cannot be put "
                "right."
            ),
            en="chombo",
            fr="chombo",
            zh="错和",
        ),
        _term(
            *("riichi", "uma", later("Uma"), "ja ウマ uma; zh 马点 mǎdiǎn"),
            later(
                "What the places of a session bring beside its points: the last and the third pay"
                " the first and the second."
            ),
            en="uma",
            fr="uma",
            zh="马点",
        ),
    ]
)


def by_group() -> dict[str, list[Term]]:
    """The terms as the page has them."""
    return {group: [one for one in TERMS.values() if one.group == group] for group in GROUPS}
