package io.smartt.host.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The example of docs/extend/library.md compiles and prints what the page says. */
class LibraryGuideTest {
  @TempDir private Path folder;

  private static String example() throws IOException {
    String text = Files.readString(guide());
    int from = text.indexOf("```java\n") + "```java\n".length();
    return text.substring(from, text.indexOf("```", from));
  }

  /** The page, in any folder of the docs. */
  private static Path guide() throws IOException {
    Path root = Path.of("").toAbsolutePath();
    while (!Files.isDirectory(root.resolve("docs"))) {
      root = Objects.requireNonNull(root.getParent(), "no folder above has docs/");
    }
    try (Stream<Path> pages = Files.walk(root.resolve("docs"))) {
      return pages.filter(page -> page.endsWith("library.md")).findFirst().orElseThrow();
    }
  }

  @Test
  void exampleRunsAsItStands() throws Exception {
    Path source = Files.writeString(folder.resolve("Example.java"), example());
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    ByteArrayOutputStream complaints = new ByteArrayOutputStream();
    int status =
        compiler.run(
            null,
            complaints,
            complaints,
            "-Xlint:all",
            "-cp",
            System.getProperty("java.class.path"),
            "-d",
            folder.toString(),
            source.toString());
    assertThat(status).as(complaints.toString(StandardCharsets.UTF_8)).isZero();
    assertThat(run()).isEqualTo("back came hello\n");
  }

  private String run() throws Exception {
    PrintStream console = System.out;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    try (URLClassLoader loader = new URLClassLoader(new URL[] {folder.toUri().toURL()})) {
      Method main = loader.loadClass("Example").getMethod("main", String[].class);
      System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
      main.invoke(null, (Object) new String[0]);
    } finally {
      System.setOut(console);
    }
    return printed.toString(StandardCharsets.UTF_8);
  }

  @Test
  void exampleIsShort() throws IOException {
    List<String> body =
        example().lines().filter(line -> !line.isBlank() && !line.startsWith("import")).toList();
    assertThat(body).hasSizeLessThanOrEqualTo(20);
  }
}
