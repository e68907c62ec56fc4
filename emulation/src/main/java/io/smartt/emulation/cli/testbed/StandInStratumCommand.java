package io.smartt.emulation.cli.testbed;

import module java.base;

import io.smartt.base.input.InputFile;
import io.smartt.base.input.UserInputException;
import io.smartt.emulation.cli.testbed.StandInCommand.StandInOptions;
import io.smartt.switchd.console.Console;
import io.smartt.testbed.standin.box.StratumSwitch;
import io.smartt.testbed.standin.stratum.ChassisConfig;
import io.smartt.testbed.standin.stratum.StandInProgram;
import io.smartt.testbed.standin.stratum.StratumServer.StratumFault;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code smartt stand-in stratum}. */
@Command(
    name = "stratum",
    sortOptions = false,
    header = "Runs a stand-in for a Tofino with Stratum: its P4Runtime server, rules and traffic.",
    description = {
      "",
      "Takes a chassis configuration and a program as Stratum does, keeps the program in",
      "DIR/NAME.pipeline.pb, and starts with it again. With -i its front ports carry traffic as"
          + " the",
      "entries of smartt_tna.p4 say. docs/operate/stand-in.md has the rules.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  smartt plan --profile tofino --patch chassis",
      "  smartt stand-in stratum --name leaf1 --chassis-config chassis/leaf1.chassis.pb.txt",
      "  sudo smartt stand-in stratum --name leaf1 --chassis-config leaf1.chassis.pb.txt \\",
      "    -i 132@veth0 -i 134@veth1 --netns lab",
      "",
      "Runs until it gets SIGINT or SIGTERM. Front ports need root or the capability CAP_NET_RAW."
    })
public final class StandInStratumCommand implements Callable<Integer> {
  private final Console console;

  @Option(names = "--name", paramLabel = "NAME", description = "Of the switch. Default: stratum.")
  private String name = "stratum";

  @Option(
      names = "--listen",
      paramLabel = "HOST:PORT",
      description = {
        "Where its P4Runtime server is: on the loopback, or anywhere in a network namespace",
        "that this process was started in. Default: 127.0.0.1:9559."
      })
  private String listen = "127.0.0.1:9559";

  @Option(
      names = "--chassis-config",
      paramLabel = "FILE",
      description =
          "What Stratum starts with: ports, rates, queues. 'smartt plan --patch' writes it.")
  private @Nullable Path chassis;

  @Option(
      names = "--program",
      paramLabel = "DIR",
      description = {
        "Writes smartt_tna.conf and smartt_tna.p4info.txtpb into DIR, for switches.NAME.pipeline",
        "and .p4info of a profile, where nobody compiled the program. Only a stand-in takes it."
      })
  private @Nullable Path program;

  @Option(
      names = "--fault",
      paramLabel = "FAULT",
      description = {
        "slow-write=30s, drop-connection, restart (each with @3 for the third Write),",
        "refuse-table=egress.red_profile; may be given more than once."
      })
  private List<String> faults = new ArrayList<>();

  @Mixin private BoxOptions box = new BoxOptions();

  @Mixin private StandInOptions common = new StandInOptions();

  public StandInStratumCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    StratumSwitch.StratumRequest request = request();
    Path folder = program;
    if (folder != null) {
      StandInProgram.write(folder);
    }
    return box.run(
        common,
        () -> StratumSwitch.start(request, console::say),
        (namespace, loop) -> StratumSwitch.start(request, console::say, namespace, loop),
        running ->
            console.say(
                "%s listening on %s:%d, device id %d, program in %s"
                    .formatted(
                        name,
                        request.listen().getHostString(),
                        running.port(),
                        request.chassis().nodeId(),
                        request.saved())));
  }

  private StratumSwitch.StratumRequest request() {
    return new StratumSwitch.StratumRequest(
        name,
        BoxOptions.listen(listen),
        box.credentials(name, true),
        chassis(),
        box.saved(name + ".pipeline.pb"),
        faults.stream().map(StratumFault::parse).toList(),
        common.speedOr(1),
        box.ports());
  }

  private ChassisConfig chassis() {
    Path file = chassis;
    if (file == null) {
      throw new UserInputException(
          "--chassis-config is missing: 'smartt plan --profile tofino --patch DIR' writes one");
    }
    try {
      return ChassisConfig.verified(InputFile.text(file));
    } catch (IllegalArgumentException e) {
      throw new UserInputException(file + ": " + e.getMessage(), e);
    }
  }
}
