package io.smartt.host.packetio;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import module java.base;

/**
 * The calls of the C library that packet sockets need. Each gives what C gives, or the negated
 * error number. The segment for the error number belongs to one thread at a time, so every thread
 * that makes calls has its own instance.
 */
@SuppressWarnings("restricted") // Native access is what this class is for; the launcher allows it.
final class LinuxCalls {
  /** A flag of {@link #receiveMany} and {@link #sendMany}: return EAGAIN instead of waiting. */
  static final int MSG_DONTWAIT = 0x40;

  private static final int O_RDONLY_CLOEXEC = 0x80000;

  private static final Linker LINKER = Linker.nativeLinker();
  private static final StructLayout CAPTURED = Linker.Option.captureStateLayout();
  private static final VarHandle ERRNO =
      CAPTURED.varHandle(MemoryLayout.PathElement.groupElement("errno"));

  private static final MethodHandle SOCKET =
      handle("socket", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT));
  private static final MethodHandle BIND =
      handle("bind", FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT));
  private static final MethodHandle SETSOCKOPT =
      handle(
          "setsockopt",
          FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT));
  private static final MethodHandle GETSOCKOPT =
      handle(
          "getsockopt",
          FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS, ADDRESS));
  private static final MethodHandle RECVMMSG =
      handle(
          "recvmmsg",
          FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT, ADDRESS));
  private static final MethodHandle SENDMMSG =
      handle("sendmmsg", FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT));
  private static final MethodHandle IOCTL =
      LINKER.downcallHandle(
          symbol("ioctl"),
          FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG, ADDRESS),
          Linker.Option.captureCallState("errno"),
          Linker.Option.firstVariadicArg(2));
  private static final MethodHandle EVENTFD =
      handle("eventfd", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT));
  private static final MethodHandle WRITE =
      handle("write", FunctionDescriptor.of(JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG));
  private static final MethodHandle READ =
      handle("read", FunctionDescriptor.of(JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG));
  private static final MethodHandle OPEN =
      handle("open", FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT));
  private static final MethodHandle CLOSE =
      handle("close", FunctionDescriptor.of(JAVA_INT, JAVA_INT));
  private static final MethodHandle IF_NAMETOINDEX =
      handle("if_nametoindex", FunctionDescriptor.of(JAVA_INT, ADDRESS));

  private final MemorySegment state;

  LinuxCalls(Arena arena) {
    state = state(arena);
  }

  private static MemorySegment symbol(String name) {
    return LINKER
        .defaultLookup()
        .or(SymbolLookup.loaderLookup())
        .find(name)
        .orElseThrow(() -> new PacketIoException("the C library has no " + name));
  }

  static MethodHandle handle(String name, FunctionDescriptor type) {
    return LINKER.downcallHandle(symbol(name), type, Linker.Option.captureCallState("errno"));
  }

  int socket(int family, int type, int protocol) {
    try {
      return result((int) SOCKET.invokeExact(state, family, type, protocol));
    } catch (Throwable e) {
      throw failed("socket", e);
    }
  }

  int bind(int fd, MemorySegment address) {
    int length = (int) address.byteSize();
    try {
      return result((int) BIND.invokeExact(state, fd, address, length));
    } catch (Throwable e) {
      throw failed("bind", e);
    }
  }

  int setOption(int fd, int level, int name, MemorySegment value) {
    int length = (int) value.byteSize();
    try {
      return result((int) SETSOCKOPT.invokeExact(state, fd, level, name, value, length));
    } catch (Throwable e) {
      throw failed("setsockopt", e);
    }
  }

  /** {@code length} holds the size of {@code value}. */
  int getOption(int fd, int level, int name, MemorySegment value, MemorySegment length) {
    try {
      return result((int) GETSOCKOPT.invokeExact(state, fd, level, name, value, length));
    } catch (Throwable e) {
      throw failed("getsockopt", e);
    }
  }

  /** {@code messages} is an array of {@code mmsghdr}; gives how many were received. */
  int receiveMany(int fd, MemorySegment messages, int count, int flags) {
    try {
      return result(
          (int) RECVMMSG.invokeExact(state, fd, messages, count, flags, MemorySegment.NULL));
    } catch (Throwable e) {
      throw failed("recvmmsg", e);
    }
  }

  /** {@code messages} is an array of {@code mmsghdr}; gives how many were sent. */
  int sendMany(int fd, MemorySegment messages, int count, int flags) {
    try {
      return result((int) SENDMMSG.invokeExact(state, fd, messages, count, flags));
    } catch (Throwable e) {
      throw failed("sendmmsg", e);
    }
  }

  int ioctl(int fd, long request, MemorySegment argument) {
    try {
      return result((int) IOCTL.invokeExact(state, fd, request, argument));
    } catch (Throwable e) {
      throw failed("ioctl", e);
    }
  }

  int eventFd() {
    try {
      return result((int) EVENTFD.invokeExact(state, 0, 0));
    } catch (Throwable e) {
      throw failed("eventfd", e);
    }
  }

  long write(int fd, MemorySegment bytes) {
    long length = bytes.byteSize();
    try {
      return result((long) WRITE.invokeExact(state, fd, bytes, length));
    } catch (Throwable e) {
      throw failed("write", e);
    }
  }

  /** Reads the eight bytes of an eventfd. */
  long readCount(int fd, MemorySegment into) {
    try {
      return result((long) READ.invokeExact(state, fd, into, 8L));
    } catch (Throwable e) {
      throw failed("read", e);
    }
  }

  /** Opens a file that is there, for reading. */
  int openToRead(MemorySegment path) {
    try {
      return result((int) OPEN.invokeExact(state, path, O_RDONLY_CLOEXEC));
    } catch (Throwable e) {
      throw failed("open", e);
    }
  }

  int close(int fd) {
    try {
      return result((int) CLOSE.invokeExact(state, fd));
    } catch (Throwable e) {
      throw failed("close", e);
    }
  }

  /** The interface's number; 0 where there is none of that name. */
  int interfaceIndex(MemorySegment name) {
    try {
      return (int) IF_NAMETOINDEX.invokeExact(state, name);
    } catch (Throwable e) {
      throw failed("if_nametoindex", e);
    }
  }

  private int result(int returned) {
    return result(state, returned);
  }

  /** The result of a call, or the negated error number that it left in {@code state}. */
  static int result(MemorySegment state, int returned) {
    return returned < 0 ? -(int) ERRNO.get(state, 0L) : returned;
  }

  /** The memory in which {@link #handle}'s calls leave their error number. */
  static MemorySegment state(Arena arena) {
    return arena.allocate(CAPTURED);
  }

  private long result(long returned) {
    return returned < 0 ? -(int) ERRNO.get(state, 0L) : returned;
  }

  static PacketIoException failed(String call, Throwable cause) {
    return cause instanceof PacketIoException known
        ? known
        : new PacketIoException("the call of " + call + " failed: " + cause, cause);
  }
}
