//! What some tests need beside the Rust toolchain.

/// Says aloud that a test is left out for want of something, which is an error where everything is to be tested.
pub fn left_out(what: &str) {
    assert!(std::env::var_os("RETROGRADE_TEST_ALL").is_none(), "RETROGRADE_TEST_ALL is set, and there is no {what}");
    eprintln!("LEFT OUT, for want of {what}");
}
