package io.smartt.experiment;

import module java.base;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import io.smartt.base.failure.RunFailedException;
import io.smartt.base.input.FileErrors;
import io.smartt.base.input.InputFile;
import io.smartt.base.input.UserInputException;
import io.smartt.experiment.entries.OwnEntries;
import io.smartt.experiment.othertools.OtherTools.ImportedNetwork;
import io.smartt.experiment.own.OwnFiles.OwnSource;
import io.smartt.experiment.settings.AlgorithmRole;
import io.smartt.experiment.settings.InputSources;
import io.smartt.experiment.settings.InputSources.InputSource;
import io.smartt.experiment.settings.OwnAlgorithm;
import io.smartt.experiment.settings.OwnAlgorithm.OwnAlgorithms;
import io.smartt.experiment.settings.SettingKey;
import io.smartt.experiment.settings.SettingKeys;
import io.smartt.experiment.settings.Settings;
import io.smartt.experiment.settings.SettingsCatalog;
import io.smartt.experiment.settings.YamlEntries;
import io.smartt.experiment.settings.YamlEntries.YamlEntry;
import io.smartt.host.transport.ReliabilitySettings;
import io.smartt.host.wire.Uet;

/**
 * {@code experiment.yaml}: all that is needed to run an experiment again. It looks like a profile
 * with every setting spelled out; a topology, workload or program that came from a file is in it
 * whole.
 */
public final class ExperimentFile {
  static final String PROGRAM_FILE = "program.file";
  static final String PROGRAM_JSON = "program.json";
  static final String PROGRAM_P4INFO = "program.p4info";

  /** The prefix of a key before the name of a file of entries. */
  static final String PROGRAM_ENTRIES = "program.entries.";

  private static final String JSON_ENDING = ".json";

  private static final String OWN = "own.";
  private static final String OWN_FILE = ".file";
  private static final String OWN_TEXT = ".text";
  private static final String OWN_JAR = ".jar";

  private static final ObjectMapper YAML =
      new ObjectMapper(
          YAMLFactory.builder()
              .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
              .disable(YAMLGenerator.Feature.SPLIT_LINES)
              .enable(YAMLGenerator.Feature.MINIMIZE_QUOTES)
              .enable(YAMLGenerator.Feature.LITERAL_BLOCK_STYLE)
              .build());

  private static final String WORKLOAD_JOBS = "workload.jobs";

  /** The prefix of a key before the name of a file. */
  private static final String WORKLOAD_FILES = "workload.files.";

  private ExperimentFile() {}

  public static void write(ExperimentSpec spec, Path file) {
    FileErrors.run(() -> Files.writeString(file, format(spec)));
  }

  /** The text of a file. */
  public static String format(ExperimentSpec spec) {
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("name", spec.name());
    document.put("profile", spec.profile());
    document.put("capture", Boolean.toString(spec.capture()));
    document.put("overrides", spec.overrides());
    for (SettingKey<?> key : spec.settings().catalog().keys()) {
      if (key.name().equals(SettingKeys.TOPOLOGY.name())) {
        document.put(key.name(), source(spec.topology()));
      } else if (key.name().equals(SettingKeys.WORKLOAD.name())) {
        document.put(key.name(), source(spec.workload()));
      } else if (key.name().equals(SettingKeys.PROGRAM.name())) {
        document.put(key.name(), programText(spec.program()));
      } else if (key.name().equals(SettingKeys.ENTRIES.name())) {
        put(document, key.name(), entriesText(spec.settings().get(SettingKeys.ENTRIES)));
      } else {
        put(document, key.name(), spec.settings().text(key));
      }
    }
    ownTexts(spec.settings().catalog().own()).forEach((key, text) -> put(document, key, text));
    spec.settings().ofFamilies().forEach((key, text) -> put(document, key, text));
    return FileErrors.get(() -> YAML.writeValueAsString(document));
  }

  private static Object source(InputSource source) {
    return switch (source) {
      case InputSource.Named(String name) -> name;
      case InputSource.FileText(String name, String text) -> parts("file", name, "text", text);
      case InputSource.Imported(ImportedNetwork network) ->
          parts("file", network.name(), "text", network.text());
      case InputSource.Files(String name, Map<String, String> texts) ->
          parts("jobs", name, "files", texts);
    };
  }

  private static Map<String, Object> parts(String key, String name, String behind, Object texts) {
    Map<String, Object> parts = new LinkedHashMap<>();
    parts.put(key, name);
    parts.put(behind, texts);
    return parts;
  }

  @SuppressWarnings("unchecked")
  private static void put(Map<String, Object> document, String key, Object text) {
    int dot = key.indexOf('.');
    if (dot < 0) {
      document.put(key, text);
    } else if (document.get(key.substring(0, dot)) instanceof String) {
      // A key that has a value has none below it in YAML: the name is written whole.
      document.put(key, text);
    } else {
      Object section = document.computeIfAbsent(key.substring(0, dot), _ -> new LinkedHashMap<>());
      put((Map<String, Object>) section, key.substring(dot + 1), text);
    }
  }

  /** Reads what {@link #write} wrote. */
  public static ExperimentSpec read(Path file, SettingsCatalog catalog) {
    return parse(file.toString(), InputSources.read("experiment", file), catalog);
  }

  /** The experiment of a file's text. */
  public static ExperimentSpec parse(String file, String text, SettingsCatalog catalog) {
    Map<String, String> own = new HashMap<>();
    Map<String, String> files = new LinkedHashMap<>();
    Map<String, String> rules = new LinkedHashMap<>();
    List<String> overrides = new ArrayList<>();
    List<YamlEntry> lengths = new ArrayList<>();
    List<YamlEntry> entries = YamlEntries.parse(file, text);
    Settings settings = withOwn(entries, catalog).defaults();
    for (YamlEntry entry : entries) {
      switch (entry.key()) {
        case String _ when isOwn(entry) -> {}
        case String key when key.startsWith(WORKLOAD_FILES) ->
            files.put(key.substring(WORKLOAD_FILES.length()), entry.text());
        case String key when key.startsWith(PROGRAM_ENTRIES) ->
            rules.put(key.substring(PROGRAM_ENTRIES.length()), entry.text());
        case "overrides" -> overrides.add(entry.text());
        case "name",
            "profile",
            "capture",
            "topology.file",
            "topology.text",
            "workload.file",
            "workload.text",
            WORKLOAD_JOBS,
            PROGRAM_FILE,
            PROGRAM_JSON,
            PROGRAM_P4INFO ->
            own.put(entry.key(), entry.text());
        case "packet.header", "packet.ack" -> lengths.add(entry);
        default -> settings = with(settings, entry);
      }
    }
    // The program wrote them while they were settings; those of the format change nothing.
    ReliabilitySettings transport = SettingKeys.TRANSPORT.read(settings);
    int headerBytes = transport.dataHeaderBytes(Uet.RUD_REQ);
    for (YamlEntry length : lengths) {
      int bytes = length.key().equals("packet.ack") ? transport.ackBytes() : headerBytes;
      if (!length.text().equals(Integer.toString(bytes))) {
        settings = with(settings, length);
      }
    }
    if (own.containsKey(PROGRAM_FILE)) {
      settings =
          settings.with(
              SettingKeys.PROGRAM.name(),
              unpacked(
                  required(file, own, PROGRAM_FILE),
                  required(file, own, PROGRAM_JSON),
                  required(file, own, PROGRAM_P4INFO)));
    }
    if (!rules.isEmpty()) {
      settings = settings.with(SettingKeys.ENTRIES.name(), unpacked("entries", rules).toString());
    }
    InputSource topology = source(file, own, settings, SettingKeys.TOPOLOGY);
    InputSource workload =
        own.containsKey(WORKLOAD_JOBS)
            ? new InputSource.Files(required(file, own, WORKLOAD_JOBS), files)
            : source(file, own, settings, SettingKeys.WORKLOAD);
    return new ExperimentSpec(
        required(file, own, "name"),
        required(file, own, "profile"),
        settings
            .with(SettingKeys.TOPOLOGY.name(), topology.name())
            .with(SettingKeys.WORKLOAD.name(), workload.name()),
        topology,
        workload,
        Boolean.parseBoolean(required(file, own, "capture")),
        overrides);
  }

  private static Settings with(Settings settings, YamlEntry entry) {
    return UserInputException.at(entry.place(), () -> settings.with(entry.key(), entry.text()));
  }

  private static InputSource source(
      String file, Map<String, String> own, Settings settings, SettingKey<String> key) {
    return own.containsKey(key.name() + ".file")
        ? new InputSource.FileText(
            required(file, own, key.name() + ".file"), required(file, own, key.name() + ".text"))
        : new InputSource.Named(settings.get(key));
  }

  private static String required(String file, Map<String, String> own, String key) {
    if (!own.containsKey(key)) {
      throw new UserInputException(file + ": " + key + " is missing");
    }
    return Objects.requireNonNull(own.get(key));
  }

  /** Returns the value of {@code program}: a packed program's name, or the texts of its files. */
  private static Object programText(String program) {
    if (!program.endsWith(JSON_ENDING) || !Files.isRegularFile(Path.of(program))) {
      return program;
    }
    Path json = Path.of(program);
    Map<String, Object> parts =
        parts("file", String.valueOf(json.getFileName()), "json", InputFile.text(json));
    parts.put("p4info", InputFile.text(SwitchProgram.p4Info(program)));
    return parts;
  }

  /** Returns the value of {@code program.entries}: the texts of a folder's files, by name. */
  private static Object entriesText(String folder) {
    return Files.isDirectory(Path.of(folder)) ? OwnEntries.texts(folder) : folder;
  }

  /** Writes p4c's two files where switches and controllers find them, and returns the first. */
  static String unpacked(String name, String json, String p4Info) {
    String file = String.valueOf(Path.of(name).getFileName());
    Map<String, String> texts = Map.of(file, json, SwitchProgram.p4Info(file).toString(), p4Info);
    return unpacked("program " + name, texts).resolve(file).toString();
  }

  /**
   * Writes files into a folder of their own.
   *
   * @return the folder, removed at the end of the process
   */
  static Path unpacked(String what, Map<String, String> texts) {
    return RunFailedException.saying("cannot unpack " + what)
        .get(() -> {
          Path folder = Files.createTempDirectory("smartt-program");
          folder.toFile().deleteOnExit();
          for (Map.Entry<String, String> text : texts.entrySet()) {
            Path file = folder.resolve(String.valueOf(Path.of(text.getKey()).getFileName()));
            file.toFile().deleteOnExit();
            Files.writeString(file, text.getValue(), StandardCharsets.UTF_8);
          }
          return folder;
        });
  }

  /**
   * The entries of the user's algorithms, by key: {@code own.scheme.NAME.file} and, next to it,
   * {@code text} of a file of Java or {@code jar} in Base64.
   */
  private static Map<String, String> ownTexts(OwnAlgorithms algorithms) {
    Map<String, String> texts = new LinkedHashMap<>();
    for (OwnAlgorithm own : algorithms.all()) {
      String key = OWN + own.role().key().name() + "." + own.name();
      texts.put(key + OWN_FILE, own.source().file());
      switch (own.source()) {
        case OwnSource.JavaText(_, String text) -> texts.put(key + OWN_TEXT, text);
        case OwnSource.Jar(_, String base64) -> texts.put(key + OWN_JAR, base64);
        case OwnSource.Compiled compiled ->
            throw new IllegalStateException(compiled.file() + ": an agent has no experiment.yaml");
      }
    }
    return texts;
  }

  /** Returns whether an entry is of an algorithm. */
  private static boolean isOwn(YamlEntry entry) {
    return entry.key().startsWith(OWN);
  }

  /**
   * The catalog with the algorithms of a file.
   *
   * @throws UserInputException naming the place of one that cannot be loaded
   */
  private static SettingsCatalog withOwn(List<YamlEntry> entries, SettingsCatalog catalog) {
    SettingsCatalog more = catalog;
    for (YamlEntry entry : entries) {
      if (isOwn(entry) && entry.key().endsWith(OWN_FILE)) {
        SettingsCatalog before = more;
        more =
            UserInputException.at(
                entry.place(),
                () -> before.with(OwnAlgorithm.load(roleOf(entry), sourceOf(entry, entries))));
      }
    }
    return more;
  }

  private static AlgorithmRole roleOf(YamlEntry entry) {
    return Stream.of(AlgorithmRole.values())
        .filter(role -> entry.key().startsWith(OWN + role.key().name() + "."))
        .findFirst()
        .orElseThrow(() ->
            new UserInputException(
                "'" + entry.key() + "' is neither of a scheme nor a load balancer"));
  }

  private static OwnSource sourceOf(YamlEntry file, List<YamlEntry> entries) {
    String key = file.key().substring(0, file.key().length() - OWN_FILE.length());
    for (YamlEntry entry : entries) {
      if (entry.key().equals(key + OWN_TEXT)) {
        return new OwnSource.JavaText(file.text(), entry.text());
      }
      if (entry.key().equals(key + OWN_JAR)) {
        return new OwnSource.Jar(file.text(), entry.text());
      }
    }
    throw new UserInputException("'" + key + "' has neither text nor jar");
  }
}
