package io.smartt.emulation.cli.progress;

import module java.base;

import io.grpc.InsecureServerCredentials;
import io.grpc.ServerCredentials;
import io.smartt.base.concurrent.Closing;
import io.smartt.base.input.UserInputException;
import io.smartt.certificates.CertificateAuthority.CertificateRequest;
import io.smartt.certificates.CertificateFolder;
import io.smartt.softswitch.standalone.TlsFiles;
import io.smartt.switchd.console.Console;
import io.smartt.view.gnmi.GnmiServer;
import io.smartt.view.live.LiveServer;
import io.smartt.view.live.LiveServer.LiveToken;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of commands that show what they do in a browser. */
public final class LiveOptions {
  private static final int MAX_PORT = 65_535;
  private static final String STAY = "stay";
  private static final String END = "end";
  private static final String NAME = "gnmi";
  private static final Duration YEAR = Duration.ofDays(365);

  @Option(
      names = "--live",
      arity = "0..1",
      fallbackValue = STAY,
      paramLabel = "stay|end",
      description = {
        "Shows a page of the run while it goes on, on 127.0.0.1, and prints its address. The",
        "page stays until Ctrl-C, or with --live=end until the run ends. The page of a lab",
        "has all that runs on it, and goes with it."
      })
  private @Nullable String live;

  @Option(
      names = "--live-port",
      paramLabel = "PORT",
      description = "Port of the page. Default: one that is free.")
  private @Nullable Integer port;

  @Option(
      names = "--live-token",
      paramLabel = "FILE",
      description = {
        "File with the page's token, 16 to 128 letters and digits, such as that of Prometheus'",
        "credentials_file. Default: a new one."
      })
  private @Nullable Path token;

  @Option(
      names = "--gnmi",
      paramLabel = "PORT",
      description = {
        "Shows the counters of switches to gNMI clients too, on this port of 127.0.0.1; 0: one",
        "that is free. Each switch is a target; the token is the password."
      })
  private @Nullable Integer gnmi;

  @Option(
      names = "--gnmi-tls",
      paramLabel = "FOLDER",
      description = {
        "Has gNMI use TLS with a certificate for localhost from this folder of 'testbed certs',",
        "which is made if it is not there. Clients trust its ca.pem."
      })
  private @Nullable Path gnmiTls;

  /** Returns the same again, for another process. */
  public List<String> arguments() {
    List<String> arguments = new ArrayList<>();
    add(arguments, "--live", live);
    add(arguments, "--live-port", port);
    add(arguments, "--live-token", token == null ? null : token.toAbsolutePath());
    add(arguments, "--gnmi", gnmi);
    add(arguments, "--gnmi-tls", gnmiTls == null ? null : gnmiTls.toAbsolutePath());
    return arguments;
  }

  private static void add(List<String> arguments, String name, @Nullable Object value) {
    if (value != null) {
      arguments.add(name + "=" + value);
    }
  }

  /**
   * Refuses a page.
   *
   * @param what has none
   * @throws UserInputException if one is asked for
   */
  public void refuse(String what) {
    if (live != null || port != null || token != null || gnmi != null || gnmiTls != null) {
      throw new UserInputException(
          "--live: " + what + " has no live page; runs, sweeps and shells have");
    }
  }

  /**
   * Starts what the options ask for, and prints its address. Shows nothing if they ask for nothing.
   *
   * @param title of the page
   * @throws UserInputException if they are wrong
   */
  public ShownRun show(String title, LiveServer.JourneySource journeys, Console console) {
    requireConsistent();
    if (live == null) {
      return new ShownRun(Optional.empty(), Optional.empty(), false, console);
    }
    int number = port == null ? 0 : port;
    Optional<Integer> gnmiNumber = Optional.ofNullable(gnmi);
    LiveToken secret = token == null ? LiveToken.random(new SecureRandom()) : LiveToken.of(token);
    LiveServer server = LiveServer.start(number, secret, title, journeys);
    console.err().println("smartt: live at " + server.url());
    try {
      Optional<GnmiServer> counters =
          gnmiNumber.map(
              wanted -> GnmiServer.start(wanted, credentials(), secret::is, server::ask));
      counters.ifPresent(there ->
          console
              .err()
              .println("smartt: gNMI at 127.0.0.1:" + there.port() + ", a target a switch"));
      console.err().flush();
      return new ShownRun(Optional.of(server), counters, live.equals(STAY), console);
    } catch (RuntimeException e) {
      throw Closing.after(e, server);
    }
  }

  /**
   * Checks what can be checked before anything is shown.
   *
   * @throws UserInputException if the options do not fit together
   */
  public void requireConsistent() {
    if (live == null && (port != null || token != null || gnmi != null || gnmiTls != null)) {
      throw new UserInputException(
          "--live-port, --live-token, --gnmi and --gnmi-tls are of what --live shows; add --live");
    }
    if (gnmi == null && gnmiTls != null) {
      throw new UserInputException("--gnmi-tls: is of the port that --gnmi opens; add --gnmi");
    }
    if (live != null && !live.equals(STAY) && !live.equals(END)) {
      throw new UserInputException("--live=" + live + ": accepted are stay and end");
    }
    requirePort("--live-port", port);
    requirePort("--gnmi", gnmi);
  }

  private static void requirePort(String option, @Nullable Integer port) {
    if (port != null && (port < 0 || port > MAX_PORT)) {
      throw new UserInputException(option + " " + port + ": accepted are 0 to " + MAX_PORT);
    }
  }

  private ServerCredentials credentials() {
    Path folder = gnmiTls;
    if (folder == null) {
      return InsecureServerCredentials.create();
    }
    CertificateFolder certificates =
        CertificateFolder.open(folder, Clock.systemUTC(), YEAR, new SecureRandom());
    certificates.issue(new CertificateRequest(NAME, List.of("localhost", "127.0.0.1")));
    return new TlsFiles(
            certificates.certificateFile(NAME), certificates.keyFile(NAME), Optional.empty())
        .credentials();
  }
}
