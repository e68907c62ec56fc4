package io.smartt.experiment.control;

import module java.base;

import io.smartt.base.failure.RunFailedException;
import io.smartt.base.input.FolderTree;
import io.smartt.base.input.NearNames;
import io.smartt.base.input.UserInputException;
import io.smartt.experiment.report.FolderLock;
import io.smartt.experiment.report.RunFolder;

/**
 * An experiment that another process runs, by its folder.
 *
 * @param folder of the run
 */
public record RunningRun(Path folder) {
  /**
   * Returns the run that a user means: a run folder, the name of one in a folder of runs, or the
   * end of such a name, which then must be that of one running experiment.
   *
   * @param runs where run folders are unless they are named
   * @throws UserInputException if there is none, naming those that run, or if it has ended
   */
  public static RunningRun find(Path runs, String name) {
    for (Path folder : List.of(path(name), runs.resolve(path(name)))) {
      if (Files.exists(folder.resolve(RunFolder.SUMMARY))) {
        return running(folder);
      }
    }
    List<Path> all = running(runs, "");
    List<Path> meant = running(runs, name);
    if (meant.size() == 1) {
      return new RunningRun(meant.getFirst());
    }
    List<String> names =
        (meant.isEmpty() ? all : meant).stream().map(folder -> folder.toString()).toList();
    throw new UserInputException(
        meant.isEmpty()
            ? "'"
                + name
                + "' is no run: "
                + (names.isEmpty()
                    ? "neither a run folder nor one in " + runs + ", where nothing runs"
                    : "of those that run here, " + NearNames.hint(name, names))
            : "'" + name + "' may be each of " + String.join(", ", names));
  }

  private static Path path(String name) {
    try {
      return Path.of(name);
    } catch (InvalidPathException e) {
      throw new UserInputException("'" + name + "' is no run: not a name of a folder", e);
    }
  }

  private static RunningRun running(Path folder) {
    if (!FolderLock.isHeld(folder)) {
      String status = RunFolder.summaryIfAny(folder).path("status").asText();
      throw new UserInputException(
          "run "
              + folder
              + (status.equals("running")
                  ? " does not run any more: its process is gone"
                  : " has ended (" + status + ")"));
    }
    return new RunningRun(folder);
  }

  private static List<Path> running(Path runs, String end) {
    if (!Files.isDirectory(runs)) {
      return List.of();
    }
    return RunFailedException.saying("cannot read " + runs)
        .get(() -> FolderTree.children(runs))
        .stream()
        .filter(folder -> folder.getFileName().toString().endsWith(end))
        .filter(FolderLock::isHeld)
        .toList();
  }

  /**
   * Asks the run for something.
   *
   * @return its answer
   * @throws UserInputException if the request was wrong, or the run takes none
   * @throws RunFailedException if it was right and failed
   */
  public String ask(String request) {
    Path file = ControlSocket.fileOf(folder);
    String address = "";
    try {
      if (!Files.exists(file)) {
        throw new UserInputException(takesNone());
      }
      address = Files.readString(file).strip();
      try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
        var _ = channel.connect(UnixDomainSocketAddress.of(address));
        ControlSocket.writeLine(channel, request);
        return ControlSocket.result(ControlSocket.readLine(channel));
      }
    } catch (AccessDeniedException e) {
      throw new UserInputException("run " + folder + " is another user's: use sudo", e);
    } catch (IOException e) {
      // Java says no more than "Permission denied" or "Connection refused".
      if (String.valueOf(e.getMessage()).contains("Permission denied")) {
        throw new UserInputException("run " + folder + " is another user's: use sudo", e);
      }
      throw new RunFailedException(
          "run %s does not answer at %s: %s".formatted(folder, address, e.getMessage()), e);
    }
  }

  private String takesNone() {
    String fabric = RunFolder.summaryIfAny(folder).path("fabric").asText();
    return switch (fabric) {
      case "virtual", "dry" ->
          "run %s: fabric '%s' takes no changes while it runs; link.failures plans them"
              .formatted(folder, fabric);
      default -> "run " + folder + " sends nothing at this moment: ask when its traffic has begun";
    };
  }
}
