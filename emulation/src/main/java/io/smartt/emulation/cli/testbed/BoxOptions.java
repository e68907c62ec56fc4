package io.smartt.emulation.cli.testbed;

import module java.base;

import io.grpc.InsecureServerCredentials;
import io.grpc.ServerCredentials;
import io.netty.channel.EventLoop;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.smartt.base.input.Quantities;
import io.smartt.base.input.UserInputException;
import io.smartt.certificates.CertificateAuthority.CertificateRequest;
import io.smartt.certificates.CertificateFolder;
import io.smartt.emulation.cli.testbed.StandInCommand.StandInOptions;
import io.smartt.host.packetio.NetworkNamespace;
import io.smartt.host.packetio.PacketIoHandler;
import io.smartt.softswitch.backend.Wire;
import io.smartt.softswitch.standalone.TlsFiles;
import io.smartt.switchd.console.UntilStopped;
import io.smartt.switchd.options.Addresses;
import io.smartt.testbed.standin.box.LocalAddress;
import io.smartt.testbed.standin.box.StandInRequest.FrontPort;
import io.smartt.testbed.standin.box.StandInSwitch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of a stand-in that is one switch. */
final class BoxOptions {
  private static final Duration YEAR = Duration.ofDays(365);

  @Option(
      names = "--certs",
      paramLabel = "DIR",
      description = {
        "Serves TLS, and makes certificates in DIR that are not there, one of them for the",
        "harness. Default: no TLS."
      })
  private @Nullable Path certs;

  @Option(
      names = "--state",
      paramLabel = "DIR",
      description = "Where it keeps what it boots from. Default: .smartt/stand-in.")
  private Path state = Path.of(".smartt", "stand-in");

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

  /** Returns where it listens, of what was given for {@code --listen}. */
  static InetSocketAddress listen(String text) {
    InetSocketAddress address = Addresses.parse("--listen", text);
    LocalAddress.require("--listen", address);
    return address;
  }

  boolean hasTls() {
    return certs != null;
  }

  Path saved(String file) {
    return state.resolve(file);
  }

  List<FrontPort> ports() {
    return interfaces.stream().map(this::port).toList();
  }

  private FrontPort port(String text) {
    int at = text.indexOf('@');
    if (at < 1 || at == text.length() - 1) {
      throw new UserInputException("-i " + text + ": write PORT@NAME, such as Ethernet0@veth0");
    }
    return new FrontPort(
        text.substring(0, at),
        text.substring(at + 1),
        new Wire(Quantities.picoseconds(latency), 0, false, 0, true));
  }

  /**
   * Returns what the server shows.
   *
   * @param admitsAll whether callers need no certificate
   */
  ServerCredentials credentials(String name, boolean admitsAll) {
    Path folder = certs;
    if (folder == null) {
      return InsecureServerCredentials.create();
    }
    CertificateFolder certificates =
        CertificateFolder.open(folder, Clock.systemUTC(), YEAR, new SecureRandom());
    certificates.issue(CertificateRequest.controller("harness"));
    certificates.issue(new CertificateRequest(name, List.of(name, "localhost", "127.0.0.1")));
    return new TlsFiles(
            certificates.certificateFile(name),
            certificates.keyFile(name),
            admitsAll ? Optional.empty() : Optional.of(certificates.authorityFile()))
        .credentials();
  }

  /** Runs a box until it is to end. */
  int run(
      StandInOptions options,
      Supplier<StandInSwitch> without,
      BiFunction<Optional<NetworkNamespace>, EventLoop, StandInSwitch> with,
      Consumer<StandInSwitch> started) {
    MultiThreadIoEventLoopGroup loops =
        new MultiThreadIoEventLoopGroup(
            1,
            new DefaultThreadFactory("smartt-packets", true),
            PacketIoHandler.factory(PacketIoHandler.IdleStrategy.BLOCK));
    try (UntilStopped until = new UntilStopped("the stand-in");
        StandInSwitch box =
            interfaces.isEmpty()
                ? without.get()
                : with.apply(
                    Optional.ofNullable(namespace).map(NetworkNamespace::named), loops.next())) {
      started.accept(box);
      return options.await(until);
    } finally {
      loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
    }
  }
}
