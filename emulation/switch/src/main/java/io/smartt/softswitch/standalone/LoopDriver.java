package io.smartt.softswitch.standalone;

import module java.base;

import io.netty.channel.EventLoop;
import io.netty.util.concurrent.Future;
import io.smartt.p4.pipeline.Packet;
import io.smartt.softswitch.backend.SwitchLateness;
import io.smartt.softswitch.port.SwitchPort.FrameReceiver;
import org.jspecify.annotations.Nullable;

/**
 * Drives a {@link PacketPath} from the event loop of its ports' channels, which other switches may
 * share: frames go in without changing threads, and one timer stands for all wires.
 */
final class LoopDriver implements SwitchDriver {
  private static final long PS_PER_NS = 1_000;

  /** The longest pause that does not count: queues on the way bridge it, as at hosts' cards. */
  private static final long RECOVERED_PS = 5_000_000_000L;

  private static final int MOST_HANDED_OVER = 1024;

  // For every thread.
  private final EventLoop loop;
  private final PacketPath path;
  private final LongSupplier clockPs;
  private final SwitchLog log;

  // The loop's thread alone, but for "room", which others take, and "closed", which any may set.
  private final Packet arrived = new Packet(2048);
  private final Semaphore room = new Semaphore(MOST_HANDED_OVER);
  private final Runnable onTimer = this::onTimer;
  private @Nullable Future<?> timer;
  private long timerPs;
  private long nextPs = Long.MAX_VALUE;
  private volatile boolean closed;
  private long latePs;
  private long lateEvents;
  private long lostPs;
  private long lastPs;

  LoopDriver(EventLoop loop, PacketPath path, LongSupplier clockPs, SwitchLog log) {
    this.loop = loop;
    this.path = path;
    this.clockPs = clockPs;
    this.log = log;
  }

  @Override
  public void start() {}

  @Override
  public FrameReceiver receiver(int port) {
    return new FrameReceiver() {
      @Override
      public void received(byte[] frame, int offset, int length) {
        if (loop.inEventLoop()) {
          take(port, frame, offset, length, clockPs.getAsLong());
        } else {
          byte[] copy = new byte[length];
          System.arraycopy(frame, offset, copy, 0, length);
          hand(() -> {
            take(port, copy, 0, length, clockPs.getAsLong());
            serve();
          });
        }
      }

      @Override
      public void received(byte[] frame, int offset, int length, long atPs) {
        take(port, frame, offset, length, atPs);
      }

      @Override
      public void pause() {
        serve();
      }
    };
  }

  /** Hands a task to the loop from another thread, which waits while the switch is behind. */
  private void hand(Runnable task) {
    room.acquireUninterruptibly();
    if (closed) {
      room.release();
      return;
    }
    try {
      loop.execute(() -> {
        room.release();
        task.run();
      });
    } catch (RejectedExecutionException e) {
      // The switch is stopped, and its ports are about to be.
      room.release();
    }
  }

  private void take(int port, byte[] frame, int offset, int length, long atPs) {
    if (closed) {
      return;
    }
    note(clockPs.getAsLong(), atPs);
    try {
      if (nextPs <= atPs) {
        // Wires that became free before this frame came are served before it is queued.
        path.serve(atPs);
      }
      arrived.set(frame, offset, length, length);
      path.arrive(port, arrived, atPs);
      // A free wire takes it now, so that no more of a burst waits than its wire makes wait.
      nextPs = path.serve(atPs);
    } catch (RuntimeException e) {
      // One packet must not end the switch; the log says which.
      log.line(SwitchLog.Level.ERROR, "packet on port %d ended in a fault: %s".formatted(port, e));
    }
  }

  private void serve() {
    if (closed) {
      return;
    }
    long nowPs = clockPs.getAsLong();
    try {
      nextPs = path.serve(nowPs);
      path.push();
    } catch (RuntimeException e) {
      log.line(SwitchLog.Level.ERROR, "a packet ended in a fault: " + e);
      nextPs = nowPs;
    }
    if (nextPs != Long.MAX_VALUE && (timer == null || nextPs < timerPs)) {
      if (timer != null) {
        timer.cancel(false);
      }
      timerPs = nextPs;
      long ns = Math.max(0, (nextPs - nowPs) / PS_PER_NS);
      timer = loop.schedule(onTimer, ns, TimeUnit.NANOSECONDS);
    }
  }

  private void onTimer() {
    timer = null;
    note(clockPs.getAsLong(), timerPs);
    serve();
  }

  private void note(long nowPs, long duePs) {
    latePs += Math.max(0, nowPs - duePs);
    lateEvents++;
    // Frames of one burst are late by the same pause, which counts once.
    long pausePs = nowPs - Math.max(duePs, lastPs);
    if (pausePs > RECOVERED_PS) {
      lostPs += pausePs;
    }
    lastPs = nowPs;
  }

  @Override
  public SwitchLateness lateness() {
    return call(() -> new SwitchLateness(lateEvents, latePs, lostPs));
  }

  @Override
  public <T> T call(Supplier<T> task) {
    if (loop.inEventLoop()) {
      return task.get();
    }
    try {
      // No RuntimeException is wrapped: the future hands on what the task threw.
      return loop.submit(task::get).syncUninterruptibly().getNow();
    } catch (RejectedExecutionException e) {
      throw new StandaloneSwitch.SwitchStoppedException(e);
    }
  }

  @Override
  public boolean isIdle() {
    return call(() -> nextPs == Long.MAX_VALUE);
  }

  @Override
  public void close() {
    closed = true;
    // A loop that ends may never run what it was handed; nobody waits for its room then. Who is
    // let in finds the switch closed and lets the next in.
    room.release();
  }
}
