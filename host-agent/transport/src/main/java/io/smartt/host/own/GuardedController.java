package io.smartt.host.own;

import io.smartt.host.congestion.CongestionController;
import io.smartt.host.pathing.PathSelector;

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
    guard.enter();
    try {
      own.onAck(nowPs, ackedBytes, rttPs, ecn, inFlightBytes);
    } catch (RuntimeException | Error e) {
      throw guard.failure(scheme, "onAck", e, this);
    }
    guard.leave(scheme, "onAck", this);
  }

  @Override
  public void onTrimRtt(long rttPs) {
    guard.enter();
    try {
      own.onTrimRtt(rttPs);
    } catch (RuntimeException | Error e) {
      throw guard.failure(scheme, "onTrimRtt", e, this);
    }
    guard.leave(scheme, "onTrimRtt", this);
  }

  @Override
  public void onTrim(long nowPs, int frameBytes, long inFlightBytes) {
    guard.enter();
    try {
      own.onTrim(nowPs, frameBytes, inFlightBytes);
    } catch (RuntimeException | Error e) {
      throw guard.failure(scheme, "onTrim", e, this);
    }
    guard.leave(scheme, "onTrim", this);
  }

  @Override
  public void onLastHopTrim(long nowPs, int frameBytes, long inFlightBytes) {
    guard.enter();
    try {
      own.onLastHopTrim(nowPs, frameBytes, inFlightBytes);
    } catch (RuntimeException | Error e) {
      throw guard.failure(scheme, "onLastHopTrim", e, this);
    }
    guard.leave(scheme, "onLastHopTrim", this);
  }

  @Override
  public void onDestination(int penalty, boolean restore, int ackedBytes, long inFlightBytes) {
    guard.enter();
    try {
      own.onDestination(penalty, restore, ackedBytes, inFlightBytes);
    } catch (RuntimeException | Error e) {
      throw guard.failure(scheme, "onDestination", e, this);
    }
    guard.leave(scheme, "onDestination", this);
  }

  @Override
  public void onTimeout(long nowPs, int frameBytes, long inFlightBytes) {
    guard.enter();
    try {
      own.onTimeout(nowPs, frameBytes, inFlightBytes);
    } catch (RuntimeException | Error e) {
      throw guard.failure(scheme, "onTimeout", e, this);
    }
    guard.leave(scheme, "onTimeout", this);
  }

  @Override
  public void onSent(long nowPs, int frameBytes) {
    guard.enter();
    try {
      own.onSent(nowPs, frameBytes);
    } catch (RuntimeException | Error e) {
      throw guard.failure(scheme, "onSent", e, this);
    }
    guard.leave(scheme, "onSent", this);
  }

  @Override
  public void onMark(long nowPs) {
    guard.enter();
    try {
      own.onMark(nowPs);
    } catch (RuntimeException | Error e) {
      throw guard.failure(scheme, "onMark", e, this);
    }
    guard.leave(scheme, "onMark", this);
  }

  @Override
  public boolean inOrder() {
    boolean answer;
    guard.enter();
    try {
      answer = own.inOrder();
    } catch (RuntimeException | Error e) {
      throw guard.failure(scheme, "inOrder", e, this);
    }
    guard.leave(scheme, "inOrder", this);
    return answer;
  }

  @Override
  public boolean maySend(long inFlightBytes, int frameBytes) {
    boolean answer;
    guard.enter();
    try {
      answer = own.maySend(inFlightBytes, frameBytes);
    } catch (RuntimeException | Error e) {
      throw guard.failure(scheme, "maySend", e, this);
    }
    guard.leave(scheme, "maySend", this);
    return answer;
  }

  @Override
  public long windowBytes() {
    long answer;
    guard.enter();
    try {
      answer = own.windowBytes();
    } catch (RuntimeException | Error e) {
      throw guard.failure(scheme, "windowBytes", e, this);
    }
    guard.leave(scheme, "windowBytes", this);
    return answer;
  }

  @Override
  public long pacingBps() {
    long answer;
    guard.enter();
    try {
      answer = own.pacingBps();
    } catch (RuntimeException | Error e) {
      throw guard.failure(scheme, "pacingBps", e, this);
    }
    guard.leave(scheme, "pacingBps", this);
    return answer;
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
      int answer;
      guard.enter();
      try {
        answer = own.nextEntropy(nowPs);
      } catch (RuntimeException | Error e) {
        throw guard.failure(balancer, "nextEntropy", e, this);
      }
      guard.leave(balancer, "nextEntropy", this);
      return answer;
    }

    @Override
    public void onAck(long nowPs, int entropy, boolean ecn) {
      guard.enter();
      try {
        own.onAck(nowPs, entropy, ecn);
      } catch (RuntimeException | Error e) {
        throw guard.failure(balancer, "onAck", e, this);
      }
      guard.leave(balancer, "onAck", this);
    }

    @Override
    public void onTrim(long nowPs, int entropy) {
      guard.enter();
      try {
        own.onTrim(nowPs, entropy);
      } catch (RuntimeException | Error e) {
        throw guard.failure(balancer, "onTrim", e, this);
      }
      guard.leave(balancer, "onTrim", this);
    }

    @Override
    public void onTimeout(long nowPs, int entropy) {
      guard.enter();
      try {
        own.onTimeout(nowPs, entropy);
      } catch (RuntimeException | Error e) {
        throw guard.failure(balancer, "onTimeout", e, this);
      }
      guard.leave(balancer, "onTimeout", this);
    }

    @Override
    public int reusable() {
      int answer;
      guard.enter();
      try {
        answer = own.reusable();
      } catch (RuntimeException | Error e) {
        throw guard.failure(balancer, "reusable", e, this);
      }
      guard.leave(balancer, "reusable", this);
      return answer;
    }

    @Override
    public int avoided() {
      int answer;
      guard.enter();
      try {
        answer = own.avoided();
      } catch (RuntimeException | Error e) {
        throw guard.failure(balancer, "avoided", e, this);
      }
      guard.leave(balancer, "avoided", this);
      return answer;
    }

    @Override
    public int reusable(int[] into) {
      int answer;
      guard.enter();
      try {
        answer = own.reusable(into);
      } catch (RuntimeException | Error e) {
        throw guard.failure(balancer, "reusable", e, this);
      }
      guard.leave(balancer, "reusable", this);
      return Math.clamp(answer, 0, into.length);
    }

    @Override
    public int avoided(int[] into) {
      int answer;
      guard.enter();
      try {
        answer = own.avoided(into);
      } catch (RuntimeException | Error e) {
        throw guard.failure(balancer, "avoided", e, this);
      }
      guard.leave(balancer, "avoided", this);
      return Math.clamp(answer, 0, into.length);
    }
  }
}
