package io.smartt.emulation.cli;

import io.smartt.emulation.docker.FabricAccess;
import io.smartt.emulation.docker.FabricNodes;
import io.smartt.emulation.experiment.ContainerDrill;
import io.smartt.emulation.experiment.ExperimentSpec;
import io.smartt.emulation.experiment.Experiments;
import io.smartt.emulation.experiment.ProfileLibrary;
import io.smartt.emulation.topology.Adjacency;
import io.smartt.emulation.topology.Host;
import io.smartt.emulation.topology.Node;
import io.smartt.emulation.topology.Switch;
import io.smartt.emulation.topology.Topology;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What an image's run time is shown when it learns how containers start: a short run, and a
 * controller that programs switches and asks agents, all in this process. Needs no root: interfaces
 * are files or the loopback, and no traffic passes.
 */
final class Training {
  private static final String NETWORK = "leafspine,1,1,2";
  private static final String TOKEN = "0123456789abcdef";
  private static final PrintWriter NOWHERE = new PrintWriter(Writer.nullWriter());

  private final Path secrets;
  private final Path folder;
  private final PrintWriter err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);

  private Training(Path secrets, Path folder) {
    this.secrets = secrets;
    this.folder = folder;
  }

  /**
   * Runs it.
   *
   * @param args a folder with the files of {@code smartt compose}'s certificates
   */
  public static void main(String[] args) throws IOException {
    Path folder = Files.createTempDirectory("smartt-training");
    int status;
    try {
      status = new Training(Path.of(args[0]), folder).run();
    } finally {
      delete(folder);
    }
    System.exit(status);
  }

  private int run() throws IOException {
    int status =
        Smartt.execute(
            NOWHERE,
            err,
            "run",
            "--topology",
            "leafspine,2,2,1",
            "--workload",
            "permutation:256KiB",
            "--out",
            folder.resolve("run").toString());
    List<String> settings = List.of("topology=" + NETWORK, "workload=permutation:64KiB");
    ExperimentSpec spec =
        new Experiments(new ProfileLibrary()).plan("docker", Map.of(), settings, false);
    Topology topology = spec.buildTopology();
    Map<String, InetSocketAddress> addresses = new HashMap<>();
    for (Switch sw : topology.switches()) {
      addresses.put(sw.name(), start(command(sw, topology), "--grpc-server-addr"));
    }
    for (Host host : topology.hosts()) {
      addresses.put(host.name(), start(List.of("agent", "--interface", "lo"), "--listen"));
    }
    ContainerDrill.run(spec, new Here(addresses), FabricAccess.ofFolder(secrets, TOKEN));
    return status;
  }

  private List<String> command(Switch sw, Topology topology) throws IOException {
    List<String> command = new ArrayList<>(List.of("switch", "--no-p4", "--priority-queues", "2"));
    command.addAll(List.of("--device-id", Integer.toString(sw.id())));
    for (Adjacency adjacency : topology.adjacencies(sw)) {
      Path file = folder.resolve(sw.name() + "-" + adjacency.port() + ".pcap");
      Files.write(file, noPackets());
      command.addAll(List.of("-i", adjacency.port() + "@" + file));
    }
    return command;
  }

  /** A capture file's header: Ethernet. */
  private static byte[] noPackets() {
    return ByteBuffer.allocate(24)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt(0xa1b2c3d4)
        .putShort((short) 2)
        .putShort((short) 4)
        .putLong(0)
        .putInt(1 << 16)
        .putInt(1)
        .array();
  }

  /** Has a command of this program run until this process ends. */
  private InetSocketAddress start(List<String> command, String addressOption) {
    InetSocketAddress address = free();
    List<String> all = new ArrayList<>(command);
    all.addAll(List.of(addressOption, "127.0.0.1:" + address.getPort()));
    for (String[] file :
        new String[][] {
          {"--tls-cert", "node.pem"},
          {"--tls-key", "node-key.pem"},
          {"--tls-ca", "ca.pem"},
        }) {
      all.addAll(List.of(file[0], secrets.resolve(file[1]).toString()));
    }
    if (command.getFirst().equals("agent")) {
      all.addAll(List.of("--token-file", token().toString()));
    }
    Thread.ofPlatform()
        .daemon()
        .start(() -> Smartt.execute(NOWHERE, err, all.toArray(String[]::new)));
    return address;
  }

  private Path token() {
    try {
      return Files.writeString(folder.resolve("token"), TOKEN);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static InetSocketAddress free() {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return InetSocketAddress.createUnresolved("127.0.0.1", socket.getLocalPort());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private record Here(Map<String, InetSocketAddress> addresses) implements FabricNodes {
    @Override
    public InetSocketAddress at(Node node, int tcpPort) {
      InetSocketAddress address = addresses.get(node.name());
      if (address == null) {
        throw new IllegalArgumentException("no " + node.name() + " here");
      }
      return address;
    }

    @Override
    public Optional<String> ended(Node node) {
      return Optional.empty();
    }

    @Override
    public void restart(Node node) {
      throw new UnsupportedOperationException("training restarts nothing");
    }
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
