package io.smartt.release;

import module java.base;

/**
 * The launcher of packages: the checkout's without what looks for a JDK and builds. What both need
 * is in the checkout's, between lines that begin with {@code # >} and {@code # <}.
 *
 * @param checkout text of the checkout's launcher
 */
record Launcher(String checkout) {
  private static final Pattern PLACE = Pattern.compile("(?m)^@(\\w+)@$");

  /**
   * A part of the checkout's launcher.
   *
   * @throws IOException if it has no such part
   */
  String part(String name) throws IOException {
    Matcher part =
        Pattern.compile("(?ms)^# >" + name + "\\b[^\\n]*\\n(.*?)^# <" + name + "$")
            .matcher(checkout);
    if (!part.find()) {
      throw new IOException("the launcher 'smartt' has no part '# >" + name + "'");
    }
    return part.group(1);
  }

  /** The words that a variable of the part of options has when a shell has run it. */
  List<String> words(String variable) throws IOException {
    Process shell =
        new ProcessBuilder("/bin/sh", "-euc", part("options") + "printf '%s' \"$" + variable + "\"")
            .redirectErrorStream(true)
            .start();
    String said = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    try {
      if (shell.waitFor() != 0) {
        throw new IOException("the launcher's options do not run: " + said);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
    return List.of(said.strip().split("\\s+", -1));
  }

  /**
   * The launcher of packages.
   *
   * @param template its text, in which {@code @name@} on a line stands for what is put there
   * @param jars file names of the class path, in order
   */
  String packaged(String template, String version, List<String> jars) throws IOException {
    StringBuilder text = new StringBuilder();
    Matcher place = PLACE.matcher(template);
    while (place.find()) {
      String with =
          switch (place.group(1)) {
            case "names", "learning" -> part(place.group(1)).strip();
            case "version" -> "version=" + version;
            case "jars" -> "jars='" + String.join(" ", jars) + "'";
            case "options" -> "options='" + String.join(" ", words("options")) + "'";
            case "training" -> "training='" + String.join(" ", words("training")) + "'";
            default -> throw new IOException("the launcher's template has " + place.group());
          };
      place.appendReplacement(text, Matcher.quoteReplacement(with));
    }
    return place.appendTail(text).toString();
  }

  /** Reads the launcher of a checkout. */
  static Launcher ofCheckout(Path root) throws IOException {
    return new Launcher(Files.readString(root.resolve("smartt")));
  }
}
