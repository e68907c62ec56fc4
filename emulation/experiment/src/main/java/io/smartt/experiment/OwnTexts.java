package io.smartt.experiment;

import module java.base;

import io.smartt.base.input.UserInputException;
import io.smartt.experiment.own.OwnSource;
import io.smartt.experiment.settings.AlgorithmRole;
import io.smartt.experiment.settings.OwnAlgorithm;
import io.smartt.experiment.settings.OwnAlgorithms;
import io.smartt.experiment.settings.SettingsCatalog;
import io.smartt.experiment.settings.YamlEntry;

/**
 * The user's algorithms in {@code experiment.yaml}: {@code own.scheme.NAME.file} and, next to it,
 * {@code text} of a file of Java or {@code jar} in Base64.
 */
final class OwnTexts {
  private static final String OWN = "own.";
  private static final String FILE = ".file";
  private static final String TEXT = ".text";
  private static final String JAR = ".jar";

  private OwnTexts() {}

  /** The entries of some algorithms, by key. */
  static Map<String, String> of(OwnAlgorithms algorithms) {
    Map<String, String> texts = new LinkedHashMap<>();
    for (OwnAlgorithm own : algorithms.all()) {
      String key = OWN + own.role().key().name() + "." + own.name();
      texts.put(key + FILE, own.source().file());
      switch (own.source()) {
        case OwnSource.JavaText(_, String text) -> texts.put(key + TEXT, text);
        case OwnSource.Jar(_, String base64) -> texts.put(key + JAR, base64);
        case OwnSource.Compiled compiled ->
            throw new IllegalStateException(compiled.file() + ": an agent has no experiment.yaml");
      }
    }
    return texts;
  }

  /** Returns whether an entry is of an algorithm. */
  static boolean isOwn(YamlEntry entry) {
    return entry.key().startsWith(OWN);
  }

  /**
   * The catalog with the algorithms of a file.
   *
   * @throws UserInputException naming the place of one that cannot be loaded
   */
  static SettingsCatalog added(List<YamlEntry> entries, SettingsCatalog catalog) {
    SettingsCatalog more = catalog;
    for (YamlEntry entry : entries) {
      if (isOwn(entry) && entry.key().endsWith(FILE)) {
        try {
          more = more.with(OwnAlgorithm.load(role(entry), source(entry, entries)));
        } catch (UserInputException e) {
          throw e.at(entry.place());
        }
      }
    }
    return more;
  }

  private static AlgorithmRole role(YamlEntry entry) {
    for (AlgorithmRole role : AlgorithmRole.values()) {
      if (entry.key().startsWith(OWN + role.key().name() + ".")) {
        return role;
      }
    }
    throw new UserInputException(
        "'" + entry.key() + "' is neither of a scheme nor a load balancer");
  }

  private static OwnSource source(YamlEntry file, List<YamlEntry> entries) {
    String key = file.key().substring(0, file.key().length() - FILE.length());
    for (YamlEntry entry : entries) {
      if (entry.key().equals(key + TEXT)) {
        return new OwnSource.JavaText(file.text(), entry.text());
      }
      if (entry.key().equals(key + JAR)) {
        return new OwnSource.Jar(file.text(), entry.text());
      }
    }
    throw new UserInputException("'" + key + "' has neither text nor jar");
  }
}
