package io.smartt.emulation.cli.testbed;

import module java.base;

import io.smartt.base.input.InputFile;
import io.smartt.base.input.SecretFile;
import io.smartt.base.input.UserInputException;
import io.smartt.emulation.cli.testbed.StandInCommand.StandInOptions;
import io.smartt.switchd.console.Console;
import io.smartt.testbed.sonic.GnmiTarget.GnmiLogin;
import io.smartt.testbed.standin.box.SonicSwitch;
import io.smartt.testbed.standin.box.StandInRequest;
import io.smartt.testbed.standin.sonic.Access;
import io.smartt.testbed.standin.sonic.FactorySwitch;
import io.smartt.testbed.standin.sonic.Fault;
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
      "Keeps CONFIG_DB as SONiC's Generic Config Updater and daemons do, in"
          + " DIR/NAME.config_db.json,",
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
      names = "--config-db",
      paramLabel = "FILE",
      description = {
        "What it holds at first, as the config_db.json of a switch. Default: a Trident 4 of",
        "32 ports as SONiC's templates leave it."
      })
  private @Nullable Path first;

  @Option(
      names = "--fault",
      paramLabel = "FAULT",
      description = {
        "slow-set=30s, drop-connection, restart, half-set (each with @3 for the third Set),",
        "refuse-table=QUEUE, skip-table=WRED_PROFILE, trim-keeps-checksum, trim-counts-entered,"
            + " trim-size=100,",
        "trim-dscp=9, trim-queue=0; may be given more than once."
      })
  private List<String> faults = new ArrayList<>();

  @Mixin private BoxOptions box = new BoxOptions();

  @Mixin private StandInOptions common = new StandInOptions();

  public StandInSonicCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    StandInRequest request = request();
    return box.run(
        common,
        () -> SonicSwitch.start(request, console::say),
        (namespace, loop) -> SonicSwitch.start(request, console::say, namespace, loop),
        running ->
            console.say(
                "%s listening on %s:%d, configuration in %s"
                    .formatted(
                        name, request.listen().getHostString(), running.port(), request.saved())));
  }

  private StandInRequest request() {
    Path begin = first;
    Path token = tokenFile;
    return new StandInRequest(
        name,
        BoxOptions.listen(listen),
        box.credentials(name, false),
        new Access(Optional.ofNullable(token).map(SecretFile::read), login(), box.hasTls()),
        box.saved(name + ".config_db.json"),
        begin == null ? FactorySwitch.forHarness(name, "02:11:22:33:44:55") : InputFile.text(begin),
        common.speedOr(1),
        faults.stream().map(Fault::parse).toList(),
        box.ports());
  }

  private Optional<GnmiLogin> login() {
    Path file = passwordFile;
    if ((user == null) != (file == null)) {
      throw new UserInputException("--user and --password-file go together");
    }
    return Optional.ofNullable(user)
        .flatMap(name ->
            Optional.ofNullable(file).map(secret -> new GnmiLogin(name, SecretFile.read(secret))));
  }
}
