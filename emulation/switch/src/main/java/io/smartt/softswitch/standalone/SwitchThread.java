package io.smartt.softswitch.standalone;

import module java.base;

import io.smartt.host.concurrent.TaskOutcome;
import io.smartt.p4.pipeline.Packet;
import io.smartt.softswitch.port.SwitchPort.FrameReceiver;
import io.smartt.softswitch.standalone.SwitchLog.Level;

/**
 * The thread that owns a {@link PacketPath}: it takes frames out of an {@link Inbox}, sends what
 * the ports' wires have room for, and runs what other threads ask of the switch in between. It
 * sleeps while there is nothing to do.
 */
final class SwitchThread implements SwitchDriver {
  private static final int BATCH = 64;
  private static final int INBOX_FRAMES = 1024;

  private final PacketPath path;
  private final LongSupplier clockPs;
  private final SwitchLog log;
  private final Inbox inbox = new Inbox(INBOX_FRAMES);
  private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
  private final Packet[] batch = new Packet[BATCH];
  private final int[] batchPorts = new int[BATCH];
  private final Thread thread;
  private final Object starting = new Object();
  private boolean started;
  private volatile boolean closed;

  SwitchThread(String name, PacketPath path, LongSupplier clockPs, SwitchLog log) {
    this.path = path;
    this.clockPs = clockPs;
    this.log = log;
    for (int i = 0; i < BATCH; i++) {
      batch[i] = new Packet(2048);
    }
    this.thread = Thread.ofPlatform().name(name).daemon().unstarted(this::run);
  }

  @Override
  public void start() {
    synchronized (starting) {
      started = true;
      thread.start();
    }
  }

  /** Returns a receiver of frames, which waits while the switch is behind. */
  @Override
  public FrameReceiver receiver(int port) {
    return (frame, offset, length) -> inbox.put(port, frame, offset, length);
  }

  /** Runs a task on the thread, or on the caller's thread before the thread runs. */
  @Override
  public <T> T call(Supplier<T> task) {
    synchronized (starting) {
      if (!started) {
        return task.get();
      }
    }
    return callThread(task);
  }

  private <T> T callThread(Supplier<T> task) {
    CompletableFuture<T> result = new CompletableFuture<>();
    tasks.add(() -> {
      try {
        result.complete(task.get());
      } catch (RuntimeException e) {
        result.completeExceptionally(e);
      }
    });
    inbox.wake();
    if (closed && !thread.isAlive()) {
      result.cancel(false);
    }
    try {
      return TaskOutcome.of(result);
    } catch (CancellationException e) {
      throw new StandaloneSwitch.SwitchStoppedException(e);
    }
  }

  @Override
  public boolean isIdle() {
    return call(() ->
        inbox.isEmpty()
            && path.ports().stream()
                .noneMatch(port -> path.device().trafficManager().hasPackets(port.number)));
  }

  private void run() {
    while (!closed) {
      long next = step();
      long wait = next == Long.MAX_VALUE ? next : next - clockPs.getAsLong();
      if (wait > 0 && tasks.isEmpty()) {
        inbox.await(Inbox.nanos(wait));
      }
    }
    runTasks();
  }

  /** One turn: tasks, a batch of frames, and what the wires have room for. */
  private long step() {
    runTasks();
    int taken = inbox.take(batch, batchPorts);
    for (int i = 0; i < taken; i++) {
      try {
        path.receive(batchPorts[i], batch[i], clockPs.getAsLong());
      } catch (RuntimeException e) {
        // One packet must not end the switch; the log says which.
        log.line(Level.ERROR, "packet on port %d ended in a fault: %s".formatted(batchPorts[i], e));
      }
    }
    long next = path.serve(clockPs.getAsLong());
    path.push();
    return taken == BATCH ? 0 : next;
  }

  private void runTasks() {
    for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
      task.run();
    }
  }

  @Override
  public void close() {
    closed = true;
    inbox.close();
    inbox.wake();
    try {
      thread.join();
      // What was asked while the thread ended still gets its answer.
      runTasks();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
