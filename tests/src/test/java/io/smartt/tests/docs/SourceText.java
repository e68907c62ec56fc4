package io.smartt.tests.docs;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A piece of prose in a source file.
 *
 * @param line where it begins, from 1
 * @param text the words, with the line breaks that the file has
 */
record SourceText(int line, String text) {
  private static final Pattern JAVA =
      Pattern.compile(
          "(?<comment>/\\*.*?\\*/|//[^\\n]*)"
              + "|(?<block>\"\"\".*?(?<!\\\\)\"\"\")"
              + "|(?<string>\"(?:[^\"\\\\\\n]|\\\\.)*\"(?:\\s*\\+\\s*\"(?:[^\"\\\\\\n]|\\\\.)*\")*)"
              + "|'(?:[^'\\\\]|\\\\.)+'",
          Pattern.DOTALL);
  private static final Pattern JOINT = Pattern.compile("\"\\s*\\+\\s*\"");
  private static final Pattern STARS = Pattern.compile("(?m)^\\s*\\*(?!/)");
  private static final Pattern SLASHES = Pattern.compile("^//|^/\\*+|\\*/$");
  private static final Pattern TAG =
      Pattern.compile("\\{@(?:code|link|linkplain|value)\\b[^}]*\\}");
  private static final Pattern HASH = Pattern.compile("(?m)(?:^|\\s)#(?!!)(.*)$");

  /** Comments, and string literals of more than one word, of a Java source. */
  static List<SourceText> ofJava(String source) {
    List<SourceText> comments = new ArrayList<>();
    List<SourceText> literals = new ArrayList<>();
    Matcher found = JAVA.matcher(source);
    int line = 1;
    int counted = 0;
    while (found.find()) {
      line += breaks(source, counted, found.start());
      counted = found.start();
      String comment = found.group("comment");
      if (comment != null) {
        comments.add(new SourceText(line, words(comment)));
      } else if (found.group().startsWith("\"") && found.group().contains(" ")) {
        literals.add(new SourceText(line, JOINT.matcher(found.group()).replaceAll("")));
      }
    }
    return Stream.concat(joined(comments).stream(), literals.stream()).toList();
  }

  /** Javadoc of a Java source, a text each. */
  static List<SourceText> ofJavadoc(String source) {
    return JAVA.matcher(source)
        .results()
        .filter(found -> found.group().startsWith("/**"))
        .map(found ->
            new SourceText(1 + breaks(source, 0, found.start()), words(found.group()).strip()))
        .toList();
  }

  private static String words(String comment) {
    String words = STARS.matcher(SLASHES.matcher(comment).replaceAll("")).replaceAll("");
    return TAG.matcher(words).replaceAll("");
  }

  /** Comments of a file whose comments begin with {@code #}. */
  static List<SourceText> ofHashes(String source) {
    List<SourceText> texts = new ArrayList<>();
    Matcher found = HASH.matcher(source);
    while (found.find()) {
      texts.add(new SourceText(1 + breaks(source, 0, found.start(1)), found.group(1)));
    }
    return joined(texts);
  }

  /** Texts with those of the next line appended, so that phrases broken over lines are found. */
  private static List<SourceText> joined(List<SourceText> texts) {
    List<SourceText> joined = new ArrayList<>();
    int end = -1;
    for (SourceText text : texts) {
      int lines = breaks(text.text, 0, text.text.length());
      if (text.line == end + 1) {
        SourceText before = joined.removeLast();
        joined.add(new SourceText(before.line, before.text + "\n" + text.text));
      } else {
        joined.add(text);
      }
      end = text.line + lines;
    }
    return joined;
  }

  private static int breaks(String text, int from, int to) {
    return (int) text.substring(from, to).chars().filter(c -> c == '\n').count();
  }
}
