//! Coins in a row, as in the README.

use std::sync::Arc;

use retrograde::{Count, Game, Longest, Minimax, Move, Plays, Probe, Space, State, Turn, Under, check_game};

use super::{Random, naive, table};

struct Coins {
    space: Arc<Space>,
    worth: Vec<i32>,
}

impl Game for Coins {
    type Algebra = Minimax;

    fn algebra(&self) -> Minimax {
        Minimax
    }

    fn space(&self) -> &Arc<Space> {
        &self.space
    }

    fn start(&self) -> State {
        (1 << self.worth.len()) - 1
    }

    fn bound(&self) -> i64 {
        self.worth.iter().map(|&coin| 2 * i64::from(coin)).sum()
    }

    fn for_each_move(&self, left: State, mut visit: impl FnMut(Move)) {
        for coin in (0..self.worth.len()).filter(|coin| left >> coin & 1 == 1) {
            let neighbours = (left & (5 << coin >> 1)).count_ones() as i32;
            let turn = if neighbours == 0 { Turn::Kept } else { Turn::Passes };
            visit(Move { to: left & !(1 << coin), gain: neighbours * self.worth[coin], turn });
        }
    }
}

fn coins(worth: Vec<i32>) -> Coins {
    Coins { space: Arc::new(Space::subsets(worth.len() as u32).unwrap()), worth }
}

#[test]
fn the_best_of_every_row() {
    let game = coins(vec![8, 15, 3, 7]);
    let solved = table(&game);
    assert_eq!(solved.value(0b1111), Some(23));
    assert_eq!(Probe::new(&game, &solved).best_moves(0b1111).unwrap()[0].play.to, 0b1101);
    let mut random = Random(1);
    for (at, most) in [3, 100, 30_000].into_iter().cycle().take(24).enumerate() {
        let worth: Vec<i32> = random.many(at % 8, most).iter().map(|&coin| coin as i32).collect();
        let game = coins(worth);
        assert_eq!(check_game(&game).unwrap(), (game.worth.len() as u64) << game.worth.len() >> 1);
        assert_eq!(table(&game).value(game.start()), Some(naive::own::coins::value(&game.worth)), "{:?}", game.worth);
    }
}

#[test]
fn every_play_takes_every_coin() {
    let game = coins(vec![1; 13]);
    let moves = table(&Under::new(&game, Longest));
    let plays = table(&Plays::new(&game, Count::new()));
    for left in 0..1_u64 << 13 {
        assert_eq!(moves.value(left), Some(left.count_ones()));
        assert_eq!(plays.value(left), Some((1..=u128::from(left.count_ones())).product::<u128>()));
    }
}
