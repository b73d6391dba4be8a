//! The options of four-deck Shengji and what a match carries into a deal.

use crate::settings::Whole;
use crate::{settings, words};

words! {
    /// When a match is won (SA-02).
    pub enum MatchEnd {
        /// By a promotion beyond A.
        PassA = "pass_a",
        /// By a deal won as dealers at A.
        WinAtA = "win_at_a",
        /// Never: after A comes the first level again.
        Endless = "endless",
    }
}

words! {
    /// How many more cards an overturn needs (SA-04).
    pub enum OverturnStep {
        /// One or more.
        AtLeast1 = "at_least_1",
        /// One.
        Exactly1 = "exactly_1",
    }
}

words! {
    /// Who may overturn a call (SA-05).
    pub enum OverturnBy {
        /// Any seat but the holder.
        AnyOther = "any_other",
        /// The two seats of the other team.
        Opponents = "opponents",
    }
}

words! {
    /// Who deals the first deal when nobody called (SA-10).
    pub enum NoCall {
        /// The seat that received the first card.
        FirstRecipient = "first_recipient",
        /// A seat drawn at random.
        Random = "random",
        /// Nobody: the deal is void.
        Redeal = "redeal",
    }
}

words! {
    /// In which deals the call decides the dealer (SA-11).
    pub enum OverturnDealer {
        /// In the first deal of a match.
        FirstDeal = "first_deal",
        /// In the first deal, and later where the call is an overturn.
        Always = "always",
        /// In the first deal the first caller deals.
        Never = "never",
    }
}

words! {
    /// When several shapes may be led at once (SA-18).
    pub enum ThrowRule {
        /// When the other three have no card of the suit.
        OthersVoid = "others_void",
        /// Always; what can be beaten falls back to one part.
        Standard = "standard",
        /// Never.
        Never = "never",
    }
}

words! {
    /// What comes first when plays of other widths and trumps meet (SA-19).
    pub enum WidthOrder {
        /// Trumps beat side cards, then the wider shape wins.
        TrumpFirst = "trump_first",
        /// The wider shape wins, then trumps beat side cards.
        WidthFirst = "width_first",
    }
}

words! {
    /// The points that the last trick multiplies (SA-21).
    pub enum LastBase {
        /// Those of all four plays.
        All = "all",
        /// Those of the two plays of the side that lost it.
        LoserCards = "loser_cards",
    }
}

words! {
    /// Whose last trick counts more (SA-22).
    pub enum LastMode {
        /// Attackers gain by it, and lose by it.
        TransferAll = "transfer_all",
        /// Attackers gain by it.
        AttackersOnly = "attackers_only",
    }
}

words! {
    /// The factor of the last trick (SA-23).
    pub enum LastNumber {
        /// The number of cards of a play.
        Cards = "cards",
        /// The number of cards of the largest part of the lead.
        LargestComponent = "largest_component",
    }
}

words! {
    /// The level of a deal: a rank, or the first level of a match.
    pub enum Level {
        /// The option `start_level`.
        Start = "start",
        /// 2.
        Two = "2",
        /// 3.
        Three = "3",
        /// 4.
        Four = "4",
        /// 5.
        Five = "5",
        /// 6.
        Six = "6",
        /// 7.
        Seven = "7",
        /// 8.
        Eight = "8",
        /// 9.
        Nine = "9",
        /// 10.
        Ten = "T",
        /// Jack.
        Jack = "J",
        /// Queen.
        Queen = "Q",
        /// King.
        King = "K",
        /// Ace.
        Ace = "A",
    }
}

words! {
    /// The trump suit of a deal that is not called.
    pub enum Trump {
        /// It is called.
        Call = "call",
        /// Clubs.
        Clubs = "c",
        /// Diamonds.
        Diamonds = "d",
        /// Hearts.
        Hearts = "h",
        /// Spades.
        Spades = "s",
    }
}

impl Level {
    /// The rank in slot order: 3 … A = 0..=11, 2 = 12.
    pub fn rank(self, rules: &Rules) -> u8 {
        match (self, rules.start_level.0) {
            (Level::Start, 3..) => 0,
            (Level::Start | Level::Two, _) => 12,
            (level, _) => level as u8 - Level::Three as u8,
        }
    }
}

impl Trump {
    /// The suit, c d h s = 0..=3, or `None` where it is called.
    pub fn suit(self) -> Option<u8> {
        (self as u8).checked_sub(1)
    }
}

settings! {
    /// The options of the rule book's record.
    pub struct Rules {
        /// Both teams start at this level.
        start_level: Whole<2, 3> = Whole(3), "SA-01";
        /// When a match is won.
        match_end: MatchEnd = MatchEnd::PassA, "SA-02";
        /// How many more cards an overturn needs.
        overturn_step: OverturnStep = OverturnStep::AtLeast1, "SA-04";
        /// Who may overturn a call.
        overturn_by: OverturnBy = OverturnBy::AnyOther, "SA-05";
        /// The suit of the standing call may be called again by another seat.
        same_suit_overturn: bool = true, "SA-07";
        /// After the last card every seat is asked once more for a call.
        call_grace: bool = true, "SA-09";
        /// Who deals the first deal when nobody called.
        no_call_first_dealer: NoCall = NoCall::FirstRecipient, "SA-10";
        /// In which deals the call decides the dealer.
        overturn_changes_dealer: OverturnDealer = OverturnDealer::FirstDeal, "SA-11";
        /// Equally many big and small jokers are a tractor, above every other.
        joker_tractor: bool = false, "SA-12";
        /// In side suits the neighbours of the level rank are neighbours.
        side_tractor_skip_level: bool = true, "SA-14";
        /// When several shapes may be led at once.
        throw_rule: ThrowRule = ThrowRule::OthersVoid, "SA-18";
        /// What comes first when plays of other widths and trumps meet.
        mixed_width_order: WidthOrder = WidthOrder::TrumpFirst, "SA-19";
        /// Trumps of a wider shape kill a side lead.
        wider_kill: bool = true, "SA-20";
        /// On a lead 2×4 two quads that are no neighbours rank between 2×4 and 4×2.
        loose_quads_beat_2x4: bool = false, "SA-17";
        /// The points that the last trick multiplies.
        last_trick_base: LastBase = LastBase::All, "SA-21";
        /// Whose last trick counts more.
        last_trick_mode: LastMode = LastMode::TransferAll, "SA-22";
        /// The multiplied points of the last trick take the place of its own.
        last_trick_includes_capture: bool = true, "SA-24";
        /// The factor of the last trick.
        last_trick_n: LastNumber = LastNumber::Cards, "SA-23";
    }
}

settings! {
    /// What a match carries into a deal.
    pub struct Setup {
        /// The level of the dealer's team, at which everybody calls.
        level: Level = Level::Start, "SA-28";
        /// The dealer; −1: a first deal, in which the call decides.
        dealer: Whole<-1, 3> = Whole(-1), "S-018";
        /// The trump suit, for a deal that begins with the first lead; `call`: it is called.
        trump: Trump = Trump::Call, "S-013";
        /// The seat that receives the first card; −1: drawn by the seed (given cards: seat 0).
        first_recipient: Whole<-1, 3> = Whole(-1), "S-004";
        /// The dealer that `no_call_first_dealer` draws; −1: drawn by the seed (given cards: seat 0).
        drawn_dealer: Whole<-1, 3> = Whole(-1), "SA-10";
    }
}

settings! {
    /// The parameters of a decision by itself.
    pub struct Ask {
        /// The level.
        level: Level = Level::Start, "S-080";
        /// The trump suit; `call` stands for spades.
        trump: Trump = Trump::Call, "S-040";
        /// The suits in which the hand may throw, as a mask: clubs 1, diamonds 2, hearts 4, spades 8, trumps 16.
        throws: Whole<0, 31> = Whole(0), "S-060";
    }
}
