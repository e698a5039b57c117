//! The picture of a bench: ns a state over the number of states.

use std::path::Path;

use plotters::prelude::*;

use super::row::Row;
use crate::cli::error::{CliError, shown};

/// Draws a line for each game and number of threads.
pub(in crate::cli) fn draw(path: &Path, rows: &[Row]) -> Result<(), CliError> {
    lines(path, rows).map_err(|error| CliError::Other(format!("{}: {error}", shown(path))))
}

fn lines(path: &Path, rows: &[Row]) -> Result<(), Box<dyn std::error::Error>> {
    let states = rows.iter().map(|row| row.states as f64);
    let (least, most) = states.fold((f64::MAX, 1.0_f64), |(least, most), states| (least.min(states), most.max(states)));
    let slowest = rows.iter().map(Row::ns_a_state).fold(0.1, f64::max);
    let area = SVGBackend::new(path, (900, 560)).into_drawing_area();
    area.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&area)
        .caption("ns to fill a state", ("sans-serif", 22))
        .margin(16)
        .x_label_area_size(44)
        .y_label_area_size(56)
        .build_cartesian_2d((least / 2.0..most * 2.0).log_scale(), 0.0..slowest * 1.15)?;
    chart.configure_mesh().x_desc("states").y_desc("ns a state").x_label_formatter(&|x| format!("{x:.0e}")).draw()?;

    let mut rows: Vec<&Row> = rows.iter().collect();
    rows.sort_by_key(|row| (row.game, row.threads, row.states));
    for (at, line) in rows.chunk_by(|a, b| (a.game, a.threads) == (b.game, b.threads)).enumerate() {
        let colour = Palette99::pick(at).to_rgba();
        let points: Vec<(f64, f64)> = line.iter().map(|row| (row.states as f64, row.ns_a_state())).collect();
        let name =
            format!("{}, {} thread{}", line[0].game, line[0].threads, if line[0].threads == 1 { "" } else { "s" });
        chart
            .draw_series(LineSeries::new(points.iter().copied(), colour.stroke_width(2)))?
            .label(name)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 24, y)], colour.stroke_width(2)));
        chart.draw_series(points.iter().map(|&point| Circle::new(point, 4, colour.filled())))?;
    }
    chart.configure_series_labels().background_style(WHITE.mix(0.8)).border_style(BLACK).draw()?;
    area.present()?;
    Ok(())
}
