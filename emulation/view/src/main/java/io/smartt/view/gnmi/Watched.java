package io.smartt.view.gnmi;

import module java.base;

import io.grpc.Status;
import io.smartt.controller.gnmi.Path;
import io.smartt.controller.gnmi.Subscription;
import io.smartt.controller.gnmi.SubscriptionList;
import io.smartt.controller.gnmi.SubscriptionMode;
import io.smartt.view.gnmi.CounterTree.Leaf;
import io.smartt.view.gnmi.GnmiService.Target;

/** A path of a stream: when it is looked at, and what was sent of it. For one thread. */
final class Watched {
  /** A run's state is copied no more often. */
  static final long LEAST_NS = TimeUnit.MILLISECONDS.toNanos(200);

  /** The interval of paths whose client leaves it to us. */
  private static final long USUAL_NS = TimeUnit.SECONDS.toNanos(1);

  private final Path path;
  private final long everyNs;
  private final long heartbeatNs;
  private final boolean changesOnly;
  private final Map<String, Map<Path, Leaf.Value>> sent = new HashMap<>();
  private long nextNs;
  private long heartNs;
  private boolean silent;

  private Watched(
      Path path, long everyNs, long heartbeatNs, boolean changesOnly, boolean silent, long nowNs) {
    this.path = path;
    this.everyNs = everyNs;
    this.heartbeatNs = heartbeatNs;
    this.changesOnly = changesOnly;
    this.silent = silent;
    nextNs = nowNs;
    heartNs = nowNs + heartbeatNs;
  }

  /**
   * The paths of a stream.
   *
   * @throws io.grpc.StatusRuntimeException if an interval is shorter than can be served
   */
  static List<Watched> of(SubscriptionList list, Target target, long nowNs) {
    List<Watched> all = new ArrayList<>();
    for (Subscription one : list.getSubscriptionList()) {
      long heartbeatNs = interval("heartbeat_interval", one.getHeartbeatInterval());
      long everyNs =
          switch (one.getMode()) {
            case SAMPLE -> Math.max(LEAST_NS, interval("sample_interval", one.getSampleInterval()));
            case ON_CHANGE -> LEAST_NS;
            // How a target does it is its own choice. The interval is of SAMPLE, and clients send
            // it
            // all the same: gnmic's -i with its usual mode, and Telegraf's sample_interval.
            case TARGET_DEFINED ->
                one.getSampleInterval() == 0
                    ? USUAL_NS
                    : Math.max(LEAST_NS, one.getSampleInterval());
            case UNRECOGNIZED ->
                throw Status.INVALID_ARGUMENT
                    .withDescription("mode " + one.getModeValue())
                    .asRuntimeException();
          };
      boolean changesOnly = one.getMode() != SubscriptionMode.SAMPLE || one.getSuppressRedundant();
      all.add(
          new Watched(
              Paths.whole(list.getPrefix(), one.getPath(), target),
              everyNs,
              heartbeatNs,
              changesOnly,
              list.getUpdatesOnly(),
              nowNs));
    }
    return all;
  }

  private static long interval(String name, long ns) {
    if (ns < 0 || (ns > 0 && ns < LEAST_NS)) {
      throw Status.INVALID_ARGUMENT
          .withDescription(
              name + " " + Long.toUnsignedString(ns) + " ns; the least is " + LEAST_NS + " ns")
          .asRuntimeException();
    }
    return ns;
  }

  boolean isDue(long nowNs) {
    return nowNs - nextNs >= 0;
  }

  /** Returns what is to be sent of a switch at a time when it is due; then {@link #looked}. */
  List<Leaf> news(CountedSwitch device, Target target, long nowNs) {
    List<Leaf> there = target.tree().at(device, path);
    boolean heart = heartbeatNs > 0 && nowNs - heartNs >= 0;
    Map<Path, Leaf.Value> before = sent.computeIfAbsent(device.name(), _ -> new HashMap<>());
    List<Leaf> news = new ArrayList<>();
    for (Leaf leaf : there) {
      boolean same = changesOnly && leaf.value().equals(before.put(leaf.path(), leaf.value()));
      if (!silent && (!same || heart)) {
        news.add(leaf);
      }
    }
    return news;
  }

  /** Notes that all switches have been looked at. */
  void looked(long nowNs) {
    // From when it was due, so that samples do not drift; not at once again after a long wait.
    nextNs = nowNs - nextNs > everyNs ? nowNs + everyNs : nextNs + everyNs;
    if (heartbeatNs > 0 && nowNs - heartNs >= 0) {
      heartNs = nowNs + heartbeatNs;
    }
    silent = false;
  }
}
