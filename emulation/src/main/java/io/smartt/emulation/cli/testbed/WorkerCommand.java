package io.smartt.emulation.cli.testbed;

import module java.base;

import io.smartt.base.failure.RunFailedException;
import io.smartt.base.input.SecretFile;
import io.smartt.base.input.UserInputException;
import io.smartt.experiment.report.HarnessRevision;
import io.smartt.experiment.settings.SettingsCatalog;
import io.smartt.host.agent.daemon.AgentServer;
import io.smartt.host.agent.daemon.BearerToken;
import io.smartt.realtime.netns.Netns;
import io.smartt.realtime.netns.StaleNamespaces;
import io.smartt.realtime.netns.machines.WorkerService;
import io.smartt.realtime.netns.machines.WorkerService.WorkerEndpoint;
import io.smartt.softswitch.standalone.TlsFiles;
import io.smartt.switchd.console.Console;
import io.smartt.switchd.console.UntilStopped;
import io.smartt.switchd.options.Addresses;
import io.smartt.switchd.options.InputOption;
import io.smartt.switchd.options.TlsOptions;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code smartt worker}. */
@Command(
    name = "worker",
    sortOptions = false,
    header = "Carries a part of an experiment's network on this machine.",
    description = {
      "",
      "A run with netns.workers cuts its network between machines; on each runs a worker, which",
      "makes namespaces, switches and hosts of its part, and tunnels (VXLAN) to the others. When",
      "the run is over or gone, the worker leaves nothing. See docs/operate/machines.md.",
      "",
      "Listening beyond this machine's loopback takes TLS and a token.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  sudo smartt worker --listen 10.0.0.2:9570 --tls-cert m1.pem --tls-key m1-key.pem --tls-ca"
          + " ca.pem --token-file token",
      "",
      "Runs until it gets SIGINT or SIGTERM. Needs root, iproute2, iputils-ping and util-linux."
    })
public final class WorkerCommand implements Callable<Integer> {
  static final String DEFAULT_ADDRESS = "127.0.0.1:9570";

  private final SettingsCatalog catalog;
  private final Console console;

  @Option(
      names = "--listen",
      paramLabel = "HOST:PORT",
      description = {
        "Where the API is; the servers of switches and hosts have free ports of the same host.",
        "Default: " + DEFAULT_ADDRESS + "."
      })
  private String listen = DEFAULT_ADDRESS;

  @Option(
      names = "--underlay",
      paramLabel = "ADDRESS",
      description = "IPv4 address of this machine where tunnels end. Default: that of --listen.")
  private @Nullable String underlay;

  @Mixin private AccessOptions access = new AccessOptions();

  @Mixin private InputOption input = new InputOption();

  public WorkerCommand(SettingsCatalog catalog, Console console) {
    this.catalog = catalog;
    this.console = console;
  }

  @Override
  public Integer call() {
    InetSocketAddress address = Addresses.parse("--listen", listen);
    Optional<TlsFiles> tls = access.tls();
    Optional<BearerToken> token = access.token();
    Netns.requireRights();
    StaleNamespaces.removeAll(StaleNamespaces.find());
    try (UntilStopped stop = new UntilStopped("the worker");
        WorkerService service =
            new WorkerService(
                new WorkerEndpoint(
                    address, underlay(address), tls, token, catalog, HarnessRevision.read()),
                this::say);
        AgentServer server =
            AgentServer.start(address, tls.map(TlsFiles::credentials), token, service)) {
      say("Worker listening on " + address.getHostString() + ":" + server.port());
      input.atEnd(stop::now);
      return stop.await();
    } catch (IllegalArgumentException e) {
      throw new UserInputException("--listen " + listen + ": " + e.getMessage(), e);
    } catch (IOException e) {
      throw new RunFailedException(e);
    }
  }

  private void say(String line) {
    console.say(line);
  }

  private InetAddress underlay(InetSocketAddress address) throws IOException {
    String option = underlay == null ? "--listen " + listen : "--underlay " + underlay;
    try {
      InetAddress at = underlay == null ? address.getAddress() : InetAddress.ofLiteral(underlay);
      if (at instanceof Inet4Address && NetworkInterface.getByInetAddress(at) != null) {
        return at;
      }
    } catch (IllegalArgumentException e) {
      // Falls through to the one message.
    }
    throw new UserInputException(
        option
            + ": not an IPv4 address of this machine, where tunnels end; say --underlay ADDRESS");
  }

  /** The options of a daemon that say who may call it. */
  static final class AccessOptions {
    @Option(names = "--tls-cert", paramLabel = "FILE", description = "Certificate (PEM) for TLS.")
    private @Nullable Path certificate;

    @Option(
        names = "--tls-key",
        paramLabel = "FILE",
        description = "Its private key (PEM, PKCS #8).")
    private @Nullable Path key;

    @Option(
        names = "--tls-ca",
        paramLabel = "FILE",
        description = "Callers must show a certificate that this one signed (mutual TLS).")
    private @Nullable Path clientCa;

    @Option(
        names = "--token-file",
        paramLabel = "FILE",
        description = "Holds the token that callers must show. Or the variable SMARTT_AGENT_TOKEN.")
    private @Nullable Path tokenFile;

    /**
     * Returns the files of TLS; empty without.
     *
     * @throws UserInputException if some are missing
     */
    Optional<TlsFiles> tls() {
      return TlsOptions.files(certificate, key, Optional.ofNullable(clientCa));
    }

    /**
     * Returns the token that callers must show.
     *
     * @throws UserInputException naming the file or variable that has none
     */
    Optional<BearerToken> token() {
      String text = System.getenv(BearerToken.VARIABLE);
      String where = BearerToken.VARIABLE;
      if (tokenFile != null) {
        where = "--token-file " + tokenFile;
        text = SecretFile.read(tokenFile);
      }
      try {
        return Optional.ofNullable(text).map(BearerToken::new);
      } catch (IllegalArgumentException e) {
        throw new UserInputException(where + ": " + e.getMessage(), e);
      }
    }
  }
}
