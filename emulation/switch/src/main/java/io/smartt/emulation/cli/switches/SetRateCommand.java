package io.smartt.emulation.cli.switches;

import io.smartt.emulation.cli.console.Console;
import io.smartt.emulation.cli.options.Help;
import io.smartt.emulation.input.Quantities;
import io.smartt.switchctl.v1.SetPortRateRequest;
import io.smartt.switchctl.v1.SwitchControlGrpc.SwitchControlBlockingStub;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code smartt switch ctl set-rate}. */
@Command(
    name = "set-rate",
    sortOptions = false,
    header = "Sets the bit rate of ports, shared by the queues of each.")
final class SetRateCommand implements Callable<Integer> {
  private final Console console;

  @Mixin private SwitchClient client = new SwitchClient();

  @Parameters(index = "0", paramLabel = "PORTS", description = "Such as 1,2, or all.")
  private String ports = "";

  @Parameters(index = "1", paramLabel = "RATE", description = "Such as 10Mbps, or unlimited.")
  private String rate = "";

  @Mixin
  @SuppressWarnings("UnusedVariable") // picocli acts on it
  private Help help = new Help();

  SetRateCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    SetPortRateRequest request =
        SetPortRateRequest.newBuilder()
            .addAllPorts(PortNumbers.parse(ports))
            .setRateBps(rate.equals("unlimited") ? 0 : Quantities.bitsPerSecond(rate))
            .build();
    var _ = client.call((SwitchControlBlockingStub stub) -> stub.setPortRate(request));
    console.out().println("Rate of port " + ports + ": " + rate);
    return 0;
  }
}
