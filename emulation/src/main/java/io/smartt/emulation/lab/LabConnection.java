package io.smartt.emulation.lab;

import module java.base;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

/** Messages both ways between a lab and who works with it: JSON, one a line. */
final class LabConnection implements AutoCloseable {
  private static final int CHUNK = 1 << 16;
  private static final int MOST_BYTES = 1 << 26;

  private final SocketChannel channel;
  private final ObjectMapper json = new ObjectMapper();
  private final ByteBuffer read = ByteBuffer.allocate(CHUNK).flip();

  LabConnection(SocketChannel channel) {
    this.channel = channel;
  }

  /** Sends a message, from any thread. */
  synchronized void send(Map<String, ?> message) throws IOException {
    byte[] text = json.writeValueAsBytes(message);
    ByteBuffer bytes = ByteBuffer.allocate(text.length + 1).put(text).put((byte) '\n').flip();
    while (bytes.hasRemaining()) {
      int _ = channel.write(bytes);
    }
  }

  /** The next message; empty when the other side has ended. For one thread. */
  Optional<JsonNode> receive() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    while (true) {
      while (read.hasRemaining()) {
        byte next = read.get();
        if (next == '\n') {
          return Optional.of(json.readTree(line.toByteArray()));
        }
        line.write(next);
        if (line.size() > MOST_BYTES) {
          throw new IOException("a message of more than " + MOST_BYTES + " bytes");
        }
      }
      read.clear();
      int count = channel.read(read);
      read.flip();
      if (count < 0) {
        return Optional.empty();
      }
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
