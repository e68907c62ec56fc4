package io.smartt.testbed;

import module java.base;

import io.smartt.base.input.Quantities;
import io.smartt.base.topology.Host;
import io.smartt.base.topology.PathProfiles;
import io.smartt.base.topology.Topology;
import io.smartt.experiment.ExperimentSpec;
import io.smartt.host.agent.v1.DescribeResponse;
import io.smartt.host.packetio.InterfaceFacts;
import io.smartt.host.packetio.InterfaceNames;
import io.smartt.realtime.ClockOffset;
import io.smartt.testbed.Preflight.PreflightRow.Verdict;

/**
 * Judges whether a host's interface can carry its part of an experiment. Looks at nothing itself.
 */
public final class Preflight {
  private static final long PS_PER_NS = 1_000;

  private final ExperimentSpec spec;
  private final TestbedFacts facts;
  private final Topology topology;
  private final long baseRttPs;

  /** Creates the checks of an experiment. */
  public Preflight(ExperimentSpec spec, TestbedFacts facts) {
    this.spec = spec;
    this.facts = facts;
    topology = spec.buildTopology();
    baseRttPs = new PathProfiles(topology, spec.packets()).longest().baseRttPs();
  }

  /** The hosts there are. */
  public List<Host> hosts() {
    return topology.hosts();
  }

  /** A host's rows by what its agent answered. */
  public List<PreflightRow> judge(Host host, Agents.AgentAnswer answer) {
    List<PreflightRow> rows = new ArrayList<>(List.of(answer.row()));
    answer
        .said()
        .ifPresent(said -> {
          rows.addAll(judge(said, host));
          answer.clock().ifPresent(clock -> rows.add(offset(host, clock)));
        });
    return rows;
  }

  private List<PreflightRow> judge(DescribeResponse said, Host host) {
    List<PreflightRow> rows = new ArrayList<>();
    if (said.getWatchers() > 0) {
      rows.add(row(host, "agent", Verdict.FAILS, "has somebody's experiment", "free"));
    }
    Optional<String> nic = facts.server(host.name()).nic();
    nic.filter(name -> !name.equals(said.getInterfaceName()))
        .ifPresent(
            name -> rows.add(row(host, "interface", Verdict.WRONG, said.getInterfaceName(), name)));
    rows.addAll(
        judge(
            host,
            Optional.of(facts(said)),
            Optional.of(said.getClockSource()).filter(text -> !text.isEmpty())));
    if (!said.getHardwareClock().isEmpty()) {
      rows.add(
          row(
              host,
              "stamps",
              said.getCardStamps() ? Verdict.OK : Verdict.NOTE,
              said.getCardStamps() ? "the card's" : "the kernel's",
              "the card's (smartt agent --card-stamps)"));
    }
    return rows;
  }

  private static InterfaceFacts facts(DescribeResponse said) {
    return new InterfaceFacts(
        said.getInterfaceName(),
        said.getUp(),
        InterfaceNames.macText(said.getMac()),
        said.getMtuBytes(),
        said.getRateBps() == 0 ? OptionalLong.empty() : OptionalLong.of(said.getRateBps()),
        Optional.of(said.getDriver()).filter(text -> !text.isEmpty()),
        Optional.of(said.getHardwareClock()).filter(text -> !text.isEmpty()));
  }

  /** Flows start at a time. A known clock offset is subtracted; what remains is its error. */
  private PreflightRow offset(Host host, ClockOffset clock) {
    long rttNs = baseRttPs / PS_PER_NS;
    boolean close = Math.abs(clock.sureNs()) <= rttNs;
    return row(
        host,
        "time",
        close ? Verdict.OK : Verdict.NOTE,
        clock.toString(),
        "ours within a base RTT; else starts are as sure as what asking took");
  }

  /**
   * A host's rows.
   *
   * @param found its interface; empty: there is none of the profile's name
   * @param clockSource what its kernel tells time by
   */
  public List<PreflightRow> judge(
      Host host, Optional<InterfaceFacts> found, Optional<String> clockSource) {
    TestbedFacts.Server server = facts.server(host.name());
    List<PreflightRow> rows = new ArrayList<>();
    String nic = server.nic().orElse("not given");
    if (found.isEmpty()) {
      rows.add(
          row(
              host,
              "interface",
              Verdict.FAILS,
              "none",
              nic + " (hosts." + host.name() + ".interface)"));
      return rows;
    }
    InterfaceFacts is = found.get();
    rows.add(
        row(
            host,
            "interface",
            is.up() ? Verdict.OK : Verdict.FAILS,
            is.name() + (is.up() ? "" : ", no carrier"),
            "up"));
    int mtu = spec.packets().ipMtuBytes();
    rows.add(
        row(
            host,
            "MTU",
            is.mtuBytes() >= mtu ? Verdict.OK : Verdict.FAILS,
            is.mtuBytes() + " B",
            "at least " + mtu + " B"));
    rows.add(rate(host, is));
    String mac = server.mac().orElse(host.macText());
    rows.add(row(host, "MAC", is.mac().toLowerCase(Locale.ROOT).equals(mac), is.mac(), mac));
    server
        .driver()
        .ifPresent(driver ->
            rows.add(
                row(
                    host,
                    "driver",
                    is.driver().filter(driver::equals).isPresent(),
                    is.driver().orElse("none"),
                    driver)));
    rows.add(
        new PreflightRow(
            host.name(),
            "timestamps",
            is.hardwareClock().isPresent() ? Verdict.OK : Verdict.NOTE,
            is.hardwareClock().map(clock -> "card (" + clock + ")").orElse("kernel"),
            "card, or kernel with its jitter"));
    clockSource.ifPresent(source ->
        rows.add(
            new PreflightRow(
                host.name(),
                "clock",
                source.equals("tsc") || source.equals("kvm-clock") ? Verdict.OK : Verdict.NOTE,
                source,
                "tsc, which is read without a system call")));
    return rows;
  }

  private PreflightRow rate(Host host, InterfaceFacts is) {
    long wanted = topology.access(host).link().rateBps();
    String atLeast = "at least " + Quantities.formatBitsPerSecond(wanted);
    if (is.rateBps().isEmpty()) {
      return new PreflightRow(host.name(), "rate", Verdict.NOTE, "not known", atLeast);
    }
    long rate = is.rateBps().getAsLong();
    return row(host, "rate", rate >= wanted, Quantities.formatBitsPerSecond(rate), atLeast);
  }

  private static PreflightRow row(
      Host host, String check, boolean good, String found, String wanted) {
    return row(host, check, good ? Verdict.OK : Verdict.WRONG, found, wanted);
  }

  private static PreflightRow row(
      Host host, String check, Verdict verdict, String found, String wanted) {
    return new PreflightRow(host.name(), check, verdict, found, wanted);
  }

  /**
   * One check of one host.
   *
   * @param host in the topology
   * @param check what was looked at
   * @param found what it is
   * @param wanted what it should be
   */
  public record PreflightRow(
      String host, String check, Verdict verdict, String found, String wanted) {
    /** The outcome of a check. */
    public enum Verdict {
      /** The outcome of what is as it should be. */
      OK,
      /** The experiment runs, with what is said. */
      NOTE,
      /** The experiment runs, and may measure something else. */
      WRONG,
      /** The experiment cannot run. */
      FAILS;

      /** Returns the outcome for people. */
      public String word() {
        return name().toLowerCase(Locale.ROOT);
      }

      /** Returns whether somebody should see to it. */
      public boolean isBad() {
        return this == WRONG || this == FAILS;
      }
    }
  }
}
