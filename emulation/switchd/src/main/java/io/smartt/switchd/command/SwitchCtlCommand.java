package io.smartt.switchd.command;

import module java.base;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.util.JsonFormat;
import io.smartt.base.input.Quantities;
import io.smartt.base.input.UserInputException;
import io.smartt.switchd.console.Console;
import io.smartt.switchd.console.TextTable;
import io.smartt.switchd.ctl.v1.ListPortsRequest;
import io.smartt.switchd.ctl.v1.ListPortsResponse;
import io.smartt.switchd.ctl.v1.NotTaken;
import io.smartt.switchd.ctl.v1.Port;
import io.smartt.switchd.ctl.v1.Queue;
import io.smartt.switchd.ctl.v1.ReadQueuesRequest;
import io.smartt.switchd.ctl.v1.ReadQueuesResponse;
import io.smartt.switchd.ctl.v1.SetPortRateRequest;
import io.smartt.switchd.ctl.v1.SetQueueCapacityRequest;
import io.smartt.switchd.ctl.v1.TracePacketsRequest;
import io.smartt.switchd.ctl.v1.TracedLine;
import io.smartt.switchd.ctl.v1.Unqueued;
import io.smartt.switchd.ctl.v1.WatchQueuesRequest;
import io.smartt.switchd.options.CommandGroup;
import io.smartt.switchd.options.JsonOption;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code smartt switch ctl}. */
@Command(
    name = "ctl",
    header = "Looks into a running switch: ports, queues, rates.",
    description = {
      "",
      "Talks to the control service of a switch that 'smartt switch' runs, by default the one at",
      "127.0.0.1:9559.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  smartt switch ctl ports",
      "  smartt switch ctl set-rate 1 10Mbps",
      "  smartt switch ctl set-capacity 1,2 32packets",
      "  smartt switch ctl set-capacity all 64KiB --queue 0",
      "  smartt switch ctl queues --watch 0.5 --addr 127.0.0.1:50051",
      "  smartt switch ctl trace --port 1 --packets 3"
    })
final class SwitchCtlCommand extends CommandGroup {
  /** The command with its subcommands. */
  static CommandLine commandLine(Console console) {
    return new CommandLine(new SwitchCtlCommand())
        .addSubcommand(new PortsCommand(console))
        .addSubcommand(new QueuesCommand(console))
        .addSubcommand(new TraceCommand(console))
        .addSubcommand(new SetRateCommand(console))
        .addSubcommand(new SetCapacityCommand(console));
  }

  @Override
  protected String prompt() {
    return "name a command, such as 'queues' or 'set-rate'";
  }

  /** {@code smartt switch ctl ports}. */
  @Command(
      name = "ports",
      sortOptions = false,
      header = "Lists the ports: what each is attached to, its rate, what went by.")
  private static final class PortsCommand extends Request {
    @Mixin private JsonOption json = new JsonOption();

    PortsCommand(Console console) {
      super(console);
    }

    @Override
    public Integer call() {
      ListPortsResponse response =
          client.call(stub -> stub.listPorts(ListPortsRequest.getDefaultInstance()));
      if (json.wanted()) {
        console.out().println(json(response));
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
            port.getRateBps() == 0
                ? "unlimited"
                : Quantities.formatBitsPerSecond(port.getRateBps()),
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
              "Dropped before a queue: %d by the program, %d to ports that are not there, %d to"
                  + " queues that are not there, %d without a program%n",
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
              "Not taken by controllers: %d packet-ins, %d digest lists, %d idle notices, %d stream"
                  + " errors%n",
              notTaken.getPacketIns(),
              notTaken.getDigestLists(),
              notTaken.getIdleNotices(),
              notTaken.getStreamErrors());
    }
  }

  /** {@code smartt switch ctl queues}. */
  @Command(
      name = "queues",
      sortOptions = false,
      header = "Reads every queue: enqueued, dequeued, dropped, trimmed, marked, depth.",
      description = {
        "",
        "Packets, not bytes; --json has both, a line each time. Trimmed are packets that left",
        "shorter than they came."
      })
  private static final class QueuesCommand extends Request {
    private static final double LEAST_SECONDS = 0.01;
    private static final double MOST_SECONDS = 3600;

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

    @Mixin private JsonOption json = new JsonOption();

    QueuesCommand(Console console) {
      super(console);
    }

    @Override
    public Integer call() {
      List<Integer> numbers = numbers(ports);
      return watchSeconds == null ? once(numbers) : watch(numbers, watchSeconds);
    }

    private int once(List<Integer> numbers) {
      print(
          client.call(stub ->
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
      return client.call(stub -> {
        Iterator<ReadQueuesResponse> answers = stub.watchQueues(request);
        for (long i = 0; i < count && answers.hasNext(); i++) {
          print(answers.next());
        }
        return 0;
      });
    }

    private void print(ReadQueuesResponse response) {
      if (json.wanted()) {
        console.out().println(json(response));
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
              "port", "queue",
              "capacity", "depth",
              "most", "enqueued",
              "dequeued", "dropped",
              "trimmed", "marked");
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

  /** {@code smartt switch ctl set-capacity}. */
  @Command(
      name = "set-capacity",
      sortOptions = false,
      header = "Sets how much may wait in queues, in packets, bytes or both.")
  private static final class SetCapacityCommand extends Request {
    private static final Pattern PACKETS = Pattern.compile("(\\d{1,9}) ?packets?");

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

    SetCapacityCommand(Console console) {
      super(console);
    }

    @Override
    public Integer call() {
      SetQueueCapacityRequest.Builder request =
          SetQueueCapacityRequest.newBuilder().addAllPorts(numbers(ports)).addAllQueues(queues);
      capacities.forEach(text -> add(text, request));
      var _ = client.call(stub -> stub.setQueueCapacity(request.build()));
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

  /** {@code smartt switch ctl set-rate}. */
  @Command(
      name = "set-rate",
      sortOptions = false,
      header = "Sets the bit rate of ports, shared by the queues of each.")
  private static final class SetRateCommand extends Request {
    @Parameters(index = "0", paramLabel = "PORTS", description = "Such as 1,2, or all.")
    private String ports = "";

    @Parameters(index = "1", paramLabel = "RATE", description = "Such as 10Mbps, or unlimited.")
    private String rate = "";

    SetRateCommand(Console console) {
      super(console);
    }

    @Override
    public Integer call() {
      SetPortRateRequest request =
          SetPortRateRequest.newBuilder()
              .addAllPorts(numbers(ports))
              .setRateBps(rate.equals("unlimited") ? 0 : Quantities.bitsPerSecond(rate))
              .build();
      var _ = client.call(stub -> stub.setPortRate(request));
      console.out().println("Rate of port " + ports + ": " + rate);
      return 0;
    }
  }

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
  private static final class TraceCommand extends Request {
    private static final int MOST_PACKETS = 1_000_000;

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

    TraceCommand(Console console) {
      super(console);
    }

    @Override
    public Integer call() {
      if (packets < 1 || packets > MOST_PACKETS) {
        throw new UserInputException(
            "--packets %d: accepted are 1 to %d".formatted(packets, MOST_PACKETS));
      }
      TracePacketsRequest request =
          TracePacketsRequest.newBuilder().addAllPorts(numbers(ports)).setPackets(packets).build();
      return client.call(stub -> {
        Iterator<TracedLine> lines = stub.tracePackets(request);
        while (lines.hasNext()) {
          TracedLine line = lines.next();
          if (line.getLostLines() > 0) {
            console.out().printf("(%d lines left out: read too slowly)%n", line.getLostLines());
          }
          console.say(line.getText());
        }
        return 0;
      });
    }
  }

  /** A message as JSON on one line, every field there. */
  private static String json(Message message) {
    try {
      return JsonFormat.printer()
          .alwaysPrintFieldsWithNoPresence()
          .omittingInsignificantWhitespace()
          .print(message);
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalArgumentException("a message that JSON cannot hold", e);
    }
  }

  /** Ports as people list them: {@code 1,2,5}, or {@code all}, which gives none. */
  private static List<Integer> numbers(String text) {
    if (text.equals("all")) {
      return List.of();
    }
    List<Integer> numbers = new ArrayList<>();
    for (String part : text.split(",", -1)) {
      numbers.add(
          (int)
              Quantities.whole(part, 0, 0xffff_ffffL)
                  .orElseThrow(() ->
                      new UserInputException(
                          "'" + text + "': write port numbers such as 1,2,5, or all")));
    }
    return numbers;
  }

  /** A request to a running switch. */
  private abstract static class Request implements Callable<Integer> {
    final Console console;

    @Mixin final SwitchClient client = new SwitchClient();

    Request(Console console) {
      this.console = console;
    }
  }
}
