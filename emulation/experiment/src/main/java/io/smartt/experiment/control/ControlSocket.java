package io.smartt.experiment.control;

import module java.base;

import io.smartt.base.concurrent.Closing;
import io.smartt.base.concurrent.LocalSocket;
import io.smartt.base.failure.RunFailedException;

/**
 * The socket by which a running experiment takes requests: a Unix domain socket in a directory of
 * its own, which only the run's user and root can enter. The file {@code .control} of the run
 * folder names it: a run folder's own path may be longer than the 108 bytes that such an address
 * has.
 */
public final class ControlSocket implements AutoCloseable {
  private static final String NAME = ".control";

  private final Path file;
  private final LocalSocket socket;
  private final UnaryOperator<String> action;
  private final Set<SocketChannel> open = ConcurrentHashMap.newKeySet();
  private final List<Thread> threads = new ArrayList<>();

  private ControlSocket(Path folder, UnaryOperator<String> action) throws IOException {
    this.action = action;
    file = folder.resolve(NAME);
    socket = LocalSocket.open("smartt-control", "run");
    try {
      Files.writeString(file, socket.path().toAbsolutePath() + "\n");
    } catch (IOException e) {
      socket.close();
      throw e;
    }
  }

  /**
   * Opens that of a run.
   *
   * @param action answers a request, on any thread; its exceptions are answers as well
   * @throws RunFailedException if the machine has no room for it
   */
  public static ControlSocket open(Path folder, UnaryOperator<String> action) {
    try {
      ControlSocket opened = new ControlSocket(folder, action);
      opened.start(opened::accept);
      return opened;
    } catch (IOException | UnsupportedOperationException e) {
      throw new RunFailedException("cannot open a control socket for " + folder + ": " + e, e);
    }
  }

  /** Returns where the socket of a run is said to be. */
  static Path fileOf(Path folder) {
    return folder.resolve(NAME);
  }

  private synchronized void start(Runnable task) {
    threads.removeIf(thread -> !thread.isAlive());
    threads.add(Thread.ofVirtual().name("control").start(task));
  }

  private void accept() {
    socket.acceptAll(client -> {
      open.add(client);
      start(() -> serve(client));
    });
  }

  private void serve(SocketChannel client) {
    try (client) {
      ControlLine.write(client, ControlLine.answer(ControlLine.read(client), action));
    } catch (IOException e) {
      // Who asked is gone, or the run has ended.
    } finally {
      open.remove(client);
    }
  }

  /** Ends it. A request that is on its way is waited for. */
  @Override
  public void close() {
    Closing.all(
        "closing the control socket " + socket.path(),
        List.<AutoCloseable>of(() -> Files.deleteIfExists(file), socket, this::endClients));
  }

  private void endClients() {
    // One that has gone meanwhile has no more to ask.
    var _ =
        Closing.failures(
            open.stream().map(client -> (AutoCloseable) client::shutdownInput).toList());
    try {
      for (Thread thread : running()) {
        thread.join();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized List<Thread> running() {
    return List.copyOf(threads);
  }
}
