package io.smartt.host.api;

import module java.base;

import org.jspecify.annotations.Nullable;

/** The thread of a port: tasks, frames, a turn, and then a wait for the next of these. */
abstract class PortLoop implements PacketPort {
  private static final long PS_PER_NS = 1000;

  private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
  private final AtomicBoolean open = new AtomicBoolean(true);
  private final AtomicBoolean started = new AtomicBoolean();
  private volatile boolean ended;
  private volatile @Nullable Thread loop;
  private final long startNs = System.nanoTime();

  @Override
  public final void start(PortUser user) {
    if (started.getAndSet(true)) {
      throw new IllegalStateException("the port at " + this + " has a user already");
    }
    Thread thread = Thread.ofPlatform().daemon().name("smartt " + this).unstarted(() -> run(user));
    loop = thread;
    thread.start();
  }

  @Override
  public final void execute(Runnable task) {
    tasks.add(task);
    wakeUp();
    if (ended) {
      runTasks();
    }
  }

  @Override
  public final void close() {
    open.set(false);
    wakeUp();
    if (!started.getAndSet(true)) {
      release();
    }
  }

  /** Hands over frames that have arrived, some at a time. Returns whether there were any. */
  abstract boolean receive(long nowPs, PortUser user) throws IOException;

  /**
   * Waits until a frame arrives, there is room again for one that did not fit, {@link #wakeUp} is
   * called, or so much time has passed. May return early.
   */
  abstract void await(long ns) throws IOException;

  /** Ends a wait, now or the next one. From any thread. */
  void wakeUp() {
    LockSupport.unpark(loop);
  }

  /** Gives the wire back. */
  abstract void release();

  private long nowPs() {
    return (System.nanoTime() - startNs) * PS_PER_NS;
  }

  private void run(PortUser user) {
    Optional<Throwable> why = Optional.empty();
    try {
      while (open.get()) {
        turn(user);
      }
    } catch (IOException | RuntimeException e) {
      why = Optional.of(e);
    } finally {
      open.set(false);
      release();
      user.ended(why);
      ended = true;
      runTasks();
    }
  }

  private void runTasks() {
    for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
      task.run();
    }
  }

  private void turn(PortUser user) throws IOException {
    boolean busy = receive(nowPs(), user);
    runTasks();
    long deadlinePs = user.turn(nowPs());
    if (!busy && tasks.isEmpty() && open.get()) {
      long ns = deadlinePs == Long.MAX_VALUE ? Long.MAX_VALUE : (deadlinePs - nowPs()) / PS_PER_NS;
      if (ns > 0) {
        await(ns);
      }
    }
  }
}
