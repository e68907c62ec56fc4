package io.smartt.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.base.input.SecretFile;
import io.smartt.base.topology.Adjacency;
import io.smartt.base.topology.Host;
import io.smartt.base.topology.LinkDefaults;
import io.smartt.base.topology.Port;
import io.smartt.base.topology.Switch;
import io.smartt.base.topology.Topologies;
import io.smartt.base.topology.Topology;
import io.smartt.certificates.CertificateAuthority.CertificateRequest;
import io.smartt.certificates.CertificateFolder;
import io.smartt.realtime.netns.NamespaceNetwork;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/**
 * A testbed as a laboratory would have it, in network namespaces: an agent on each server and
 * {@code smartt switch} for each switch, all processes of their own that are reached with mutual
 * TLS over a management network, and a profile that names them.
 */
final class Lab implements AutoCloseable {
  private static final int AGENTS = 9600;
  private static final int SWITCHES = 9700;
  private static final long POLL_INTERVAL_NS = 50_000_000;

  private final Path folder;
  private final Topology topology;
  private final NamespaceNetwork network;
  private final Map<String, Process> processes = new LinkedHashMap<>();

  /** Of the laboratory on its management network, of RFC 5737's addresses for examples. */
  private final String there = "198.51.100." + (4 * (ProcessHandle.current().pid() % 60) + 2);

  /** This process's end of the cable to it. */
  private final String here = "lab" + ProcessHandle.current().pid();

  /** Builds the cables of a named topology, with nothing at their ends. */
  Lab(Path folder, String topologyName) {
    this.folder = folder;
    topology = Topologies.named(topologyName, new LinkDefaults(50_000_000_000L, 850_000, 400_000));
    network = NamespaceNetwork.build(topology);
    try {
      CertificateFolder certificates =
          CertificateFolder.open(
              folder.resolve("certs"), Clock.systemUTC(), Duration.ofDays(1), new SecureRandom());
      join();
      certificates.issue(CertificateRequest.parse("lab," + there));
      certificates.issue(CertificateRequest.controller("harness"));
      SecretFile.write(folder.resolve("token"), "a-token-that-nobody-guesses\n");
    } catch (IOException e) {
      close();
      throw new UncheckedIOException(e);
    } catch (AssertionError e) {
      close();
      throw e;
    }
  }

  /** Joins this process's network to the laboratory's. */
  private void join() {
    String inside = network.prefix() + "sw";
    String address = there.substring(0, there.lastIndexOf('.') + 1);
    int number = Integer.parseInt(there.substring(address.length())) - 1;
    for (String command :
        List.of(
            "link add " + here + " type veth peer name management netns " + inside,
            "addr add " + address + number + "/30 dev " + here,
            "link set " + here + " up",
            "-n " + inside + " addr add " + there + "/30 dev management",
            "-n " + inside + " link set management up")) {
      Netns.Ended ended = Netns.ip(command.split(" ", -1));
      assertThat(ended.status()).as(command + ": " + ended.out()).isZero();
    }
  }

  /** Starts all agents and waits until they listen. */
  void startAgents() {
    for (Host host : topology.hosts()) {
      List<String> command = new ArrayList<>(List.of("agent", "--interface", nic(host)));
      command.addAll(List.of("--netns", network.prefix() + host.name()));
      command.addAll(List.of("--listen", there + ":" + agentPort(host)));
      command.addAll(List.of("--token-file", folder.resolve("token").toString()));
      command.addAll(tls());
      start(host.name(), command);
    }
    topology.hosts().forEach(host -> await(host.name(), "Agent listening"));
  }

  /** Starts all switches, without programs. */
  void startSwitches() {
    for (Switch sw : topology.switches()) {
      List<String> command = new ArrayList<>(List.of("switch", "--no-p4"));
      for (Adjacency port : topology.adjacencies(sw)) {
        String name = NamespaceNetwork.interfaceName(new Port(sw, port.port()));
        command.addAll(List.of("-i", port.port() + "@" + name));
      }
      command.addAll(List.of("--device-id", "0", "--priority-queues", "2"));
      command.addAll(List.of("--grpc-server-addr", there + ":" + switchPort(sw)));
      command.addAll(tls());
      start(sw.name(), command);
    }
    topology.switches().forEach(sw -> awaitPort(sw.name(), switchPort(sw)));
  }

  /** Switches say nothing when they listen. */
  private void awaitPort(String name, int port) {
    while (process(name).isAlive()) {
      try (SocketChannel _ = SocketChannel.open(new InetSocketAddress(there, port))) {
        return;
      } catch (IOException e) {
        LockSupport.parkNanos(POLL_INTERVAL_NS);
      }
    }
    throw new IllegalStateException(name + " ended: " + Netns.wait(process(name)).out());
  }

  private List<String> tls() {
    Path certs = folder.resolve("certs");
    return List.of(
        "--tls-cert",
        certs.resolve("lab.pem").toString(),
        "--tls-key",
        certs.resolve("lab-key.pem").toString(),
        "--tls-ca",
        certs.resolve("ca.pem").toString());
  }

  private static String nic(Host host) {
    return NamespaceNetwork.interfaceName(new Port(host, Host.NIC_PORT));
  }

  private static int agentPort(Host host) {
    return AGENTS + host.index();
  }

  private static int switchPort(Switch sw) {
    return SWITCHES + sw.id();
  }

  /** The network. */
  Topology topology() {
    return topology;
  }

  /** Writes a profile of it whose switches are driven as embedded ones. */
  Path profile(String settings) {
    StringBuilder text = new StringBuilder();
    text.append("extends: netns\nfabric: physical\n").append(settings);
    text.append("topology: ").append(topology.name()).append('\n');
    text.append("tls:\n  ca: certs/ca.pem\n  certificate: certs/harness.pem\n");
    text.append("  key: certs/harness-key.pem\n  token-file: token\n").append(switches());
    text.append(hosts());
    return write(folder.resolve("lab.yaml"), text.toString());
  }

  private String switches() {
    StringBuilder text = new StringBuilder("switches:\n");
    for (Switch sw : topology.switches()) {
      text.append("  ").append(sw.name()).append(":\n    target: embedded\n    device-id: 0\n");
      text.append("    address: ").append(there).append(':').append(switchPort(sw)).append('\n');
    }
    return text.toString();
  }

  /** Returns the hosts' section of a profile. */
  String hosts() {
    StringBuilder text = new StringBuilder("hosts:\n");
    for (Host host : topology.hosts()) {
      text.append("  ").append(host.name()).append(":\n    agent: ").append(there).append(':');
      text.append(agentPort(host)).append("\n    interface: ").append(nic(host)).append('\n');
    }
    return text.toString();
  }

  static Path write(Path file, String text) {
    try {
      return Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Process start(String name, List<String> command) {
    try {
      Process process = new ProcessBuilder(inside(command)).redirectErrorStream(true).start();
      processes.put(name, process);
      return process;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A command of smartt inside the namespace, quick to start. */
  private List<String> inside(List<String> command) {
    List<String> all = new ArrayList<>(List.of("ip", "netns", "exec", network.prefix() + "sw"));
    all.addAll(OwnJvm.command());
    all.add(5, "-Xmx256m");
    all.addAll(command);
    return all;
  }

  private void await(String name, String what) {
    Steps.until(process(name), what);
  }

  /** The process of a host's agent or of a switch. */
  Process process(String name) {
    Process process = processes.get(name);
    if (process == null) {
      throw new IllegalArgumentException(name + " was not started");
    }
    return process;
  }

  /** A place for a run folder. */
  Path folder(String name) {
    return folder.resolve(name);
  }

  @Override
  public void close() {
    processes.values().forEach(Process::destroyForcibly);
    // The kernel takes a namespace's end of it away some time after the namespace.
    Netns.ip("link", "del", here);
    network.close();
  }
}
