//! The options of Big Two and what a match carries into a deal.

use crate::settings::Whole;
use crate::{settings, words};

words! {
    /// Which card leads the first deal (BA-01).
    pub enum FirstCard {
        /// 梅花3.
        Clubs = "3c",
        /// 方塊3.
        Diamonds = "3d",
    }
}

words! {
    /// The order of the straights and their key cards (BA-05).
    pub enum StraightOrder {
        /// A-2-3-4-5 lowest, 2-3-4-5-6 highest.
        Taiwan = "tw",
        /// A-2-3-4-5 < 2-3-4-5-6 < 3-4-5-6-7 < … < T-J-Q-K-A.
        Mainland = "mainland",
    }
}

words! {
    /// The key card of A-2-3-4-5 under the Taiwanese order (BA-06).
    pub enum LowStraightKey {
        /// The 2.
        Two = "two",
        /// The 5.
        Five = "five",
        /// The ace.
        Ace = "ace",
    }
}

words! {
    /// How two 同花五 compare (BA-08).
    pub enum FlushCompare {
        /// The highest card as a single.
        TopCard = "top_card",
        /// The suit, then the highest card.
        SuitFirst = "suit_first",
        /// The five ranks from the highest, then the suit.
        AllCards = "all_cards",
    }
}

words! {
    /// Which 2s left in hand double the penalty (BA-12).
    pub enum DeucePenalty {
        /// Only 2s.
        Spade = "spade",
        /// Each 2.
        All = "all",
    }
}

settings! {
    /// The options of the rule book's record.
    pub struct Rules {
        /// The holder of this card leads the first deal.
        first_card: FirstCard = FirstCard::Clubs, "BA-01";
        /// The first lead of the first deal contains `first_card`.
        first_lead_must_contain: bool = true, "BA-02";
        /// 三條, three cards of one rank, is a type.
        allow_triples: bool = false, "BA-03";
        /// A 鐵支 or 同花順 may be played on any play of any card count.
        monsters_beat_any: bool = false, "BA-04";
        /// The order of the straights and their key cards.
        straight_order: StraightOrder = StraightOrder::Taiwan, "BA-05";
        /// The key card of A-2-3-4-5; ignored under the mainland order.
        a2345_key: LowStraightKey = LowStraightKey::Two, "BA-06";
        /// How two 同花五 compare.
        flush_compare: FlushCompare = FlushCompare::TopCard, "BA-08";
        /// A seat that passed is out until the trick ends.
        pass_is_final: bool = false, "BA-09";
        /// Which 2s left in hand double the penalty.
        deuce_penalty: DeucePenalty = DeucePenalty::Spade, "BA-12";
        /// Four of a kind left in hand counts as a monster only with a fifth card.
        monster_requires_kicker: bool = true, "BA-14";
        /// A 2 inside a counted monster is an item of its own as well.
        deuce_inside_monster_counts: bool = true, "BA-15";
        /// The winner receives what the losers pay.
        winner_collects: bool = true, "BA-18";
        /// The fine for leaving, in bases.
        disconnect_penalty: Whole<0, 1_000_000> = Whole(5), "BA-19";
        /// 遊戲基數, coins per card.
        base: Whole<1, 1_000_000_000> = Whole(1), "B-031";
    }
}

settings! {
    /// What a match carries into a deal.
    pub struct Setup {
        /// The seat that leads, the winner of the deal before (B-024); −1: a first deal, led by the holder of `first_card` (B-022).
        leader: Whole<-1, 3> = Whole(-1), "B-024";
    }
}

settings! {
    /// The parameters of a decision by itself.
    pub struct Ask {
        /// The slot of the card that a lead must contain (B-023); −1: none.
        must_contain: Whole<-1, 51> = Whole(-1), "B-023";
    }
}
