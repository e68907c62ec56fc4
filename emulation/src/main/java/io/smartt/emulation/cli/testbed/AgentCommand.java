package io.smartt.emulation.cli.testbed;

import module java.base;

import io.grpc.ServerCredentials;
import io.netty.channel.EventLoop;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.smartt.base.failure.RunFailedException;
import io.smartt.base.input.UserInputException;
import io.smartt.controller.address.Ipv4;
import io.smartt.controller.address.Mac;
import io.smartt.emulation.cli.testbed.WorkerCommand.AccessOptions;
import io.smartt.experiment.AgentEndpoints;
import io.smartt.experiment.settings.SettingsCatalog;
import io.smartt.experiment.traffic.Traffic;
import io.smartt.host.agent.daemon.AgentInterface;
import io.smartt.host.agent.daemon.AgentServer;
import io.smartt.host.agent.daemon.AgentService;
import io.smartt.host.agent.daemon.BearerToken;
import io.smartt.host.packetio.HostStack;
import io.smartt.host.packetio.NetworkNamespace;
import io.smartt.host.packetio.PacketIoException;
import io.smartt.host.packetio.PacketIoHandler;
import io.smartt.host.packetio.PacketIoHandler.IdleStrategy;
import io.smartt.host.packetio.PacketOptions;
import io.smartt.host.packetio.PacketOptions.FrameStamps;
import io.smartt.host.transport.NumberShare;
import io.smartt.host.wire.Uet;
import io.smartt.softswitch.standalone.TlsFiles;
import io.smartt.switchd.console.Console;
import io.smartt.switchd.console.UntilStopped;
import io.smartt.switchd.options.Addresses;
import io.smartt.switchd.options.InputOption;
import io.smartt.switchd.options.Version;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code smartt agent}. */
@Command(
    name = "agent",
    sortOptions = false,
    header = "Runs the agent of one host on a real interface.",
    description = {
      "",
      "The agent takes orders over gRPC (smartt.agent.v1.Agent): flows to start,",
      "results, counters, capture, stop. An experiment sends them; see docs/operate/agents.md.",
      "",
      "Listening beyond this machine's loopback takes TLS and a token.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  sudo smartt agent --interface eth1",
      "  sudo smartt agent --interface eth1 --listen 0.0.0.0:9560 --tls-cert agent.pem --tls-key"
          + " agent.key --tls-ca ca.pem --token-file token",
      "",
      "Runs until it gets SIGINT or SIGTERM. Needs root or the capabilities CAP_NET_RAW and",
      "CAP_NET_ADMIN."
    })
public final class AgentCommand implements Callable<Integer> {
  private static final Duration GRACE = Duration.ofSeconds(3);

  static final String DEFAULT_ADDRESS = "127.0.0.1:9560";

  private final SettingsCatalog catalog;
  private final Console console;

  @Option(
      names = "--interface",
      required = true,
      paramLabel = "NAME",
      description = "Interface of the host: its name, or mac:, ip: or net: and an address.")
  private String interfaceName = "";

  @Option(
      names = "--netns",
      paramLabel = "NAME",
      description = "Network namespace that the interface is in. The API stays outside.")
  private @Nullable String namespace;

  @Option(
      names = "--listen",
      paramLabel = "HOST:PORT",
      description = "Where the API is; port 0: one that is free. Default: " + DEFAULT_ADDRESS + ".")
  private String listen = DEFAULT_ADDRESS;

  @Option(
      names = "--stack",
      paramLabel = "MAC/IPV4/BITS",
      description = {
        "Gives the interface this MAC address and this IPv4 address, and has the system send to"
            + " all",
        "addresses with so many bits in common over it, so that its programs are on the network.",
        "Example: 02:00:00:00:00:01/10.0.0.1/16."
      })
  private @Nullable String stack;

  @Mixin private AccessOptions access = new AccessOptions();

  @Option(
      names = "--shards",
      paramLabel = "N",
      description = {
        "Threads that share the connections, each with a socket and a transport of its own, for",
        "cards that are faster than a core. Each sends at most its part of the link's rate.",
        "Default: 1."
      })
  private int shards = 1;

  @Option(
      names = "--poll",
      description = "Looks for frames all the time, which keeps a core busy, rather than sleep.")
  private boolean poll;

  @Option(
      names = "--card-stamps",
      description = "Frames came when the network card's clock says, rather than the kernel.")
  private boolean cardStamps;

  @Option(
      names = "--no-ring",
      description =
          "Receives by system calls rather than by a ring of 8 MiB a shard that it shares with the"
              + " kernel: for many hosts on one machine.")
  private boolean noRing;

  @Mixin private InputOption input = new InputOption();

  public AgentCommand(SettingsCatalog catalog, Console console) {
    this.catalog = catalog;
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    InetSocketAddress address = Addresses.parse("--listen", listen);
    Optional<ServerCredentials> tls = access.tls().map(TlsFiles::credentials);
    Optional<BearerToken> token = access.token();
    if (shards < 1 || shards > NumberShare.MOST) {
      throw new UserInputException(
          "--shards " + shards + ": 1 to " + NumberShare.MOST + " are accepted");
    }
    Optional<KernelStack> kernel = Optional.ofNullable(stack).map(KernelStack::parse);
    MultiThreadIoEventLoopGroup loops = null;
    try (UntilStopped stop = new UntilStopped("the agent", GRACE)) {
      try {
        AgentInterface on =
            AgentInterface.find(
                interfaceName,
                Optional.ofNullable(namespace).map(NetworkNamespace::named),
                PacketOptions.HOST
                    .withStamps(cardStamps ? FrameStamps.CARD : FrameStamps.KERNEL)
                    .withRing(noRing ? 0 : PacketOptions.HOST_RING_BYTES));
        on.requireOpens();
        kernel.ifPresent(wanted -> wanted.open(on));
        loops =
            new MultiThreadIoEventLoopGroup(
                shards,
                new DefaultThreadFactory("smartt-packets", true),
                PacketIoHandler.factory(poll ? IdleStrategy.POLL : IdleStrategy.BLOCK));
        try (AgentService service =
                new AgentService(
                    Version.number(),
                    on,
                    loops(loops),
                    new AgentEndpoints(catalog, token.isPresent()),
                    stop::now);
            AgentServer server = AgentServer.start(address, tls, token, service)) {
          console.say("Agent listening on " + address.getHostString() + ":" + server.port());
          input.atEnd(stop::now);
          return stop.await();
        }
      } finally {
        kernel.ifPresent(KernelStack::close);
        if (loops != null) {
          loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
        }
      }
    } catch (IllegalArgumentException e) {
      throw new UserInputException("--listen " + listen + ": " + e.getMessage(), e);
    } catch (PacketIoException | IOException e) {
      throw new RunFailedException(e);
    }
  }

  private List<EventLoop> loops(MultiThreadIoEventLoopGroup group) {
    return IntStream.range(0, shards).<EventLoop>mapToObj(_ -> group.next()).toList();
  }

  /** The addresses that a host's kernel is to have, and its stack once it has. */
  static final class KernelStack implements AutoCloseable {
    private static final Pattern FORM = Pattern.compile("([^/]+)/([^/]+)/(\\d{1,2})");

    private final Mac mac;
    private final Ipv4 ipv4;
    private final int bits;
    private @Nullable HostStack opened;

    private KernelStack(Mac mac, Ipv4 ipv4, int bits) {
      this.mac = mac;
      this.ipv4 = ipv4;
      this.bits = bits;
    }

    static KernelStack parse(String text) {
      Matcher matcher = FORM.matcher(text);
      try {
        if (matcher.matches() && Integer.parseInt(matcher.group(3)) <= Integer.SIZE) {
          return new KernelStack(
              Mac.parse(matcher.group(1)),
              Ipv4.parse(matcher.group(2)),
              Integer.parseInt(matcher.group(3)));
        }
      } catch (IllegalArgumentException e) {
        throw new UserInputException("--stack " + text + ": " + e.getMessage(), e);
      }
      throw new UserInputException(
          "--stack " + text + ": write MAC/IPV4/BITS, such as 02:00:00:00:00:01/10.0.0.1/16");
    }

    /** Puts it on an interface. */
    void open(AgentInterface on) {
      opened =
          NetworkNamespace.in(
              on.namespace(),
              () ->
                  HostStack.on(
                      on.name(), ipv4.bits(), mac.bits(), bits, Traffic.GATEWAY_MAC, Uet.UDP_PORT));
    }

    @Override
    public void close() {
      HostStack there = opened;
      if (there != null) {
        there.close();
      }
    }
  }
}
