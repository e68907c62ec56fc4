package io.smartt.emulation.shell;

import module java.base;

import io.smartt.base.failure.RunFailedException;
import io.smartt.base.input.Quantities;
import io.smartt.base.input.UserInputException;
import io.smartt.base.topology.Host;
import io.smartt.base.topology.Link;
import io.smartt.base.topology.Node;
import io.smartt.base.topology.Switch;
import io.smartt.base.topology.Topology;
import io.smartt.controller.p4runtime.P4RuntimeException;
import io.smartt.emulation.shell.LineShell.ShellOutput;
import io.smartt.experiment.report.RunMonitor;
import io.smartt.experiment.run.LiveNetwork;

/** A shell that runs lines on a network that stands. */
public final class Shell implements LineShell {
  private static final Pattern WORD = Pattern.compile("(?<!\\S)\\S+(?!\\S)");
  private static final int PINGS = 4;
  private static final int MOST_PINGS = 10_000;
  private static final List<String> ENDS = List.of("-c", "-w", "-V", "-h");

  private static final int PROGRAM_NOT_FOUND = 127;
  private static final double PS_PER_MS = 1e9;
  private static final double PS_PER_US = 1e6;

  private final LiveNetwork network;
  private final ShellOutput output;
  private final VerbParser parser;
  private final SwitchEdits edits;
  private boolean capturing;

  /** Creates a shell on a network; it closes nothing. */
  public Shell(LiveNetwork network, ShellOutput output) {
    this.network = network;
    this.output = output;
    parser = new VerbParser(NodeNames.of(network.topology()));
    edits = new SwitchEdits(output);
  }

  @Override
  public boolean execute(String line) {
    String text = line.strip();
    if (text.isEmpty() || text.startsWith("#")) {
      return true;
    }
    if (text.startsWith("!")) {
      failing(text.substring(1).strip());
      return true;
    }
    Verb verb = parser.parse(text);
    perform(verb);
    return !(verb instanceof Verb.Exit);
  }

  private void failing(String text) {
    if (text.isEmpty()) {
      throw new UserInputException("write " + VerbParser.form("!"));
    }
    try {
      perform(parser.parse(text));
    } catch (RunFailedException | P4RuntimeException e) {
      output.line("failed, as expected: " + e.getMessage());
      return;
    }
    throw new RunFailedException("'" + text + "' was to fail, but did not");
  }

  private void perform(Verb verb) {
    Topology topology = network.topology();
    Listings listings = new Listings(topology);
    SwitchViews views = new SwitchViews(network, output);
    Transfers transfers = new Transfers(network, output);
    switch (verb) {
      case Verb.Help(Optional<String> about) -> help(about);
      case Verb.Exit() -> {}
      case Verb.Nodes() -> listings.nodes().forEach(output::line);
      case Verb.Net() -> listings.net().forEach(output::line);
      case Verb.Links() -> listings.links().forEach(output::line);
      case Verb.Dump() -> listings.dump().forEach(output::line);
      case Verb.Ports() -> listings.ports().forEach(output::line);
      case Verb.Intfs() -> listings.intfs().forEach(output::line);
      case Verb.PingAll() -> pingAll();
      case Verb.Program(String host, String command) ->
          program(NodeNames.host(topology, host), command);
      case Verb.LinkState(String a, String b, boolean up) ->
          link(NodeNames.node(topology, a), NodeNames.node(topology, b), up);
      case Verb.Traffic traffic -> transfers.run(traffic, monitor -> monitor);
      case Verb.Iperf(String from, String to, long bytes) -> transfers.iperf(from, to, bytes);
      case Verb.Tables(String node, Optional<String> table) ->
          views.tables(NodeNames.device(topology, node), table);
      case Verb.Edit(String node, List<String> words) ->
          edits.perform(network.programmed(NodeNames.device(topology, node)), node, words);
      case Verb.Counters(String node) -> views.counters(NodeNames.device(topology, node));
      case Verb.Queues(String node) -> views.queues(NodeNames.device(topology, node));
      case Verb.QueuesDuring(String node, Verb.Traffic traffic) -> {
        Switch sw = NodeNames.device(topology, node);
        transfers.run(traffic, monitor -> new QueueWatch(monitor, network, sw, output));
      }
      case Verb.CaptureOn(Path file) -> {
        network.capture(file);
        capturing = true;
        output.line("capturing into " + file);
      }
      case Verb.CaptureOff() -> captureOff();
    }
  }

  private void help(Optional<String> verb) {
    List<List<String>> rows =
        VerbParser.forms().stream()
            .filter(form -> verb.isEmpty() || verb.get().equals(form.name()))
            .map(form -> List.of(form.form(), form.meaning()))
            .toList();
    if (rows.isEmpty()) {
      throw new UserInputException(
          "help: '%s' is no verb; 'help' lists them".formatted(verb.orElse("")));
    }
    output.table(List.of("command", "what it does"), rows);
  }

  private void captureOff() {
    if (!capturing) {
      throw new UserInputException(
          "capture off: nothing is being captured; write capture on first");
    }
    capturing = false;
    output.line(network.endCapture() + " frames captured, each at both ends of its link");
  }

  private void pingAll() {
    output.line("*** Ping: testing ping reachability");
    int all = 0;
    int lost = 0;
    for (Host from : network.topology().hosts()) {
      StringBuilder answers = new StringBuilder(from.name()).append(" ->");
      for (Host to : network.topology().hosts()) {
        if (!from.equals(to)) {
          all++;
          boolean answered = network.ping(from, to).isPresent();
          lost += answered ? 0 : 1;
          answers.append(' ').append(answered ? to.name() : "X");
        }
      }
      output.line(answers.toString());
    }
    String results =
        "%d%% dropped (%d/%d received)".formatted(100 * lost / Math.max(1, all), all - lost, all);
    output.line("*** Results: " + results);
    if (lost > 0) {
      throw new RunFailedException("pingall: " + results);
    }
  }

  private void program(Host host, String command) {
    if (!network.runsPrograms()) {
      Optional<Ping> ping = pingOf(command);
      if (ping.isPresent()) {
        ping(
            host, NodeNames.hostOrAddress(network.topology(), ping.get().to()), ping.get().count());
        return;
      }
    }
    String addressed = withAddresses(command, network.topology());
    int status = output.program(network.program(host, addressed));
    if (status != 0) {
      throw new RunFailedException(
          "%s: '%s' ended with status %d%s"
              .formatted(
                  host.name(),
                  addressed,
                  status,
                  status == PROGRAM_NOT_FOUND ? ": it is not installed" : ""));
    }
  }

  private void ping(Host from, Host to, int count) {
    output.line("PING %s (%s) 56 data bytes".formatted(to.name(), to.ipv4Text()));
    List<Long> rttsPs = new ArrayList<>();
    for (int i = 1; i <= count; i++) {
      OptionalLong rtt = network.ping(from, to);
      if (rtt.isPresent()) {
        rttsPs.add(rtt.getAsLong());
        output.line(
            String.format(
                Locale.ROOT,
                "64 bytes from %s: icmp_seq=%d time=%.3f ms",
                to.ipv4Text(),
                i,
                rtt.getAsLong() / PS_PER_MS));
      } else {
        output.line("no answer to icmp_seq=" + i);
      }
    }
    int lost = count - rttsPs.size();
    String statistics =
        "%d packets transmitted, %d received, %d%% packet loss"
            .formatted(count, rttsPs.size(), 100 * lost / count);
    output.line(statistics);
    if (!rttsPs.isEmpty()) {
      LongSummaryStatistics rtts = rttsPs.stream().mapToLong(Long::longValue).summaryStatistics();
      output.line(
          String.format(
              Locale.ROOT,
              "rtt min/avg/max = %.3f/%.3f/%.3f us",
              rtts.getMin() / PS_PER_US,
              rtts.getAverage() / PS_PER_US,
              rtts.getMax() / PS_PER_US));
    }
    if (lost > 0) {
      throw new RunFailedException("%s ping %s: %s".formatted(from.name(), to.name(), statistics));
    }
  }

  private void link(Node a, Node b, boolean up) {
    List<Link> between =
        network.topology().links().stream()
            .filter(link -> joins(link, a, b) || joins(link, b, a))
            .toList();
    if (between.isEmpty()) {
      throw new UserInputException("there is no link between " + a.name() + " and " + b.name());
    }
    between.forEach(link -> network.setUp(link, up));
  }

  private static boolean joins(Link link, Node a, Node b) {
    return link.a().node().equals(a) && link.b().node().equals(b);
  }

  /** Shows the queues of a switch that are not empty, each time traffic is 5 % further. */
  static final class QueueWatch extends RunMonitor.ForwardingMonitor {
    private static final int STEP_PERCENT = 5;

    private final LiveNetwork network;
    private final Switch sw;
    private final ShellOutput output;
    private int nextPercent;

    QueueWatch(RunMonitor other, LiveNetwork network, Switch sw, ShellOutput output) {
      super(other);
      this.network = network;
      this.sw = sw;
      this.output = output;
    }

    @Override
    public void progress(RunMonitor.Progress progress) {
      super.progress(progress);
      int percent = (int) (100 * progress.bytesDelivered() / Math.max(1, progress.bytesTotal()));
      if (percent >= nextPercent) {
        nextPercent = percent / STEP_PERCENT * STEP_PERCENT + STEP_PERCENT;
        output.line(
            String.format(
                Locale.ROOT,
                "%3d %% %12.1f us  %s",
                percent,
                progress.timePs() / PS_PER_US,
                queues()));
      }
    }

    private String queues() {
      String waiting =
          network.queues(sw).stream()
              .filter(queue -> queue.depthPackets() > 0)
              .map(queue ->
                  "port %d queue %d: %d packets, %d B"
                      .formatted(
                          queue.port(), queue.queue(), queue.depthPackets(), queue.depthBytes()))
              .collect(Collectors.joining("; "));
      return waiting.isEmpty() ? "empty" : waiting;
    }
  }

  /**
   * A ping of the shell's own.
   *
   * @param to the host
   */
  record Ping(String to, int count) {}

  /** The ping that a command is; empty for another command. */
  static Optional<Ping> pingOf(String command) {
    List<String> words = List.of(command.split("\\s+"));
    if (!words.getFirst().equals("ping")) {
      return Optional.empty();
    }
    if (words.size() == 2) {
      return Optional.of(new Ping(words.get(1), PINGS));
    }
    if (words.size() == 4 && words.get(1).equals("-c")) {
      return Optional.of(new Ping(words.get(3), count(words.get(2))));
    }
    throw new UserInputException("a virtual host pings so: ping [-c N] HOST");
  }

  private static int count(String text) {
    return (int)
        Quantities.whole(text, 1, MOST_PINGS)
            .orElseThrow(() ->
                new UserInputException("ping: -c " + text + ", accepted are 1 to " + MOST_PINGS));
  }

  /**
   * A command with addresses for names of hosts, where they are whole words. A ping that would go
   * on for ever ends after four.
   */
  static String withAddresses(String command, Topology topology) {
    String addressed =
        WORD.matcher(command)
            .replaceAll((MatchResult word) -> {
              String text = word.group();
              return Matcher.quoteReplacement(
                  topology
                      .node(text)
                      .filter(Host.class::isInstance)
                      .map(Host.class::cast)
                      .map(Host::ipv4Text)
                      .orElse(text));
            });
    List<String> words = List.of(addressed.split("\\s+"));
    return words.getFirst().equals("ping") && words.stream().noneMatch(ENDS::contains)
        ? "ping -c " + PINGS + addressed.substring("ping".length())
        : addressed;
  }
}
