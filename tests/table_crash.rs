//! Builds that are killed, that find no room, or that stand beside others: the target is the old file or the new one.
#![cfg(unix)]

mod wanted;

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Instant;

use assert_cmd::cargo::cargo_bin;
use retrograde::{Draft, Existing};

/// Twenty bags, in the file of that name.
fn problem(folder: &Path, stone: u32) -> PathBuf {
    let bags: String = (0..20).map(|bag| format!("{} {}\n", bag % 3 + 1, "1 ".repeat(bag % 3 + 1))).collect();
    let path = folder.join(format!("{stone}.in"));
    std::fs::write(&path, format!("1 20 {stone}\n{bags}0 0 0\n")).unwrap();
    path
}

fn build(problem: &Path, table: &Path, more: &[&str]) -> Command {
    let mut command = Command::new(cargo_bin!());
    command.args(["build", "gems", "--threads", "1"]).arg(problem).arg("-o").arg(table).args(more);
    command.stdout(Stdio::null()).stderr(Stdio::piped());
    command
}

fn leftovers(folder: &Path) -> usize {
    let entries = std::fs::read_dir(folder).unwrap();
    entries.filter(|entry| entry.as_ref().unwrap().path().extension().is_some_and(|end| end == "partial")).count()
}

/// Checks that it failed with status 2 and one line, which is returned.
fn refused(output: &Output) -> String {
    let error = String::from_utf8(output.stderr.clone()).unwrap();
    assert_eq!((output.status.code(), error.lines().count()), (Some(2), 1), "{error}");
    error
}

#[test]
fn killed_at_any_moment_the_old_table_or_the_new_one_is_there() {
    let folder = tempfile::tempdir().unwrap();
    let (old_problem, new_problem) = (problem(folder.path(), 3), problem(folder.path(), 2));
    let (old_path, table) = (folder.path().join("old.table"), folder.path().join("a.table"));
    assert!(build(&old_problem, &old_path, &[]).status().unwrap().success());
    let begin = Instant::now();
    assert!(build(&new_problem, &table, &[]).status().unwrap().success());
    let whole = begin.elapsed();
    let (old, new) = (std::fs::read(&old_path).unwrap(), std::fs::read(&table).unwrap());
    assert!(old != new);
    let mut kept = 0;
    for backing in ["memory", "file"] {
        for moment in 0..16 {
            std::fs::write(&table, &old).unwrap();
            let mut child = build(&new_problem, &table, &["--force", "--backing", backing]).spawn().unwrap();
            std::thread::sleep(whole * moment / 14);
            child.kill().unwrap();
            child.wait().unwrap();
            let found = std::fs::read(&table).unwrap();
            assert!(found == old || found == new, "{backing}, moment {moment}");
            kept += u32::from(found == old);
        }
    }
    assert!(kept > 0, "every build was done before it was killed");
    assert!(build(&new_problem, &table, &["--force"]).status().unwrap().success());
    assert_eq!(leftovers(folder.path()), 0);
    let verify = Command::new(cargo_bin!()).arg("verify").args([&old_path, &table]).output().unwrap();
    assert!(verify.status.success(), "{}", String::from_utf8_lossy(&verify.stderr));
}

#[test]
fn a_running_build_keeps_its_file_and_a_dead_one_loses_it() {
    let folder = tempfile::tempdir().unwrap();
    let problem = problem(folder.path(), 3);
    let running = Draft::new(&folder.path().join("b.table"), Existing::Keep).unwrap();
    let dead = folder.path().join(".retrograde-dead.partial");
    let others = [".retrograde-other", "mine.partial", "retrograde-x.partial"].map(|name| folder.path().join(name));
    std::fs::write(&dead, "half a table").unwrap();
    for other in &others {
        std::fs::write(other, "").unwrap();
    }
    // What only looks like one is not waited for.
    let pipe = folder.path().join(".retrograde-pipe.partial");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    assert!(build(&problem, &folder.path().join("a.table"), &[]).status().unwrap().success());
    assert!(running.path().exists() && !dead.exists() && pipe.exists());
    assert!(others.iter().all(|other| other.exists()));
    let path = running.path().to_owned();
    drop(running);
    assert!(!path.exists());
}

#[test]
fn what_is_there_is_kept_unless_it_is_to_be_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let problem = problem(folder.path(), 3);
    let at = |name: &str| folder.path().join(name);
    std::fs::write(at("a.table"), "mine").unwrap();
    std::os::unix::fs::symlink("a.table", at("link")).unwrap();
    std::os::unix::fs::symlink("nowhere", at("dangling")).unwrap();
    for name in ["a.table", "link", "dangling"] {
        let error = refused(&build(&problem, &at(name), &[]).output().unwrap());
        assert!(error.contains(&format!("{name} exists already (see --force)")), "{error}");
    }
    assert_eq!(std::fs::read(at("a.table")).unwrap(), b"mine");
    // Through a link the file is replaced, and the link stays.
    assert!(build(&problem, &at("link"), &["--force"]).status().unwrap().success());
    assert!(at("link").is_symlink() && std::fs::read(at("a.table")).unwrap().len() > 1 << 20);
    assert!(build(&problem, Path::new("plain"), &[]).current_dir(folder.path()).status().unwrap().success());
    assert!(std::fs::read(at("plain")).unwrap() == std::fs::read(at("a.table")).unwrap());
}

#[test]
fn what_cannot_be_a_table_is_refused_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let problem = problem(folder.path(), 3);
    let long = "x".repeat(300);
    for target in [".", "..", "sub/", "missing/a.table", "folder", "pipe", "3.in/a", "3.in/", &long, "/dev/null"] {
        std::fs::create_dir_all(folder.path().join("folder")).unwrap();
        let _ = Command::new("mkfifo").arg(folder.path().join("pipe")).stderr(Stdio::null()).status();
        refused(&build(&problem, Path::new(target), &["--force"]).current_dir(folder.path()).output().unwrap());
    }
    assert_eq!(leftovers(folder.path()), 0);
}

/// Runs a script of the shell as the owner of new file systems. `None` where that is not
/// allowed.
fn with_file_system(options: &str, script: &str, arguments: [&Path; 2]) -> Option<Output> {
    let folder = tempfile::tempdir().unwrap();
    let mount = format!("mount -t tmpfs -o {options} none \"$0\"");
    let unshared = |script: &str| {
        let mut command = Command::new("unshare");
        command.args(["-rm", "sh", "-c", script]).arg(folder.path()).args(arguments);
        command.output().ok()
    };
    if !unshared(&mount).is_some_and(|output| output.status.success()) {
        wanted::left_out("file system that may be mounted here");
        return None;
    }
    unshared(&format!("{mount} && {script}"))
}

#[test]
fn a_disk_that_is_too_small_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let problem = problem(folder.path(), 3);
    for backing in ["memory", "file"] {
        let script =
            format!("\"$1\" build gems \"$2\" --backing {backing} -o \"$0/x.table\"; s=$?; ls -A \"$0\"; exit $s");
        for (options, word) in [("size=1m", "on the disk"), ("ro", "Read-only")] {
            let Some(output) = with_file_system(options, &script, [Path::new(cargo_bin!()), &problem]) else {
                continue;
            };
            let error = refused(&output);
            assert!(error.starts_with("error: ") && error.contains(word), "{error}");
            assert!(output.stdout.is_empty(), "something is left: {}", String::from_utf8_lossy(&output.stdout));
        }
        // A limit on the size of files, which the system defends by a signal.
        let script = format!("ulimit -f 100; exec \"$0\" build gems \"$1\" --backing {backing} -o \"$1.table\"");
        let limited = Command::new("sh").args(["-c", &script]).arg(cargo_bin!()).arg(&problem).output().unwrap();
        assert!(refused(&limited).contains("on the disk"));
    }
}

#[test]
fn a_table_larger_than_the_memory_is_filled_in_its_file() {
    let folder = tempfile::tempdir().unwrap();
    let numbers: Vec<String> = (0..2 * 13 * 13_u64).map(|at| (at * 7_919_777 % 1_000_003).to_string()).collect();
    let (problem, table) = (folder.path().join("a.in"), |name: &str| folder.path().join(name));
    std::fs::write(&problem, format!("13 13\n{}\n", numbers.join(" "))).unwrap();
    let limited = |limit: &str, backing: &str, name: &str| {
        let script = format!(
            "ulimit {limit} && exec \"$0\" build chess \"$1\" --threads 1 --memory-limit 1T --backing {backing} -o \"$2\""
        );
        let mut command = Command::new("sh");
        command.args(["-c", &script]).arg(cargo_bin!()).args([&problem, &table(name)]);
        command.output().unwrap()
    };
    // 10,400,600 states of four bytes are 1.6 times as much.
    assert!(refused(&limited("-d 25000", "memory", "none")).contains("the system refuses"));
    assert!(limited("-d 25000", "file", "file").status.success());
    assert!(limited("-n 64", "memory", "memory").status.success());
    assert!(std::fs::read(table("file")).unwrap() == std::fs::read(table("memory")).unwrap());
    assert_eq!((table("none").exists(), leftovers(folder.path())), (false, 0));
}
