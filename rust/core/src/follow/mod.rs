//! Following suit with an obligation: what games of tractors over several packs share.
//!
//! The two games that use it differ in data and options, not in copies:
//!
//! * [`table`]: what level, trump and options make of the cards — effective suits, strengths, lanes, windows — once per deal;
//! * [`demand`]: what a lead demands of a follower who has more cards of the suit than the lead, and whether a play meets it;
//! * [`cost`]: how many cards a choice still lacks, and from that which cards may be picked next;
//! * [`count`]: the number of plays that meet a demand, and the play with a number;
//! * [`points`]: the classes of plays that cannot win: one for each sum of points that can be given away;
//! * [`pool`]: choosing freely from some cards: numbers and orders; [`free`]: the classes of such choices;
//! * [`follower`]: the decision of a follower put together: legality, picks, count and menu;
//! * [`throws`]: several shapes led at once: the split, and what followers owe to it;
//! * [`spread`]: hidden cards laid on hands that are known not to have some of them.

pub mod cost;
pub mod count;
pub mod demand;
pub mod follower;
pub mod free;
pub mod points;
pub mod pool;
pub mod spread;
pub mod table;
pub mod throws;
