package io.smartt.experiment.report;

import module java.base;

import io.smartt.base.failure.RunFailedException;
import io.smartt.base.input.UserInputException;
import io.smartt.base.output.WholeFile;

/**
 * The right of one process to write a folder: a file {@code .lock} in it with the process id and
 * when that process began. The lock of a process that has died is taken over.
 *
 * <p>It is no lock of the operating system: POSIX gives such a lock up as soon as any other stream
 * of the same process on that file is closed.
 */
public final class FolderLock implements AutoCloseable {
  private static final String NAME = ".lock";
  private static final int ATTEMPTS = 100;

  /** Longer than a process takes to write its number. */
  private static final Duration UNSIGNED = Duration.ofSeconds(10);

  private final Path file;
  private boolean held = true;

  private FolderLock(Path file) {
    this.file = file;
  }

  /**
   * Takes the lock of a folder, which must be there.
   *
   * @throws UserInputException naming the process that has it
   * @throws RunFailedException if the folder cannot be written
   */
  public static FolderLock take(Path folder) {
    Path file = folder.resolve(NAME);
    try {
      for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
        if (created(file)) {
          return new FolderLock(file);
        }
        removeIfStale(folder, file);
      }
      throw new UserInputException("folder " + folder + ": others take and leave it all the time");
    } catch (IOException e) {
      throw WholeFile.cannotWrite(folder, e);
    }
  }

  /**
   * Returns whether a file of this name is a lock, or what a process left that died while it took
   * one.
   */
  static boolean isOwn(String name) {
    return name.equals(NAME) || name.startsWith(NAME + ".");
  }

  /** Returns whether a process that lives has the right to write a folder. */
  public static boolean isHeld(Path folder) {
    try {
      return isAlive(Files.readString(folder.resolve(NAME)));
    } catch (IOException e) {
      return false;
    }
  }

  /** Appears with its text or not at all: nobody could tell whose an empty one is. */
  private static boolean created(Path file) throws IOException {
    ProcessHandle self = ProcessHandle.current();
    Path text =
        file.resolveSibling(NAME + "." + self.pid() + "-" + Thread.currentThread().threadId());
    try {
      Files.writeString(text, identity(self));
      try {
        Files.createLink(file, text);
      } catch (FileAlreadyExistsException e) {
        return false;
      } catch (FileSystemException | UnsupportedOperationException e) {
        // A file system that has one name for a file only.
        Files.writeString(file, identity(self), StandardOpenOption.CREATE_NEW);
      }
      return true;
    } catch (FileAlreadyExistsException e) {
      return false;
    } finally {
      Files.deleteIfExists(text);
    }
  }

  private static void removeIfStale(Path folder, Path file) throws IOException {
    try {
      String owner = Files.readString(file);
      Instant since = Files.getLastModifiedTime(file).toInstant();
      if (isAlive(owner) && !(owner.isBlank() && since.isBefore(Instant.now().minus(UNSIGNED)))) {
        throw inUse(folder, file, owner);
      }
      // Moved away first: what another process has put there in the meantime is not removed.
      Path aside = file.resolveSibling(NAME + "." + ProcessHandle.current().pid());
      WholeFile.rename(file, aside);
      String moved = Files.readString(aside);
      if (!moved.isBlank() && isAlive(moved)) {
        WholeFile.rename(aside, file);
        throw inUse(folder, file, moved);
      }
      Files.delete(aside);
    } catch (NoSuchFileException e) {
      // Its owner has left, or another process has taken it over: try again.
    }
  }

  private static UserInputException inUse(Path folder, Path file, String owner) {
    return new UserInputException(
        "folder %s is in use by process %s (%s); wait for its end, or name another folder"
            .formatted(folder, owner.split(" ", 2)[0].strip(), file));
  }

  private static String identity(ProcessHandle process) {
    long beganMs = process.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
    return process.pid() + " " + beganMs + "\n";
  }

  /** Returns whether that very process runs; one that is about to write its number is taken to. */
  private static boolean isAlive(String owner) {
    String[] parts = owner.strip().split(" ", 2);
    if (!parts[0].matches("\\d{1,18}")) {
      return true;
    }
    return ProcessHandle.of(Long.parseLong(parts[0]))
        .map(process -> process.isAlive() && identity(process).equals(owner))
        .orElse(false);
  }

  /** Gives the folder back. */
  @Override
  public void close() {
    if (held) {
      held = false;
      WholeFile.writing(file).run(() -> Files.deleteIfExists(file));
    }
  }
}
