package io.smartt.emulation.cli.switches;

import io.smartt.emulation.cli.console.Console;
import io.smartt.emulation.cli.options.Help;
import io.smartt.emulation.cli.text.TextTable;
import io.smartt.emulation.input.Quantities;
import io.smartt.emulation.input.UserInputException;
import io.smartt.switchctl.v1.Queue;
import io.smartt.switchctl.v1.ReadQueuesRequest;
import io.smartt.switchctl.v1.ReadQueuesResponse;
import io.smartt.switchctl.v1.SwitchControlGrpc.SwitchControlBlockingStub;
import io.smartt.switchctl.v1.WatchQueuesRequest;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code smartt switch ctl queues}. */
@Command(
    name = "queues",
    sortOptions = false,
    header = "Reads every queue: enqueued, dequeued, dropped, trimmed, marked, depth.",
    description = {
      "",
      "Packets, not bytes; --json has both. Trimmed are packets that left shorter than they came."
    })
final class QueuesCommand implements Callable<Integer> {
  private static final double LEAST_SECONDS = 0.01;
  private static final double MOST_SECONDS = 3600;

  private final Console console;

  @Mixin private SwitchClient client = new SwitchClient();

  @Option(names = "--port", paramLabel = "PORTS", description = "Only these, such as 1,2.")
  private String ports = "all";

  @Option(
      names = "--watch",
      arity = "0..1",
      fallbackValue = "1",
      paramLabel = "SECONDS",
      description = "Again and again; by default every second.")
  private @Nullable Double watchSeconds;

  @Option(
      names = "--count",
      paramLabel = "N",
      description = "With --watch: ends after so many times.")
  private long count = Long.MAX_VALUE;

  @Option(names = "--json", description = "Prints one line of JSON each time.")
  private boolean json;

  @Mixin
  @SuppressWarnings("UnusedVariable") // picocli acts on it
  private Help help = new Help();

  QueuesCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    List<Integer> numbers = PortNumbers.parse(ports);
    return watchSeconds == null ? once(numbers) : watch(numbers, watchSeconds);
  }

  private int once(List<Integer> numbers) {
    print(
        client.call((SwitchControlBlockingStub stub) ->
            stub.readQueues(ReadQueuesRequest.newBuilder().addAllPorts(numbers).build())));
    return 0;
  }

  private int watch(List<Integer> numbers, double seconds) {
    if (!(seconds >= LEAST_SECONDS && seconds <= MOST_SECONDS)) {
      throw new UserInputException(
          "--watch %s: accepted are %s to %s seconds"
              .formatted(seconds, LEAST_SECONDS, MOST_SECONDS));
    }
    WatchQueuesRequest request =
        WatchQueuesRequest.newBuilder()
            .addAllPorts(numbers)
            .setIntervalMs((int) Math.round(seconds * 1000))
            .build();
    return client.call((SwitchControlBlockingStub stub) -> {
      Iterator<ReadQueuesResponse> answers = stub.watchQueues(request);
      for (long i = 0; i < count && answers.hasNext(); i++) {
        print(answers.next());
      }
      return 0;
    });
  }

  private void print(ReadQueuesResponse response) {
    if (json) {
      console.out().println(MessageJson.of(response));
    } else {
      if (watchSeconds != null) {
        console.out().printf("at %.3f s%n", response.getTimeNs() / 1e9);
      }
      console.out().print(table(response));
    }
    console.out().flush();
  }

  private static TextTable table(ReadQueuesResponse response) {
    TextTable table =
        new TextTable(
            "port",
            "queue",
            "capacity",
            "depth",
            "most",
            "enqueued",
            "dequeued",
            "dropped",
            "trimmed",
            "marked");
    for (Queue queue : response.getQueuesList()) {
      table.row(
          Integer.toString(queue.getPort()),
          Integer.toString(queue.getQueue()),
          capacity(queue),
          Long.toString(queue.getDepthPackets()),
          Long.toString(queue.getMaxDepthPackets()),
          Long.toString(queue.getEnqueued().getPackets()),
          Long.toString(queue.getDequeued().getPackets()),
          Long.toString(queue.getDropped().getPackets()),
          Long.toString(queue.getTrimmed().getPackets()),
          Long.toString(queue.getMarked().getPackets()));
    }
    return table;
  }

  private static String capacity(Queue queue) {
    String packets = queue.getCapacityPackets() + " packets";
    String bytes = Quantities.formatBytes(queue.getCapacityBytes());
    if (queue.getCapacityBytes() == 0) {
      return queue.getCapacityPackets() == 0 ? "unlimited" : packets;
    }
    return queue.getCapacityPackets() == 0 ? bytes : packets + ", " + bytes;
  }
}
