package io.smartt.host.congestion;

import io.smartt.host.settings.Setting;
import io.smartt.host.settings.SettingsGroup;
import java.util.List;

/** The MPRDMA scheme: makes {@link Controller}s. Not for use by several threads. */
public final class Mprdma extends PerPathScheme<WindowBounds> {
  /** Settings of MPRDMA. */
  public static final SettingsGroup<Settings> SETTINGS =
      new SettingsGroup<>("mprdma", Settings.class);

  /** MPRDMA as users choose it. */
  public static final CongestionControl CONTROL =
      CongestionControl.of(
          "mprdma",
          "Lu et al., NSDI 2018, Sec. 4.1",
          List.of(SETTINGS),
          new WindowLimits(1, 1.5),
          run -> new Mprdma(run.settings().read(SETTINGS)));

  public Mprdma(Settings settings) {
    super(
        WindowBounds.paths(settings.initialWindowBdps(), settings.maxWindowBdps()),
        bounds -> new Controller(settings, bounds));
  }

  /**
   * MPRDMA (Lu et al., NSDI 2018), Sec. 4.1: one window for all paths, which every acknowledged
   * packet moves by its own mark. An unmarked one adds 1/cwnd packets, a marked one takes half a
   * packet. Which path the next packet takes is the path selector's. Allocates nothing per call.
   */
  static final class Controller implements CongestionController {
    private final Settings settings;
    private final WindowBounds bounds;
    private double cwnd;

    Controller(Settings settings, WindowBounds bounds) {
      this.settings = settings;
      this.bounds = bounds;
      cwnd = bounds.initialBytes();
    }

    @Override
    public void onAck(long nowPs, int ackedBytes, long rttPs, boolean ecn, long inFlightBytes) {
      cwnd =
          bounds.clamp(
              ecn
                  ? cwnd - settings.markDecreasePackets() * ackedBytes
                  : cwnd + settings.increasePackets() * ackedBytes * bounds.mtuBytes() / cwnd);
    }

    @Override
    public void onTrim(long nowPs, int frameBytes, long inFlightBytes) {
      lost(frameBytes);
    }

    @Override
    public void onTimeout(long nowPs, int frameBytes, long inFlightBytes) {
      lost(frameBytes);
    }

    @Override
    public long windowBytes() {
      return (long) cwnd;
    }

    private void lost(int frameBytes) {
      cwnd = bounds.clamp(cwnd - settings.trimDecreasePackets() * frameBytes);
    }
  }

  /**
   * Settings of MPRDMA, after Lu et al., "Multi-Path Transport for RDMA in Datacenters", NSDI 2018,
   * Sec. 4.1 (multi-path ACK-clocking and congestion control).
   *
   * @param increasePackets 1: an unmarked acknowledgement adds 1/cwnd
   * @param markDecreasePackets 0.5: a marked one takes half a packet
   * @param trimDecreasePackets there is no trimming in the paper; 1, the packet that has left the
   *     flight, as SMaRTT does
   * @param maxWindowBdps open in the paper; the same as SMaRTT's
   * @param initialWindowBdps 1, so that a new connection can fill its path in the first RTT;
   *     SMaRTT's 1.5 does it no good (docs/use/transport.md)
   */
  public record Settings(
      @Setting(defaultValue = "1", meaning = "Increase per window of unmarked packets, in packets.")
          double increasePackets,
      @Setting(defaultValue = "0.5", meaning = "Decrease by a marked packet, in packets.")
          double markDecreasePackets,
      @Setting(defaultValue = "1", meaning = "Decrease by a trimmed packet, in packets.")
          double trimDecreasePackets,
      @Setting(most = 1e6, defaultValue = "1.5", meaning = "Largest window, in BDPs.")
          double maxWindowBdps,
      @Setting(most = 1e6, defaultValue = "1", meaning = "Window of a new connection, in BDPs.")
          double initialWindowBdps) {

    private static final Range RANGE = new Range("MPRDMA");

    /** Checks that each value is one that the algorithm can work with. */
    public Settings {
      RANGE.above(0, "increase", increasePackets);
      RANGE.atLeast(0, "mark decrease", markDecreasePackets);
      RANGE.atLeast(0, "trim decrease", trimDecreasePackets);
      RANGE.above(0, "largest window", maxWindowBdps);
      RANGE.above(0, "initial window", initialWindowBdps);
    }
  }
}
