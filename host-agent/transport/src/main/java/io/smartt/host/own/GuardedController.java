package io.smartt.host.own;

import io.smartt.host.congestion.CongestionController;
import io.smartt.host.pathing.PathSelector;
import io.smartt.host.signals.Signals;
import java.util.Optional;

/** A user's controller, each call guarded. */
final class GuardedController implements CongestionController {
  private final CallGuard guard;
  private final String scheme;
  private final CongestionController own;

  GuardedController(CallGuard guard, String scheme, CongestionController own) {
    this.guard = guard;
    this.scheme = scheme;
    this.own = own;
  }

  @Override
  public void onAck(long nowPs, int ackedBytes, long rttPs, boolean ecn, long inFlightBytes) {
    guard.run(scheme, "onAck", this, () -> own.onAck(nowPs, ackedBytes, rttPs, ecn, inFlightBytes));
  }

  @Override
  public void onTrimRtt(long rttPs) {
    guard.run(scheme, "onTrimRtt", this, () -> own.onTrimRtt(rttPs));
  }

  @Override
  public void onTrim(long nowPs, int frameBytes, long inFlightBytes) {
    guard.run(scheme, "onTrim", this, () -> own.onTrim(nowPs, frameBytes, inFlightBytes));
  }

  @Override
  public void onLastHopTrim(long nowPs, int frameBytes, long inFlightBytes) {
    guard.run(
        scheme, "onLastHopTrim", this, () -> own.onLastHopTrim(nowPs, frameBytes, inFlightBytes));
  }

  @Override
  public void onSignals(Signals signals) {
    guard.run(scheme, "onSignals", this, () -> own.onSignals(signals));
  }

  @Override
  public void onHostDelay(long hostPs) {
    guard.run(scheme, "onHostDelay", this, () -> own.onHostDelay(hostPs));
  }

  @Override
  public void onDestination(int penalty, boolean restore, int ackedBytes, long inFlightBytes) {
    guard.run(
        scheme,
        "onDestination",
        this,
        () -> own.onDestination(penalty, restore, ackedBytes, inFlightBytes));
  }

  @Override
  public void onTimeout(long nowPs, int frameBytes, long inFlightBytes) {
    guard.run(scheme, "onTimeout", this, () -> own.onTimeout(nowPs, frameBytes, inFlightBytes));
  }

  @Override
  public void onSent(long nowPs, int frameBytes) {
    guard.run(scheme, "onSent", this, () -> own.onSent(nowPs, frameBytes));
  }

  @Override
  public void onMark(long nowPs) {
    guard.run(scheme, "onMark", this, () -> own.onMark(nowPs));
  }

  @Override
  public int dscp(long messageBytes, long leftBytes) {
    return (int) guard.number(scheme, "dscp", this, () -> own.dscp(messageBytes, leftBytes));
  }

  @Override
  public long timerPs() {
    return guard.number(scheme, "timerPs", this, own::timerPs);
  }

  @Override
  public void onTimer(long nowPs) {
    guard.run(scheme, "onTimer", this, () -> own.onTimer(nowPs));
  }

  @Override
  public Optional<PathSelector> paths() {
    return guard
        .call(scheme, "paths", this, own::paths)
        .map(chosen -> new GuardedSelector(guard, scheme, chosen));
  }

  @Override
  public boolean inOrder() {
    return guard.call(scheme, "inOrder", this, own::inOrder);
  }

  @Override
  public boolean maySend(long inFlightBytes, int frameBytes) {
    return guard.call(scheme, "maySend", this, () -> own.maySend(inFlightBytes, frameBytes));
  }

  @Override
  public long windowBytes() {
    return guard.number(scheme, "windowBytes", this, own::windowBytes);
  }

  @Override
  public long pacingBps() {
    return guard.number(scheme, "pacingBps", this, own::pacingBps);
  }

  /** A user's path selector, each call guarded. */
  static final class GuardedSelector implements PathSelector {
    private final CallGuard guard;
    private final String balancer;
    private final PathSelector own;

    GuardedSelector(CallGuard guard, String balancer, PathSelector own) {
      this.guard = guard;
      this.balancer = balancer;
      this.own = own;
    }

    @Override
    public int nextEntropy(long nowPs) {
      return (int) guard.number(balancer, "nextEntropy", this, () -> own.nextEntropy(nowPs));
    }

    @Override
    public void onAck(long nowPs, int entropy, boolean ecn) {
      guard.run(balancer, "onAck", this, () -> own.onAck(nowPs, entropy, ecn));
    }

    @Override
    public void onTrim(long nowPs, int entropy) {
      guard.run(balancer, "onTrim", this, () -> own.onTrim(nowPs, entropy));
    }

    @Override
    public void onTimeout(long nowPs, int entropy) {
      guard.run(balancer, "onTimeout", this, () -> own.onTimeout(nowPs, entropy));
    }

    @Override
    public int reusable() {
      return (int) guard.number(balancer, "reusable", this, own::reusable);
    }

    @Override
    public int avoided() {
      return (int) guard.number(balancer, "avoided", this, own::avoided);
    }

    @Override
    public int reusable(int[] into) {
      return Math.clamp(
          guard.number(balancer, "reusable", this, () -> own.reusable(into)), 0, into.length);
    }

    @Override
    public int avoided(int[] into) {
      return Math.clamp(
          guard.number(balancer, "avoided", this, () -> own.avoided(into)), 0, into.length);
    }
  }
}
