package io.smartt.host.own;

import module java.base;

import io.smartt.host.congestion.CongestionController;
import io.smartt.host.congestion.CongestionScheme;
import io.smartt.host.congestion.PullRate;
import io.smartt.host.credit.CreditGate;
import io.smartt.host.pathing.PathScheme;
import io.smartt.host.pathing.PathSelector;
import io.smartt.host.transport.TransportEndpoint;
import org.jspecify.annotations.Nullable;

/**
 * Watches the calls of one host's transport into users' algorithms: an exception comes out as an
 * {@link OwnAlgorithmException} that names algorithm, call, line and flow, and a call that does not
 * return can be stopped. Algorithms that are not users' are left alone. Calls come from one thread
 * at a time and do not nest; a call that the JVM has compiled allocates nothing.
 */
public final class CallGuard {
  /** A heap with less than one part in so many left is full. */
  private static final int FULL = 20;

  /** A process with more threads than this has them from an algorithm. */
  private static final int MANY_THREADS = 1_000;

  private final int host;
  private final Runnable giveUpReserve;

  // Written by the transport's thread; that of the watch sees the caller by the release of "steps".
  private final AtomicLong steps = new AtomicLong();
  private @Nullable Thread caller;
  private @Nullable TransportEndpoint endpoint;

  // Written by both threads.
  private volatile @Nullable Exceeded exceeded;
  private volatile @Nullable Exited exited;

  /** The call of a step lasted longer than this. */
  private record Exceeded(long step, Duration limit) {}

  /** An algorithm's code wanted to end the process, in whichever thread. */
  private record Exited(String algorithm, LoopPoll.Exit exit) {
    String text() {
      String line = UserCodeFault.of(exit).line();
      return algorithm + (line.isEmpty() ? " " : " at " + line + " ") + exit.getMessage();
    }
  }

  /**
   * A guard of a host.
   *
   * @param host its address, as the big-endian integer of its four bytes
   * @param giveUpReserve leaves some memory when an algorithm has taken all
   */
  CallGuard(int host, Runnable giveUpReserve) {
    this.host = host;
    this.giveUpReserve = giveUpReserve;
  }

  /** Names the endpoint whose calls these are, which knows the flows. */
  public void attach(TransportEndpoint of) {
    endpoint = of;
  }

  /**
   * A scheme whose controllers are guarded where they are a user's.
   *
   * @param name of the scheme
   */
  public CongestionScheme guarded(String name, CongestionScheme scheme) {
    String algorithm = "scheme '" + name + "'";
    return (baseRttPs, linkBps, mtuBytes) -> {
      CongestionController made =
          call(
              algorithm, "controller", this, () -> scheme.controller(baseRttPs, linkBps, mtuBytes));
      if (made instanceof CreditGate gate) {
        gate.wrapCap(cap -> guarded(algorithm, cap));
      }
      return guarded(algorithm, made);
    };
  }

  private CongestionController guarded(String algorithm, CongestionController made) {
    return isOwn(made, algorithm) ? new GuardedController(this, algorithm, made) : made;
  }

  /**
   * A pace of credit whose order is guarded where it is a user's.
   *
   * @param name of the scheme
   */
  public PullRate guarded(String name, PullRate pace) {
    String algorithm = "scheme '" + name + "'";
    return pace.order()
        .filter(order -> isOwn(order, algorithm))
        .map(own ->
            pace.by((wanted, granted) ->
                number(algorithm, "rank", own, () -> own.rank(wanted, granted))))
        .orElse(pace);
  }

  /**
   * A load balancer whose selectors are guarded where they are a user's.
   *
   * @param name of the load balancer
   */
  public PathScheme guardedPaths(String name, PathScheme paths) {
    String algorithm = "load balancer '" + name + "'";
    return (bdpPackets, baseRttPs, random) -> {
      PathSelector made =
          call(algorithm, "selector", this, () -> paths.selector(bdpPackets, baseRttPs, random));
      return isOwn(made, algorithm)
          ? new GuardedController.GuardedSelector(this, algorithm, made)
          : made;
    };
  }

  private boolean isOwn(Object made, String algorithm) {
    if (made.getClass().getClassLoader() instanceof UserCodeFault.OwnLoader loader) {
      loader.guard(this, algorithm);
      return true;
    }
    return false;
  }

  /** Makes a call that answers. */
  <T> T call(String algorithm, String call, Object of, Supplier<T> task) {
    T answer;
    enter();
    try {
      answer = task.get();
    } catch (RuntimeException | Error e) {
      throw failure(algorithm, call, e, of);
    }
    leave(algorithm, call, of);
    return answer;
  }

  /** Makes a call that answers a number, which is not boxed. */
  long number(String algorithm, String call, Object of, LongSupplier task) {
    long answer;
    enter();
    try {
      answer = task.getAsLong();
    } catch (RuntimeException | Error e) {
      throw failure(algorithm, call, e, of);
    }
    leave(algorithm, call, of);
    return answer;
  }

  /** Makes a call without an answer. */
  void run(String algorithm, String call, Object of, Runnable task) {
    enter();
    try {
      task.run();
    } catch (RuntimeException | Error e) {
      throw failure(algorithm, call, e, of);
    }
    leave(algorithm, call, of);
  }

  /** A call begins. */
  private void enter() {
    caller = Thread.currentThread();
    steps.lazySet(steps.getPlain() + 1);
  }

  /** A call has returned. */
  private void leave(String algorithm, String call, Object of) {
    steps.lazySet(steps.getPlain() + 1);
    if (ownLimit() != null || exited != null) {
      throw failure(algorithm, call, new LoopPoll.Stopped(), of);
    }
  }

  /**
   * The limit that this call exceeded. One before it may have returned while the watch stopped it.
   */
  private @Nullable Duration ownLimit() {
    Exceeded seen = exceeded;
    return seen != null && seen.step == ((steps.getPlain() - 1) | 1) ? seen.limit : null;
  }

  /** Returns what to throw instead of what a call threw. */
  RuntimeException failure(String algorithm, String call, Throwable thrown, Object of) {
    if (thrown instanceof OutOfMemoryError) {
      giveUpReserve.run();
    }
    if (steps.getPlain() % 2 == 1) {
      steps.lazySet(steps.getPlain() + 1);
    }
    UserCodeFault culprit = UserCodeFault.of(thrown);
    Duration limit = ownLimit();
    Exited ended = exited;
    String what;
    if (ended != null) {
      Thread.interrupted();
      return failed(ended.text(), of, ended.exit());
    } else if (limit != null && !(thrown instanceof LoopPoll.Stopped)) {
      Thread.interrupted();
      exceeded = null;
      what = "threw in " + call + ": " + culprit.text();
    } else if (limit != null) {
      int threads = Thread.activeCount();
      // Nobody else is to see the interrupt that ended the call.
      Thread.interrupted();
      exceeded = null;
      what =
          "did not return from %s within %d s%s"
                  .formatted(
                      call,
                      limit.toSeconds(),
                      culprit.line().isEmpty() ? "" : ", stopped at " + culprit.line())
              + (heapIsFull() ? "; the memory of the process was full, so that all stood" : "")
              + (threads > MANY_THREADS ? "; the process had " + threads + " threads" : "");
    } else if (thrown instanceof LoopPoll.Stopped) {
      what = "was interrupted in " + call;
    } else {
      what = "threw in " + call + ": " + culprit.text();
    }
    return failed(algorithm + " " + what, of, thrown);
  }

  private OwnAlgorithmException failed(String what, Object of, Throwable thrown) {
    Optional<Integer> to =
        Optional.ofNullable(endpoint)
            .flatMap(known -> known.destinationOf(of))
            .map(destination -> destination.ipv4());
    return new OwnAlgorithmException(what, host, to, thrown);
  }

  private static boolean heapIsFull() {
    Runtime jvm = Runtime.getRuntime();
    return jvm.maxMemory() - jvm.totalMemory() + jvm.freeMemory() < jvm.maxMemory() / FULL;
  }

  /** Counts calls and returns: odd during a call, and another number in each. */
  long step() {
    return steps.getAcquire();
  }

  /**
   * Stops the call that a step is of, if it still lasts.
   *
   * @param limit that it has exceeded
   */
  void stop(long step, Duration limit) {
    Thread thread = caller;
    if (step() == step && thread != null) {
      exceeded = new Exceeded(step, limit);
      thread.interrupt();
    }
  }

  /** Ends the call that goes on, if one does, and each that follows. */
  void exited(String algorithm, LoopPoll.Exit exit) {
    exited = new Exited(algorithm, exit);
    Thread thread = caller;
    if (step() % 2 == 1 && thread != null && !thread.equals(Thread.currentThread())) {
      thread.interrupt();
    }
  }

  /** A user's algorithm threw, or did not return. Says what, where, and of which flow. */
  public static final class OwnAlgorithmException extends RuntimeException {
    private final String what;
    private final int from;
    private final @Nullable Integer to;

    /**
     * An exception of an algorithm.
     *
     * @param what algorithm, call, line and reason
     * @param from address of the flow's sender, as the big-endian integer of its four bytes
     * @param to address of its receiver; empty while the connection is being made
     */
    OwnAlgorithmException(String what, int from, Optional<Integer> to, Throwable cause) {
      super(what, cause);
      this.what = what;
      this.from = from;
      this.to = to.orElse(null);
    }

    /**
     * The message for the user.
     *
     * @param host the name of the host of an address
     */
    public String message(IntFunction<String> host) {
      return what
          + " (flow from "
          + host.apply(from)
          + (to == null ? "" : " to " + host.apply(to))
          + ")";
    }
  }
}
