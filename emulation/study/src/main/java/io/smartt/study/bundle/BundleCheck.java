package io.smartt.study.bundle;

import module java.base;

import io.smartt.base.failure.RunFailedException;
import io.smartt.base.input.FolderTree;
import io.smartt.base.input.UserInputException;

/**
 * Checks a bundle, packed or unpacked: its own files first, then what its experiments give again.
 */
public final class BundleCheck {
  private final ToIntFunction<String[]> smartt;
  private final String version;
  private final String program;
  private final Consumer<String> notes;

  /**
   * @param smartt runs a command line of smartt and returns its exit status
   * @param version of this smartt
   * @param parts a class of each of its modules
   * @param notes takes what is worth knowing and no error
   */
  public BundleCheck(
      ToIntFunction<String[]> smartt,
      String version,
      List<Class<?>> parts,
      Consumer<String> notes) {
    this.smartt = smartt;
    this.version = version;
    this.program = ProgramDigest.of(parts);
    this.notes = notes;
  }

  /**
   * The result of a check.
   *
   * @param bundle what the bundle has
   * @param differences a line each
   */
  public record Outcome(BundleManifest bundle, List<String> differences) {
    /** Copies the list. */
    public Outcome {
      differences = List.copyOf(differences);
    }
  }

  /**
   * Runs everything again and compares.
   *
   * @param file archive or folder of a bundle
   * @param kept folder for what comes out; empty: it is deleted
   * @param jobs arguments about runs at a time
   * @throws UserInputException if it is no bundle, or its inputs are not those that were packed
   * @throws RunFailedException if a run fails
   */
  public Outcome check(Path file, Optional<Path> kept, List<String> jobs) {
    if (!Files.exists(file)) {
      throw new UserInputException("there is no bundle " + file);
    }
    if (kept.isPresent() && Files.exists(kept.get())) {
      throw new UserInputException("--out " + kept.get() + ": is there already");
    }
    return RunFailedException.saying("cannot verify " + file)
        .get(() -> {
          Path temporary = Files.createTempDirectory("smartt-verify");
          Path unpacked = temporary.resolve("bundle");
          try {
            Path folder =
                Files.isDirectory(file)
                    ? file
                    : BundleArchive.unpack(file, Files.createDirectory(unpacked));
            Path out = kept.orElse(temporary.resolve("again")).toAbsolutePath().normalize();
            Files.createDirectories(out);
            return check(new BundleVerification(folder, smartt), out, jobs);
          } catch (UserInputException e) {
            // Where an archive was unpacked says nothing to a user.
            throw new UserInputException(
                String.valueOf(e.getMessage()).replace(unpacked.toString(), file.toString()), e);
          } finally {
            FolderTree.delete(temporary);
          }
        });
  }

  private Outcome check(BundleVerification verification, Path out, List<String> jobs)
      throws IOException {
    BundleManifest bundle = verification.manifest();
    List<String> differences = new ArrayList<>(verification.changed());
    if (!bundle.program().equals(program)) {
      notes.accept(
          "the bundle was made by smartt %s (program %s), this is %s (program %s): results of other"
                  .formatted(bundle.version(), bundle.program(), version, program)
              + " versions may differ");
    }
    verification.run(out, jobs);
    differences.addAll(verification.differences(out));
    return new Outcome(bundle, differences);
  }
}
