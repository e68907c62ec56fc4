package io.smartt.host.scheme;

import io.smartt.host.congestion.CongestionControl;
import io.smartt.host.congestion.Dcqcn;
import io.smartt.host.congestion.Dctcp;
import io.smartt.host.congestion.Mprdma;
import io.smartt.host.congestion.Smartt;
import io.smartt.host.congestion.Swift;
import io.smartt.host.credit.Eqds;
import io.smartt.host.pathing.LoadBalancer;
import io.smartt.host.pathing.ObliviousSpraying;
import io.smartt.host.pathing.PerFlowEcmp;
import io.smartt.host.pathing.Plb;
import io.smartt.host.pathing.Reps;
import io.smartt.host.pathing.RoundRobin;
import io.smartt.host.settings.SettingsGroup;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Every built-in congestion control and load balancer: a new one is its classes and one line. */
public final class Schemes {
  /** Congestion controls, in the order in which users see them. */
  public static final List<CongestionControl> CONGESTION_CONTROLS =
      List.of(
          Smartt.CONTROL,
          Swift.CONTROL,
          Mprdma.CONTROL,
          Eqds.CONTROL,
          Dcqcn.CONTROL,
          Dctcp.CONTROL,
          Eqds.cappedBy(Smartt.CONTROL),
          Eqds.cappedBy(Mprdma.CONTROL));

  /** Load balancers, in the order in which users see them. */
  public static final List<LoadBalancer> LOAD_BALANCERS =
      List.of(
          Reps.BALANCER,
          ObliviousSpraying.BALANCER,
          PerFlowEcmp.BALANCER,
          Plb.BALANCER,
          RoundRobin.BALANCER);

  private Schemes() {}

  /**
   * The settings groups of congestion controls, each once: first those of senders alone, then those
   * that receivers read too.
   */
  public static List<SettingsGroup<?>> congestionSettings() {
    return distinct(
        CONGESTION_CONTROLS.stream()
            .sorted(Comparator.comparing(control -> control.receiver().isPresent()))
            .map(CongestionControl::settings));
  }

  /** The settings groups of load balancers, each once. */
  public static List<SettingsGroup<?>> balancerSettings() {
    return distinct(LOAD_BALANCERS.stream().map(LoadBalancer::settings));
  }

  private static List<SettingsGroup<?>> distinct(Stream<List<SettingsGroup<?>>> groups) {
    return groups.<SettingsGroup<?>>flatMap(List::stream).distinct().toList();
  }
}
