package io.smartt.study.bundle;

import module java.base;

import io.smartt.base.input.Sha256;

/**
 * A hash of the program's own classes and resources. It is the same from jars and from folders that
 * have equal files, and so a revision that needs no repository.
 */
final class ProgramDigest {
  private static final String OWN = "io/smartt";

  private ProgramDigest() {}

  /**
   * The first 32 hexadecimal digits.
   *
   * @param parts a class of each module
   */
  static String of(List<Class<?>> parts) {
    Set<Path> places = new LinkedHashSet<>();
    SortedMap<String, String> hashes = new TreeMap<>();
    try {
      for (Class<?> part : parts) {
        places.add(place(part));
      }
      for (Path place : places) {
        if (Files.isDirectory(place)) {
          add(hashes, place);
        } else {
          try (FileSystem jar = FileSystems.newFileSystem(place, Map.of())) {
            add(hashes, jar.getPath("/"));
          }
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
    MessageDigest all = Sha256.digest();
    hashes.forEach(
        (name, hash) -> all.update((hash + " " + name + "\n").getBytes(StandardCharsets.UTF_8)));
    return Sha256.hex(all, 16);
  }

  /**
   * The jar or folder that has a class. Its protection domain would not do: a class from the JVM's
   * cache of quick starts has none with a place.
   */
  private static Path place(Class<?> part) throws IOException, URISyntaxException {
    String file = part.getName().replace('.', '/') + ".class";
    URL url =
        Optional.ofNullable(part.getResource("/" + file))
            .orElseThrow(() -> new IllegalStateException("no " + file + " on the class path"));
    if (url.openConnection() instanceof JarURLConnection jar) {
      return Path.of(jar.getJarFileURL().toURI());
    }
    String folder = url.toString();
    return Path.of(URI.create(folder.substring(0, folder.length() - file.length())));
  }

  private static void add(Map<String, String> hashes, Path root) throws IOException {
    Path own = root.resolve(OWN);
    if (!Files.isDirectory(own)) {
      return;
    }
    List<Path> files = new ArrayList<>();
    try (Stream<Path> all = Files.walk(own)) {
      all.filter(Files::isRegularFile).forEach(files::add);
    }
    for (Path file : files) {
      hashes.put(root.relativize(file).toString(), Sha256.of(file));
    }
  }
}
