package io.smartt.emulation.lab;

import module java.base;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.smartt.base.concurrent.EndedProgram;
import io.smartt.base.concurrent.Polling;
import io.smartt.base.failure.RunFailedException;
import io.smartt.base.input.UserInputException;
import io.smartt.emulation.lab.Lab.LabConnection;

/** A connection to a lab that is up. For one thread, {@link #interrupt} excepted. */
public final class LabClient implements AutoCloseable {
  private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(50);

  private final String name;
  private final LabConnection lab;
  private final Consumer<String> out;
  private final Consumer<String> progress;
  private final ToIntFunction<List<String>> programs;
  private volatile boolean closed;

  private LabClient(
      String name,
      LabConnection lab,
      Consumer<String> out,
      Consumer<String> progress,
      ToIntFunction<List<String>> programs) {
    this.name = name;
    this.lab = lab;
    this.out = out;
    this.progress = progress;
    this.programs = programs;
  }

  /**
   * Connects.
   *
   * @param out takes text for standard output
   * @param progress takes what is being done
   * @param programs runs a program here, which is in a host of the lab by its words, and returns
   *     its status
   * @throws UserInputException if the lab is not up
   */
  public static LabClient connect(
      Lab lab,
      Consumer<String> out,
      Consumer<String> progress,
      ToIntFunction<List<String>> programs) {
    if (!lab.isAlive()) {
      throw new UserInputException(
          "lab '%s' is stale: its process is gone; 'smartt lab down %s' cleans it up"
              .formatted(lab.name(), lab.name()));
    }
    Lab.LabFacts facts =
        lab.facts()
            .orElseThrow(() -> new UserInputException("lab '" + lab.name() + "' is being built"));
    return RunFailedException.saying("lab '" + lab.name() + "' does not answer")
        .get(() -> {
          SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
          var _ = channel.connect(UnixDomainSocketAddress.of(facts.socket()));
          return new LabClient(lab.name(), new LabConnection(channel), out, progress, programs);
        });
  }

  /**
   * Runs a command of the shell.
   *
   * @return false if it ends the session
   * @throws UserInputException for a command that cannot be
   * @throws RunFailedException for one that failed
   */
  public boolean execute(String line) {
    return !ask(Map.of("shell", line)).path("end").asText().equals("quit");
  }

  /** Runs a workload on the lab and leaves a run folder. */
  public JsonNode run(String workload, Path out, boolean force) {
    JsonNode answer =
        ask(
            Map.of(
                "run", workload,
                "out", out.toAbsolutePath().normalize().toString(),
                "force", force));
    return json(answer.path("message").asText());
  }

  /** Returns what the lab is now, as JSON. */
  public String inspect() {
    return ask(Map.of("inspect", true)).path("message").asText();
  }

  /** Takes the lab down; what runs on it is interrupted. */
  public void down() {
    var _ = ask(Map.of("down", true));
  }

  /**
   * Passes on what the user asks for, until this is closed.
   *
   * @param asked true once each time that what is being done is to stop
   */
  public void interruptWhen(BooleanSupplier asked) {
    Thread.ofVirtual()
        .name("lab-interrupts")
        .start(() -> {
          while (!closed) {
            if (asked.getAsBoolean()) {
              interrupt();
            }
            Polling.pause("Ctrl-C", LOOK_NS);
          }
        });
  }

  /** Stops what is being done. Safe from any thread. */
  public void interrupt() {
    try {
      lab.send(Map.of("interrupt", true));
    } catch (IOException e) {
      // The caller that waits for the answer hears of it.
    }
  }

  private JsonNode json(String text) {
    try {
      return new ObjectMapper().readTree(text);
    } catch (IOException e) {
      throw gone(e);
    }
  }

  private JsonNode ask(Map<String, ?> request) {
    try {
      lab.send(request);
      while (true) {
        JsonNode answer = lab.receive().orElseThrow(() -> new IOException("it has ended"));
        if (answer.has("text")) {
          out.accept(answer.path("text").asText());
        } else if (answer.has("progress")) {
          progress.accept(answer.path("progress").asText());
        } else if (answer.has("program")) {
          List<String> words = new ArrayList<>();
          answer.path("program").forEach(word -> words.add(word.asText()));
          lab.send(Map.of("status", programs.applyAsInt(words)));
        } else {
          return ended(answer);
        }
      }
    } catch (IOException e) {
      throw gone(e);
    }
  }

  private static JsonNode ended(JsonNode answer) {
    String message = answer.path("message").asText();
    return switch (answer.path("end").asText()) {
      case "wrong" -> throw new UserInputException(message);
      case "failed" -> throw new RunFailedException(message);
      default -> answer;
    };
  }

  private RunFailedException gone(IOException e) {
    return new RunFailedException("lab '" + name + "' is gone: " + e.getMessage(), e);
  }

  @Override
  public void close() {
    closed = true;
    try {
      lab.close();
    } catch (IOException e) {
      // Gone already.
    }
  }

  /** Runs programs that a lab names on this process's terminal, and keeps the last one's status. */
  public static final class LabPrograms implements ToIntFunction<List<String>> {
    private OptionalInt last = OptionalInt.empty();

    /** Nothing has run yet. */
    public LabPrograms() {}

    @Override
    public int applyAsInt(List<String> words) {
      int status = EndedProgram.onTerminal(new ProcessBuilder(words));
      last = OptionalInt.of(status);
      return status;
    }

    /** The status of the last program; empty if none has run. */
    public OptionalInt lastStatus() {
      return last;
    }
  }
}
