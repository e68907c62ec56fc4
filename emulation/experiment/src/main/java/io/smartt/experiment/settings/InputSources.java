package io.smartt.experiment.settings;

import module java.base;

import io.smartt.base.input.BytesAsText;
import io.smartt.base.input.InputFile;
import io.smartt.base.input.UserInputException;
import io.smartt.base.topology.LinksFile;
import io.smartt.experiment.othertools.OtherTools;
import io.smartt.experiment.othertools.OtherTools.ImportedNetwork;
import io.smartt.workload.Workloads;
import io.smartt.workload.goal.GoalFile;
import io.smartt.workload.jobs.JobsName;

/** Files that users name; distinguishes their names from those of topologies and workloads. */
public final class InputSources {
  /** The ending of what ns-3 reads, networks and flows: their content tells them apart. */
  private static final String NS3 = ".txt";

  private InputSources() {}

  static boolean isTopology(String text) {
    return unpacked(text).endsWith(".topo")
        || unpacked(text).endsWith(NS3)
        || LinksFile.isOne(unpacked(text))
        || text.contains("/")
        || OtherTools.isOne(text);
  }

  static boolean isWorkload(String text) {
    String name = unpacked(text);
    return name.endsWith(".cm") || name.endsWith(".tm") || name.endsWith(NS3) || name.contains("/");
  }

  /** The name of a file without that of gzip, which packed it. */
  private static String unpacked(String name) {
    return name.endsWith(".gz") ? name.substring(0, name.length() - ".gz".length()) : name;
  }

  /** Returns a workload's name as a file in a folder means it. */
  static String workloadBeside(String text, Path folder) {
    Optional<String> sizes = Workloads.sizesFile(text);
    if (sizes.isPresent()) {
      return Workloads.sizeNames().contains(sizes.get())
          ? text
          : Workloads.withSizesFile(text, folder.resolve(sizes.get()).toString());
    }
    if (JobsName.isOne(text)) {
      return JobsName.parse(text).withPaths(path -> folder.resolve(path).toString()).text();
    }
    return isWorkload(text) ? folder.resolve(text).toString() : text;
  }

  static boolean isProgram(String text) {
    return text.endsWith(".json") || text.contains("/");
  }

  public static InputSource topology(String text) {
    if (OtherTools.isOne(text)) {
      return new InputSource.Imported(OtherTools.read(text, InputSources::read));
    }
    return isTopology(text) ? load("topology", text) : new InputSource.Named(text);
  }

  public static InputSource workload(String text) {
    Optional<String> sizes = Workloads.sizesFile(text);
    if (sizes.isPresent()) {
      return new InputSource.FileText(text, sizes(sizes.get()));
    }
    if (JobsName.isOne(text)) {
      return JobInputs.read(JobsName.parse(text));
    }
    return isWorkload(text) ? load("workload", text) : new InputSource.Named(text);
  }

  private static String sizes(String name) {
    return Workloads.sizesNamed(name)
        .orElseGet(() ->
            read(
                "sizes of messages (" + String.join(", ", Workloads.sizeNames()) + " or a file)",
                Path.of(name)));
  }

  private static InputSource load(String what, String text) {
    Path file = Path.of(text);
    return new InputSource.FileText(unpacked(String.valueOf(file.getFileName())), read(what, file));
  }

  /** Reads a whole file; {@code what} it is for, for the error. */
  public static String read(String what, Path file) {
    return InputFile.text(what + ": " + file, bytes(what, file));
  }

  /** Reads the bytes of a whole file; {@code what} it is for, for the error. */
  static byte[] bytes(String what, Path file) {
    return UserInputException.at(what, () -> InputFile.bytes(file));
  }

  /** Reads the files of jobs: schedules, traces of one rank each, the list of hosts. */
  static final class JobInputs {
    /** Longer texts are packed, so that an experiment's file stays short. */
    private static final int MOST_PLAIN = 1 << 18;

    private static final int LONGEST_GAP = 1 << 10;

    private final Map<String, Path> paths = new LinkedHashMap<>();

    private JobInputs() {}

    static InputSource read(JobsName name) {
      JobInputs inputs = new JobInputs();
      JobsName named = name.withPaths(path -> String.valueOf(Path.of(path).getFileName()));
      name.schedules().forEach(inputs::add);
      name.placementFile().ifPresent(inputs::addFile);
      Map<String, String> texts = new LinkedHashMap<>();
      inputs.paths.forEach((file, path) -> texts.put(file, text(path)));
      return new InputSource.Files(named.text(), texts);
    }

    private void add(String path) {
      if (!path.contains(JobsName.RANK)) {
        addFile(path);
        return;
      }
      int rank = 0;
      while (Files.exists(Path.of(JobsName.ofRank(path, rank)))) {
        addFile(JobsName.ofRank(path, rank));
        rank++;
      }
      Optional<String> later =
          IntStream.rangeClosed(rank + 1, rank + LONGEST_GAP)
              .mapToObj(further -> JobsName.ofRank(path, further))
              .filter(further -> Files.exists(Path.of(further)))
              .findFirst();
      if (rank == 0 || later.isPresent()) {
        String why = later.map(file -> "but " + file).orElse("the first of " + path);
        throw new UserInputException(
            "workload: there is no file %s, %s; ranks count from 0 without a gap"
                .formatted(JobsName.ofRank(path, rank), why));
      }
    }

    private void addFile(String text) {
      Path path = Path.of(text);
      Path earlier = paths.putIfAbsent(String.valueOf(path.getFileName()), path);
      if (earlier != null && !earlier.equals(path)) {
        throw new UserInputException(
            "workload: " + earlier + " and " + path + " have one name; rename one of them");
      }
    }

    private static String text(Path path) {
      String place = "workload: " + path;
      byte[] bytes = InputFile.unpacked(place, InputSources.bytes("workload", path));
      if (GoalFile.isBinary(bytes) || JobsName.isChakra(path.toString())) {
        return BytesAsText.pack(bytes);
      }
      String text = InputFile.text(place, bytes);
      return bytes.length > MOST_PLAIN
          ? BytesAsText.pack(text.getBytes(StandardCharsets.UTF_8))
          : text;
    }
  }

  /** A topology or workload: a name that stands for one, or files with their texts. */
  public sealed interface InputSource {
    /** Returns the text that the user wrote, or the file's name without its folders. */
    String name();

    /**
     * A name such as {@code leafspine,4,4,4} or {@code incast:15x4MiB}.
     *
     * @param name the name
     */
    record Named(String name) implements InputSource {}

    /**
     * A file, or a workload's name that mentions one (of message sizes). The file's text is kept so
     * that the experiment runs again where the file is gone.
     *
     * @param name the file's name without its folders, or the workload's name
     * @param text all of it
     */
    record FileText(String name, String text) implements InputSource {}

    /**
     * A network of another tool's file.
     *
     * @param network it, as a {@code .links} file
     */
    record Imported(ImportedNetwork network) implements InputSource {
      @Override
      public String name() {
        return network.name();
      }
    }

    /**
     * Jobs, whose schedules and placement are in files.
     *
     * @param name the workload as the user wrote it, files without their folders
     * @param texts of the files by their names; bytes are packed ({@link
     *     io.smartt.base.input.BytesAsText})
     */
    record Files(String name, Map<String, String> texts) implements InputSource {
      /** Copies the map and keeps its order. */
      public Files {
        texts = Collections.unmodifiableMap(new LinkedHashMap<>(texts));
      }
    }
  }
}
