package io.smartt.base.concurrent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tests of {@link LocalSocket}. */
class LocalSocketTest {
  private static List<Path> folders(String prefix) throws IOException {
    try (Stream<Path> all = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
      return all.filter(file -> file.getFileName().toString().startsWith(prefix)).toList();
    }
  }

  @Test
  void whatCannotListenLeavesNoFolder() throws IOException {
    String prefix = "smartt-none" + ProcessHandle.current().pid();

    assertThatThrownBy(() -> LocalSocket.open(prefix, "n".repeat(120)))
        .isInstanceOf(IOException.class);
    assertThat(folders(prefix)).isEmpty();
  }

  /** A failed client does not end the next; closing ends the loop and removes the folder. */
  @Test
  void clientsAreTakenUntilItIsClosed() throws Exception {
    LocalSocket socket = LocalSocket.open("smartt-test", "s");
    BlockingQueue<SocketChannel> came = new LinkedBlockingQueue<>();
    Thread loop = Thread.ofVirtual().start(() -> socket.acceptAll(came::add));
    for (int i = 0; i < 2; i++) {
      SocketChannel client = SocketChannel.open(UnixDomainSocketAddress.of(socket.path()));
      came.take().close();
      client.close();
    }
    socket.close();
    loop.join();

    assertThat(socket.path().getParent()).doesNotExist();
  }
}
