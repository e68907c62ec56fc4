package io.smartt.emulation.cli.run;

import module java.base;

import io.smartt.base.input.Quantities;
import io.smartt.base.input.UserInputException;
import io.smartt.base.topology.Host;
import io.smartt.base.topology.Link;
import io.smartt.base.topology.Node;
import io.smartt.base.topology.PathProfiles;
import io.smartt.base.topology.Port;
import io.smartt.base.topology.Switch;
import io.smartt.base.topology.Topologies;
import io.smartt.base.topology.Topology;
import io.smartt.emulation.cli.experiment.ProfileOption;
import io.smartt.emulation.cli.experiment.SettingsOption;
import io.smartt.emulation.cli.experiment.TopologyOption;
import io.smartt.emulation.cli.results.HumanFormat;
import io.smartt.experiment.ExperimentLoader;
import io.smartt.experiment.ExperimentSpec;
import io.smartt.experiment.settings.SettingKeys;
import io.smartt.realtime.partition.Machine;
import io.smartt.realtime.partition.Partition;
import io.smartt.realtime.partition.Partitioner;
import io.smartt.switchd.console.Console;
import io.smartt.switchd.console.TextTable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code smartt topology}. */
@Command(
    name = "topology",
    sortOptions = false,
    header = "Shows a network: its size, its longest path and its cables.",
    footer = {
      "",
      "Examples:",
      "  smartt topology testbed",
      "  smartt topology fattree,hosts=1024,os=8 --profile htsim-800g --no-cables",
      "  smartt topology testbed --no-cables --workers 10.0.0.2:9570*8,10.0.0.3:9570*4",
      "  smartt topology testbed --set link.rates=leaf1-spine2=25Gbps --set link.down=spine4"
    })
public final class TopologyCommand implements Callable<Integer> {
  private final ExperimentLoader experiments;
  private final Console console;

  @Parameters(
      arity = "0..1",
      paramLabel = "NAME|FILE",
      description = "The network. Default: the profile's.")
  private @Nullable String named;

  @Mixin private TopologyOption topology = new TopologyOption();

  @Option(names = "--list", description = "Lists the names that stand for a network.")
  private boolean list;

  @Mixin private ProfileOption profile = new ProfileOption("virtual");

  @Mixin private SettingsOption settings = new SettingsOption();

  @Option(
      names = "--cables",
      negatable = true,
      defaultValue = "true",
      fallbackValue = "true",
      description = "Whether to list every cable. Default: yes.")
  private boolean cables = true;

  @Option(
      names = "--workers",
      paramLabel = "HOST:PORT[*CORES],...",
      description = "Shows how the network is cut between machines, as a run cuts it.")
  private String workers = Machine.NONE;

  @Option(
      names = "--hosts-apart",
      description = "A host may be on another machine than its switch (netns.hosts-apart).")
  private boolean hostsApart;

  private Map<String, String> options() {
    if (named == null) {
      return topology.setting();
    }
    if (topology.given().isPresent()) {
      throw new UserInputException(
          named + " and --topology " + topology.given().get() + ": name one of them");
    }
    return Map.of(SettingKeys.TOPOLOGY.name(), named);
  }

  public TopologyCommand(ExperimentLoader experiments, Console console) {
    this.experiments = experiments;
    this.console = console;
  }

  @Override
  public Integer call() {
    if (list) {
      Topologies.forms().forEach(console.out()::println);
      console.out().flush();
      return 0;
    }
    ExperimentSpec spec = experiments.load(profile.name(), options(), settings.given(), false);
    Topology network = spec.buildTopology();
    spec.notices().forEach(notice -> console.err().println("smartt: " + notice));
    console.err().flush();
    console.out().println(network);
    PathProfiles.PathProfile longest = new PathProfiles(network, spec.packets()).longest();
    console
        .out()
        .printf(
            "longest path: %d links, %d of equal cost, base RTT %s, %s%n",
            longest.links(),
            longest.equalCostPaths(),
            HumanFormat.timeOfPs(longest.baseRttPs()),
            Quantities.formatBitsPerSecond(longest.bottleneckBps()));
    List<Machine> machines = Machine.parse(workers);
    if (!machines.isEmpty()) {
      Partition partition = new Partitioner(hostsApart).cut(network, machines);
      console.out().println();
      console.out().print(cut(partition));
    }
    if (cables) {
      console.out().println();
      console.out().print(table(network));
    }
    console.out().flush();
    return 0;
  }

  private static String table(Topology network) {
    TextTable table = new TextTable("end", "port", "end", "port", "rate", "latency", "state");
    for (Link link : network.links()) {
      table.row(
          name(network, link.a()),
          Integer.toString(link.a().number()),
          name(network, link.b()),
          Integer.toString(link.b().number()),
          rate(link),
          Quantities.formatPicoseconds(link.latencyPs()),
          network.isUp(link) ? "up" : "down");
    }
    return table.toString();
  }

  /** One rate, or that from the first end to the second and the one back. */
  private static String rate(Link link) {
    String there = Quantities.formatBitsPerSecond(link.rateBps());
    return link.rateBps() == link.backBps()
        ? there
        : there + " / " + Quantities.formatBitsPerSecond(link.backBps());
  }

  /** A VRF's name has that of its box before it, as its cables are labelled. */
  private static String name(Topology network, Port port) {
    return switch (port.node()) {
      case Host host -> host.name();
      case Switch sw ->
          network
              .vrf(sw)
              .map(vrf -> sw.name() + " (" + vrf.box() + "/" + vrf.name() + ")")
              .orElse(sw.name());
    };
  }

  /** A table for people of how a network is cut between machines. */
  private static String cut(Partition partition) {
    TextTable table =
        new TextTable("worker", "cores", "work", "cut links", "rate across", "switches", "hosts");
    for (int i = 0; i < partition.machines().size(); i++) {
      table.row(
          partition.machines().get(i).address(),
          Integer.toString(partition.machines().get(i).cores()),
          Quantities.formatBitsPerSecond(partition.loadBps(i)),
          Integer.toString(partition.cutAt(i).size()),
          Quantities.formatBitsPerSecond(Partition.rateBps(partition.cutAt(i))),
          names(partition.switches(i)),
          names(partition.hosts(i)));
    }
    String links =
        partition.cut().stream()
            .map(link -> link.a().node().name() + "-" + link.b().node().name())
            .collect(Collectors.joining(" "));
    return "%s%d of %d links are cut, %s both ways: %s%n"
        .formatted(
            table,
            partition.cut().size(),
            partition.topology().links().size(),
            Quantities.formatBitsPerSecond(Partition.rateBps(partition.cut())),
            links.isEmpty() ? "none" : links);
  }

  /** Names that count up are a range. */
  private static String names(List<? extends Node> nodes) {
    StringBuilder text = new StringBuilder();
    int from = 0;
    while (from < nodes.size()) {
      int to = from;
      while (to + 1 < nodes.size() && follows(nodes.get(to).name(), nodes.get(to + 1).name())) {
        to++;
      }
      text.append(from == 0 ? "" : " ")
          .append(
              Stream.of(nodes.get(from).name(), nodes.get(to).name())
                  .distinct()
                  .collect(Collectors.joining("..")));
      from = to + 1;
    }
    return text.isEmpty() ? "-" : text.toString();
  }

  private static boolean follows(String one, String next) {
    String stem = one.replaceAll("\\d+$", "");
    String number = one.substring(stem.length());
    return number.length() < 7
        && !number.isEmpty()
        && next.equals(stem + (Integer.parseInt(number) + 1));
  }
}
