package io.smartt.study.bundle;

import module java.base;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.smartt.base.failure.RunFailedException;
import io.smartt.base.input.FolderTree;
import io.smartt.base.input.Sha256;
import io.smartt.base.input.UserInputException;
import io.smartt.base.output.WholeFile;
import io.smartt.experiment.report.RunFolder;
import io.smartt.study.bundle.BundleManifest.ExpectedFile;
import io.smartt.study.sweep.FinishedRun;
import io.smartt.study.sweep.SweepRun;
import io.smartt.study.sweep.SweepTables;

/** Runs an unpacked bundle again and compares. */
final class BundleVerification {
  private static final int SHOWN = 40;

  private final Path bundle;
  private final BundleManifest manifest;
  private final ToIntFunction<String[]> smartt;

  /**
   * @param smartt runs a command line of smartt and returns its exit status
   */
  BundleVerification(Path bundle, ToIntFunction<String[]> smartt) {
    this.bundle = bundle.toAbsolutePath().normalize();
    this.manifest = BundleManifest.read(bundle);
    this.smartt = smartt;
  }

  BundleManifest manifest() {
    return manifest;
  }

  /**
   * Names files of the bundle that are not what they were when it was packed.
   *
   * @throws UserInputException if one of the inputs is not: then nothing can be said of results
   */
  List<String> changed() throws IOException {
    List<String> changed = new ArrayList<>();
    for (Map.Entry<String, String> file : manifest.contents().entrySet()) {
      Path path = inside(bundle, file.getKey());
      String trouble =
          !Files.isRegularFile(path)
              ? "is missing"
              : Sha256.of(path).equals(file.getValue())
                  ? ""
                  : "is not what was packed: its SHA-256 is another";
      if (!trouble.isEmpty()) {
        String said = file.getKey() + ": " + trouble;
        if (file.getKey().startsWith("inputs/")) {
          throw new UserInputException(bundle + ": " + said);
        }
        changed.add(said);
      }
    }
    requireReadableInputs();
    return changed;
  }

  /** Refuses a bundle that runs other files than those in {@code inputs/files}. */
  private void requireReadableInputs() throws IOException {
    Path again = Files.createTempDirectory("smartt-inputs");
    try {
      InputCopies copies = new InputCopies(again);
      for (BundleManifest.BundledRun run : manifest.runs()) {
        copies.add(experiment(run));
      }
      Path shown = bundle.resolve("inputs/files");
      Set<String> names = new TreeSet<>(copies.names());
      if (Files.isDirectory(shown)) {
        FolderTree.children(shown).forEach(file -> names.add(String.valueOf(file.getFileName())));
      }
      for (String name : names) {
        Path file = shown.resolve(name);
        Path runs = again.resolve(name);
        if (!Files.isRegularFile(file)
            || !Files.isRegularFile(runs)
            || Files.mismatch(runs, file) >= 0) {
          throw new UserInputException(
              bundle
                  + ": inputs/files/"
                  + name
                  + " is not what an experiment of inputs/runs has and would run; nothing was run");
        }
      }
    } finally {
      FolderTree.delete(again);
    }
  }

  private Path experiment(BundleManifest.BundledRun run) {
    Path file = inside(bundle, "inputs/runs/" + run.name() + "/experiment.yaml");
    if (!Files.isRegularFile(file)) {
      throw new UserInputException(file + ": is missing");
    }
    return file;
  }

  /** Runs everything again. */
  void run(Path out, List<String> jobs) throws IOException {
    for (BundleManifest.BundledRun run : manifest.runs()) {
      Path experiment = experiment(run);
      Path into = inside(out, "runs/" + run.name());
      if (manifest.kind() == BundleManifest.Kind.RUN) {
        require("run", "--experiment", experiment.toString(), "--out", into.toString());
      } else {
        Files.createDirectories(into);
        Files.copy(experiment, into.resolve(SweepRun.PLAN));
      }
    }
    if (manifest.kind() == BundleManifest.Kind.RUN) {
      return;
    }
    List<String> work = new ArrayList<>(List.of("sweep", "work", out.toString()));
    work.addAll(jobs);
    require(work.toArray(String[]::new));
    if (manifest.kind() == BundleManifest.Kind.SWEEP) {
      tables(out);
    }
    for (List<String> command : manifest.commands()) {
      List<String> words = new ArrayList<>();
      for (String word : command) {
        words.add(
            word.startsWith(OwnFigures.HERE)
                ? inside(bundle, word.substring(OwnFigures.HERE.length())).toString()
                : word);
      }
      if (words.isEmpty() || !words.getFirst().equals("paper")) {
        throw new UserInputException(bundle + ": bundle.json has a command that is not 'paper'");
      }
      words.addAll(List.of("--out", out.toString()));
      words.addAll(jobs);
      require(words.toArray(String[]::new));
    }
  }

  private void require(String... words) {
    int status = smartt.applyAsInt(words);
    if (status != 0) {
      throw new RunFailedException(
          "'smartt " + String.join(" ", words) + "' ended with status " + status);
    }
  }

  private void tables(Path out) throws IOException {
    List<FinishedRun> runs = new ArrayList<>();
    for (BundleManifest.BundledRun run : manifest.runs()) {
      Path folder = inside(out, "runs/" + run.name());
      runs.add(new FinishedRun(run.point(), folder, RunFolder.summary(folder)));
    }
    List<String> varied = manifest.varied();
    WholeFile.write(out.resolve("sweep.csv"), csv -> SweepTables.runs(csv, varied, runs));
    WholeFile.write(out.resolve("means.csv"), csv -> SweepTables.means(csv, varied, runs));
  }

  /** Returns what differs, a line each; empty if nothing does. */
  List<String> differences(Path out) throws IOException {
    List<String> differences = new ArrayList<>();
    Path compared = Files.createTempDirectory("smartt-compared");
    try {
      for (ExpectedFile expected : manifest.results()) {
        Path actual = inside(out, expected.path());
        if (!Files.isRegularFile(actual)) {
          differences.add(expected.path() + ": did not come out");
          continue;
        }
        Path copy = inside(compared, expected.path());
        ResultFiles.copy(actual, copy);
        Path kept = inside(bundle, "expected/" + expected.path());
        if (!manifest.exact()) {
          new Tolerance(manifest.tolerancePercent())
              .compare(kept, copy)
              .forEach(said -> differences.add(expected.path() + ": " + said));
        } else if (!same(expected, kept, copy)) {
          String where =
              expected.whole() ? firstDifference(kept, copy) : firstDifferentBlock(expected, copy);
          differences.add(expected.path() + ": " + where);
        }
        Files.delete(copy);
      }
    } finally {
      FolderTree.delete(compared);
    }
    return differences;
  }

  /** Compares by the checksum, and by the copy that people read. */
  private static boolean same(ExpectedFile expected, Path kept, Path actual) throws IOException {
    return expected.whole()
        ? Files.isRegularFile(kept) && Files.mismatch(kept, actual) < 0 && expected.sameAs(actual)
        : expected.sameAs(actual);
  }

  private static Path inside(Path folder, String path) {
    // No file has the name of a path that cannot be.
    Path file = path.indexOf('\0') < 0 ? folder.resolve(path).normalize() : folder;
    if (!file.startsWith(folder) || file.equals(folder)) {
      throw new UserInputException(
          "bundle.json names '" + path + "', which is not in the bundle's folder");
    }
    return file;
  }

  /** Compares summaries of runs in real time, which are never the same to the byte. */
  record Tolerance(double percent) {
    private static final List<String> EXACT =
        List.of("/status", "/flows/count", "/flows/finished", "/bytesDelivered", "/bytesVerified");
    private static final List<String> NEAR =
        List.of("/fctUs/median", "/fctUs/p99", "/slowdown/median", "/slowdown/p99");
    private static final double PERCENT = 100;

    /** Returns what is not as expected. */
    List<String> compare(Path expected, Path actual) throws IOException {
      JsonNode wanted = new ObjectMapper().readTree(expected.toFile());
      JsonNode got = new ObjectMapper().readTree(actual.toFile());
      List<String> differences = new ArrayList<>();
      for (String key : EXACT) {
        if (!wanted.at(key).equals(got.at(key))) {
          differences.add(
              "%s: expected %s, got %s".formatted(name(key), wanted.at(key), got.at(key)));
        }
      }
      for (String key : NEAR) {
        double want = wanted.at(key).asDouble();
        double is = got.at(key).asDouble();
        if (!(Math.abs(is - want) <= percent / PERCENT * Math.abs(want))) {
          differences.add(
              String.format(
                  Locale.ROOT,
                  "%s: expected %s within %s %%, got %s",
                  name(key),
                  want,
                  percent,
                  is));
        }
      }
      return differences;
    }

    private static String name(String key) {
      return key.substring(1).replace('/', '.');
    }
  }

  /** Returns where two files begin to differ, in words. */
  private static String firstDifference(Path expected, Path actual) throws IOException {
    byte[] wanted = Files.readAllBytes(expected);
    byte[] got = Files.readAllBytes(actual);
    int at = Arrays.mismatch(wanted, got);
    if (at < 0) {
      return "the bundle's copy is not what its checksum says, but the result equals the copy";
    }
    int line = 1;
    int begin = 0;
    for (int i = 0; i < at; i++) {
      if (wanted[i] == '\n') {
        line++;
        begin = i + 1;
      }
    }
    return "line %d, byte %d: expected %s, got %s"
        .formatted(line, at, shown(wanted, begin, at), shown(got, begin, at));
  }

  /** Returns the first difference of a file of which the bundle has hashes of blocks only. */
  private static String firstDifferentBlock(ExpectedFile expected, Path actual) throws IOException {
    List<String> got = ExpectedFile.blocks(actual);
    int block = 0;
    while (block < Math.min(got.size(), expected.blocks().size())
        && got.get(block).equals(expected.blocks().get(block))) {
      block++;
    }
    long from = (long) block * ExpectedFile.BLOCK;
    return "bytes %d to %d, expected %d bytes in all, got %d"
        .formatted(from, from + ExpectedFile.BLOCK - 1, expected.bytes(), Files.size(actual));
  }

  /** A part of the line, from its begin or from shortly before the place. */
  private static String shown(byte[] text, int begin, int at) {
    if (at >= text.length) {
      return "the end of the file";
    }
    int from = Math.max(begin, at - SHOWN / 2);
    int to = from;
    while (to < text.length && to < from + SHOWN && text[to] != '\n') {
      to++;
    }
    String part = new String(text, from, to - from, StandardCharsets.UTF_8);
    return "'" + (from > begin ? "..." : "") + part + "'";
  }
}
