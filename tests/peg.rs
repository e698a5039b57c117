//! Peg solitaire against the published counts, by bit tables and by tables of values.

mod cpus;

use retrograde::engine::{Way, close, close_plainly, plays};
use retrograde::games::peg::{Peg, named};
use retrograde::notation::Reader;
use retrograde::{Cpu, Game, Notation, Solver, StateSet, check_game, verify};

fn peg(name: &str, vacant: usize) -> Peg {
    Peg::with_vacancy(named(name).unwrap().0, vacant).unwrap()
}

fn reachable(game: &Peg) -> StateSet {
    game.reachable(Cpu::default()).unwrap()
}

fn solvable(game: &Peg, target: Option<usize>) -> StateSet {
    game.solvable(Cpu::default(), target).unwrap()
}

/// The counts from most pegs to fewest, without the levels where there is nothing.
fn by_jumps(set: &StateSet) -> Vec<u64> {
    let counts = set.by_level();
    counts.into_iter().rev().filter(|&count| count > 0).collect()
}

#[test]
fn positions_of_small_boards() {
    // Positions with a jump, stuck ones, jumps of all positions, the sum of the fewest pegs, solvable positions.
    for (name, cells, movable, stuck, jumps, fewest, solved) in [
        ("triangle-4", 10, 911, 113, 2_304, 2_100, 332),
        ("triangle-5", 15, 32_086, 682, 147_456, 61_585, 13_935),
        ("hexagon-3", 19, 521_280, 3_008, 3_538_944, 1_037_735, 205_341),
        ("triangle-6", 21, 2_091_241, 5_911, 15_728_640, 3_237_323, 1_240_848),
    ] {
        let game = peg(name, 0);
        assert_eq!(game.space().states(), 1 << cells, "{name}");
        assert_eq!(check_game(&game), Ok(jumps), "{name}");
        // Each jump is possible whatever the other cells hold.
        assert_eq!(jumps, (game.jumps().len() as u64) << (cells - 3), "{name}");
        let table = Solver::new().solve(&game).unwrap().table;
        let (mut counts, mut sum, mut at_one) = ([0; 2], 0, 0);
        for state in 0..1 << cells {
            let mut over = true;
            game.for_each_move(state, |_| over = false);
            counts[usize::from(over)] += 1;
            let value = -table.value::<i32>(state).unwrap();
            sum += value;
            at_one += u64::from(value == 1);
        }
        assert_eq!((counts, sum), ([movable, stuck], fewest), "{name}");
        let set = solvable(&game, None);
        assert_eq!((set.len(), at_one), (solved, solved), "{name}");
        assert!((0..1 << cells).all(|state| set.contains(state) == (table.value::<i32>(state) == Some(-1))), "{name}");
    }
}

#[test]
fn the_triangle_of_15() {
    let game = peg("triangle-5", 0);
    let table = Solver::new().solve(&game).unwrap().table;
    verify(&game, &table).unwrap();
    let mut fewest = [0; 16];
    (0..1 << 15).for_each(|state| fewest[-table.value::<i32>(state).unwrap() as usize] += 1);
    assert_eq!(fewest, [1, 13_935, 12_057, 4_492, 1_720, 348, 122, 72, 6, 7, 3, 0, 4, 0, 0, 1]);

    let solved = solvable(&game, None);
    let by_pegs = [0, 15, 27, 84, 282, 783, 1_650, 2_562, 2_964, 2_586, 1_749, 855, 294, 69, 15, 0];
    assert_eq!(solved.by_level(), by_pegs);
    assert_eq!(by_jumps(&reachable(&game)), [1, 2, 8, 35, 122, 293, 530, 679, 623, 414, 212, 75, 18, 4]);
    for (vacant, positions) in [(0, 3_016), (1, 2_377), (3, 4_237), (4, 1_651)] {
        assert_eq!(reachable(&peg("triangle-5", vacant)).len(), positions, "{vacant}");
    }

    // A game played backwards is a game of the holes: what can be solved is what can be reached, holes for pegs.
    let mut reached = StateSet::empty(solved.space().clone()).unwrap();
    (0..15).for_each(|vacant| assert!(reached.insert(peg("triangle-5", vacant).start())));
    close(Cpu::default(), &mut reached, &game.jumps(), Way::Forward, None).unwrap();
    assert!((0..1 << 15).all(|state| solved.contains(state) == reached.contains(state ^ 0x7fff)));
    reached.intersect(&solved);
    assert_eq!(reached.len(), 5_052);
}

#[test]
fn reachable_positions_of_the_hexagon_and_the_triangle_of_21() {
    let centre = [1, 6, 30, 150, 696, 2_522, 6_509, 11_085, 14_677, 15_564, 13_059, 8_756, 5_021, 2_163, 710, 189, 30];
    assert_eq!(by_jumps(&reachable(&peg("hexagon-3", 9))), centre);
    for (vacant, fewest) in [(0, 2), (1, 3), (4, 2), (9, 2)] {
        let game = peg("hexagon-3", vacant);
        assert_eq!(Solver::new().solve(&game).unwrap().table.value::<i32>(game.start()), Some(-fewest), "{vacant}");
        assert!(!solvable(&game, None).contains(game.start()));
    }
    for (vacant, positions) in [(0, 291_987), (1, 291_222), (3, 329_588)] {
        assert_eq!(reachable(&peg("triangle-6", vacant)).len(), positions, "{vacant}");
    }
}

#[test]
fn every_way_to_close_a_set_gives_the_same_bytes() {
    for (name, vacant) in [("triangle-4", 3), ("triangle-5", 4), ("hexagon-3", 9), ("triangle-6", 3)] {
        let game = peg(name, vacant);
        for (way, from) in [(Way::Forward, game.start()), (Way::Backward, game.peg_on(vacant))] {
            let mut plain = StateSet::empty(solvable(&game, None).space().clone()).unwrap();
            plain.insert(from);
            close_plainly(&mut plain, &game.jumps(), way);
            for cpu in cpus::cpus() {
                for threads in [1, 3] {
                    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
                    let set = pool.install(|| match way {
                        Way::Forward => game.reachable(cpu).unwrap(),
                        Way::Backward => game.solvable(cpu, Some(vacant)).unwrap(),
                    });
                    assert_eq!(set.words(), plain.words(), "{name} {way:?} {cpu} {threads}");
                }
            }
        }
    }
}

/// The class of 2^29 positions, and all 2^33 in 2 GiB: `cargo test --release --test peg -- --ignored`
#[test]
#[ignore = "takes 2 GiB"]
fn the_english_board() {
    let class = peg("english", 16);
    assert_eq!(class.space().states(), 1 << 29);
    for game in [class.with_all_positions().unwrap(), class] {
        counts_of_the_english_board(&game);
    }
}

fn counts_of_the_english_board(game: &Peg) {
    let mut both = reachable(game);
    let reached = [
        1, 4, 12, 60, 296, 1_338, 5_648, 21_842, 77_559, 249_690, 717_788, 1_834_379, 4_138_302, 8_171_208, 14_020_166,
        20_773_236, 26_482_824, 28_994_876, 27_286_330, 22_106_348, 15_425_572, 9_274_496, 4_792_664, 2_120_101,
        800_152, 255_544, 68_236, 14_727, 2_529, 334, 32, 5,
    ];
    assert_eq!(by_jumps(&both), reached);
    assert_eq!(both.len(), 187_636_299);
    let solved = solvable(game, Some(16));
    both.intersect(&solved);
    assert_eq!(both.len(), 13_428_122);
    // The centre vacant and a peg in the centre alone are each other's mirror: holes for pegs, last for first.
    let solved = by_jumps(&solved);
    assert!(solved.iter().rev().eq(&reached));
    assert!(by_jumps(&both).iter().rev().eq(&by_jumps(&both)));
}

#[test]
fn a_class_is_the_same_as_all_positions() {
    // Four by seven, and a cell apart that never moves: 29 cells, so that all positions still fit.
    let picture = "square\n####### #\n#######\n###.###\n#######\n";
    let class = Peg::read_problem(&mut Reader::new(picture.as_bytes()), None).unwrap().unwrap();
    let all = class.with_all_positions().unwrap();
    assert_eq!((class.space().states(), all.space().states()), (1 << 25, 1 << 29));
    let jumps = class.jumps();
    // From a position of few pegs, so that what is reached and what leads there is small.
    let few = class.start() & 0x0123_4ba7;
    let small = Peg::new(class.board().clone(), &class.pegs(few)).unwrap();
    let large = small.with_all_positions().unwrap();
    let (by_class, by_all) = (reachable(&small), reachable(&large));
    assert!(by_class.len() > 1 && by_class.by_level() == by_all.by_level());
    assert!(by_class.iter().all(|state| by_all.contains(state)));
    let mut plain = StateSet::empty(by_class.space().clone()).unwrap();
    plain.insert(few);
    close_plainly(&mut plain, &jumps, Way::Forward);
    assert_eq!(plain.words(), by_class.words());
}

#[test]
fn a_line_ends_with_one_peg() {
    let game = peg("triangle-5", 1);
    let line = game.line_within(&solvable(&game, Some(1))).unwrap();
    assert_eq!(line.len(), 13);
    assert_eq!(line[12].play.to, game.peg_on(1));
    assert!(peg("triangle-5", 4).line_within(&solvable(&game, Some(4))).is_none());
}

#[test]
fn complete_games() {
    // All games, those that end with one peg, and those that end with it where the hole was.
    for (name, vacant, all, solved, at_home) in [
        ("triangle-5", 0, 568_630, 29_760, Some(6_816)),
        ("triangle-5", 1, 294_543, 14_880, Some(720)),
        ("triangle-5", 3, 1_149_568, 85_258, Some(51_452)),
        ("triangle-5", 4, 137_846, 1_550, Some(0)),
        ("hexagon-3", 0, 2_041_682_082, 0, None),
        ("hexagon-3", 1, 249_163_536, 0, None),
        ("hexagon-3", 4, 1_207_890_102, 0, None),
        ("hexagon-3", 9, 8_572_617_456, 0, None),
        ("triangle-6", 0, 394_999_872_560, 43_419_942_138, None),
        ("triangle-6", 1, 708_705_108_578, 82_905_434_589, None),
        ("triangle-6", 3, 986_566_545_013, 113_077_359_159, None),
    ] {
        let game = peg(name, vacant);
        let set = reachable(&game);
        let games = |counts: &(dyn Fn(u64) -> bool + Sync)| plays(&game, &set, game.start(), counts).unwrap();
        assert_eq!(games(&|_| true), all, "{name} {vacant}");
        assert_eq!(games(&|state| state.count_ones() == 1), solved, "{name} {vacant}");
        if let Some(at_home) = at_home {
            assert_eq!(games(&|state| state == game.peg_on(vacant)), at_home, "{name} {vacant}");
        }
    }
}

/// 3 GiB and some minutes: `cargo test --release --test peg -- --ignored`
#[test]
#[ignore = "takes 3 GiB"]
fn complete_games_of_the_english_board() {
    // Bell, arXiv 0903.3696; durangobill.com/Peg33.html.
    let game = peg("english", 16);
    let set = reachable(&game);
    assert_eq!(plays(&game, &set, game.start(), |_| true).unwrap(), 577_116_156_815_309_849_672);
    let at_home = |state| state == game.peg_on(16);
    assert_eq!(plays(&game, &set, game.start(), at_home).unwrap(), 40_861_647_040_079_968);
}
