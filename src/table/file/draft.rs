//! Writing a table file so that no moment leaves half of one.
//!
//! A draft is a temporary file in the folder of the target, locked, with all its space reserved. When everything
//! is in it and on the disk, it takes the target's name in one step. A draft whose maker died has lost its lock:
//! the next one made in the folder removes it.

use std::fs::{self, File, TryLockError};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use super::header::{Content, Layout};
use super::{CHUNK, Label};
use crate::table::{Memory, MemoryError, StateSet, Table};

const PREFIX: &str = ".retrograde-";
const SUFFIX: &str = ".partial";

/// What to do where the target exists.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Existing {
    /// Leave it, and fail.
    Keep,
    /// Replace it, once the new table is complete.
    Replace,
}

/// Why a table could not be saved.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SaveError {
    /// The target exists, and is to be kept.
    #[error("the file exists already")]
    Exists,
    /// The target is a folder, a device or the like, or no name of a file at all.
    #[error("no name of a regular file")]
    NotAFile,
    /// The disk is too small.
    #[error("cannot reserve {bytes} bytes on the disk")]
    Reserve {
        /// The bytes of the whole file.
        bytes: u64,
        /// What the system said.
        #[source]
        source: io::Error,
    },
    /// The file cannot be mapped into memory.
    #[error("cannot map the file")]
    Map(#[from] MemoryError),
    /// The file cannot be written.
    #[error("cannot write")]
    Io(#[from] io::Error),
}

/// A table file that is being made. Dropped before [`finish`](Self::finish), it vanishes.
#[derive(Debug)]
pub struct Draft {
    pub(super) file: NamedTempFile,
    folder: PathBuf,
    target: PathBuf,
    existing: Existing,
}

impl Draft {
    /// Begins a file in the folder of `target`, and removes what makers that died have left there. Of a symbolic link
    /// it is the file that it leads to which is replaced.
    ///
    /// # Errors
    /// [`SaveError::Exists`] where the target is to be kept, [`SaveError::NotAFile`], [`SaveError::Io`].
    pub fn new(target: &Path, existing: Existing) -> Result<Self, SaveError> {
        let target = checked(target, existing)?;
        let folder = match target.parent() {
            Some(folder) if folder != Path::new("") => folder.to_path_buf(),
            _ => PathBuf::from("."),
        };
        remove_abandoned(&folder);
        let file = locked_file(&folder)?;
        Ok(Self { file, folder, target, existing })
    }

    /// The temporary file.
    pub fn path(&self) -> &Path {
        self.file.path()
    }

    /// Sets space aside, so that a disk which is too small is found out before the work that it is for.
    ///
    /// # Errors
    /// [`SaveError::Reserve`].
    pub fn reserve(&self, bytes: u64) -> Result<(), SaveError> {
        reserve(self.file.as_file(), bytes.max(1))
    }

    /// Zeroed memory in a nameless file of the same folder.
    pub(crate) fn scratch(&self, bytes: usize) -> Result<Memory, SaveError> {
        let file = tempfile::tempfile_in(&self.folder)?;
        reserve(&file, bytes.max(1) as u64)?;
        Ok(Memory::of_new_file(&file, 0..bytes)?)
    }

    /// Writes the table, sees it onto the disk, and gives the file its name.
    ///
    /// # Errors
    /// [`SaveError`]; the target is then as it was.
    ///
    /// # Complexity
    /// One pass over the cells for the checksums and to write them.
    pub fn finish(self, table: &Table, label: &Label) -> Result<(), SaveError> {
        let content = Content::of_table(table);
        self.write(&content, &Layout::new(&content, label), false)
    }

    /// As [`finish`](Self::finish), for a set of states; `name` says which one it is, like `solvable`.
    ///
    /// # Errors
    /// [`SaveError`]; the target is then as it was.
    ///
    /// # Complexity
    /// One pass over the bits for the checksums and to write them.
    pub fn finish_set(self, set: &StateSet, name: &str, label: &Label) -> Result<(), SaveError> {
        let content = Content::of_set(set, name);
        self.write(&content, &Layout::new(&content, label), false)
    }

    /// Writes what is not in place yet, sees all of it onto the disk, and gives the file its name.
    pub(super) fn write(mut self, content: &Content<'_>, layout: &Layout, in_place: bool) -> Result<(), SaveError> {
        if !in_place {
            let bytes = layout.checksums.end as u64;
            if self.file.as_file().metadata()?.len() > bytes {
                self.file.as_file().set_len(bytes)?;
            }
            reserve(self.file.as_file(), bytes)?;
        }
        let parts = content.index_parts();
        let mut sums = vec![crc32fast::hash(&layout.header)];
        sums.extend(parts.iter().map(|part| crc32fast::hash(part)));
        let file = self.file.as_file_mut();
        file.seek(SeekFrom::Start(0))?;
        file.write_all(&layout.header)?;
        for part in &parts {
            file.write_all(part)?;
        }
        // The cells stand in memory as they do in the file, on a machine that is little-endian.
        let mut left = content.bytes;
        for chunk in content.memory.bytes().chunks(CHUNK) {
            let chunk = little_endian(chunk, content.word);
            let chunk = &chunk[..chunk.len().min(left)];
            left -= chunk.len();
            sums.push(crc32fast::hash(chunk));
            if !in_place {
                file.write_all(chunk)?;
            }
        }
        let mut tail: Vec<u8> = sums.iter().flat_map(|sum| sum.to_le_bytes()).collect();
        tail.extend(crc32fast::hash(&tail).to_le_bytes());
        file.seek(SeekFrom::Start(layout.checksums.start as u64))?;
        file.write_all(&tail)?;
        file.sync_all()?;
        let persisted = match self.existing {
            Existing::Keep => self.file.persist_noclobber(&self.target),
            Existing::Replace => self.file.persist(&self.target),
        };
        persisted.map_err(|failed| match failed.error.kind() {
            io::ErrorKind::AlreadyExists => SaveError::Exists,
            _ => SaveError::Io(failed.error),
        })?;
        // The name is on the disk only when the folder is.
        #[cfg(unix)]
        File::open(&self.folder)?.sync_all()?;
        Ok(())
    }
}

/// The file that is to be written, if it may be: what is wrong with it is said before there is any work to lose.
fn checked(target: &Path, existing: Existing) -> Result<PathBuf, SaveError> {
    if target.file_name().is_none() || target.as_os_str().as_encoded_bytes().ends_with(b"/") {
        return Err(SaveError::NotAFile);
    }
    let metadata = match target.symlink_metadata() {
        Ok(_) if existing == Existing::Keep => return Err(SaveError::Exists),
        Ok(metadata) => metadata,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(target.into()),
        Err(error) => return Err(error.into()),
    };
    match target.metadata() {
        Ok(metadata) if !metadata.is_file() => Err(SaveError::NotAFile),
        Ok(_) if metadata.is_symlink() => Ok(target.canonicalize()?),
        // A link that leads nowhere is replaced itself.
        _ => Ok(target.into()),
    }
}

/// Values of `width` bytes in the order of a file.
fn little_endian(values: &[u8], width: usize) -> std::borrow::Cow<'_, [u8]> {
    if cfg!(target_endian = "little") {
        values.into()
    } else {
        values.chunks(width).flat_map(|value| value.iter().rev().copied()).collect::<Vec<u8>>().into()
    }
}

/// A new temporary file that nobody takes for abandoned.
fn locked_file(folder: &Path) -> Result<NamedTempFile, SaveError> {
    loop {
        let mut builder = tempfile::Builder::new();
        builder.prefix(PREFIX).suffix(SUFFIX);
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let file = builder.tempfile_in(folder)?;
        // Between being made and being locked it may have been taken for abandoned; then another is made.
        match file.as_file().try_lock() {
            Ok(()) if file.path().exists() => return Ok(file),
            Ok(()) | Err(TryLockError::WouldBlock) => {}
            // Where there are no locks, none can be had on what others left behind: nothing is removed there.
            Err(TryLockError::Error(_)) => return Ok(file),
        }
    }
}

/// Removes temporary files that no process has locked. What cannot be removed does no harm.
fn remove_abandoned(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let ours = name.to_str().is_some_and(|name| name.starts_with(PREFIX) && name.ends_with(SUFFIX));
        // A pipe would wait for its other end.
        if ours
            && entry.file_type().is_ok_and(|kind| kind.is_file())
            && let Ok(file) = File::options().write(true).open(entry.path())
            && file.try_lock().is_ok()
        {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Sets the space aside, so that a full disk is an error now and not a signal later.
pub(super) fn reserve(file: &File, bytes: u64) -> Result<(), SaveError> {
    // Beyond this limit the system sends a signal, which ends the process.
    #[cfg(unix)]
    if rustix::process::getrlimit(rustix::process::Resource::Fsize).current.is_some_and(|limit| bytes > limit) {
        return Err(SaveError::Reserve { bytes, source: io::ErrorKind::FileTooLarge.into() });
    }
    let reserved = fs4::FileExt::allocate(file, bytes).or_else(|error| match error.kind() {
        // A file system that cannot reserve is given zeros instead.
        io::ErrorKind::Unsupported | io::ErrorKind::InvalidInput => write_zeros(file, bytes),
        _ => Err(error),
    });
    reserved.map_err(|source| SaveError::Reserve { bytes, source })
}

fn write_zeros(mut file: &File, bytes: u64) -> io::Result<()> {
    file.seek(SeekFrom::Start(0))?;
    io::copy(&mut io::Read::take(io::repeat(0), bytes), &mut file).map(|_| ())
}
