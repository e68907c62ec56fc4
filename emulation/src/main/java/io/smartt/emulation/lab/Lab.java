package io.smartt.emulation.lab;

import module java.base;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.smartt.base.failure.RunFailedException;
import io.smartt.base.input.FileErrors;
import io.smartt.base.input.FolderTree;
import io.smartt.experiment.report.FolderLock;
import io.smartt.experiment.report.WholeFile;

/**
 * The state folder of a lab. Its process holds the folder's lock; a lab without that process is
 * stale.
 *
 * @param name of the lab
 * @param folder its state
 */
public record Lab(String name, Path folder) {
  private static final String FACTS = "lab.json";
  private static final String TOKEN = "p4runtime.token";
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Returns whether the process that holds it runs. */
  public boolean isAlive() {
    return FolderLock.isHeld(folder);
  }

  /** Returns what it is; empty before it is built. */
  public Optional<LabFacts> facts() {
    Path file = folder.resolve(FACTS);
    if (!Files.isRegularFile(file)) {
      return Optional.empty();
    }
    try {
      return Optional.of(JSON.readValue(file.toFile(), LabFacts.class));
    } catch (IOException e) {
      throw new RunFailedException("cannot read " + file + ": " + FileErrors.reason(e), e);
    }
  }

  /** Returns what its process says. */
  public Path log() {
    return folder.resolve("log");
  }

  /** Returns the file of what controllers show the P4Runtime server, for the lab's user alone. */
  public Path token() {
    return folder.resolve(TOKEN);
  }

  /** Says that it is built. */
  void write(LabFacts facts) {
    Path part = folder.resolve(FACTS + ".part");
    try {
      JSON.writerWithDefaultPrettyPrinter().writeValue(part.toFile(), facts);
      Files.move(
          part,
          folder.resolve(FACTS),
          StandardCopyOption.ATOMIC_MOVE,
          StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw WholeFile.cannotWrite(part, e);
    }
  }

  /** Removes its state and its socket. Does nothing if they are gone. */
  public void forget() {
    try {
      Optional<Path> socket = facts().map(facts -> Path.of(facts.socket()));
      if (socket.isPresent()) {
        Files.deleteIfExists(socket.get());
        Path own = socket.get().getParent();
        if (own != null && String.valueOf(own.getFileName()).startsWith("smartt-lab")) {
          Files.deleteIfExists(own);
        }
      }
      if (Files.exists(folder)) {
        FolderTree.delete(folder);
      }
    } catch (IOException e) {
      throw new RunFailedException("cannot remove " + folder + ": " + FileErrors.reason(e), e);
    }
  }
}
