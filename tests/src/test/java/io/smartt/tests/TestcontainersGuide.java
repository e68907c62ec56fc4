package io.smartt.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;

/** The whole test of docs/extend/testcontainers.md. */
final class TestcontainersGuide {
  private static final Path PAGE = Path.of("../docs/extend/testcontainers.md");
  private static final Path MODULE = Path.of("../emulation/testcontainers/target/classes");
  private static final Pattern EXAMPLE = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);
  private static final String NAME = "RouterControllerTest";

  private TestcontainersGuide() {}

  /** Compiles it as it stands; returns a class path that has it. */
  static String compiled(Path folder) throws IOException {
    Matcher example = EXAMPLE.matcher(Files.readString(PAGE));
    assertThat(example.find()).isTrue();
    Path source = Files.writeString(folder.resolve(NAME + ".java"), example.group(1));
    String classPath =
        String.join(
            File.pathSeparator,
            System.getProperty("java.class.path"),
            MODULE.toAbsolutePath().toString());
    ByteArrayOutputStream complaints = new ByteArrayOutputStream();
    int status =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                complaints,
                complaints,
                "-proc:none",
                "-Xlint:all,-path,-classfile,-processing",
                "-cp",
                classPath,
                "-d",
                folder.toString(),
                source.toString());
    assertThat(status).as(complaints.toString(StandardCharsets.UTF_8)).isZero();
    return folder + File.pathSeparator + classPath;
  }

  /** The command that runs its tests, in the folder of the router's program. */
  static List<String> command(String classPath) {
    return List.of(
        "env",
        "-C",
        Path.of("src/test/resources/programs").toAbsolutePath().toString(),
        "TESTCONTAINERS_RYUK_DISABLED=true",
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "--enable-native-access=ALL-UNNAMED",
        "-cp",
        classPath,
        TestcontainersGuide.class.getName());
  }

  /** Runs its tests; what one throws is said and ends the program with status 1. */
  public static void main(String[] arguments) {
    int status = 1;
    try {
      runTests();
      status = 0;
    } catch (ReflectiveOperationException e) {
      e.printStackTrace(System.out);
    }
    // Testcontainers leaves threads behind, which would keep the program up.
    System.exit(status);
  }

  private static void runTests() throws ReflectiveOperationException {
    Constructor<?> constructor = Class.forName(NAME).getDeclaredConstructor();
    constructor.setAccessible(true);
    Object tests = constructor.newInstance();
    for (Method method : tests.getClass().getDeclaredMethods()) {
      if (method.isAnnotationPresent(Test.class)) {
        method.setAccessible(true);
        method.invoke(tests);
        System.out.println(method.getName() + " passed");
      }
    }
  }
}
