package io.smartt.host.scheme;

import module java.base;

import io.smartt.host.congestion.CongestionControl;
import io.smartt.host.congestion.Dcqcn;
import io.smartt.host.congestion.Dctcp;
import io.smartt.host.congestion.Mprdma;
import io.smartt.host.congestion.Smartt;
import io.smartt.host.congestion.Swift;
import io.smartt.host.credit.Eqds;
import io.smartt.host.credit.Rccc;
import io.smartt.host.pathing.Bitmap;
import io.smartt.host.pathing.LoadBalancer;
import io.smartt.host.pathing.Mixed;
import io.smartt.host.pathing.ObliviousRounds;
import io.smartt.host.pathing.ObliviousSpraying;
import io.smartt.host.pathing.PerFlowEcmp;
import io.smartt.host.pathing.Plb;
import io.smartt.host.pathing.Reps;
import io.smartt.host.pathing.RoundRobin;
import io.smartt.host.settings.SettingsGroup;

/**
 * Congestion controls and load balancers that users choose among. Immutable.
 *
 * @param congestionControls in the order in which users see them
 * @param loadBalancers in the order in which users see them
 */
public record Schemes(
    List<CongestionControl> congestionControls, List<LoadBalancer> loadBalancers) {
  /** The built-in ones: a new one is its classes and one line. */
  public static final Schemes BUILT_IN =
      new Schemes(
          List.of(
              Smartt.CONTROL,
              Swift.CONTROL,
              Mprdma.CONTROL,
              Eqds.CONTROL,
              Rccc.CONTROL,
              Dcqcn.CONTROL,
              Dctcp.CONTROL,
              Eqds.cappedBy(Smartt.CONTROL),
              Eqds.cappedBy(Mprdma.CONTROL),
              Rccc.cappedBy(Smartt.CONTROL)),
          List.of(
              Reps.BALANCER,
              ObliviousSpraying.BALANCER,
              ObliviousRounds.BALANCER,
              Bitmap.BALANCER,
              Mixed.BALANCER,
              PerFlowEcmp.BALANCER,
              Plb.BALANCER,
              RoundRobin.BALANCER));

  /** Copies the lists. */
  public Schemes {
    congestionControls = List.copyOf(congestionControls);
    loadBalancers = List.copyOf(loadBalancers);
  }

  /** These and one more congestion control, instead of one of its name if there is one. */
  public Schemes with(CongestionControl more) {
    return new Schemes(
        Stream.concat(
                congestionControls.stream().filter(one -> !one.name().equals(more.name())),
                Stream.of(more))
            .toList(),
        loadBalancers);
  }

  /** These and one more load balancer, instead of one of its name if there is one. */
  public Schemes with(LoadBalancer more) {
    return new Schemes(
        congestionControls,
        Stream.concat(
                loadBalancers.stream().filter(one -> !one.name().equals(more.name())),
                Stream.of(more))
            .toList());
  }

  /** The congestion control of a name; empty if there is none. */
  public Optional<CongestionControl> congestionControl(String name) {
    return congestionControls.stream().filter(one -> one.name().equals(name)).findFirst();
  }

  /** The load balancer of a name; empty if there is none. */
  public Optional<LoadBalancer> loadBalancer(String name) {
    return loadBalancers.stream().filter(one -> one.name().equals(name)).findFirst();
  }

  /**
   * The settings groups of congestion controls, each once: first those of senders alone, then those
   * that receivers read too.
   */
  public List<SettingsGroup<?>> congestionSettings() {
    return distinct(
        congestionControls.stream()
            .sorted(Comparator.comparing(control -> control.receiver().isPresent()))
            .map(CongestionControl::settings));
  }

  /** The settings groups of load balancers, each once. */
  public List<SettingsGroup<?>> balancerSettings() {
    return distinct(loadBalancers.stream().map(LoadBalancer::settings));
  }

  private static List<SettingsGroup<?>> distinct(Stream<List<SettingsGroup<?>>> groups) {
    return groups.<SettingsGroup<?>>flatMap(List::stream).distinct().toList();
  }
}
