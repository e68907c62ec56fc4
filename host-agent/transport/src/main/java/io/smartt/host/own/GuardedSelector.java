package io.smartt.host.own;

import io.smartt.host.pathing.PathSelector;

/** A user's path selector, each call guarded. */
final class GuardedSelector implements PathSelector {
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
