package io.smartt.experiment.settings;

import module java.base;

import io.smartt.base.input.FileErrors;
import io.smartt.base.input.NearNames;
import io.smartt.base.input.PackedText;
import io.smartt.base.input.UserInputException;
import io.smartt.experiment.own.OwnFiles;
import io.smartt.experiment.settings.YamlEntries.YamlEntry;

/**
 * Finds profiles: by the name of one that is packed with the program, or by the path of a YAML
 * file. A profile may say {@code extends:} with a name or a path relative to itself; its own values
 * win. Paths of topologies, workloads and programs in a file are relative to that file.
 *
 * @param catalog the settings that profiles may set
 */
public record ProfileLibrary(SettingsCatalog catalog) {
  private static final String FOLDER = "/io/smartt/profiles/";
  private static final String EXTENDS = "extends";
  private static final String ANY = "virtual.yaml";

  /** Names of the packed profiles, sorted. */
  public List<String> names() {
    URL any = ProfileLibrary.class.getResource(FOLDER + ANY);
    if (any == null) {
      throw new IllegalStateException("profiles are not packed: no " + FOLDER + ANY);
    }
    return FileErrors.get(() -> filesBeside(any)).stream()
        .filter(file -> file.endsWith(".yaml"))
        .map(file -> file.substring(0, file.length() - ".yaml".length()))
        .sorted()
        .toList();
  }

  private static List<String> filesBeside(URL resource) throws IOException {
    if (resource.openConnection() instanceof JarURLConnection jar) {
      String folder = FOLDER.substring(1);
      return jar.getJarFile().stream()
          .map(entry -> entry.getName())
          .filter(name -> name.startsWith(folder))
          .map(name -> name.substring(folder.length()))
          .toList();
    }
    Path folder = Path.of(URI.create(resource.toString())).resolveSibling("");
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).toList();
    }
  }

  /** The profile of a name or path. */
  public Profile load(String nameOrFile) {
    return new Profile(nameOrFile, settings(nameOrFile, Optional.empty(), new ArrayList<>()));
  }

  private Settings settings(String nameOrFile, Optional<Path> folder, List<String> children) {
    children.add(nameOrFile);
    return isFile(nameOrFile)
        ? fromFile(folder.map(in -> in.resolve(nameOrFile)).orElse(Path.of(nameOrFile)), children)
        : packed(nameOrFile, children);
  }

  private static UserInputException circle(List<String> children, String again) {
    List<String> circle =
        new ArrayList<>(children.subList(children.indexOf(again), children.size()));
    circle.add(again);
    return new UserInputException(
        "profiles extend each other in a circle: " + String.join(" -> ", circle));
  }

  static boolean isFile(String text) {
    return text.endsWith(".yaml") || text.endsWith(".yml") || text.contains("/");
  }

  private Settings fromFile(Path file, List<String> children) {
    String text = InputSources.read("profile", file);
    Path folder = file.toAbsolutePath().getParent();
    return merge(file.toString(), text, Optional.ofNullable(folder), children);
  }

  private Settings packed(String name, List<String> children) {
    String text =
        PackedText.find(ProfileLibrary.class, FOLDER + name + ".yaml")
            .orElseThrow(() ->
                new UserInputException(
                    "unknown profile '%s', %s (or the path of a .yaml file)"
                        .formatted(name, NearNames.hint(name, names()))));
    return merge(name + ".yaml", text, Optional.empty(), children);
  }

  private Settings merge(String file, String text, Optional<Path> folder, List<String> children) {
    List<YamlEntry> entries = YamlEntries.parse(file, text);
    Settings inherited = catalog.defaults();
    for (YamlEntry entry : entries) {
      if (entry.key().equals(EXTENDS)) {
        inherited = extended(entry, folder, children);
      }
    }
    Settings own = inherited.catalog().defaults();
    for (YamlEntry entry : AlgorithmRole.first(entries, YamlEntry::key)) {
      if (!entry.key().equals(EXTENDS)) {
        try {
          own = own.with(entry.key(), beside(entry, folder));
        } catch (UserInputException e) {
          throw e.at(entry.place());
        }
      }
    }
    return inherited.overriddenBy(own);
  }

  private Settings extended(YamlEntry entry, Optional<Path> folder, List<String> children) {
    return UserInputException.at(
        entry.place(),
        () -> {
          if (children.contains(entry.text())) {
            throw circle(children, entry.text());
          }
          return settings(entry.text(), folder, children);
        });
  }

  private String beside(YamlEntry entry, Optional<Path> folder) {
    return folder.map(in -> beside(entry.key(), entry.text(), in)).orElse(entry.text());
  }

  /** A setting's text, of which a file's name means one in a folder. */
  public String beside(String key, String text, Path folder) {
    if (key.equals(SettingKeys.WORKLOAD.name())) {
      return InputSources.workloadBeside(text, folder);
    }
    boolean path =
        key.equals(SettingKeys.TOPOLOGY.name())
            ? InputSources.isTopology(text)
            : key.equals(SettingKeys.PROGRAM.name())
                ? InputSources.isProgram(text)
                : AlgorithmRole.of(key).isPresent()
                    ? OwnFiles.isFile(text)
                    : catalog.isFile(key) && !text.equals(SettingKey.NONE);
    return path ? folder.resolve(text).toString() : text;
  }

  /**
   * A named set of settings: fabric, network and physical facts.
   *
   * @param name as the user named it: {@code virtual}, or the path of a file
   * @param settings what it and those that it extends say
   */
  public record Profile(String name, Settings settings) {}
}
