package io.smartt.host.packetio;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import module java.base;

import io.smartt.host.concurrent.TaskOutcome;

/**
 * A Linux network namespace, by the file that stands for it. Sockets opened inside stay there and
 * may be used by any thread.
 *
 * @param file such as {@code /run/netns/NAME} or {@code /proc/PID/ns/net}
 */
public record NetworkNamespace(Path file) {
  private static final Path NAMED = Path.of("/run/netns");
  private static final int CLONE_NEWNET = 0x40000000;

  /** The one that {@code ip netns} calls so. */
  public static NetworkNamespace named(String name) {
    return new NetworkNamespace(NAMED.resolve(name));
  }

  /** Runs something inside a namespace, or here where none is named. */
  public static <T> T in(Optional<NetworkNamespace> namespace, Supplier<T> task) {
    return namespace.map(inside -> inside.call(task)).orElseGet(task);
  }

  /**
   * Runs something inside, on a thread made for it that ends with it: namespaces belong to threads,
   * and a thread started by the task would be inside as well. The task starts none.
   *
   * @throws PacketIoException if the namespace cannot be entered
   */
  public <T> T call(Supplier<T> task) {
    CompletableFuture<T> result = new CompletableFuture<>();
    Thread.ofPlatform()
        .name("inside " + file)
        .daemon()
        .start(() -> {
          try {
            enter();
            result.complete(task.get());
          } catch (Throwable e) {
            result.completeExceptionally(e);
          }
        });
    return TaskOutcome.of(result);
  }

  private void enter() {
    try (Arena arena = Arena.ofConfined()) {
      LinuxCalls calls = new LinuxCalls(arena);
      int fd = calls.openToRead(arena.allocateFrom(file.toString()));
      int entered = fd < 0 ? fd : Calls.setns(LinuxCalls.state(arena), fd, CLONE_NEWNET);
      if (fd >= 0) {
        calls.close(fd);
      }
      if (entered < 0) {
        throw new PacketIoException(
            "network namespace %s cannot be entered: %s%s"
                .formatted(
                    file, Errno.name(-entered), entered == -Errno.EPERM ? " (it needs root)" : ""));
      }
    }
  }

  /** Apart, so that looking at a namespace's name needs no native call. */
  private static final class Calls {
    private static final MethodHandle SETNS =
        LinuxCalls.handle("setns", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT));

    static int setns(MemorySegment state, int fd, int kind) {
      try {
        return LinuxCalls.result(state, (int) SETNS.invokeExact(state, fd, kind));
      } catch (Throwable e) {
        throw LinuxCalls.failed("setns", e);
      }
    }
  }
}
