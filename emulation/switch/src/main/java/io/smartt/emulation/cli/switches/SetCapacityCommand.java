package io.smartt.emulation.cli.switches;

import io.smartt.emulation.cli.console.Console;
import io.smartt.emulation.cli.options.Help;
import io.smartt.emulation.input.Quantities;
import io.smartt.emulation.input.UserInputException;
import io.smartt.switchctl.v1.SetQueueCapacityRequest;
import io.smartt.switchctl.v1.SwitchControlGrpc.SwitchControlBlockingStub;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code smartt switch ctl set-capacity}. */
@Command(
    name = "set-capacity",
    sortOptions = false,
    header = "Sets how much may wait in queues, in packets, bytes or both.")
final class SetCapacityCommand implements Callable<Integer> {
  private static final Pattern PACKETS = Pattern.compile("(\\d{1,9}) ?packets?");

  private final Console console;

  @Mixin private SwitchClient client = new SwitchClient();

  @Parameters(index = "0", paramLabel = "PORTS", description = "Such as 1,2, or all.")
  private String ports = "";

  @Parameters(
      index = "1..*",
      arity = "1..2",
      paramLabel = "CAPACITY",
      description = "Such as 32packets or 64KiB; both: whichever is reached first.")
  private List<String> capacities = List.of();

  @Option(
      names = "--queue",
      paramLabel = "N",
      description = "Only this queue of each port; 0 is the lowest priority.")
  private List<Integer> queues = List.of();

  @Mixin
  @SuppressWarnings("UnusedVariable") // picocli acts on it
  private Help help = new Help();

  SetCapacityCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    SetQueueCapacityRequest.Builder request =
        SetQueueCapacityRequest.newBuilder()
            .addAllPorts(PortNumbers.parse(ports))
            .addAllQueues(queues);
    capacities.forEach(text -> add(text, request));
    var _ = client.call((SwitchControlBlockingStub stub) -> stub.setQueueCapacity(request.build()));
    console.out().println("Capacity of port " + ports + ": " + String.join(", ", capacities));
    return 0;
  }

  private static void add(String text, SetQueueCapacityRequest.Builder request) {
    Matcher packets = PACKETS.matcher(text);
    if (packets.matches()) {
      request.setPackets(Long.parseLong(packets.group(1)));
    } else if (Character.isDigit(text.isEmpty() ? ' ' : text.charAt(text.length() - 1))) {
      throw new UserInputException(
          "'" + text + "' is not a capacity: say packets or bytes, such as 32packets or 64KiB");
    } else {
      request.setBytes(Quantities.bytes(text));
    }
  }
}
