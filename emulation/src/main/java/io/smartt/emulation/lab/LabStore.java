package io.smartt.emulation.lab;

import module java.base;

import io.smartt.base.failure.RunFailedException;
import io.smartt.base.input.FileErrors;
import io.smartt.base.input.FolderTree;
import io.smartt.base.input.NearNames;
import io.smartt.base.input.UserInputException;

/** The labs of a user: a folder each in {@code smartt/labs} of the XDG state folder. */
public record LabStore(Path root) {
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,62}");

  /** Returns the store of a user, by the variables of the environment. */
  public static LabStore of(Map<String, String> environment) {
    String state = environment.getOrDefault("XDG_STATE_HOME", "");
    Path base =
        state.startsWith("/")
            ? Path.of(state)
            : Path.of(System.getProperty("user.home", "."), ".local", "state");
    return new LabStore(base.resolve("smartt").resolve("labs"));
  }

  /**
   * Takes a name for a new lab; of two that ask at once one gets it.
   *
   * @throws UserInputException if there is a lab of this name
   */
  public Lab claim(String name) {
    Lab lab = named(name);
    try {
      Files.createDirectories(root);
      Files.createDirectory(
          lab.folder(),
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
      return lab;
    } catch (FileAlreadyExistsException e) {
      throw new UserInputException(
          lab.isAlive()
              ? "lab '" + name + "' is up already; 'smartt lab down " + name + "' ends it"
              : "lab '"
                  + name
                  + "' is being built by another command, or its process is gone; 'smartt lab down "
                  + name
                  + "' cleans it up",
          e);
    } catch (IOException e) {
      throw new RunFailedException("cannot make " + lab.folder() + ": " + FileErrors.reason(e), e);
    }
  }

  /**
   * A lab that is there, up or stale.
   *
   * @throws UserInputException if there is none of this name
   */
  public Lab find(String name) {
    Lab lab = named(name);
    if (!Files.isDirectory(lab.folder())) {
      List<String> names = all().stream().map(Lab::name).toList();
      throw new UserInputException(
          "there is no lab '%s'; %s"
              .formatted(name, names.isEmpty() ? "none is up" : NearNames.hint(name, names)));
    }
    return lab;
  }

  /** Returns every lab, by name. */
  public List<Lab> all() {
    if (!Files.isDirectory(root)) {
      return List.of();
    }
    return RunFailedException.saying("cannot read " + root)
        .get(() -> FolderTree.children(root))
        .stream()
        .filter(Files::isDirectory)
        .map(folder -> new Lab(String.valueOf(folder.getFileName()), folder))
        .toList();
  }

  private Lab named(String name) {
    if (!NAME.matcher(name).matches()) {
      throw new UserInputException(
          "lab name '" + name + "': write up to 63 letters, digits, '.', '_' and '-'");
    }
    return new Lab(name, root.resolve(name));
  }
}
