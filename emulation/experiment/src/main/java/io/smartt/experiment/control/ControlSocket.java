package io.smartt.experiment.control;

import module java.base;

import io.smartt.base.concurrent.Closing;
import io.smartt.base.concurrent.LocalSocket;
import io.smartt.base.failure.RunFailedException;
import io.smartt.base.input.UserInputException;

/**
 * The socket by which a running experiment takes requests: a Unix domain socket in a directory of
 * its own, which only the run's user and root can enter. The file {@code .control} of the run
 * folder names it: a run folder's own path may be longer than the 108 bytes that such an address
 * has.
 */
public final class ControlSocket implements AutoCloseable {
  private static final int MOST_BYTES = 4096;
  private static final String DONE = "done ";
  private static final String WRONG = "wrong ";
  private static final String FAILED = "failed ";

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
      throw Closing.after(e, socket);
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
      writeLine(client, answer(readLine(client), action));
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

  /** Reads a line: a request, or an answer, which begins with a word for what became of it. */
  static String readLine(SocketChannel channel) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(MOST_BYTES);
    while (bytes.hasRemaining()) {
      if (channel.read(bytes) < 0) {
        throw new EOFException("the other side ended before its line did");
      }
      int last = bytes.position() - 1;
      if (last >= 0 && bytes.get(last) == '\n') {
        return new String(bytes.array(), 0, last, StandardCharsets.UTF_8);
      }
    }
    throw new IOException("a line of more than " + MOST_BYTES + " bytes");
  }

  static void writeLine(SocketChannel channel, String line) throws IOException {
    ByteBuffer bytes =
        ByteBuffer.wrap((line.replace('\n', ' ') + '\n').getBytes(StandardCharsets.UTF_8));
    while (bytes.hasRemaining()) {
      int _ = channel.write(bytes);
    }
  }

  /** Runs what a request asks for. Returns the answer's line, also where that failed. */
  static String answer(String request, UnaryOperator<String> action) {
    try {
      return DONE + action.apply(request);
    } catch (UserInputException e) {
      return WRONG + e.getMessage();
    } catch (RunFailedException e) {
      return FAILED + e.getMessage();
    } catch (RuntimeException e) {
      return FAILED + "a fault of the run: " + e;
    }
  }

  /**
   * Returns what an answer's line says.
   *
   * @throws UserInputException if the request was wrong
   * @throws RunFailedException if it was right and failed
   */
  static String result(String line) {
    if (line.startsWith(DONE)) {
      return line.substring(DONE.length());
    }
    if (line.startsWith(WRONG)) {
      throw new UserInputException(line.substring(WRONG.length()));
    }
    throw new RunFailedException(
        line.startsWith(FAILED) ? line.substring(FAILED.length()) : "not an answer: " + line);
  }
}
