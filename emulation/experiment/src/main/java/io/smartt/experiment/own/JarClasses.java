package io.smartt.experiment.own;

import module java.base;

import io.smartt.base.input.FileErrors;
import io.smartt.host.own.OwnClasses;

/** Classes in the form of a jar. */
final class JarClasses {
  private static final String ENDING = ".class";

  private JarClasses() {}

  /**
   * The classes of a jar.
   *
   * @param file its name, for errors
   * @throws IllegalArgumentException if it has none
   */
  static OwnClasses of(String file, byte[] jar) {
    SortedMap<String, byte[]> classes = new TreeMap<>();
    try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(jar))) {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        String name = entry.getName();
        if (name.endsWith(ENDING)
            && !name.startsWith("META-INF/")
            && !name.endsWith("module-info.class")) {
          String binary = name.substring(0, name.length() - ENDING.length()).replace('/', '.');
          classes.put(binary, zip.readAllBytes());
        }
      }
    } catch (IOException e) {
      throw new IllegalArgumentException(file + ": is no jar: " + FileErrors.reason(e), e);
    }
    if (classes.isEmpty()) {
      throw new IllegalArgumentException(file + ": is no jar with classes");
    }
    return new OwnClasses(file, classes);
  }

  /** A jar of some classes, the same bytes for the same classes. */
  static byte[] pack(Map<String, byte[]> classes) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      for (Map.Entry<String, byte[]> one : new TreeMap<>(classes).entrySet()) {
        ZipEntry entry = new ZipEntry(one.getKey().replace('.', '/') + ENDING);
        entry.setTime(0);
        zip.putNextEntry(entry);
        zip.write(one.getValue());
        zip.closeEntry();
      }
    }
    return bytes.toByteArray();
  }
}
