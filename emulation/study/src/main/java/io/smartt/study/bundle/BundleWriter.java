package io.smartt.study.bundle;

import module java.base;

import com.fasterxml.jackson.databind.JsonNode;
import io.smartt.base.input.FileErrors;
import io.smartt.base.input.FolderTree;
import io.smartt.base.input.PackedText;
import io.smartt.base.input.Sha256;
import io.smartt.base.input.UserInputException;
import io.smartt.base.output.WholeFile;
import io.smartt.experiment.ExperimentLoader;
import io.smartt.experiment.ExperimentSpec;
import io.smartt.experiment.SpecOrigin;
import io.smartt.experiment.report.RunFolder;
import io.smartt.study.bundle.BundleManifest.ExpectedFile;

/**
 * Packs a folder of results.
 *
 * @param maker what is said of the program and by its author
 */
public record BundleWriter(ExperimentLoader experiments, BundleMaker maker) {
  /** Files up to this size are in the bundle whole; of larger ones it has hashes. */
  private static final long WHOLE = 1 << 20;

  static final String IMAGE = "image.tar";

  private static final String VIRTUAL = "virtual";
  private static final String DRY = "dry";

  /**
   * Writes a bundle.
   *
   * @param folder of a run, a sweep or the paper's figures
   * @param archive {@code .tar.gz} or {@code .tar}
   * @throws UserInputException if the folder is none, or has what cannot be had again
   */
  public BundleManifest write(Path folder, Path archive) {
    PackedFolder packed = PackedFolder.of(folder, experiments);
    packed.runs().forEach(this::requireRepeatable);
    Path name = folder.toAbsolutePath().normalize().getFileName();
    String top = String.valueOf(name).replaceAll("[^A-Za-z0-9._+-]+", "-") + "-bundle";
    try {
      Path stage = Files.createTempDirectory("smartt-bundle");
      try {
        BundleManifest manifest = stage(packed, String.valueOf(name), stage);
        boolean compressed = BundleArchive.isCompressed(archive);
        WholeFile.put(
            archive,
            WholeFile.writing(archive),
            part -> BundleArchive.pack(stage, top, compressed, part));
        return manifest;
      } finally {
        FolderTree.delete(stage);
      }
    } catch (IOException e) {
      throw WholeFile.cannotWrite(archive, e);
    }
  }

  private void requireRepeatable(PackedFolder.Run run) {
    String fabric = run.spec().fabric();
    if (fabric.equals(DRY)) {
      throw new UserInputException(run.folder() + " is of the dry fabric: it has no results");
    }
    if (!fabric.equals(VIRTUAL) && maker.tolerancePercent() == 0) {
      throw new UserInputException(
          "%s is of the %s fabric, whose times are those of a clock: they are never the same to the"
                  .formatted(run.folder(), fabric)
              + " byte. '--tolerance 20' has completion times compared within 20 %");
    }
    String status = read(run).path("status").asText();
    if (!status.equals("completed")) {
      throw new UserInputException(
          run.folder() + ": its status is '" + status + "'; a bundle has completed runs only");
    }
  }

  private static JsonNode read(PackedFolder.Run run) {
    return FileErrors.input(run.folder() + " has no summary.json that can be read")
        .get(() -> RunFolder.summary(run.folder()));
  }

  private BundleManifest stage(PackedFolder packed, String name, Path stage) throws IOException {
    boolean exact = maker.tolerancePercent() == 0;
    List<ExpectedFile> results = new ArrayList<>();
    List<BundleManifest.BundledRun> runs = new ArrayList<>();
    InputCopies inputs = new InputCopies(stage.resolve("inputs/files"));
    double seconds = 0;
    long memory = 0;
    for (PackedFolder.Run run : packed.runs()) {
      String folder = "runs/" + run.folder().toAbsolutePath().normalize().getFileName();
      Path experiment = stage.resolve("inputs").resolve(folder).resolve(ResultFiles.EXPERIMENT);
      Files.createDirectories(experiment.getParent());
      Files.copy(run.folder().resolve(ResultFiles.EXPERIMENT), experiment);
      inputs.add(experiment);
      for (Path file : ResultFiles.in(run.folder())) {
        if (exact || String.valueOf(file.getFileName()).equals(ResultFiles.SUMMARY)) {
          results.add(expected(file, folder + "/" + file.getFileName(), stage));
        }
      }
      JsonNode summary = read(run);
      seconds += summary.path("wallSeconds").asDouble();
      memory = Math.max(memory, summary.path("peakRssBytes").asLong());
      ExperimentSpec spec = run.spec();
      runs.add(
          new BundleManifest.BundledRun(
              folder.substring("runs/".length()),
              run.point(),
              spec.fabric(),
              spec.profile(),
              spec.overrides(),
              spec.seed()));
    }
    if (packed.kind() != BundleManifest.Kind.RUN && exact) {
      for (Path table : ResultFiles.in(packed.folder())) {
        results.add(expected(table, String.valueOf(table.getFileName()), stage));
      }
    }
    List<List<String>> commands = new OwnFigures(stage.resolve("inputs/figures")).pack(packed);
    Optional<Path> archive = maker.imageArchive();
    if (archive.isPresent()) {
      Files.copy(archive.get(), stage.resolve(IMAGE));
    }
    BundleManifest manifest =
        new BundleManifest(
            BundleManifest.FORMAT,
            packed.kind(),
            name,
            maker.version(),
            maker.program(),
            maker.image(),
            maker.tolerancePercent(),
            seconds,
            memory,
            packed.varied(),
            commands,
            runs,
            results,
            Map.of());
    new BundleGuide(manifest, maker.licence()).write(stage);
    BundleManifest complete = manifest.with(contents(stage));
    Files.writeString(stage.resolve(BundleManifest.FILE), complete.text());
    return complete;
  }

  private static ExpectedFile expected(Path file, String path, Path stage) throws IOException {
    Path copy = stage.resolve("expected").resolve(path);
    ResultFiles.copy(file, copy);
    boolean whole = Files.size(copy) <= WHOLE;
    ExpectedFile expected = ExpectedFile.of(path, copy, whole);
    if (!whole) {
      Files.delete(copy);
    }
    return expected;
  }

  private static Map<String, String> contents(Path stage) throws IOException {
    Map<String, String> contents = new TreeMap<>();
    try (Stream<Path> files = Files.walk(stage)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        contents.put(stage.relativize(file).toString().replace('\\', '/'), Sha256.of(file));
      }
    }
    return contents;
  }

  /** {@code README.md} and {@code verify.sh} of a bundle. */
  record BundleGuide(BundleManifest bundle, String licence) {
    private static final int LISTED = 20;
    private static final double MINUTE = 60;
    private static final double MIB = 1 << 20;

    /** Writes both to a folder. */
    void write(Path folder) throws IOException {
      BundleManifest.BundledRun first = bundle.runs().getFirst();
      boolean realTime = !bundle.exact();
      Map<String, String> slots =
          Map.ofEntries(
              Map.entry("name", bundle.name()),
              Map.entry(
                  "runs", bundle.runs().size() == 1 ? "1 run" : bundle.runs().size() + " runs"),
              Map.entry("time", time(bundle.wallSeconds())),
              Map.entry(
                  "memory",
                  String.format(Locale.ROOT, "%.0f MiB", Math.ceil(bundle.peakRssBytes() / MIB))),
              Map.entry("version", bundle.version()),
              Map.entry("program", bundle.program()),
              Map.entry("image", bundle.image().described()),
              Map.entry(
                  "realtime",
                  realTime ? "; for the " + first.fabric() + " fabric what its page says" : ""),
              Map.entry("comparison", comparison()),
              Map.entry("first", first.name()),
              Map.entry("commands", commands()),
              Map.entry("licence", licence.isEmpty() ? "not stated by the author" : licence));
      Files.writeString(folder.resolve("README.md"), filled("README.md", slots));
      Files.writeString(
          folder.resolve("verify.sh"),
          filled("verify.sh", Map.of("image", bundle.image().reference())));
    }

    private String comparison() {
      return bundle.exact()
          ? "to the byte"
          : String.format(
              Locale.ROOT,
              "flows and bytes exactly; median and 99th percentile of completion times and"
                  + " slowdowns within %s %%, since this fabric runs in real time",
              bundle.tolerancePercent());
    }

    private static String time(double seconds) {
      return seconds < MINUTE
          ? String.format(Locale.ROOT, "%.0f s", Math.ceil(seconds))
          : String.format(Locale.ROOT, "%.0f minutes", Math.ceil(seconds / MINUTE));
    }

    private String commands() {
      StringBuilder text = new StringBuilder();
      bundle.commands().forEach(command -> text.append(code(String.join(" ", command))));
      bundle.runs().stream()
          .limit(LISTED)
          .forEach(run -> {
            StringBuilder command =
                new StringBuilder("run --profile " + SpecOrigin.quoted(run.profile()));
            run.overrides()
                .forEach(set -> command.append(" --set ").append(SpecOrigin.quoted(set)));
            if (run.overrides().stream().noneMatch(set -> set.startsWith("seed="))) {
              command.append(" --seed ").append(run.seed());
            }
            text.append(code(command.toString()));
          });
      if (bundle.runs().size() > LISTED) {
        text.append("and ")
            .append(bundle.runs().size() - LISTED)
            .append(" more in `bundle.json`\n");
      }
      return "As their author started them, or with the same settings:\n\n" + text;
    }

    private static String code(String command) {
      return "    smartt " + command + "\n";
    }

    private static String filled(String resource, Map<String, String> slots) throws IOException {
      String text = PackedText.read(BundleGuide.class, resource);
      for (Map.Entry<String, String> slot : slots.entrySet()) {
        text = text.replace("{" + slot.getKey() + "}", slot.getValue());
      }
      return text;
    }
  }
}
