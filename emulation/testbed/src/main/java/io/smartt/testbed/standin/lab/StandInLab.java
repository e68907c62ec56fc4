package io.smartt.testbed.standin.lab;

import module java.base;

import io.netty.channel.EventLoop;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.smartt.base.concurrent.Closing;
import io.smartt.base.failure.RunFailedException;
import io.smartt.base.topology.Host;
import io.smartt.base.topology.Port;
import io.smartt.base.topology.Topology;
import io.smartt.experiment.AgentEndpoints;
import io.smartt.experiment.ExperimentSpec;
import io.smartt.experiment.settings.SettingsCatalog;
import io.smartt.host.agent.daemon.AgentInterface;
import io.smartt.host.agent.daemon.AgentServer;
import io.smartt.host.agent.daemon.AgentService;
import io.smartt.host.packetio.PacketIoException;
import io.smartt.host.packetio.PacketIoHandler;
import io.smartt.host.packetio.PacketOptions;
import io.smartt.host.packetio.ProcessPriority;
import io.smartt.realtime.netns.NamespaceNetwork;
import io.smartt.testbed.standin.stratum.StandInProgram;

/**
 * A laboratory that runs: cables, agents and switches in network namespaces of this machine, with a
 * profile that names them. Needs root. Close it to remove all but its files.
 */
public final class StandInLab implements AutoCloseable {
  private static final String LOOPS = "smartt-packets";
  private static final String PROFILE = "lab.yaml";

  private final Deque<AutoCloseable> opened = new ArrayDeque<>();
  private final LabFolder folder;

  /**
   * Builds a laboratory.
   *
   * @param catalog of the settings that agents understand
   * @param said takes a line for what becomes of each Set
   * @throws RunFailedException if the system does not let us; nothing is left then
   */
  public StandInLab(LabRequest request, SettingsCatalog catalog, Consumer<String> said) {
    folder = LabFolder.open(request.folder());
    try {
      Topology topology = request.spec().buildTopology();
      NamespaceNetwork network = keep(NamespaceNetwork.build(topology));
      MultiThreadIoEventLoopGroup loops =
          new MultiThreadIoEventLoopGroup(
              2,
              new DefaultThreadFactory(LOOPS, true),
              PacketIoHandler.factory(PacketIoHandler.IdleStrategy.BLOCK));
      opened.push(() -> loops.shutdownGracefully(0, 2, TimeUnit.SECONDS).syncUninterruptibly());
      LabAgents agents =
          keep(
              LabAgents.start(topology, network, folder, catalog, request.version(), loops.next()));
      LabSwitches boxes =
          keep(LabSwitches.start(request, topology, network, folder, loops.next(), said));
      boxes.configurations().forEach((name, text) -> folder.write(name + ".factory.json", text));
      folder.write(PROFILE, profile(request, agents.ports, boxes));
      opened.push(ProcessPriority::restore);
      ProcessPriority.raiseProcess();
      ProcessPriority.raiseThreads(LOOPS);
    } catch (PacketIoException e) {
      throw Closing.after(new RunFailedException(e), this);
    } catch (RuntimeException e) {
      throw Closing.after(e, this);
    }
  }

  private <T extends AutoCloseable> T keep(T resource) {
    opened.push(resource);
    return resource;
  }

  /** Returns the profile that names the switches and hosts of this laboratory. */
  public Path profile() {
    return folder.file(PROFILE);
  }

  private static String profile(
      LabRequest request, Map<String, Integer> agents, LabSwitches boxes) {
    StringBuilder text = new StringBuilder();
    text.append("# Written by 'smartt stand-in lab', for as long as it runs.\n");
    text.append("extends: ").append(base(request.spec().profile())).append('\n');
    text.append("dilation: ").append(request.spec().dilation()).append('\n');
    text.append("tls:\n  ca: certs/ca.pem\n  certificate: certs/harness.pem\n");
    text.append("  key: certs/harness-key.pem\n  token-file: token\nswitches:\n");
    boxes
        .ports()
        .forEach((name, port) -> {
          text.append("  ").append(name).append(":\n    address: localhost:").append(port);
          text.append('\n');
          boxes
              .program(name)
              .ifPresent(program -> {
                text.append("    pipeline: ").append(program).append('/');
                text.append(StandInProgram.CONF).append("\n    p4info: ").append(program);
                text.append('/').append(StandInProgram.P4INFO).append('\n');
              });
        });
    text.append("hosts:\n  all:\n    interface: none\n    driver: none\n");
    agents.forEach((name, port) ->
        text.append("  ")
            .append(name)
            .append(":\n    agent: localhost:")
            .append(port)
            .append('\n'));
    return text.toString().stripTrailing();
  }

  /** A profile's file is relative to the one that extends it. */
  private static String base(String profile) {
    return profile.endsWith(".yaml") || profile.endsWith(".yml")
        ? Path.of(profile).toAbsolutePath().toString()
        : profile;
  }

  @Override
  public void close() {
    Closing.all("ending the laboratory", opened);
  }

  /**
   * A laboratory that somebody wants.
   *
   * @param spec the experiment whose network it has, with its dilation
   * @param folder for its files
   * @param speed how many times as quick as real switches these work on Sets
   * @param faults by switch, as people write them
   * @param version of this program
   */
  public record LabRequest(
      ExperimentSpec spec,
      Path folder,
      double speed,
      Map<String, List<String>> faults,
      String version) {}

  /** An agent for each host of a laboratory, all on one event loop of this process. */
  static final class LabAgents implements AutoCloseable {
    private final Deque<AutoCloseable> opened = new ArrayDeque<>();
    private final Map<String, Integer> ports = new LinkedHashMap<>();

    private LabAgents() {}

    /**
     * Starts all.
     *
     * @throws RunFailedException if one does not start; none is left then
     */
    static LabAgents start(
        Topology topology,
        NamespaceNetwork network,
        LabFolder folder,
        SettingsCatalog catalog,
        String version,
        EventLoop loop) {
      LabAgents agents = new LabAgents();
      try {
        for (Host host : topology.hosts()) {
          agents.start(host, network, folder, catalog, version, loop);
        }
        return agents;
      } catch (IOException e) {
        throw Closing.after(new RunFailedException(e), agents);
      } catch (RuntimeException e) {
        throw Closing.after(e, agents);
      }
    }

    private void start(
        Host host,
        NamespaceNetwork network,
        LabFolder folder,
        SettingsCatalog catalog,
        String version,
        EventLoop loop)
        throws IOException {
      AgentInterface nic =
          AgentInterface.find(
              NamespaceNetwork.interfaceName(new Port(host, Host.NIC_PORT)),
              Optional.of(network.namespace(host)),
              PacketOptions.HOST);
      nic.requireOpens();
      AgentService service =
          new AgentService(
              version, nic, List.of(loop), new AgentEndpoints(catalog, true), () -> {});
      opened.push(service);
      AgentServer server =
          AgentServer.start(
              new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
              Optional.of(folder.credentials("agents")),
              Optional.of(folder.token()),
              service);
      opened.push(server);
      ports.put(host.name(), server.port());
    }

    @Override
    public void close() {
      Closing.all("stopping the agents", opened);
    }
  }
}
