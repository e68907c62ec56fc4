package io.smartt.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.needs.Machine;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A Docker Swarm of engines in network namespaces that stand for machines, on a bridge in a
 * namespace of its own. The first is the manager.
 */
final class PrivateSwarm implements AutoCloseable {
  static final int MTU = 9_216;

  private final String prefix = "swarm-" + ProcessHandle.current().pid() + "-";
  private final int count;
  private final List<PrivateDocker> engines = new ArrayList<>();

  /**
   * @param image an archive that each engine loads
   */
  PrivateSwarm(int count, Path image) {
    Machine.require("docker", "ip", "nsenter");
    this.count = count;
    try {
      connect();
      for (int i = 0; i < count; i++) {
        engines.add(PrivateDocker.startIn(prefix + i));
        docker(i, "load", "--input", image.toString());
      }
      docker(0, "swarm", "init", "--advertise-addr", address(0));
      String token = docker(0, "swarm", "join-token", "--quiet", "worker").strip();
      for (int i = 1; i < count; i++) {
        String manager = address(0) + ":2377";
        docker(i, "swarm", "join", "--token", token, "--advertise-addr", address(i), manager);
      }
    } catch (RuntimeException | AssertionError e) {
      close();
      throw e;
    }
  }

  private void connect() {
    String net = prefix + "net";
    ip("netns", "add", net);
    ip("-n", net, "link", "add", "br0", "type", "bridge");
    ip("-n", net, "link", "set", "br0", "mtu", "" + MTU, "up");
    for (int i = 0; i < count; i++) {
      String machine = prefix + i;
      ip("netns", "add", machine);
      ip(
          "link", "add", "e0", "mtu", "" + MTU, "netns", machine, "type", "veth", "peer", "name",
          "p" + i, "netns", net);
      ip("-n", net, "link", "set", "p" + i, "mtu", "" + MTU, "master", "br0", "up");
      ip("-n", machine, "addr", "add", address(i) + "/24", "dev", "e0");
      ip("-n", machine, "link", "set", "e0", "up");
      ip("-n", machine, "link", "set", "lo", "up");
    }
  }

  private static void ip(String... arguments) {
    assertThat(Netns.ip(arguments)).extracting(Netns.Ended::status).isEqualTo(0);
  }

  /** Has a machine's network take no longer packets. */
  void limit(int machine, int mtuBytes) {
    ip("-n", prefix + machine, "link", "set", "e0", "mtu", "" + mtuBytes);
  }

  static String address(int machine) {
    return "10.98.0." + (machine + 1);
  }

  String docker(int machine, String... arguments) {
    Netns.Ended ended = engines.get(machine).docker(arguments);
    assertThat(ended.status()).as(ended.out()).isZero();
    return ended.out();
  }

  PrivateDocker engine(int machine) {
    return engines.get(machine);
  }

  /** A {@code smartt} command on the manager's machine. */
  Process smartt(String... arguments) {
    List<String> command = new ArrayList<>(List.of("nsenter", "--net=/run/netns/" + prefix + 0));
    command.addAll(OwnJvm.command());
    command.addAll(List.of(arguments));
    return engines.getFirst().start(command);
  }

  /** The setting that has a run use all of them. */
  String machines() {
    return IntStream.range(0, count)
        .mapToObj(i -> engines.get(i).host())
        .collect(Collectors.joining(",", "docker.machines=", ""));
  }

  @Override
  public void close() {
    Optional<IOException> failed = Optional.empty();
    for (PrivateDocker engine : engines) {
      try {
        engine.close();
      } catch (IOException e) {
        // The others and the namespaces go all the same.
        failed = Optional.of(e);
      }
    }
    Netns.ip("netns", "del", prefix + "net");
    IntStream.range(0, count).forEach(i -> Netns.ip("netns", "del", prefix + i));
    if (failed.isPresent()) {
      throw new UncheckedIOException(failed.get());
    }
  }
}
