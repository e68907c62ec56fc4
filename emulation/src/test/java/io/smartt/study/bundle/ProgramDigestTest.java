package io.smartt.study.bundle;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** One program has one hash, however it was loaded. */
@Timeout(30)
class ProgramDigestTest {
  private static final String FILE = "io/smartt/study/bundle/BundleMaker.class";
  private static final String NAME = "io.smartt.study.bundle.BundleMaker";

  @TempDir private Path temp;
  private Path folder;
  private Path jar;

  @BeforeEach
  void copyOneClass() throws IOException {
    byte[] content;
    try (InputStream in = BundleMaker.class.getResourceAsStream("/" + FILE)) {
      content = in.readAllBytes();
    }
    folder = temp.resolve("with space");
    Path file = folder.resolve(FILE);
    Files.createDirectories(file.getParent());
    Files.write(file, content);
    jar = temp.resolve("a+b.jar");
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
      out.putNextEntry(new JarEntry(FILE));
      out.write(content);
    }
  }

  /** Defines classes as the JVM's cache of quick starts does: nobody says where they are from. */
  private static final class Placeless extends URLClassLoader {
    private Placeless(Path place) throws IOException {
      super(new URL[] {place.toUri().toURL()}, null);
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
        byte[] content = in.readAllBytes();
        return defineClass(name, content, 0, content.length);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private static String digest(URLClassLoader loader) throws ReflectiveOperationException {
    return ProgramDigest.of(List.of(Class.forName(NAME, false, loader)));
  }

  @Test
  void jarsAndFoldersAndClassesWithoutAPlaceGiveTheSame() throws Exception {
    try (URLClassLoader fromFolder = new URLClassLoader(new URL[] {folder.toUri().toURL()}, null);
        URLClassLoader fromJar = new URLClassLoader(new URL[] {jar.toUri().toURL()}, null);
        Placeless placeless = new Placeless(jar)) {
      String expected = digest(fromFolder);

      assertThat(expected).matches("[0-9a-f]{32}");
      assertThat(digest(fromJar)).isEqualTo(expected);
      assertThat(digest(placeless)).isEqualTo(expected);
    }
  }

  @Test
  void anotherByteIsAnotherHash() throws Exception {
    try (URLClassLoader loader = new URLClassLoader(new URL[] {folder.toUri().toURL()}, null)) {
      String before = digest(loader);
      Files.writeString(folder.resolve("io/smartt/more"), "more");

      assertThat(digest(loader)).isNotEqualTo(before);
    }
  }
}
