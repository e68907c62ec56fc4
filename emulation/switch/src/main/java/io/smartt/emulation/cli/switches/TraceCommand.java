package io.smartt.emulation.cli.switches;

import io.smartt.emulation.cli.console.Console;
import io.smartt.emulation.cli.options.Help;
import io.smartt.emulation.input.UserInputException;
import io.smartt.switchctl.v1.SwitchControlGrpc.SwitchControlBlockingStub;
import io.smartt.switchctl.v1.TracePacketsRequest;
import io.smartt.switchctl.v1.TracedLine;
import java.util.Iterator;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code smartt switch ctl trace}. */
@Command(
    name = "trace",
    sortOptions = false,
    header = "Follows packets through a running switch: parser, tables, actions, drops.",
    description = {
      "",
      "Prints what --log-console has at level trace, from the next packet on, in the words of",
      "simple_switch. The switch interprets its program meanwhile, many times slower.",
      ""
    })
final class TraceCommand implements Callable<Integer> {
  private static final int MOST_PACKETS = 1_000_000;

  private final Console console;

  @Mixin private SwitchClient client = new SwitchClient();

  @Option(
      names = "--port",
      paramLabel = "PORTS",
      description = "Only packets that come in there, such as 1,2.")
  private String ports = "all";

  @Option(
      names = "--packets",
      paramLabel = "N",
      description = "Ends after so many packets. Default: ${DEFAULT-VALUE}.")
  private int packets = 10;

  @Mixin
  @SuppressWarnings("UnusedVariable") // picocli acts on it
  private Help help = new Help();

  TraceCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    if (packets < 1 || packets > MOST_PACKETS) {
      throw new UserInputException(
          "--packets %d: accepted are 1 to %d".formatted(packets, MOST_PACKETS));
    }
    TracePacketsRequest request =
        TracePacketsRequest.newBuilder()
            .addAllPorts(PortNumbers.parse(ports))
            .setPackets(packets)
            .build();
    return client.call((SwitchControlBlockingStub stub) -> {
      Iterator<TracedLine> lines = stub.tracePackets(request);
      while (lines.hasNext()) {
        TracedLine line = lines.next();
        if (line.getLostLines() > 0) {
          console.out().printf("(%d lines left out: read too slowly)%n", line.getLostLines());
        }
        console.out().println(line.getText());
        console.out().flush();
      }
      return 0;
    });
  }
}
