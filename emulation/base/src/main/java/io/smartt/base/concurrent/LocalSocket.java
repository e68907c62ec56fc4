package io.smartt.base.concurrent;

import module java.base;

import io.smartt.base.input.FolderTree;

/**
 * A Unix domain socket in a temporary folder of its own, which only this user and root can enter:
 * other folders may have longer paths than the 108 bytes of such an address.
 */
public record LocalSocket(Path directory, Path path, ServerSocketChannel server)
    implements AutoCloseable {
  private static final long AFTER_FAILURE_NS = TimeUnit.MILLISECONDS.toNanos(100);

  /** Listens; leaves nothing behind where that fails. */
  public static LocalSocket open(String folderPrefix, String name) throws IOException {
    Path directory = Files.createTempDirectory(folderPrefix);
    try {
      ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
      LocalSocket opened = new LocalSocket(directory, directory.resolve(name), server);
      try {
        server.bind(UnixDomainSocketAddress.of(opened.path));
        return opened;
      } catch (IOException | RuntimeException e) {
        var _ = Closing.after(e, server);
        throw e;
      }
    } catch (IOException | RuntimeException e) {
      var _ = Closing.after(e, () -> FolderTree.delete(directory));
      throw e;
    }
  }

  /** Takes clients until it is closed; a lack of file descriptors does not end that. */
  public void acceptAll(Consumer<SocketChannel> client) {
    while (server.isOpen()) {
      try {
        client.accept(server.accept());
      } catch (IOException e) {
        LockSupport.parkNanos(AFTER_FAILURE_NS);
      }
    }
  }

  /** Takes no more clients and removes the folder. */
  @Override
  public void close() throws IOException {
    server.close();
    FolderTree.delete(directory);
  }
}
