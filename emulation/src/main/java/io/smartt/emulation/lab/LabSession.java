package io.smartt.emulation.lab;

import module java.base;

import com.fasterxml.jackson.databind.JsonNode;
import io.smartt.base.failure.RunFailedException;
import io.smartt.base.input.UserInputException;
import io.smartt.controller.p4runtime.P4RuntimeException;
import io.smartt.emulation.shell.Shell;

/** The session of one client of a lab, which asks for one thing after the other. */
final class LabSession {
  /** More than a client that waits for its answers ever has. */
  private static final int MOST_WAITING = 16;

  private final LabConnection client;
  private final LabOwner owner;
  private final LabText text;
  private final BooleanSupplier stopping;
  private final BlockingQueue<Optional<JsonNode>> incoming = new LinkedBlockingQueue<>();
  private volatile boolean interrupted;

  LabSession(LabConnection client, LabOwner owner, LabText text, BooleanSupplier stopping) {
    this.client = client;
    this.owner = owner;
    this.text = text;
    this.stopping = stopping;
  }

  /** Serves until the client leaves. */
  void serve() {
    Thread.ofVirtual().name("lab-client").start(this::read);
    LabShellOutput output =
        new LabShellOutput(
            client, text, owner, incoming, () -> interrupted || stopping.getAsBoolean());
    Shell shell = owner.shell(output);
    try {
      for (Optional<JsonNode> next = incoming.take(); next.isPresent(); next = incoming.take()) {
        answer(next.get(), shell, output);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      // The client is gone, and what it asked for has been stopped.
    }
  }

  private void read() {
    try {
      for (Optional<JsonNode> next = client.receive(); ; next = client.receive()) {
        if (next.isPresent() && isInterrupt(next.get())) {
          continue;
        }
        if (next.isPresent() && incoming.size() >= MOST_WAITING) {
          refuseMore();
          next = Optional.empty();
        }
        incoming.add(next);
        if (next.isEmpty()) {
          break;
        }
      }
    } catch (IOException e) {
      incoming.add(Optional.empty());
    }
    interrupted = true;
  }

  private void refuseMore() throws IOException {
    client.send(
        Map.of(
            "end",
            "wrong",
            "message",
            MOST_WAITING + " requests of this session wait already, so it ends; wait for answers"));
  }

  /**
   * Takes note of a message in the order in which it came: an interrupt is for the request before
   * it, even if nobody has begun with that yet.
   */
  private boolean isInterrupt(JsonNode message) {
    boolean interrupt = message.path("interrupt").asBoolean();
    if (interrupt) {
      interrupted = true;
    } else if (!message.has("status")) {
      interrupted = false;
    }
    return interrupt;
  }

  private void answer(JsonNode request, Shell shell, LabShellOutput output) throws IOException {
    String end = "done";
    String message = "";
    try {
      if (request.path("down").asBoolean()) {
        owner.end();
      } else if (request.has("inspect")) {
        message = owner.factsNow();
      } else {
        owner.acquire(() -> output.progress("waits for another client of the lab"));
        try {
          if (stopping.getAsBoolean()) {
            throw new RunFailedException("the lab goes down");
          }
          if (request.has("run")) {
            message =
                owner.run(
                    request.path("run").asText(),
                    Path.of(request.path("out").asText()),
                    request.path("force").asBoolean(),
                    output,
                    text);
          } else if (!shell.execute(request.path("shell").asText())) {
            end = "quit";
          }
        } finally {
          owner.release();
        }
      }
    } catch (UserInputException e) {
      end = "wrong";
      message = String.valueOf(e.getMessage());
    } catch (RunFailedException | P4RuntimeException e) {
      end = "failed";
      message = String.valueOf(e.getMessage());
    } catch (RuntimeException e) {
      end = "failed";
      message = "a fault of the lab: " + e;
    }
    client.send(Map.of("end", end, "message", message));
  }
}
