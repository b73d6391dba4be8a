//! The options of Huapai and what a match carries into a deal.

use crate::settings::Whole;
use crate::{settings, words};

words! {
    /// Which characters are 经 (HA-40).
    pub enum Jing {
        /// 乙 三 五 七 九.
        Five = "5",
        /// 三 五 七.
        Three = "3",
    }
}

words! {
    /// Which character is 主经 (HA-26).
    pub enum MainJing {
        /// 闷经: the most numerous 经 of the winner's cards; among equals the one that gives the higher total.
        MenCount = "men_count",
        /// 闷经: the 经 that gives the highest total.
        MenMaxHu = "men_maxhu",
        /// 叫经: the character called.
        Jiao = "jiao",
        /// There is none.
        None = "none",
    }
}

words! {
    /// 叫经 when nobody called (HA-27).
    pub enum JiaoFallback {
        /// No 主经.
        None = "none",
        /// As `men_count`.
        Men = "men",
    }
}

words! {
    /// What a 砍 scores that the winning discard completed (HA-22).
    pub enum DiscardKan {
        /// As 对.
        Dui = "dui",
        /// As 砍.
        Kan = "kan",
    }
}

words! {
    /// The dealer of a first deal (HA-04).
    pub enum FirstDealer {
        /// Drawn with the cards.
        Random = "random",
        /// Seat 0.
        Seat0 = "seat0",
    }
}

words! {
    /// Who deals next (HA-34).
    pub enum Rotation {
        /// The winner; after a draw the same dealer.
        Winner = "winner",
        /// The dealer if he wins, otherwise the next seat.
        StayOrNext = "stay_or_next",
        /// The next seat.
        Next = "next",
    }
}

words! {
    /// Two winners on one discard (HA-21).
    pub enum MultiWin {
        /// Only the nearest after the discarder wins.
        Nearest = "nearest",
        /// Both win.
        All = "all",
    }
}

words! {
    /// An end of the wall (HA-09).
    pub enum WallEnd {
        /// Where ordinary draws come from.
        Front = "front",
        /// Where 统一个 draws from.
        End = "end",
    }
}

words! {
    /// What a win is worth (HA-33).
    pub enum Settlement {
        /// One point, and one more for every full five 胡 above the minimum.
        Tier5 = "tier5",
        /// The 胡.
        Hu = "hu",
        /// Nothing.
        None = "none",
    }
}

words! {
    /// Whether passing a win bars winning on discards (HA-35).
    pub enum PassLock {
        /// It does not.
        None = "none",
        /// Until the seat has drawn a card again.
        UntilOwnTurn = "until_own_turn",
    }
}

settings! {
    /// The options of the rule book's record (§10).
    pub struct Rules {
        /// The number of 经: 5 (乙 三 五 七 九) or 3 (三 五 七).
        jing: Jing = Jing::Five, "HA-40";
        /// Which character is 主经.
        zhu_jing_mode: MainJing = MainJing::MenCount, "HA-26";
        /// What holds in 叫经 when nobody called.
        jiao_jing_fallback: JiaoFallback = JiaoFallback::None, "HA-27";
        /// 胡 needed to win.
        min_hu: Whole<0, {i64::MAX}> = Whole(17), "H-020";
        /// The 经 of the final pair count by themselves.
        pair_jing_counts: bool = true, "HA-23";
        /// What a 砍 scores that the winning discard completed.
        discard_kan_scores: DiscardKan = DiscardKan::Dui, "HA-22";
        /// The dealer of a first deal.
        first_dealer: FirstDealer = FirstDealer::Random, "HA-04";
        /// Who deals next.
        dealer_rotation: Rotation = Rotation::Winner, "HA-34";
        /// Two winners on one discard: the nearest one or both.
        multi_win: MultiWin = MultiWin::Nearest, "HA-21";
        /// Where the draws after 开招, 开泛 and 踏船 come from.
        replacement_from: WallEnd = WallEnd::Front, "HA-09";
        /// 统 may be declared before the first draw.
        initial_tong_phase: bool = false, "HA-11";
        /// No 开泛 with four undeclared copies.
        kai_fan_needs_declared_tong: bool = false, "HA-12";
        /// 开招 by a seat that holds four free copies.
        kai_zhao_from_four: bool = true, "HA-13";
        /// A 统 and a 统上顶 stay hidden.
        tong_hidden: bool = true, "HA-18";
        /// What a win is worth.
        settlement: Settlement = Settlement::Tier5, "HA-33";
        /// How many times the points the discarder alone pays.
        discard_pays: Whole<1, 2> = Whole(2), "HA-33";
        /// Whether passing a win bars winning on discards.
        pass_lock: PassLock = PassLock::None, "HA-35";
    }
}

words! {
    /// A 经 character called, or none.
    pub enum Called {
        /// None.
        None = "none",
        /// 乙.
        Yi = "乙",
        /// 三.
        San = "三",
        /// 五.
        Wu = "五",
        /// 七.
        Qi = "七",
        /// 九.
        Jiu = "九",
    }
}

impl Called {
    /// The character's slot, 255 for none.
    pub fn slot(self) -> u8 {
        match self {
            Called::None => 255,
            called => 2 * (called as u8 - 1),
        }
    }
}

settings! {
    /// What a match carries into a deal.
    pub struct Setup {
        /// The dealer, who draws first; −1: a first deal, settled by `first_dealer` (in a deal from given cards seat 0).
        dealer: Whole<-1, 2> = Whole(-1), "HA-34";
        /// 叫经: the character called already, so that there is no call round.
        called: Called = Called::None, "H-039";
    }
}

settings! {
    /// The parameters of a decision by itself, and of the 胡 of a shape.
    pub struct Ask {
        /// Cards left in the wall.
        wall: Whole<0, 35> = Whole(35), "HA-32";
        /// The seat has just drawn: it may win and declare (not so after 对).
        can_win: bool = true, "HA-42";
        /// 叫经: the character called; of a shape: its 主经.
        called: Called = Called::None, "H-039";
    }
}
