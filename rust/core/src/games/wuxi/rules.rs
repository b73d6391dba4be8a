//! The options of Wuxi and what a match carries into a deal.

use crate::settings::{Maybe, Whole};
use crate::{settings, words};

words! {
    /// When a type of several cards is 带响 (WA-05).
    pub enum SpadeLead {
        /// Any card of the top rank is a spade.
        Any = "any",
        /// Every card of the top rank is a spade.
        All = "all",
        /// Never.
        Off = "off",
    }
}

words! {
    /// How two 虎 of the same lead rank compare (WA-07).
    pub enum TigerCompare {
        /// By the lead card alone: they are equal.
        Lead = "lead",
        /// More big jokers are higher.
        BigCount = "big_count",
    }
}

words! {
    /// What may grab a 单虎 (WA-12).
    pub enum HouTiger {
        /// Any two jokers.
        AnyDouble = "any_double",
        /// Two jokers of the same kind as the single.
        SameRank = "same_rank",
    }
}

words! {
    /// Who leads when the winner of a trick has no cards left (WA-15).
    pub enum LeadPassesTo {
        /// His partner.
        Partner = "partner",
        /// The next seat with cards.
        Next = "next",
    }
}

words! {
    /// What the players left may do when a team is out (WA-16).
    pub enum LastHand {
        /// One play that beats the finishing play; a free lead after a trick closed by a 伙.
        MustBeat = "must_beat",
        /// One play of any type; the trick in progress goes to the finisher.
        Free = "free",
        /// One play that beats the finishing play; if nobody has one, as `free`.
        BeatThenFree = "beat_then_free",
        /// Nothing.
        None = "none",
    }
}

words! {
    /// How a fine is taken (WA-19).
    pub enum PenaltyMode {
        /// Captured cards are taken away: 散张 first, then 方 are broken, 齐 last.
        Physical = "physical",
        /// 14 · 方 + 散张 is reduced.
        Units = "units",
    }
}

words! {
    /// Which four jokers are a 方 (WA-20).
    pub enum JokerFang {
        /// Four equal ones.
        SameRank = "same_rank",
        /// Any four.
        AnyFour = "any_four",
        /// None.
        None = "none",
    }
}

words! {
    /// Who pays in a 双反 when both captured the same number of cards (WA-22).
    pub enum DoubleFanTie {
        /// The lower seat.
        LowerSeat = "lower_seat",
    }
}

words! {
    /// Who leads the first trick of a deal (WA-25).
    pub enum FirstLeader {
        /// A random seat.
        Random = "random",
        /// The 上游 of the deal before; a random seat in the first deal.
        PreviousFirstOut = "previous_first_out",
    }
}

words! {
    /// What the losers' score is (WA-25).
    pub enum ScoreTransfer {
        /// 0.
        WinOnly = "win_only",
        /// Minus what the winners get.
        ZeroSum = "zero_sum",
    }
}

settings! {
    /// The options of the rule book's record.
    pub struct Rules {
        /// A 一对 of higher lead rank beats a 单只; 带响 does not help.
        pair_beats_single: bool = false, "WA-01";
        /// A 单虎 beats any 连子.
        tiger_beats_run: bool = false, "WA-01b";
        /// A 连子 beats only 连子 of the same length.
        straight_length_must_match: bool = true, "WA-03";
        /// A 连对 beats only 连对 of the same length.
        pairrun_length_must_match: bool = true, "WA-04";
        /// A 连对 of four or more pairs can only be led.
        long_pairrun_lead_only: bool = true, "WA-04";
        /// When a type of several cards is 带响.
        spade_lead_rule: SpadeLead = SpadeLead::Any, "WA-05";
        /// A single spade is 带响 too, as far as `spade_lead_rule` allows it.
        spade_bonus_single: bool = false, "WA-06";
        /// How two 虎 of the same lead rank compare.
        tiger_compare: TigerCompare = TigerCompare::Lead, "WA-07";
        /// What may grab a 单虎.
        hou_tiger: HouTiger = HouTiger::AnyDouble, "WA-12";
        /// The partner of the player of a single is asked in the 伙 window.
        hou_allows_partner: bool = true, "WA-13";
        /// Who leads when the winner of a trick has no cards left.
        lead_passes_to: LeadPassesTo = LeadPassesTo::Partner, "WA-15";
        /// What the players left may do when a team is out.
        last_hand_mode: LastHand = LastHand::MustBeat, "WA-16";
        /// How a fine is taken.
        penalty_mode: PenaltyMode = PenaltyMode::Physical, "WA-19";
        /// Which four jokers are a 方.
        joker_fang: JokerFang = JokerFang::SameRank, "WA-20";
        /// The 散张 of partners are added and each 14 are one more 方 before teams are compared.
        merge_team_loose: bool = false, "WA-21";
        /// Who pays in a 双反 when both captured the same number of cards.
        double_fan_tie: DoubleFanTie = DoubleFanTie::LowerSeat, "WA-22";
        /// Who leads the first trick of a deal.
        first_leader: FirstLeader = FirstLeader::Random, "WA-25";
        /// What the losers' score is.
        score_transfer: ScoreTransfer = ScoreTransfer::WinOnly, "WA-25";
        /// The number of deals in a match.
        match_hands: Maybe<1, 1_000_000> = Maybe(None), "WA-25";
    }
}

settings! {
    /// What a match carries into a deal.
    pub struct Setup {
        /// The seat that leads; −1: drawn from the seed (W-034), which given cards do not have.
        leader: Whole<-1, 3> = Whole(-1), "W-034";
        /// The 上游, for positions in which two hands are empty; −1: the only seat without cards.
        first_out: Whole<-1, 3> = Whole(-1), "W-046";
    }
}

words! {
    /// What a decision by itself is.
    pub enum Decision {
        /// A lead, or on a play to beat a follow.
        Turn = "turn",
        /// The question of a 伙 window, on a 单只 or 单虎 (W-029).
        Grab = "grab",
        /// The last play of a deal, which may be declined (W-041).
        Last = "last",
    }
}

settings! {
    /// The parameters of a decision by itself.
    pub struct Ask {
        /// What the decision is.
        decision: Decision = Decision::Turn, "W-029";
    }
}
