package io.smartt.testbed.sonic.change;

import module java.base;

import io.smartt.base.input.FileErrors;
import io.smartt.testbed.sonic.SonicException;

/**
 * Checkpoints in a folder, a file a switch.
 *
 * @param folder made when it is needed
 */
public record CheckpointStore(Path folder) {
  /** Returns the file of a switch's checkpoint. */
  public Path file(String name) {
    return folder.resolve(name + ".json");
  }

  /** Returns the checkpoint of a switch, if it was changed and not taken back. */
  public Optional<Checkpoint> find(String name) {
    Path file = file(name);
    try {
      return Files.exists(file)
          ? Optional.of(Checkpoint.parse(file.toString(), Files.readString(file)))
          : Optional.empty();
    } catch (IOException e) {
      throw new SonicException(file + ": cannot be read: " + FileErrors.reason(e), e);
    }
  }

  /** Keeps one in the place of an older one; a reader never sees half of it. */
  public void save(Checkpoint checkpoint) {
    Path file = file(checkpoint.name());
    try {
      Files.createDirectories(folder);
      Path whole = Files.writeString(folder.resolve(checkpoint.name() + ".new"), checkpoint.text());
      Files.move(whole, file, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new SonicException(file + ": cannot be written: " + FileErrors.reason(e), e);
    }
  }

  /** Forgets a switch's. */
  public void remove(String name) {
    try {
      Files.deleteIfExists(file(name));
    } catch (IOException e) {
      throw new SonicException(file(name) + ": cannot be removed: " + FileErrors.reason(e), e);
    }
  }
}
