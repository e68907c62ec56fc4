package io.smartt.testbed.sonic.change;

import module java.base;

import io.smartt.base.input.FileErrors;
import io.smartt.base.output.WholeFile;
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
    return saying(file + ": cannot be read")
        .get(() ->
            Files.exists(file)
                ? Optional.of(Checkpoint.parse(file.toString(), Files.readString(file)))
                : Optional.empty());
  }

  /** Keeps one in the place of an older one; a reader never sees half of it. */
  public void save(Checkpoint checkpoint) {
    Path file = file(checkpoint.name());
    WholeFile.put(
        file,
        saying(file + ": cannot be written"),
        part -> {
          Files.createDirectories(folder);
          Files.writeString(part, checkpoint.text());
        });
  }

  /** Forgets a switch's. */
  public void remove(String name) {
    saying(file(name) + ": cannot be removed").run(() -> Files.deleteIfExists(file(name)));
  }

  private static FileErrors.Failure saying(String what) {
    return new FileErrors.Failure(SonicException::new, what);
  }
}
