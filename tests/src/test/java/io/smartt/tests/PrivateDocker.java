package io.smartt.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.needs.Machine;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A Docker engine for tests: Debian's dockerd on a socket and in a folder of its own, so that no
 * test meets the user's containers. Needs root.
 */
final class PrivateDocker implements AutoCloseable {
  private static final String KIND = "docker";
  private static final String[] NEEDED = {
    Machine.ROOT, "containerd", "docker", "docker-proxy", "dockerd", "iptables", "runc", "umount"
  };

  private final Path folder;
  private final Process daemon;

  private PrivateDocker(Path folder, Process daemon) {
    this.folder = folder;
    this.daemon = daemon;
  }

  /**
   * Starts a Docker daemon; skips the test where that cannot be, or fails it if SMARTT_REQUIRE has
   * docker.
   */
  static PrivateDocker start() {
    return startDaemon(List.of());
  }

  /** The same in a network namespace, which stands for a machine. */
  static PrivateDocker startIn(String namespace) {
    return startDaemon(List.of("nsenter", "--net=/run/netns/" + namespace));
  }

  private static PrivateDocker startDaemon(List<String> around) {
    Machine.require(KIND, NEEDED);
    if (!around.isEmpty()) {
      Machine.require(KIND, "nsenter");
    }
    Path dockerd = Machine.program(KIND, "dockerd");
    try {
      // Short: a socket's path has 107 characters.
      Path folder = Files.createTempDirectory(Path.of("/tmp"), "smd");
      List<String> command = new ArrayList<>(around);
      command.addAll(List.of(dockerd.toString(), "--host", "unix://" + folder.resolve("s")));
      command.addAll(List.of("--data-root", folder.resolve("data").toString()));
      command.addAll(List.of("--exec-root", folder.resolve("exec").toString()));
      command.addAll(List.of("--pidfile", folder.resolve("pid").toString()));
      Process daemon = new ProcessBuilder(command).redirectErrorStream(true).start();
      PrivateDocker docker = new PrivateDocker(folder, daemon);
      try {
        docker.awaitReady();
      } catch (IOException | RuntimeException | AssertionError e) {
        docker.close();
        throw e;
      }
      return docker;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void awaitReady() throws IOException {
    StringBuilder said = new StringBuilder();
    BufferedReader lines = daemon.inputReader(StandardCharsets.UTF_8);
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      said.append(line).append('\n');
      if (line.contains("API listen on")) {
        drain(lines);
        requireSocket();
        return;
      }
    }
    // A container without the rights for it, or a kernel without its modules.
    Machine.skip(KIND, "dockerd does not run here: " + lastLine(said));
  }

  private static String lastLine(StringBuilder said) {
    return said.toString().lines().reduce((_, last) -> last).orElse("it said nothing");
  }

  private static void drain(BufferedReader lines) {
    Thread.ofPlatform()
        .daemon()
        .start(() -> {
          try {
            while (lines.readLine() != null) {
              // Its log does not matter any more.
            }
          } catch (IOException e) {
            // It has ended.
          }
        });
  }

  private void requireSocket() throws IOException {
    try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      assertThat(channel.connect(UnixDomainSocketAddress.of(folder.resolve("s")))).isTrue();
    }
  }

  /** Returns the DOCKER_HOST of this daemon. */
  String host() {
    return "unix://" + folder.resolve("s");
  }

  /** A {@code smartt} command that uses it, as a process of its own. */
  Process smartt(String... arguments) {
    List<String> command = new ArrayList<>(OwnJvm.command());
    command.addAll(List.of(arguments));
    return start(command);
  }

  /** Any command that uses it. */
  Process start(List<String> command) {
    return start(command, Map.of());
  }

  /** Any command that uses it, with some more variables. */
  Process start(List<String> command, Map<String, String> variables) {
    try {
      ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
      builder.environment().put("DOCKER_HOST", host());
      builder.environment().putAll(variables);
      return builder.start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the output of Docker's own client. */
  Netns.Ended docker(String... arguments) {
    List<String> command = new ArrayList<>(List.of("docker"));
    command.addAll(List.of(arguments));
    return Netns.wait(start(command));
  }

  /** Names of our containers and networks that are there, running or not. */
  List<String> ours() {
    return Stream.concat(
            docker("ps", "-a", "--filter", "label=io.smartt.fabric", "--format", "{{.Names}}")
                .out()
                .lines(),
            docker("network", "ls", "--filter", "label=io.smartt.fabric", "--format", "{{.Name}}")
                .out()
                .lines())
        .toList();
  }

  /** Returns the name of the one container whose name ends so. */
  String named(String ending) {
    // A Swarm's containers have the name of their task behind it.
    List<String> names =
        ours().stream()
            .filter(name -> name.replaceFirst("(\\.1)\\.\\w+$", "$1").endsWith(ending))
            .toList();
    assertThat(names).hasSize(1);
    return names.getFirst();
  }

  /** Ends the engine and all of its containers as a machine does that loses its power. */
  void crash() {
    List<ProcessHandle> all = ProcessTree.of(daemon.toHandle());
    for (String id : docker("ps", "-q").out().lines().toList()) {
      String pid = docker("inspect", "--format", "{{.State.Pid}}", id).out().strip();
      ProcessHandle container = ProcessHandle.of(Long.parseLong(pid)).orElseThrow();
      // Its shim is its parent, and would say how it ended.
      container.parent().ifPresent(all::add);
      all.add(container);
    }
    ProcessTree.kill(all);
  }

  /** What a daemon that could not tidy up has mounted below its folder. */
  private void unmount() throws IOException {
    List<String> mounts =
        Files.readAllLines(Path.of("/proc/mounts")).stream()
            .map(line -> line.split(" ", -1)[1])
            .filter(at -> at.startsWith(folder + "/"))
            .sorted(Comparator.reverseOrder())
            .toList();
    for (String mount : mounts) {
      Netns.wait(new ProcessBuilder("umount", "-l", mount).redirectErrorStream(true).start());
    }
  }

  @Override
  public void close() throws IOException {
    // Gone before its folder is, and its containerd with it: they could write there still.
    ProcessTree.end(daemon);
    unmount();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }
}
