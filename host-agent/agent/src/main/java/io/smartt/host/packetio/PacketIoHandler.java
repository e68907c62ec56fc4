package io.smartt.host.packetio;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import module java.base;

import io.netty.channel.IoEvent;
import io.netty.channel.IoHandle;
import io.netty.channel.IoHandler;
import io.netty.channel.IoHandlerContext;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.IoOps;
import io.netty.channel.IoRegistration;
import io.netty.util.concurrent.ThreadAwareExecutor;
import org.jspecify.annotations.Nullable;

/**
 * The I/O of a Netty event loop for {@link PacketChannel}s: epoll through the foreign-function API,
 * with waits that end to the nanosecond, so that timers of the loop are good for pacing. Needs no
 * native library of Netty's.
 */
public final class PacketIoHandler implements IoHandler {
  private static final int ADD = 1;
  private static final int DELETE = 2;
  private static final int MODIFY = 3;
  private static final int EVENTS = 64;
  private static final long NOT_A_HANDLE = -1;

  /** The structure is packed on x86-64 only. */
  private static final boolean PACKED = System.getProperty("os.arch", "").matches("amd64|x86_64");

  private static final int EVENT_BYTES = PACKED ? 12 : 16;
  private static final int DATA_AT = PACKED ? 4 : 8;

  private final ThreadAwareExecutor executor;
  private final IdleStrategy mode;
  private final Arena arena = Arena.ofShared();
  private final LoopCalls calls = new LoopCalls(arena);
  private final LinuxCalls own = new LinuxCalls(arena);
  private final LinuxCalls waking = new LinuxCalls(arena);
  private final MemorySegment events = arena.allocate((long) EVENTS * EVENT_BYTES, 8);
  private final MemorySegment change = arena.allocate(16, 8);
  private final MemorySegment one = arena.allocateFrom(JAVA_LONG, 1);
  private final AtomicBoolean woken = new AtomicBoolean();
  private final List<@Nullable Registration> registrations = new ArrayList<>();
  private final int epoll;
  private final int wakeFd;
  private boolean closed;

  private PacketIoHandler(ThreadAwareExecutor executor, IdleStrategy mode) {
    this.executor = executor;
    this.mode = mode;
    epoll = checked("epoll", calls.createEpoll());
    wakeFd = checked("eventfd", waking.eventFd());
    control(ADD, wakeFd, PacketIoOps.IN, NOT_A_HANDLE);
  }

  /** A factory for {@link io.netty.channel.MultiThreadIoEventLoopGroup}. */
  public static IoHandlerFactory factory(IdleStrategy mode) {
    return executor -> new PacketIoHandler(executor, mode);
  }

  private static int checked(String what, int result) {
    if (result < 0) {
      throw new PacketIoException("no event loop: " + what + ": " + Errno.name(-result));
    }
    return result;
  }

  @Override
  public void initialize() {
    calls.timerSlack(1);
  }

  @Override
  public int run(IoHandlerContext context) {
    long timeoutNs = 0;
    if (mode == IdleStrategy.BLOCK && context.canBlock()) {
      timeoutNs = Math.max(0, context.delayNanos(System.nanoTime()));
    }
    int ready = calls.await(epoll, events, EVENTS, timeoutNs);
    if (ready == -Errno.EINTR) {
      return 0;
    }
    checked("epoll_pwait2", ready);
    int handled = 0;
    for (int i = 0; i < ready; i++) {
      long at = (long) i * EVENT_BYTES;
      int what = events.get(JAVA_INT, at);
      long which = events.get(JAVA_LONG_UNALIGNED, at + DATA_AT);
      if (which == NOT_A_HANDLE) {
        rest();
      } else {
        Registration registration = registrations.get((int) which);
        if (registration != null) {
          registration.handle.handle(registration, of(what));
          handled++;
        }
      }
    }
    return handled;
  }

  private static PacketIoOps of(int events) {
    // Errors and hang-ups show when the socket is read.
    return PacketIoOps.of((events & ~PacketIoOps.OUT) != 0, (events & PacketIoOps.OUT) != 0);
  }

  private void rest() {
    own.readCount(wakeFd, change);
    woken.set(false);
  }

  @Override
  public void wakeup() {
    if (!executor.isExecutorThread(Thread.currentThread()) && woken.compareAndSet(false, true)) {
      synchronized (one) {
        if (!closed) {
          waking.write(wakeFd, one);
        }
      }
    }
  }

  @Override
  public IoRegistration register(IoHandle handle) {
    if (!(handle instanceof PacketIoHandle known)) {
      throw new IllegalArgumentException("not a handle of packets: " + handle);
    }
    int number = registrations.indexOf(null);
    if (number < 0) {
      number = registrations.size();
      registrations.add(null);
    }
    Registration registration = new Registration(number, known);
    registrations.set(number, registration);
    control(ADD, known.fd(), 0, number);
    known.registered();
    return registration;
  }

  @Override
  public boolean isCompatible(Class<? extends IoHandle> handleType) {
    return PacketIoHandle.class.isAssignableFrom(handleType);
  }

  private int control(int operation, int fd, int interest, long number) {
    change.set(JAVA_INT, 0, interest);
    change.set(JAVA_LONG_UNALIGNED, DATA_AT, number);
    return calls.control(epoll, operation, fd, change);
  }

  @Override
  public void prepareToDestroy() {
    for (Registration registration :
        List.copyOf(registrations.stream().filter(r -> r != null).toList())) {
      registration.cancel();
      registration.handle.close();
    }
  }

  @Override
  public void destroy() {
    synchronized (one) {
      closed = true;
      waking.close(epoll);
      waking.close(wakeFd);
    }
    arena.close();
  }

  private final class Registration implements IoRegistration {
    private final int number;
    private final PacketIoHandle handle;
    private boolean valid = true;

    Registration(int number, PacketIoHandle handle) {
      this.number = number;
      this.handle = handle;
    }

    @Override
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // As Netty has it.
    public <T> T attachment() {
      return (T) handle;
    }

    @Override
    public long submit(IoOps ops) {
      if (!(ops instanceof PacketIoOps wanted)) {
        throw new IllegalArgumentException("not an operation of packets: " + ops);
      }
      return valid ? control(MODIFY, handle.fd(), wanted.events(), number) : -1;
    }

    @Override
    public boolean isValid() {
      return valid;
    }

    @Override
    public boolean cancel() {
      if (!valid) {
        return false;
      }
      valid = false;
      registrations.set(number, null);
      control(DELETE, handle.fd(), 0, number);
      handle.unregistered();
      return true;
    }
  }

  /** A file descriptor for a {@link PacketIoHandler} to watch. */
  interface PacketIoHandle extends IoHandle {
    /** The descriptor; it stays its owner's. */
    int fd();

    @Override
    void close();
  }

  /**
   * The operations that a descriptor is watched for, or ready for.
   *
   * @param events epoll's bits
   */
  record PacketIoOps(int events) implements IoOps, IoEvent {
    static final int IN = 1;
    static final int OUT = 4;

    static final PacketIoOps NONE = new PacketIoOps(0);
    static final PacketIoOps READ = new PacketIoOps(IN);
    static final PacketIoOps WRITE = new PacketIoOps(OUT);
    static final PacketIoOps BOTH = new PacketIoOps(IN | OUT);

    static PacketIoOps of(boolean read, boolean write) {
      if (read) {
        return write ? BOTH : READ;
      }
      return write ? WRITE : NONE;
    }
  }

  /** The behaviour of an event loop's thread while it has no work. */
  public enum IdleStrategy {
    /** Sleeps until a frame or a deadline comes: for machines whose cores have other work. */
    BLOCK,

    /** Polls again at once: keeps a core busy and answers soonest, as the paper's agent does. */
    POLL
  }

  /**
   * The calls of the C library that an event loop needs: epoll, and how its thread is woken. Each
   * gives what C gives, or the negated error number. For one thread.
   */
  private static final class LoopCalls {
    private static final MethodHandle EPOLL_CREATE1 =
        LinuxCalls.handle("epoll_create1", FunctionDescriptor.of(JAVA_INT, JAVA_INT));
    private static final MethodHandle EPOLL_CTL =
        LinuxCalls.handle(
            "epoll_ctl", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS));
    private static final MethodHandle EPOLL_PWAIT2 =
        LinuxCalls.handle(
            "epoll_pwait2",
            FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT, ADDRESS, ADDRESS));
    private static final MethodHandle PRCTL =
        LinuxCalls.handle(
            "prctl",
            FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG));
    private static final int EPOLL_CLOEXEC = 0x80000;
    private static final int PR_SET_TIMERSLACK = 29;
    private static final long NS_PER_S = 1_000_000_000L;

    private final MemorySegment state;
    private final MemorySegment timeout;

    LoopCalls(Arena arena) {
      state = LinuxCalls.state(arena);
      timeout = arena.allocate(JAVA_LONG, 2);
    }

    int createEpoll() {
      try {
        return LinuxCalls.result(state, (int) EPOLL_CREATE1.invokeExact(state, EPOLL_CLOEXEC));
      } catch (Throwable e) {
        throw LinuxCalls.failed("epoll_create1", e);
      }
    }

    int control(int epoll, int operation, int fd, MemorySegment event) {
      try {
        return LinuxCalls.result(
            state, (int) EPOLL_CTL.invokeExact(state, epoll, operation, fd, event));
      } catch (Throwable e) {
        throw LinuxCalls.failed("epoll_ctl", e);
      }
    }

    /** Waits at most so long, to the nanosecond; 0 does not wait. */
    int await(int epoll, MemorySegment events, int count, long timeoutNs) {
      timeout.setAtIndex(JAVA_LONG, 0, timeoutNs / NS_PER_S);
      timeout.setAtIndex(JAVA_LONG, 1, timeoutNs % NS_PER_S);
      try {
        return LinuxCalls.result(
            state,
            (int)
                EPOLL_PWAIT2.invokeExact(state, epoll, events, count, timeout, MemorySegment.NULL));
      } catch (Throwable e) {
        throw LinuxCalls.failed("epoll_pwait2", e);
      }
    }

    /** Sets how late the kernel may end this thread's waits, to join them with others. */
    int timerSlack(long ns) {
      try {
        return LinuxCalls.result(
            state, (int) PRCTL.invokeExact(state, PR_SET_TIMERSLACK, ns, 0L, 0L, 0L));
      } catch (Throwable e) {
        throw LinuxCalls.failed("prctl", e);
      }
    }
  }
}
