//! Operating system: reading files on Unix and on Windows.
//!
//! This is the only file of the engine that depends on the system.

use std::{fs::File, io};

/// Whether several threads can read one file, each at its own offset; otherwise a single thread
/// reads it.
pub(super) const POSITIONAL: bool = cfg!(unix);

/// A standard stream as a file, which stays open when the file is dropped.
#[cfg(unix)]
pub(super) fn file_of(stream: &impl std::os::fd::AsFd) -> io::Result<File> {
    Ok(stream.as_fd().try_clone_to_owned()?.into())
}

/// A standard stream as a file, which stays open when the file is dropped.
#[cfg(windows)]
pub(super) fn file_of(stream: &impl std::os::windows::io::AsHandle) -> io::Result<File> {
    Ok(stream.as_handle().try_clone_to_owned()?.into())
}

/// Waits for data for a moment; returns whether there is something to read.
#[cfg(unix)]
pub(super) fn is_readable(file: &File) -> io::Result<bool> {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    use std::os::fd::AsFd;

    // A tenth of a second: so often a reader looks around.
    const PATIENCE: Timespec = Timespec { tv_sec: 0, tv_nsec: 100_000_000 };
    let mut ready = [PollFd::from_borrowed_fd(file.as_fd(), PollFlags::IN)];
    Ok(poll(&mut ready, Some(&PATIENCE))? != 0)
}

/// Windows waits in the read itself.
#[cfg(windows)]
pub(super) fn is_readable(_file: &File) -> io::Result<bool> {
    Ok(true)
}

/// Reads at this offset of the file; other threads may read at theirs.
#[cfg(unix)]
pub(super) fn read_at(file: &File, buffer: &mut [u8], at: u64) -> io::Result<usize> {
    std::os::unix::fs::FileExt::read_at(file, buffer, at)
}

/// Reads at this offset of the file; the file's own position moves, so [`POSITIONAL`] is false.
#[cfg(windows)]
pub(super) fn read_at(file: &File, buffer: &mut [u8], at: u64) -> io::Result<usize> {
    std::os::windows::fs::FileExt::seek_read(file, buffer, at)
}
