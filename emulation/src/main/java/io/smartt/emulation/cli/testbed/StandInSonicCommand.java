package io.smartt.emulation.cli.testbed;

import io.grpc.InsecureServerCredentials;
import io.grpc.ServerCredentials;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.smartt.controller.sonic.GnmiLogin;
import io.smartt.emulation.certificates.CertificateFolder;
import io.smartt.emulation.certificates.CertificateRequest;
import io.smartt.emulation.cli.console.Console;
import io.smartt.emulation.cli.options.Addresses;
import io.smartt.emulation.cli.options.Help;
import io.smartt.emulation.input.InputFile;
import io.smartt.emulation.input.Quantities;
import io.smartt.emulation.input.UserInputException;
import io.smartt.emulation.softswitch.backend.Wire;
import io.smartt.emulation.softswitch.standalone.TlsFiles;
import io.smartt.emulation.standin.box.BoxRequest;
import io.smartt.emulation.standin.box.FrontPort;
import io.smartt.emulation.standin.box.LocalAddress;
import io.smartt.emulation.standin.box.SonicBox;
import io.smartt.emulation.standin.sonic.Access;
import io.smartt.emulation.standin.sonic.FactorySwitch;
import io.smartt.emulation.standin.sonic.Fault;
import io.smartt.host.packetio.IdleStrategy;
import io.smartt.host.packetio.NetworkNamespace;
import io.smartt.host.packetio.PacketIoHandler;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code smartt stand-in sonic}. */
@Command(
    name = "sonic",
    sortOptions = false,
    header = "Runs a stand-in for a SONiC switch: its gNMI server, its rules and its traffic.",
    description = {
      "",
      "Keeps CONFIG_DB as SONiC's Generic Config Updater and daemons do, in DIR/NAME.config_db.json,",
      "from which it starts again. With -i its front ports carry traffic as CONFIG_DB says.",
      "docs/operate/stand-in.md has the rules and what each fault leads to.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  smartt stand-in sonic --name trident1 --certs certs",
      "  smartt stand-in sonic --name trident1 --listen 127.0.0.1:8081 --fault slow-set=200s@5",
      "  sudo smartt stand-in sonic --name s1 -i Ethernet0@veth0 -i Ethernet1@veth1 --netns lab",
      "",
      "Runs until it gets SIGINT or SIGTERM. Front ports need root or the capability CAP_NET_RAW."
    })
public final class StandInSonicCommand implements Callable<Integer> {
  private static final Duration YEAR = Duration.ofDays(365);

  private final Console console;

  @Option(names = "--name", paramLabel = "NAME", description = "Of the switch. Default: sonic.")
  private String name = "sonic";

  @Option(
      names = "--listen",
      paramLabel = "HOST:PORT",
      description = {
        "Where its gNMI server is: on the loopback, or anywhere in a network namespace",
        "that this process was started in. Default: 127.0.0.1:8080."
      })
  private String listen = "127.0.0.1:8080";

  @Option(
      names = "--certs",
      paramLabel = "DIR",
      description = {
        "Serves TLS, for the certificate 'harness' alone, and makes certificates in DIR",
        "that are not there. Default: no TLS."
      })
  private @Nullable Path certs;

  @Option(
      names = "--token-file",
      paramLabel = "FILE",
      description = "Callers must show this token, as with GNMI|gnmi user_auth jwt.")
  private @Nullable Path tokenFile;

  @Option(
      names = "--user",
      paramLabel = "NAME",
      description = "Callers must show this user and a password, as with user_auth password.")
  private @Nullable String user;

  @Option(
      names = "--password-file",
      paramLabel = "FILE",
      description = "Holds that user's password.")
  private @Nullable Path passwordFile;

  @Option(
      names = "--state",
      paramLabel = "DIR",
      description = "Where the configuration is kept. Default: .smartt/stand-in.")
  private Path state = Path.of(".smartt", "stand-in");

  @Option(
      names = "--config-db",
      paramLabel = "FILE",
      description = {
        "What it holds at first, as the config_db.json of a switch. Default: a Trident 4 of",
        "32 ports as SONiC's templates leave it."
      })
  private @Nullable Path first;

  @Option(
      names = "--speed",
      paramLabel = "FACTOR",
      description = "How many times as quick as SONiC it works on a Set. Default: 1.")
  private double speed = 1;

  @Option(
      names = {"-i", "--interface"},
      paramLabel = "PORT@NAME",
      description = "A front port and the interface that it is; may be given more than once.")
  private List<String> interfaces = new ArrayList<>();

  @Option(
      names = "--netns",
      paramLabel = "NAME",
      description = "Network namespace that the interfaces are in. The server stays outside.")
  private @Nullable String namespace;

  @Option(
      names = "--latency",
      paramLabel = "TIME",
      description = "Of each cable, added to what leaves a front port. Default: 0us.")
  private String latency = "0us";

  @Option(
      names = "--fault",
      paramLabel = "FAULT",
      description = {
        "slow-set=30s, drop-connection, restart, half-set (each with @3 for the third Set),",
        "refuse-table=QUEUE; may be given more than once."
      })
  private List<String> faults = new ArrayList<>();

  @Option(
      names = "--while-input-open",
      description = "Ends when standard input does: with the process that started it.")
  private boolean whileInputOpen;

  @Mixin
  @SuppressWarnings("UnusedVariable") // picocli acts on it
  private Help help = new Help();

  public StandInSonicCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    BoxRequest request = request();
    MultiThreadIoEventLoopGroup loops =
        new MultiThreadIoEventLoopGroup(
            1,
            new DefaultThreadFactory("smartt-packets", true),
            PacketIoHandler.factory(IdleStrategy.BLOCK));
    try (UntilStopped until = new UntilStopped();
        SonicBox box =
            request.ports().isEmpty()
                ? SonicBox.start(request, this::say)
                : SonicBox.start(
                    request,
                    this::say,
                    Optional.ofNullable(namespace).map(NetworkNamespace::named),
                    loops.next())) {
      say(
          "%s listening on %s:%d, configuration in %s"
              .formatted(name, request.listen().getHostString(), box.port(), request.saved()));
      if (whileInputOpen) {
        until.orInputEnds();
      }
      return until.await();
    } finally {
      loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
    }
  }

  private BoxRequest request() {
    if (!(speed > 0)) {
      throw new UserInputException("--speed " + speed + ": give a number above 0");
    }
    InetSocketAddress address = Addresses.parse("--listen", listen);
    LocalAddress.require("--listen", address);
    Path begin = first;
    Path token = tokenFile;
    return new BoxRequest(
        name,
        address,
        credentials(),
        new Access(
            Optional.ofNullable(token).map(file -> InputFile.text(file).strip()),
            login(),
            certs != null),
        state.resolve(name + ".config_db.json"),
        begin == null ? FactorySwitch.forHarness(name, "02:11:22:33:44:55") : InputFile.text(begin),
        speed,
        faults.stream().map(Fault::parse).toList(),
        interfaces.stream().map(this::port).toList());
  }

  private Optional<GnmiLogin> login() {
    Path file = passwordFile;
    if ((user == null) != (file == null)) {
      throw new UserInputException("--user and --password-file go together");
    }
    return Optional.ofNullable(user)
        .flatMap(name ->
            Optional.ofNullable(file)
                .map(secret -> new GnmiLogin(name, InputFile.text(secret).strip())));
  }

  private ServerCredentials credentials() {
    Path folder = certs;
    if (folder == null) {
      return InsecureServerCredentials.create();
    }
    CertificateFolder certificates =
        CertificateFolder.open(folder, Clock.systemUTC(), YEAR, new SecureRandom());
    certificates.issue(CertificateRequest.parse("harness"));
    certificates.issue(new CertificateRequest(name, List.of(name, "localhost", "127.0.0.1")));
    return new TlsFiles(
            certificates.certificateFile(name),
            certificates.keyFile(name),
            Optional.of(certificates.authorityFile()))
        .credentials();
  }

  private FrontPort port(String text) {
    int at = text.indexOf('@');
    if (at < 1 || at == text.length() - 1) {
      throw new UserInputException("-i " + text + ": write PORT@NAME, such as Ethernet0@veth0");
    }
    long latencyPs = Quantities.picoseconds(latency);
    return new FrontPort(
        text.substring(0, at), text.substring(at + 1), new Wire(latencyPs, 0, false, 0, true));
  }

  private void say(String line) {
    console.out().println(line);
    console.out().flush();
  }
}
