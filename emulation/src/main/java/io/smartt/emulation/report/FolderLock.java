package io.smartt.emulation.report;

import io.smartt.emulation.input.UserInputException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/**
 * The right of one process to write a folder: a lock on the file {@code .lock} in it, which has the
 * process id for the others to read. The system frees the lock of a process that has died.
 */
public final class FolderLock implements AutoCloseable {
  private static final String NAME = ".lock";

  private final Path file;
  private final FileChannel channel;

  private FolderLock(Path file, FileChannel channel) {
    this.file = file;
    this.channel = channel;
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
      Optional<FolderLock> lock = tryTake(folder, file);
      while (lock.isEmpty()) {
        // Its last owner removed the file between its opening and its lock.
        lock = tryTake(folder, file);
      }
      return lock.get();
    } catch (IOException e) {
      throw WholeFile.cannotWrite(folder, e);
    }
  }

  private static Optional<FolderLock> tryTake(Path folder, Path file) throws IOException {
    FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    try {
      FileLock held = channel.tryLock();
      if (held == null) {
        throw inUse(folder, file);
      }
      String owner = ProcessHandle.current().pid() + System.lineSeparator();
      channel.truncate(0);
      channel.write(ByteBuffer.wrap(owner.getBytes(StandardCharsets.UTF_8)));
      if (Files.exists(file) && Files.readString(file).equals(owner)) {
        return Optional.of(new FolderLock(file, channel));
      }
      channel.close();
      return Optional.empty();
    } catch (OverlappingFileLockException e) {
      channel.close();
      throw inUse(folder, file);
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  private static UserInputException inUse(Path folder, Path file) throws IOException {
    String owner = Files.exists(file) ? Files.readString(file).strip() : "";
    return new UserInputException(
        "folder %s is in use by process %s; wait for its end, or name another folder"
            .formatted(folder, owner));
  }

  /** Gives the folder back. */
  @Override
  public void close() {
    if (channel.isOpen()) {
      try {
        // First the file: as long as this process has the lock, nobody else can have it.
        Files.deleteIfExists(file);
        channel.close();
      } catch (IOException e) {
        throw WholeFile.cannotWrite(file, e);
      }
    }
  }
}
