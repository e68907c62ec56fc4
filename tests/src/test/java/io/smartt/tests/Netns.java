package io.smartt.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Support for tests of the netns fabric: it needs root and iproute2, and a process of its own. */
final class Netns {
  private Netns() {}

  /** Output and exit status of a command. */
  record Ended(int status, String out) {}

  /**
   * Returns a process's whole command line, a zero byte after each word: {@link ProcessHandle}
   * gives no more than 4,096 characters.
   */
  static String commandLine(ProcessHandle process) {
    try {
      return Files.readString(Path.of("/proc", Long.toString(process.pid()), "cmdline"));
    } catch (IOException e) {
      return "";
    }
  }

  /** Runs iproute2. */
  static Ended ip(String... arguments) {
    List<String> command = new ArrayList<>(List.of("ip"));
    command.addAll(List.of(arguments));
    try {
      return wait(new ProcessBuilder(command).redirectErrorStream(true).start());
    } catch (IOException e) {
      return new Ended(-1, String.valueOf(e.getMessage()));
    }
  }

  /** Namespaces and interfaces of the machine whose names say that process made them. */
  static List<String> leftBy(long pid) {
    String everything = ip("netns").out() + ip("-o", "link").out();
    return everything.lines().filter(line -> line.contains("smartt-" + pid + "-")).toList();
  }

  /** Starts a {@code smartt} command as a process of its own; its messages are on its output. */
  static Process start(String... arguments) {
    return start(OwnJvm.command(), arguments);
  }

  /** The same where the process has deadlines, as towards agents by TLS. */
  static Process optimisedStart(String... arguments) {
    return start(OwnJvm.optimisedCommand(), arguments);
  }

  /** The same with options of the JVM. */
  static Process start(List<String> jvm, String... arguments) {
    List<String> command = new ArrayList<>(jvm);
    command.addAll(List.of(arguments));
    try {
      return new ProcessBuilder(command).redirectErrorStream(true).start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Runs an experiment of the netns profile to its end, as a process of its own. */
  static SmarttRun run(Path folder, String... arguments) {
    return run(OwnJvm.command(), folder, arguments);
  }

  /** The same where times are judged: the process is as fast as it is for users. */
  static SmarttRun optimisedRun(Path folder, String... arguments) {
    return run(OwnJvm.optimisedCommand(), folder, arguments);
  }

  private static SmarttRun run(List<String> jvm, Path folder, String... arguments) {
    Process process =
        start(
            jvm,
            before(List.of("run", "--profile", "netns", "--out", folder.toString()), arguments));
    Ended ended = wait(process);
    assertThat(leftBy(process.pid())).as("left behind").isEmpty();
    return new SmarttRun(ended.status(), ended.out(), ended.out(), folder);
  }

  /** Runs an experiment of the netns profile in virtual time. */
  static SmarttRun virtual(Path folder, String... arguments) {
    return SmarttRun.of(
        folder, before(List.of("--profile", "netns", "--set", "fabric=virtual"), arguments));
  }

  private static String[] before(List<String> first, String... then) {
    return Stream.concat(first.stream(), Stream.of(then)).toArray(String[]::new);
  }

  /** Waits for a process and reads what it says. */
  static Ended wait(Process process) {
    try {
      String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return new Ended(process.waitFor(), out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** Whether a namespace of this name is there. */
  static boolean exists(String namespace) {
    return Files.exists(Path.of("/run/netns", namespace));
  }
}
