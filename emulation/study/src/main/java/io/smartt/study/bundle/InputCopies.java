package io.smartt.study.bundle;

import module java.base;

import io.smartt.base.input.BytesAsText;
import io.smartt.base.input.Sha256;
import io.smartt.experiment.settings.YamlEntries;
import io.smartt.experiment.settings.YamlEntries.YamlEntry;

/**
 * The files that experiments have whole in their {@code experiment.yaml}, each as a file for people
 * to read: topologies, workloads, P4 programs, own algorithms.
 */
final class InputCopies {
  private static final String WORKLOAD_FILES = "workload.files.";

  private final Path folder;
  private final Map<String, String> hashes = new TreeMap<>();
  private final Set<String> written = new TreeSet<>();

  InputCopies(Path folder) {
    this.folder = folder;
  }

  /** Writes those of an experiment. One of a name that has other content gets a hash in front. */
  void add(Path experiment) throws IOException {
    Map<String, String> entries = new TreeMap<>();
    for (YamlEntry entry : YamlEntries.parse(experiment.toString(), Files.readString(experiment))) {
      entries.put(entry.key(), entry.text());
    }
    for (Map.Entry<String, String> entry : entries.entrySet()) {
      String key = entry.getKey();
      if (key.startsWith(WORKLOAD_FILES)) {
        String text = entry.getValue();
        String name = key.substring(WORKLOAD_FILES.length());
        put(name, BytesAsText.isPacked(text) ? BytesAsText.unpack(name, text) : utf8(text));
      } else if (key.endsWith(".file")) {
        String name = entry.getValue();
        String base = key.substring(0, key.length() - ".file".length());
        for (String part : new String[] {".text", ".json"}) {
          if (entries.containsKey(base + part)) {
            put(name, utf8(entries.getOrDefault(base + part, "")));
          }
        }
        if (entries.containsKey(base + ".jar")) {
          put(name, Base64.getMimeDecoder().decode(entries.getOrDefault(base + ".jar", "")));
        }
        if (entries.containsKey(base + ".p4info")) {
          put(
              name.replaceFirst("\\.json$", "") + ".p4info.txtpb",
              utf8(entries.getOrDefault(base + ".p4info", "")));
        }
      }
    }
  }

  /** Names of the files written so far. */
  Set<String> names() {
    return Set.copyOf(written);
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private void put(String path, byte[] content) throws IOException {
    String name = path.replaceAll("[^A-Za-z0-9._+-]+", "_");
    String hash = Sha256.of(content).substring(0, 8);
    String known = hashes.putIfAbsent(name, hash);
    String copy = known == null || known.equals(hash) ? name : hash + "-" + name;
    Files.createDirectories(folder);
    Files.write(folder.resolve(copy), content);
    written.add(copy);
  }
}
