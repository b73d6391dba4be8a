//! The options of 炒地皮 and what a match carries into a deal. The defaults are those of the room `an`; the rooms `kang` and
//! `ming` are other values of the same options.

use crate::settings::{Domain, Maybe, Setting, Whole};
use crate::{settings, words};

words! {
    /// The room whose fields were taken as a preset.
    pub enum Room {
        /// 暗炒.
        An = "an",
        /// 扛旗.
        Kang = "kang",
        /// 明炒.
        Ming = "ming",
    }
}

words! {
    /// The place of the red five (CA-01).
    pub enum Red5Rank {
        /// Above the big joker.
        Top = "top",
        /// Between the small joker and the main level card.
        BelowJokers = "below_jokers",
    }
}

words! {
    /// What a first declaration may be (CA-02).
    pub enum FirstDeclare {
        /// Ranks 0–7.
        Any = "any",
        /// One level card or a level pair.
        LevelOnly = "level_only",
    }
}

words! {
    /// A flipped bottom without level card and joker (CA-05).
    pub enum FlipFallback {
        /// The suit of its first card.
        FirstSuit = "first_suit",
        /// No trump.
        NoTrump = "no_trump",
        /// The deal is void.
        Redeal = "redeal",
    }
}

words! {
    /// Whether there is 炒底 after a flip (CA-06).
    pub enum FlipBlocks {
        /// Never.
        Always = "always",
        /// Unless a joker fixed no trump.
        JokerOnly = "joker_only",
    }
}

words! {
    /// How long 炒底 goes on (CA-07).
    pub enum ChaodiRounds {
        /// Until three seats in a row pass.
        UntilThreePasses = "until_3_passes",
        /// Each other seat once, then the dealer.
        OneLap = "one_lap",
    }
}

words! {
    /// What kills a side 510KK (CA-42).
    pub enum Side510kkKill {
        /// Only trump 510KK.
        Trump510kk = "trump_510kk",
        /// Any six trumps with three pairs.
        AnyKill = "any_kill",
    }
}

words! {
    /// Trump 5-10-K as a kill of a throw of three singles (CA-20).
    pub enum K510AsKill {
        /// Three cards like others.
        Plain = "plain",
        /// Above every other kill.
        Special = "special",
    }
}

words! {
    /// Which pairs of a kill count (CA-15).
    pub enum KillPairCount {
        /// All.
        All = "all",
        /// Those outside the tractors of the split.
        Loose = "loose",
    }
}

words! {
    /// What is led when a throw fails (CA-17).
    pub enum MisthrowLead {
        /// The beatable part with the lowest rank.
        SmallestBeaten = "smallest_beaten",
        /// The part with the lowest rank.
        SmallestPart = "smallest_part",
    }
}

words! {
    /// Which cards of a failed throw are fined (CA-18).
    pub enum MisthrowCount {
        /// Those in beatable parts.
        Beaten = "beaten",
        /// Those that go back to the hand.
        Returned = "returned",
        /// All.
        All = "all",
    }
}

words! {
    /// 逼红5: which red fives are forced out (CA-24).
    pub enum BiRed5 {
        /// None.
        Off = "off",
        /// Those in a trick that their player does not win.
        NotWon = "not_won",
        /// Those in a trick that the other side wins.
        OpponentWon = "opponent_won",
    }
}

words! {
    /// The levels that attackers gain in a flag deal (CA-31).
    pub enum FlagTable {
        /// The table shifted to the threshold.
        Shift20 = "shift20",
        /// The table as it is.
        Plain = "plain",
        /// None.
        None = "none",
    }
}

words! {
    /// Who deals after the dealers have won (CA-11).
    pub enum DealerRotation {
        /// The partner.
        PartnerOrNext = "partner_or_next",
        /// The same dealer.
        WinnerStays = "winner_stays",
    }
}

words! {
    /// What wins the match (CA-30).
    pub enum MatchEnd {
        /// A deal won as dealers at the A of the last circle.
        LastA = "win_at_last_a",
        /// A flag deal won as dealers.
        Flag = "win_flag",
        /// Nothing: the winner goes back to `1:2`.
        Endless = "endless",
    }
}

words! {
    /// The level of a deal; `FLAG` stands for a flag deal, which has none (C-103).
    pub enum Level {
        /// 3.
        R3 = "3",
        /// 4.
        R4 = "4",
        /// 5.
        R5 = "5",
        /// 6.
        R6 = "6",
        /// 7.
        R7 = "7",
        /// 8.
        R8 = "8",
        /// 9.
        R9 = "9",
        /// 10.
        RT = "T",
        /// J.
        RJ = "J",
        /// Q.
        RQ = "Q",
        /// K.
        RK = "K",
        /// A.
        RA = "A",
        /// 2.
        R2 = "2",
        /// No level.
        Flag = "FLAG",
    }
}

words! {
    /// The trump suit of a position.
    pub enum Trump {
        /// 梅花.
        Clubs = "c",
        /// 方块.
        Diamonds = "d",
        /// 红桃.
        Hearts = "h",
        /// 黑桃.
        Spades = "s",
        /// 无主.
        None = "nt",
    }
}

words! {
    /// Whether a set-up starts with the call for trump or with the first lead.
    pub enum SetTrump {
        /// 梅花.
        Clubs = "c",
        /// 方块.
        Diamonds = "d",
        /// 红桃.
        Hearts = "h",
        /// 黑桃.
        Spades = "s",
        /// 无主.
        None = "nt",
        /// To be called.
        Call = "call",
    }
}

/// The names of overturning combinations: level pairs by suit, joker pairs, the red-five pair, 回头望.
pub const OVERTURNS: &[&str] = &["c", "d", "h", "s", "w", "W", "R5", "BACK"];

/// The order of the overturning combinations from low to high (§3.1); one that is missing is not available.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct OverturnOrder(pub i64);

impl Setting for OverturnOrder {
    const DOMAIN: Domain = Domain::Order(OVERTURNS);

    fn decode(code: i64) -> Self {
        Self(code)
    }

    fn encode(self) -> i64 {
        self.0
    }
}

impl OverturnOrder {
    /// The rank of a combination, an index into [`OVERTURNS`]; `None` where it is missing. The lowest is 1.
    #[inline]
    pub fn rank(self, combination: usize) -> Option<u8> {
        (0..8).find(|i| self.0 >> (4 * i) & 0xf == combination as i64 + 1).map(|i| i as u8 + 1)
    }
}

/// All stages `1:2` … `4:A`.
pub const STAGES: &[&str] = &[
    "1:2", "1:3", "1:4", "1:5", "1:6", "1:7", "1:8", "1:9", "1:T", "1:J", "1:Q", "1:K", "1:A", "2:2", "2:3", "2:4",
    "2:5", "2:6", "2:7", "2:8", "2:9", "2:T", "2:J", "2:Q", "2:K", "2:A", "3:2", "3:3", "3:4", "3:5", "3:6", "3:7",
    "3:8", "3:9", "3:T", "3:J", "3:Q", "3:K", "3:A", "4:2", "4:3", "4:4", "4:5", "4:6", "4:7", "4:8", "4:9", "4:T",
    "4:J", "4:Q", "4:K", "4:A",
];

/// Stages at which promotions stop; a bit for each of [`STAGES`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Stages(pub i64);

impl Setting for Stages {
    const DOMAIN: Domain = Domain::Subset(STAGES);

    fn decode(code: i64) -> Self {
        Self(code)
    }

    fn encode(self) -> i64 {
        self.0
    }
}

/// Points, factors and the like.
pub type Number = Whole<0, 1_000_000>;

settings! {
    /// The options of the rule book's record (§7.1).
    pub struct Rules {
        /// The room whose values the other options take by default.
        room: Room = Room::An, "C-087";
        /// Shown cards stay hidden until 炒底 is over; too low acts are accepted without effect.
        hidden: bool = true, "C-087";
        /// The overturning combinations from low to high.
        overturn_order: OverturnOrder = OverturnOrder(0x8765_3421), "C-086";
        /// The place of the red five.
        red5_rank: Red5Rank = Red5Rank::Top, "CA-01";
        /// What a first declaration may be.
        first_declare: FirstDeclare = FirstDeclare::Any, "CA-02";
        /// A flipped bottom without level card and joker.
        flip_fallback: FlipFallback = FlipFallback::FirstSuit, "CA-05";
        /// Whether there is 炒底 after a flip.
        flip_blocks_chaodi: FlipBlocks = FlipBlocks::Always, "CA-06";
        /// How long 炒底 goes on.
        chaodi_rounds: ChaodiRounds = ChaodiRounds::UntilThreePasses, "CA-07";
        /// Points for a failed 炒底 in a hidden room.
        dark_fail: Number = Whole(80), "C-090";
        /// In a hidden room every 炒底 takes the bottom.
        dark_fail_takes_bottom: bool = true, "CA-08";
        /// 回头望 exists.
        huitou: bool = true, "C-085";
        /// Side tractors may skip the level rank.
        skip_level: bool = false, "CA-12";
        /// With hearts a side suit the red five makes a heart 510K.
        heart_510k: bool = true, "C-096";
        /// A side 510K may hold a level card.
        side_510k_with_level: bool = false, "CA-19";
        /// A follower who holds the 5, T, K of a led side 510K's suit must play them.
        side_510k_forced: bool = false, "CA-23";
        /// What kills a side 510KK.
        side_510kk_kill: Side510kkKill = Side510kkKill::Trump510kk, "CA-42";
        /// Trump 5-10-K as a kill of a throw of three singles.
        k510_as_kill: K510AsKill = K510AsKill::Plain, "CA-20";
        /// Which pairs of a kill count.
        kill_pair_count: KillPairCount = KillPairCount::All, "CA-15";
        /// What is led when a throw fails.
        misthrow_lead: MisthrowLead = MisthrowLead::SmallestBeaten, "CA-17";
        /// Which cards of a failed throw are fined.
        misthrow_count: MisthrowCount = MisthrowCount::Beaten, "CA-18";
        /// The fine for each such card, in points.
        misthrow_points: Number = Whole(10), "C-056";
        /// 逼红5: 50 points for each red five forced out.
        bi_red5: BiRed5 = BiRed5::NotWon, "CA-24";
        /// 保红5: points for each red five kept to the end; 0: off.
        bao_red5: Number = Whole(50), "C-092";
        /// The factor of the bottom's points after a last trick of singles.
        bottom_single: Number = Whole(2), "C-036";
        /// The factor after a last trick with a pair.
        bottom_pair: Number = Whole(4), "C-037";
        /// The circles of 2 … A of a match.
        circles: Whole<1, 4> = Whole(3), "CA-26";
        /// The stages at which promotions stop.
        must_play: Stages = Stages(1 << 38), "CA-28";
        /// Beyond A comes the flag deal.
        flag: bool = false, "C-102";
        /// The points with which attackers win a flag deal.
        flag_threshold: Whole<1, 1_000_000> = Whole(100), "C-105";
        /// The levels that attackers gain in a flag deal.
        flag_table: FlagTable = FlagTable::Shift20, "CA-31";
        /// With flag deals: A cannot be jumped.
        kang_must_play_a: bool = false, "CA-32";
        /// J到底.
        jdaodi: bool = false, "C-114";
        /// At level A a single A does for J到底.
        adaodi_single: bool = false, "CA-29";
        /// The least 积分 of 上天入地.
        sky_points: Number = Whole(16), "C-100";
        /// Attackers win 上天入地 with exactly the three cards only.
        sky_exact: bool = true, "C-098";
        /// Dealers win 上天入地 too.
        sky_defend: bool = true, "CA-33";
        /// The least 积分 that a runner loses; None: no rule.
        escape_min: Maybe<0, 1_000_000> = Maybe(Some(15)), "C-083";
        /// Who deals after the dealers have won.
        dealer_rotation: DealerRotation = DealerRotation::PartnerOrNext, "CA-11";
        /// A round of declaring follows the last card.
        declare_grace: bool = true, "CA-39";
        /// What wins the match.
        match_end: MatchEnd = MatchEnd::LastA, "CA-30";
    }
}

settings! {
    /// What a match carries into a deal, or the position to set up.
    pub struct Setup {
        /// The dealer; −1: the first deal of a match, in which declaring decides (C-008).
        dealer: Whole<-1, 3> = Whole(-1), "C-008";
        /// The level of the deal; `FLAG`: a flag deal.
        level: Level = Level::R2, "C-017";
        /// The seat that gets the first card; −1: random in a first deal, else the dealer.
        first: Whole<-1, 3> = Whole(-1), "CA-43";
        /// With given hands: the trump suit.
        trump: SetTrump = SetTrump::Call, "C-030";
        /// With given hands: the seat that leads; −1: the dealer.
        leader: Whole<-1, 3> = Whole(-1), "C-007";
        /// With given hands: points that the attackers have captured.
        captured: Whole<0, 200> = Whole(0), "C-076";
    }
}

settings! {
    /// What the order of the cards depends on.
    pub struct Ask {
        /// The level; `FLAG`: none.
        level: Level = Level::R2, "C-017";
        /// The trump suit.
        trump: Trump = Trump::None, "C-030";
    }
}
