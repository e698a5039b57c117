//! Dots and Boxes by drawing on paper: a sheet remembers each edge, lying or standing, and both players try them all.

use std::collections::HashMap;

/// A sheet of dots.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Sheet {
    /// Whether each lying edge is drawn: a row of them above each row of boxes, and one below the last.
    pub lying: Vec<Vec<bool>>,
    /// Whether each standing edge is drawn: for each row of boxes one left of each box, and one right of the last.
    pub standing: Vec<Vec<bool>>,
}

impl Sheet {
    /// A sheet for so many rows and columns of boxes, nothing drawn yet.
    pub fn empty(rows: usize, columns: usize) -> Self {
        Self { lying: vec![vec![false; columns]; rows + 1], standing: vec![vec![false; columns + 1]; rows] }
    }

    /// How many boxes have all four edges.
    fn closed(&self) -> i64 {
        let mut closed = 0;
        for (row, standing) in self.standing.iter().enumerate() {
            for column in 0..standing.len() - 1 {
                let above_and_below = self.lying[row][column] && self.lying[row + 1][column];
                closed += i64::from(above_and_below && standing[column] && standing[column + 1]);
            }
        }
        closed
    }

    /// All sheets with one edge more.
    fn with_an_edge_more(&self) -> Vec<Self> {
        let mut sheets = Vec::new();
        for (row, edges) in self.lying.iter().enumerate() {
            for column in (0..edges.len()).filter(|&column| !edges[column]) {
                let mut sheet = self.clone();
                sheet.lying[row][column] = true;
                sheets.push(sheet);
            }
        }
        for (row, edges) in self.standing.iter().enumerate() {
            for column in (0..edges.len()).filter(|&column| !edges[column]) {
                let mut sheet = self.clone();
                sheet.standing[row][column] = true;
                sheets.push(sheet);
            }
        }
        sheets
    }
}

/// The sheets met before, each with whether it is the first player's turn.
pub type Known = HashMap<(Sheet, bool), i64>;

/// The first player's boxes minus the second's from here on, both playing their best.
pub fn first_minus_second(sheet: &Sheet, first_moves: bool, known: &mut Known) -> i64 {
    if let Some(&value) = known.get(&(sheet.clone(), first_moves)) {
        return value;
    }
    let outcomes: Vec<i64> = sheet
        .with_an_edge_more()
        .into_iter()
        .map(|next| {
            let boxes = next.closed() - sheet.closed();
            // Whoever closed a box has to go on.
            let first_moves_next = if boxes > 0 { first_moves } else { !first_moves };
            let gained = if first_moves { boxes } else { -boxes };
            gained + first_minus_second(&next, first_moves_next, known)
        })
        .collect();
    let best = if first_moves { outcomes.into_iter().max() } else { outcomes.into_iter().min() };
    let value = best.unwrap_or(0);
    known.insert((sheet.clone(), first_moves), value);
    value
}
