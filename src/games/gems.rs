//! Gems Fight: two players drop bags of gems into one cooker; every S gems of a colour melt into a stone.
//!
//! A state is the set of bags left: what lies in the cooker follows from the bags taken. Whoever makes a stone moves
//! again.

mod cooker;
mod left;
mod stones;

use std::collections::BTreeMap;
use std::io::Read;
use std::sync::{Arc, OnceLock};

use self::cooker::Cooker;
use self::left::GemsLeft;
use self::stones::Stones;
use super::{GameError, Listed, SplitMix};
use crate::game::{Game, Minimax, Move, Turn};
use crate::kernel::Offer;
use crate::kernel::bonus::Bonus;
use crate::notation::{Notation, ParseError, Reader};
use crate::probe::Step;
use crate::space::{MAX_BITS, Space, SpaceError, State};
use crate::table::CellType;

/// A game of Gems Fight.
#[derive(Debug, Clone)]
pub struct Gems {
    space: Arc<Space>,
    stone: u32,
    bags: Vec<Vec<u32>>,
    cooker: Cooker,
    bound: i64,
    /// For the vectorised fill, worked out when it is first asked for.
    stones: OnceLock<Option<Stones>>,
}

impl Gems {
    /// A game in which `stone` gems of a colour make a stone; `bags` lists the colours of the gems in each bag, by
    /// any numbers.
    ///
    /// ```
    /// use retrograde::{Solver, games::gems::Gems, game::Game};
    ///
    /// let game = Gems::new(3, vec![vec![2, 3], vec![1, 3], vec![1, 2], vec![2, 3, 1]])?;
    /// let table = Solver::new().solve(&game)?.table;
    /// assert_eq!(table.value(game.start()), Some(3));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`GameError`] where `stone` is 0, there are too many bags for a space, or the stones could exceed 32 bits.
    pub fn new(stone: u32, bags: Vec<Vec<u32>>) -> Result<Self, GameError> {
        let space = Arc::new(Space::subsets(u32::try_from(bags.len()).unwrap_or(u32::MAX))?);
        Self::on(space, stone, bags)
    }

    /// Another game of as many bags. It shares the space, which takes about as long to build as a small game to solve.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn as_many_bags(&self, stone: u32, bags: Vec<Vec<u32>>) -> Result<Self, GameError> {
        if bags.len() != self.bags.len() {
            return Err(GameError::Count { what: "bags", found: bags.len(), expected: self.bags.len() });
        }
        Self::on(self.space.clone(), stone, bags)
    }

    fn on(space: Arc<Space>, stone: u32, bags: Vec<Vec<u32>>) -> Result<Self, GameError> {
        if stone == 0 {
            return Err(GameError::Stone);
        }
        let cooker = Cooker::new(stone, &bags);
        let bound = cooker.stones_in_all();
        GameError::check_bound(bound)?;
        Ok(Self { space, stone, bags, cooker, bound, stones: OnceLock::new() })
    }

    /// The same game with its states laid out differently.
    #[cfg(test)]
    pub(crate) fn in_space(self, space: Arc<Space>) -> Self {
        Self { space, ..self }
    }

    /// How many gems of a colour make a stone, S.
    pub fn stone(&self) -> u32 {
        self.stone
    }

    /// The colours of the gems in each bag.
    pub fn bags(&self) -> &[Vec<u32>] {
        &self.bags
    }
}

impl Game for Gems {
    type Algebra = Minimax;

    fn algebra(&self) -> Minimax {
        Minimax
    }

    fn space(&self) -> &Arc<Space> {
        &self.space
    }

    /// All bags are left.
    fn start(&self) -> State {
        (1 << self.bags.len()) - 1
    }

    /// All stones that can ever be made.
    fn bound(&self) -> i64 {
        self.bound
    }

    /// The bags left, the first one first.
    #[inline(always)]
    fn for_each_move(&self, state: State, mut visit: impl FnMut(Move)) {
        let cooker = self.cooker.after(self.start() & !state);
        let mut left = state;
        while left != 0 {
            let bag = left.trailing_zeros();
            left &= left - 1;
            let gain = cooker.stones_from(bag as usize);
            let turn = if gain > 0 { Turn::Kept } else { Turn::Passes };
            visit(Move { to: state & !(1 << bag), gain, turn });
        }
    }

    fn kernel(&self, cell: CellType) -> Option<Offer<'_>> {
        if self.stone == 1 {
            return GemsLeft::offer(&self.space, &self.bags, cell);
        }
        let stones = || self.stones.get_or_init(|| Stones::new(self.stone, &self.bags)).as_ref();
        Bonus::offer(&self.space, cell, self.bound, stones)
    }
}

const LARGEST: i64 = i32::MAX as i64;

/// A bag is kept as a list, so that it can be shown; this many gems bound the memory an input can take.
const MAX_GEMS: i64 = 100_000;

impl Notation for Gems {
    const NAME: &'static str = "gems";
    const ABOUT: &'static str = "Gems Fight: bags of gems dropped into a cooker; who makes a stone moves again";
    const QUERIES: bool = false;
    const PLAYERS: &'static [&'static str] = &["Alice", "Bob"];
    const LEVEL: &'static str = "bags left";

    /// `G B S`, then B bags `n c1 ... cn`; `0 0 0` ends. What stands after that is not read.
    fn read_problem(reader: &mut Reader<impl Read>, before: Option<&Self>) -> Result<Option<Self>, ParseError> {
        if !reader.more()? {
            return Ok(None);
        }
        let begin = reader.position();
        let colours = reader.number("the number of colours G", 0..=LARGEST)?;
        reader.more()?;
        let bags_position = reader.position();
        let bags = reader.number("the number of bags B", 0..=LARGEST)?;
        reader.more()?;
        let stone_position = reader.position();
        let stone = reader.number("the gems in a stone S", 0..=LARGEST)?;
        if (colours, bags, stone) == (0, 0, 0) {
            return Ok(None);
        }
        if bags > i64::from(MAX_BITS) {
            return Err(bags_position.invalid(format!("{bags} bags, at most {MAX_BITS} are possible")));
        }
        if stone == 0 && bags > 0 {
            return Err(stone_position.invalid("S is 0: with bags, a stone takes at least 1 gem"));
        }
        let bags = (1..=bags)
            .map(|bag| {
                let gems = reader.number(format_args!("the number of gems in bag {bag}"), 0..=MAX_GEMS)?;
                let gem = |gem| {
                    let what = format_args!("the colour of gem {gem} of bag {bag}");
                    reader.number(what, 1..=colours).map(|colour| colour as u32)
                };
                (1..=gems).map(gem).collect()
            })
            .collect::<Result<Vec<Vec<u32>>, ParseError>>()?;
        let game = match before {
            Some(game) if game.bags.len() == bags.len() => game.as_many_bags(stone.max(1) as u32, bags),
            _ => Self::new(stone.max(1) as u32, bags),
        };
        game.map(Some).map_err(|error| begin.invalid(error))
    }

    /// The bags taken, as numbers from 1, on a line; an empty line where none is taken.
    fn read_state(&self, reader: &mut Reader<impl Read>) -> Result<State, ParseError> {
        reader.line(|reader| {
            let mut state = self.start();
            while reader.more_in_line()? {
                let position = reader.position();
                let bag = reader.number("a bag taken", 1..=self.bags.len() as i64)?;
                if state & 1 << (bag - 1) == 0 {
                    return Err(position.invalid(format!("bag {bag} is taken twice")));
                }
                state &= !(1 << (bag - 1));
            }
            Ok(state)
        })
    }

    /// An empty line is a state, too.
    fn another_state(&self, reader: &mut Reader<impl Read>) -> Result<bool, ParseError> {
        reader.at_end().map(|end| !end)
    }

    fn problem_text(&self) -> String {
        let colours = self.bags.iter().flatten().max().copied().unwrap_or(0);
        let mut text = format!("{colours} {} {}\n", self.bags.len(), self.stone);
        for bag in &self.bags {
            text += &bag.len().to_string();
            bag.iter().for_each(|gem| text += &format!(" {gem}"));
            text.push('\n');
        }
        text + "0 0 0\n"
    }

    fn state_text(&self, state: State) -> String {
        let taken = (0..self.bags.len()).filter(|bag| state >> bag & 1 == 0).map(|bag| (bag + 1).to_string());
        taken.collect::<Vec<_>>().join(" ")
    }

    fn bit_names(&self) -> Vec<String> {
        (1..=self.bags.len()).map(|bag| format!("bag {bag} left")).collect()
    }

    fn title(&self) -> String {
        format!("{} bags, {} gems make a stone", self.bags.len(), self.stone)
    }

    fn describe(&self, from: State, play: &Move) -> String {
        let bag = (from & !play.to).trailing_zeros() as usize;
        let gems: Vec<String> = self.bags[bag].iter().map(u32::to_string).collect();
        format!("bag {} ({})", bag + 1, if gems.is_empty() { "empty".into() } else { gems.join(" ") })
    }

    /// The bags left, and what lies in the cooker.
    fn draw(&self, state: State, _played: &[Step]) -> String {
        let (left, taken): (Vec<usize>, Vec<usize>) = (0..self.bags.len()).partition(|bag| state >> bag & 1 == 1);
        let mut cooker = BTreeMap::new();
        for gem in taken.iter().flat_map(|&bag| &self.bags[bag]) {
            *cooker.entry(gem).or_insert(0_u64) += 1;
        }
        let gems =
            cooker.iter().map(|(gem, count)| (gem, count % u64::from(self.stone))).filter(|(_, count)| *count > 0);
        let list = |items: Vec<String>| if items.is_empty() { "-".to_owned() } else { items.join("  ") };
        format!(
            "bags left  {}\ncooker     {}",
            list(left.iter().map(|bag| (bag + 1).to_string()).collect()),
            list(gems.map(|(gem, count)| format!("{count} of colour {gem}")).collect())
        )
    }
}

impl Listed for Gems {
    const SIZES: &'static [u32] = &[21, 24, 26];

    /// Bags of ten gems of eight colours, three to a stone.
    fn random(size: u32, seed: u64) -> Result<Self, GameError> {
        let mut numbers = SplitMix::new(seed);
        if size > MAX_BITS {
            return Err(SpaceError::TooManyBits { bits: size.into() }.into());
        }
        let bags = (0..size).map(|_| (0..10).map(|_| 1 + numbers.up_to(7)).collect());
        Self::new(3, bags.collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Solver;

    #[test]
    fn where_every_gem_is_a_stone_the_kernel_equals_the_plain_sweep() {
        for (bags, gems) in [(0, 1), (3, 2), (11, 10), (13, 11), (12, 3000)] {
            // The first bag is empty: taking it passes the turn.
            let game = Gems::new(1, (0..bags).map(|bag| vec![1; bag * gems / 12]).collect()).unwrap();
            let solver = Solver::new();
            assert!(game.kernel(CellType::I16).is_some());
            assert!(
                solver.solve(&game).unwrap().table.cells() == solver.plain(true).solve(&game).unwrap().table.cells()
            );
        }
    }
}
