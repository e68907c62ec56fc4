package io.smartt.tests.docs;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A page in GitHub's Markdown.
 *
 * @param prose the page without code and without targets of links, line for line
 * @param links its links, in order
 * @param anchors what links to the page may name behind {@code #}
 */
record Markdown(String prose, List<Link> links, Set<String> anchors) {
  private static final Pattern CODE_SPAN =
      Pattern.compile("(`+)(?!`).+?(?<!`)\\1(?!`)", Pattern.DOTALL);
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s#]*)(?:#([^)\\s]*))?\\)");
  private static final Pattern NOT_IN_ANCHOR = Pattern.compile("[^\\p{L}\\p{N} _-]");

  /**
   * A link of a page.
   *
   * @param target the page, relative to this one; empty for this page
   * @param anchor the part of that page; empty for its beginning
   */
  record Link(String target, String anchor) {
    boolean relative() {
      return !target.contains(":");
    }
  }

  static Markdown of(String text) {
    StringBuilder prose = new StringBuilder();
    Set<String> anchors = new HashSet<>();
    Map<String, Integer> seen = new HashMap<>();
    boolean fenced = false;
    boolean indented = false;
    boolean blank = true;
    for (String line : text.lines().toList()) {
      boolean fence = line.stripLeading().startsWith("```");
      indented = line.startsWith("    ") && (indented || blank);
      if (fence) {
        fenced = !fenced;
      } else if (!fenced && !indented) {
        prose.append(line);
        if (line.startsWith("#")) {
          anchors.add(anchor(line, seen));
        }
      }
      prose.append('\n');
      blank = line.isBlank() || (blank && indented);
    }
    String withoutCode = blanked(CODE_SPAN, prose);
    List<Link> links =
        LINK.matcher(withoutCode)
            .results()
            .map(m -> new Link(m.group(1), m.group(2) == null ? "" : m.group(2)))
            .toList();
    return new Markdown(blanked(LINK, withoutCode), links, anchors);
  }

  /** GitHub's name for a heading: lower case, hyphens for spaces, numbered where it repeats. */
  private static String anchor(String heading, Map<String, Integer> seen) {
    String words = heading.replaceFirst("^#+\\s*", "").replaceAll("\\]\\([^)]*\\)", "").strip();
    String plain = NOT_IN_ANCHOR.matcher(words.toLowerCase(Locale.ROOT)).replaceAll("");
    String name = plain.replace(' ', '-');
    int before = seen.merge(name, 1, Integer::sum) - 1;
    return before == 0 ? name : name + "-" + before;
  }

  /** The text with spaces for what matches; lines stay where they are. */
  private static String blanked(Pattern pattern, CharSequence text) {
    return pattern
        .matcher(text)
        .replaceAll(m -> Matcher.quoteReplacement(m.group().replaceAll("[^\\n]", " ")));
  }
}
