package io.smartt.tests.docs;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Vale's existence and substitution rules of level error, read from Vale's own style files.
 *
 * @param rules each pattern with what is said where it matches
 */
record ProseRules(Map<String, List<Rule>> rules) {
  /**
   * A pattern that no text may match.
   *
   * @param pattern the words
   * @param instead what to write; empty where the rule only forbids
   */
  record Rule(Pattern pattern, String instead) {}

  /** The rules of a style's folder. */
  static ProseRules of(Path style) throws IOException {
    YAMLMapper yaml = new YAMLMapper();
    Map<String, List<Rule>> rules = new TreeMap<>();
    for (Path file : Repository.files(style, name -> name.endsWith(".yml"))) {
      JsonNode rule = yaml.readTree(file.toFile());
      if (rule.path("level").asText().equals("error")) {
        rules.put(file.getFileName().toString(), rules(rule));
      }
    }
    return new ProseRules(rules);
  }

  private static List<Rule> rules(JsonNode rule) {
    int flags = rule.path("ignorecase").asBoolean() ? Pattern.CASE_INSENSITIVE : 0;
    List<Rule> rules = new ArrayList<>();
    for (JsonNode token : rule.path("tokens")) {
      rules.add(new Rule(words(token.asText(), flags), ""));
    }
    rule.path("swap")
        .forEachEntry((key, value) -> rules.add(new Rule(words(key, flags), value.asText())));
    return rules;
  }

  /** A token as Vale reads it: whole words. */
  private static Pattern words(String token, int flags) {
    return Pattern.compile("\\b(?:" + token + ")\\b", flags);
  }

  /** Returns the offences of a text that begins in that line of a file, with file and line. */
  List<String> offences(String file, int line, String text) {
    List<String> offences = new ArrayList<>();
    for (List<Rule> all : rules.values()) {
      for (Rule rule : all) {
        Matcher found = rule.pattern().matcher(text);
        while (found.find()) {
          long at = line + text.substring(0, found.start()).chars().filter(c -> c == '\n').count();
          String instead = rule.instead().isEmpty() ? "" : ", use '" + rule.instead() + "'";
          offences.add(file + ":" + at + ": '" + found.group() + "'" + instead);
        }
      }
    }
    return offences;
  }
}
