package io.smartt.study.bundle;

import module java.base;

import io.smartt.base.input.PackedText;

/** {@code README.md} and {@code verify.sh} of a bundle. */
final class BundleGuide {
  private static final int LISTED = 20;
  private static final double MINUTE = 60;
  private static final double MIB = 1 << 20;

  private final BundleManifest bundle;
  private final String licence;

  BundleGuide(BundleManifest bundle, String licence) {
    this.bundle = bundle;
    this.licence = licence;
  }

  /** Writes both to a folder. */
  void write(Path folder) throws IOException {
    BundleManifest.BundledRun first = bundle.runs().getFirst();
    boolean realTime = !bundle.exact();
    Map<String, String> slots =
        Map.ofEntries(
            Map.entry("name", bundle.name()),
            Map.entry("runs", bundle.runs().size() == 1 ? "1 run" : bundle.runs().size() + " runs"),
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
            "flows and bytes exactly; median and 99th percentile of completion times and slowdowns"
                + " within %s %%, since this fabric runs in real time",
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
          StringBuilder command = new StringBuilder("run --profile " + quoted(run.profile()));
          run.overrides().forEach(set -> command.append(" --set ").append(quoted(set)));
          if (run.overrides().stream().noneMatch(set -> set.startsWith("seed="))) {
            command.append(" --seed ").append(run.seed());
          }
          text.append(code(command.toString()));
        });
    if (bundle.runs().size() > LISTED) {
      text.append("and ").append(bundle.runs().size() - LISTED).append(" more in `bundle.json`\n");
    }
    return "As their author started them, or with the same settings:\n\n" + text;
  }

  private static String code(String command) {
    return "    smartt " + command + "\n";
  }

  private static String quoted(String word) {
    return word.matches("[A-Za-z0-9_./,:=@%+-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
  }

  private static String filled(String resource, Map<String, String> slots) throws IOException {
    String text = PackedText.read(BundleGuide.class, resource);
    for (Map.Entry<String, String> slot : slots.entrySet()) {
      text = text.replace("{" + slot.getKey() + "}", slot.getValue());
    }
    return text;
  }
}
