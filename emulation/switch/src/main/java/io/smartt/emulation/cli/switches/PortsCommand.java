package io.smartt.emulation.cli.switches;

import io.smartt.emulation.cli.console.Console;
import io.smartt.emulation.cli.options.Help;
import io.smartt.emulation.cli.text.TextTable;
import io.smartt.emulation.input.Quantities;
import io.smartt.switchctl.v1.ListPortsRequest;
import io.smartt.switchctl.v1.ListPortsResponse;
import io.smartt.switchctl.v1.NotTaken;
import io.smartt.switchctl.v1.Port;
import io.smartt.switchctl.v1.SwitchControlGrpc.SwitchControlBlockingStub;
import io.smartt.switchctl.v1.Unqueued;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code smartt switch ctl ports}. */
@Command(
    name = "ports",
    sortOptions = false,
    header = "Lists the ports: what each is attached to, its rate, what went by.")
final class PortsCommand implements Callable<Integer> {
  private final Console console;

  @Mixin private SwitchClient client = new SwitchClient();

  @Option(names = "--json", description = "Prints JSON.")
  private boolean json;

  @Mixin
  @SuppressWarnings("UnusedVariable") // picocli acts on it
  private Help help = new Help();

  PortsCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    ListPortsResponse response =
        client.call((SwitchControlBlockingStub stub) ->
            stub.listPorts(ListPortsRequest.getDefaultInstance()));
    if (json) {
      console.out().println(MessageJson.of(response));
    } else {
      print(response);
    }
    console.out().flush();
    return 0;
  }

  private void print(ListPortsResponse response) {
    TextTable table =
        new TextTable(
            "port", "attached to", "link", "rate", "received", "sent", "rx lost", "tx lost");
    for (Port port : response.getPortsList()) {
      table.row(
          Integer.toString(port.getNumber()),
          port.getAttachment(),
          port.getUp() ? "up" : "down",
          port.getRateBps() == 0 ? "unlimited" : Quantities.formatBitsPerSecond(port.getRateBps()),
          Long.toString(port.getReceivedPackets()),
          Long.toString(port.getSentPackets()),
          Long.toString(port.getReceiveLostPackets()),
          Long.toString(port.getSendLostPackets()));
    }
    console.out().print(table);
    Unqueued unqueued = response.getUnqueued();
    console
        .out()
        .printf(
            "Dropped before a queue: %d by the program, %d to ports that are not there, %d to queues"
                + " that are not there, %d without a program%n",
            unqueued.getProgramDropPackets(),
            unqueued.getNoSuchPortPackets(),
            unqueued.getNoSuchQueuePackets(),
            unqueued.getNoProgramPackets());
    console
        .out()
        .printf(
            "Refused, since the program asked for them without end: %d%n",
            response.getEndlessRequests());
    NotTaken notTaken = response.getNotTaken();
    console
        .out()
        .printf(
            "Not taken by controllers: %d packet-ins, %d digest lists, %d idle notices, %d stream errors%n",
            notTaken.getPacketIns(),
            notTaken.getDigestLists(),
            notTaken.getIdleNotices(),
            notTaken.getStreamErrors());
  }
}
