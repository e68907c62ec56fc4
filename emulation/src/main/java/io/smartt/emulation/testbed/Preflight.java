package io.smartt.emulation.testbed;

import io.smartt.emulation.experiment.ExperimentSpec;
import io.smartt.emulation.input.Quantities;
import io.smartt.emulation.testbed.PreflightRow.Verdict;
import io.smartt.emulation.topology.Host;
import io.smartt.emulation.topology.Topology;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Judges whether a host's interface can carry its part of an experiment. Looks at nothing itself.
 */
public final class Preflight {
  private static final int ETHERNET = 14;

  private final ExperimentSpec spec;
  private final TestbedFacts facts;
  private final Topology topology;

  /** Of an experiment. */
  public Preflight(ExperimentSpec spec, TestbedFacts facts) {
    this.spec = spec;
    this.facts = facts;
    topology = spec.buildTopology();
  }

  /** The hosts there are. */
  public List<Host> hosts() {
    return topology.hosts();
  }

  /**
   * A host's rows.
   *
   * @param found its interface; empty: there is none of the profile's name
   * @param clockSource what its kernel tells time by
   */
  public List<PreflightRow> judge(
      Host host, Optional<InterfaceFacts> found, Optional<String> clockSource) {
    Server server = facts.server(host.name());
    List<PreflightRow> rows = new ArrayList<>();
    String nic = server.nic().orElse("not given");
    if (found.isEmpty()) {
      rows.add(
          row(host, "interface", false, "none", nic + " (hosts." + host.name() + ".interface)"));
      return rows;
    }
    InterfaceFacts is = found.get();
    rows.add(row(host, "interface", is.up(), is.name() + (is.up() ? "" : ", no carrier"), "up"));
    int mtu = spec.packets().mtuBytes() - ETHERNET;
    rows.add(
        row(host, "MTU", is.mtuBytes() >= mtu, is.mtuBytes() + " B", "at least " + mtu + " B"));
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
    return new PreflightRow(host.name(), check, good ? Verdict.OK : Verdict.WRONG, found, wanted);
  }
}
