package io.smartt.tests;

import io.smartt.emulation.cli.Smartt;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * How a test starts {@code smartt} as a process of its own. Some two hundred processes start in a
 * whole run of the tests: what one of them learnt at its start is kept for the others, as the
 * launcher does, which halves what they cost. They live for seconds, so that the optimising
 * compiler costs more than it gives; those whose times are judged have it.
 */
final class OwnJvm {
  private static final Path JAVA = Path.of(System.getProperty("java.home"), "bin", "java");
  private static final String CLASS_PATH =
      System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
  private static final List<String> OPTIONS =
      List.of("-XX:+UseSerialGC", "--enable-native-access=ALL-UNNAMED");

  private OwnJvm() {}

  /** Returns the beginning of a {@code smartt} command. */
  static List<String> command() {
    return command("-XX:TieredStopAtLevel=1");
  }

  /** Returns the beginning of a {@code smartt} command that is as fast as it is for users. */
  static List<String> optimisedCommand() {
    return command("-XX:+TieredCompilation");
  }

  private static List<String> command(String compilers) {
    List<String> jars = jars();
    Path learnt = jars.isEmpty() ? Path.of("") : Learnt.FILE;
    boolean quick = Files.isRegularFile(learnt);
    List<String> options = new ArrayList<>(List.of(compilers));
    options.addAll(OPTIONS);
    if (quick) {
      options.addAll(
          List.of(
              "-XX:AOTCache=" + learnt,
              "-Xlog:disable",
              "-Xlog:all=warning,aot*=off,cds*=off:stderr"));
    }
    return command(options, quick ? String.join(File.pathSeparator, jars) : CLASS_PATH);
  }

  private static List<String> command(List<String> options, String classPath) {
    List<String> command = new ArrayList<>(List.of(JAVA.toString()));
    command.addAll(options);
    command.addAll(List.of("-cp", classPath, Smartt.class.getName()));
    return command;
  }

  /** The archives of the class path; none where the harness itself is in folders. */
  private static List<String> jars() {
    List<String> jars =
        Stream.of(CLASS_PATH.split(File.pathSeparator, -1))
            .filter(entry -> entry.endsWith(".jar"))
            .toList();
    return jars.stream().anyMatch(jar -> jar.contains("smartt-emulation-")) ? jars : List.of();
  }

  /** What one run of a small experiment learns, once in this JVM; no file where it cannot. */
  private static final class Learnt {
    static final Path FILE = learn();

    private static Path learn() {
      try {
        Path folder = Files.createTempDirectory("smartt-learnt");
        Path file = folder.resolve("smartt.aot");
        List<String> options = new ArrayList<>(OPTIONS);
        options.addAll(
            List.of("-XX:ErrorFile=" + folder.resolve("crash"), "-XX:AOTCacheOutput=" + file));
        List<String> command = command(options, String.join(File.pathSeparator, jars()));
        command.addAll(List.of("run", "--workload", "incast:2x64KiB", "--out", folder + "/run"));
        Process process =
            new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("said").toFile())
                .start();
        if (!process.waitFor(100, TimeUnit.SECONDS)) {
          process.destroyForcibly();
        }
        Runtime.getRuntime().addShutdownHook(new Thread(() -> remove(folder)));
        return file;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException(e);
      }
    }

    private static void remove(Path folder) {
      try (Stream<Path> files = Files.walk(folder)) {
        files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
      } catch (IOException | UncheckedIOException e) {
        // The machine's cleaning of /tmp does it.
      }
    }
  }
}
