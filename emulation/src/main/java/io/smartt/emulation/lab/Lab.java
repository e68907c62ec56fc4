package io.smartt.emulation.lab;

import module java.base;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.smartt.base.failure.RunFailedException;
import io.smartt.base.input.FolderTree;
import io.smartt.base.input.InputFile;
import io.smartt.base.output.WholeFile;
import io.smartt.experiment.report.FolderLock;
import io.smartt.experiment.report.RunResult;
import io.smartt.experiment.report.RunSummary.RunOutcome;

/**
 * The state folder of a lab. Its process holds the folder's lock; a lab without that process is
 * stale.
 *
 * @param name of the lab
 * @param folder its state
 */
public record Lab(String name, Path folder) {
  private static final String FACTS = "lab.json";
  private static final String STAGE = "stage";
  private static final String TOKEN = "p4runtime.token";
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Returns whether the process that holds it runs. */
  public boolean isAlive() {
    return FolderLock.isHeld(folder);
  }

  /** Returns what it is; empty before it is built. */
  public Optional<LabFacts> facts() {
    Path file = folder.resolve(FACTS);
    if (!Files.isRegularFile(file)) {
      return Optional.empty();
    }
    return RunFailedException.saying("cannot read " + file)
        .get(() -> Optional.of(JSON.readValue(file.toFile(), LabFacts.class)));
  }

  /** Says what its process does while it is built. */
  public void stage(String what) {
    WholeFile.write(folder.resolve(STAGE), out -> out.write(what));
  }

  /** Returns what its process said last that it does; empty before it said anything. */
  public String stage() {
    Path file = folder.resolve(STAGE);
    return Files.exists(file) ? InputFile.text(file) : "";
  }

  /** Returns what its process says. */
  public Path log() {
    return folder.resolve("log");
  }

  /** Returns the file of what controllers show the P4Runtime server, for the lab's user alone. */
  public Path token() {
    return folder.resolve(TOKEN);
  }

  /** Says that it is built. */
  void write(LabFacts facts) {
    WholeFile.write(
        folder.resolve(FACTS),
        out -> out.write(JSON.writerWithDefaultPrettyPrinter().writeValueAsString(facts)));
  }

  /** Removes its state and its socket. Does nothing if they are gone. */
  public void forget() {
    RunFailedException.saying("cannot remove " + folder)
        .run(() -> {
          Optional<Path> socket = facts().map(facts -> Path.of(facts.socket()));
          if (socket.isPresent()) {
            Files.deleteIfExists(socket.get());
            Path own = socket.get().getParent();
            if (own != null && String.valueOf(own.getFileName()).startsWith("smartt-lab")) {
              Files.deleteIfExists(own);
            }
          }
          FolderTree.delete(folder);
        });
  }

  /**
   * {@code lab.json}: what a lab is.
   *
   * @param name of the lab
   * @param profile it was built of
   * @param fabric it runs on
   * @param topology in words
   * @param process number of the process that holds it, switches included
   * @param begun when, ISO 8601
   * @param socket where it takes requests
   * @param page address of its live page; empty without one
   * @param p4Runtime address of its P4Runtime server; empty where the switches have none
   * @param nodes hosts, then switches
   * @param links ends, rate and whether it is up
   */
  public record LabFacts(
      String name,
      String profile,
      String fabric,
      String topology,
      long process,
      String begun,
      String socket,
      String page,
      String p4Runtime,
      List<LabFacts.LabNode> nodes,
      List<String> links) {
    /** Copies the lists. */
    public LabFacts {
      nodes = List.copyOf(nodes);
      links = List.copyOf(links);
    }

    /** Names of its nodes of a kind. */
    public List<String> names(String kind) {
      return nodes.stream().filter(node -> node.kind().equals(kind)).map(LabNode::name).toList();
    }

    /**
     * A node of a lab.
     *
     * @param name of the node
     * @param kind {@code host} or {@code switch}
     * @param address IPv4 address of a host; of a switch its device id of P4Runtime
     * @param place network namespace that it is in; empty where there is none
     */
    public record LabNode(String name, String kind, String address, String place) {}
  }

  /** The text form of a lab's answers. */
  public interface LabText {
    /** Rows in columns. */
    String table(List<String> titles, List<List<String>> rows);

    /** Returns what came of traffic at a prompt. */
    String result(RunResult result);

    /** Returns what came of a run that has left a folder. */
    String outcome(RunOutcome outcome);
  }

  /** Messages both ways between a lab and who works with it: JSON, one a line. */
  static final class LabConnection implements AutoCloseable {
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
}
